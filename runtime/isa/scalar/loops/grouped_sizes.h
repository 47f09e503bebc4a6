// Scratch of products of rows of int8 by weights whose terms are in groups: there are no such
// loops.
#pragma once

#include <stdint.h>

namespace kerf::fused {

inline constexpr int32_t kPanelFilters = 0;

constexpr int32_t stored_row_bytes(int32_t, bool) { return 0; }
constexpr int32_t panel_bytes(int32_t, bool) { return 0; }

}  // namespace kerf::fused
