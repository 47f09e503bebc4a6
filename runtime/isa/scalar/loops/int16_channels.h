// Sums of products of int16 and int8 for each of some adjacent channels.
#pragma once

#include <stdint.h>

#include "loops/sums.h"

namespace kerf::fused {

// The channels that are summed at a time.
inline constexpr int32_t kInt16Channels = 4;

// sums[c] = sum over j, k of x[j, k, c] * w[j, k, c] for c < count <= kInt16Channels, where `down`
// and `across` have how many j and k there are and their distances; at most 256 terms. `sums` has
// room for kInt16Channels.
inline void sum_channels_int16(const int16_t* x, const int8_t* w, const portable::Terms& down,
                               const portable::Terms& across, int32_t count, int32_t* sums) {
  for (int32_t c = 0; c < count; ++c) {
    int32_t sum = 0;
    for (int32_t j = 0; j < down.count; ++j) {
      const int16_t* from = x + c + j * down.input;
      const int8_t* weight = w + c + j * down.weight;
      for (int32_t k = across.count; k > 0; --k) {
        sum += *from * *weight;
        from += across.input;
        weight += across.weight;
      }
    }
    sums[c] = sum;
  }
}

}  // namespace kerf::fused
