// How inputs are stored that are multiplied by int8, and weights that are packed.
#pragma once

#include <stdint.h>

namespace kerf::fused {

inline constexpr int32_t kStoredInt8 = 1;  // bytes of one input
inline constexpr int32_t kPanelFilters = 16;

}  // namespace kerf::fused
