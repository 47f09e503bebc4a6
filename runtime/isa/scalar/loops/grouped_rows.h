// Products of rows of int8 by weights whose terms are in groups, each with a factor, several at a
// time: here dot products are as quick.
#pragma once

#include <stdint.h>

#include "loops/grouped_sizes.h"

namespace kerf::fused {

inline constexpr bool kHasGroupedRows = false;
inline bool has_grouped_rows(int32_t, bool) { return false; }

template <bool kPacked, bool kOne>
struct GroupedRows;

}  // namespace kerf::fused
