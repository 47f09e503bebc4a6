// How grouped_rows.h stores inputs and weights.
#pragma once

#include <stdint.h>

namespace kerf::fused {

inline constexpr int32_t kStoredInt8 = 2;    // bytes of an input that is multiplied by int8
inline constexpr int32_t kPanelFilters = 8;  // filters that are packed together
inline constexpr int32_t kPanelRows = 4;     // rows that are multiplied by them at a time

}  // namespace kerf::fused
