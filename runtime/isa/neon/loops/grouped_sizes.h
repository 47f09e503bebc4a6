// Scratch of products of rows of int8 by weights whose terms are in groups: see grouped_rows.h,
// which is not there where code is to be small.
#pragma once

#include <stdint.h>

#include "core/small.h"

namespace kerf::fused {

inline constexpr int32_t kChunk = 32;  // terms that have one factor
inline constexpr int32_t kPanelFilters = 4;
inline constexpr int32_t kPanelChunk = kPanelFilters * (4 + kChunk);

constexpr int32_t chunks_of(int32_t terms) { return (terms + kChunk - 1) / kChunk; }

// Bytes of a row of `terms` inputs as it is stored, and of a panel of four filters.
constexpr int32_t stored_row_bytes(int32_t terms, bool) {
  return kSmall ? 0 : chunks_of(terms) * kChunk;
}
constexpr int32_t panel_bytes(int32_t terms, bool) {
  return kSmall ? 0 : 64 + 16 + chunks_of(terms) * kPanelChunk;
}

}  // namespace kerf::fused
