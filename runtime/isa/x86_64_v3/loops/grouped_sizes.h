// Scratch of products of rows of int8 by weights whose terms are in groups: see grouped_rows.h,
// which is not there where code is to be small.
#pragma once

#include <stdint.h>

#include "core/small.h"
#include "loops/panel_form.h"

namespace kerf::fused {

inline constexpr int32_t kChunk = 32;  // terms that have one factor

constexpr int32_t chunks_of(int32_t terms) { return (terms + kChunk - 1) / kChunk; }

// Bytes of a row of `terms` inputs as it is stored; `packed`: for weights of four bits.
constexpr int32_t stored_row_bytes(int32_t terms, bool packed) {
  if (kSmall) return 0;
  return packed ? (terms + 63) / 64 * 64 : chunks_of(terms) * kChunk * kStoredInt8;
}

// Bytes of a chunk of a panel of filters, and of a panel from any address on.
constexpr int32_t panel_chunk_bytes(bool packed) {
  return kPanelFilters * (4 + kChunk * (packed ? 1 : kStoredInt8));
}
constexpr int32_t panel_bytes(int32_t terms, bool packed) {
  return kSmall ? 0 : 64 + 4 * kPanelFilters + chunks_of(terms) * panel_chunk_bytes(packed);
}

}  // namespace kerf::fused
