// How weights are packed for Int8PackedProduct.
#pragma once

#include <stdint.h>

#include "loops/int8_scratch.h"

namespace kerf::checks {

// Stores `filters` filters of `terms` terms in pairs.
inline void store_pairs(int8_t* to, const int8_t* from, int32_t filters, int32_t terms) {
  constexpr int32_t kOrder[] = {0, 2, 1, 3};
  for (int32_t m = 0; m < filters; m += 4) {
    const int32_t pairs = filters - m < 4 ? (filters - m) / 2 : 2;
    for (int32_t step = 0; step < terms; step += 2) {
      for (int32_t pair = 0; pair < pairs; ++pair) {
        for (int32_t i = step; i < step + 2 && i < terms; ++i) {
          const int32_t k = i < terms / 4 * 4 ? i / 4 * 4 + kOrder[i % 4] : i;
          const int8_t* const row = from + (m + 2 * pair) * terms + k;
          *to++ = static_cast<int8_t>(*row ^ 0x80);
          *to++ = row[terms];
        }
      }
    }
    if (filters - m >= 4 || filters % 2 == 0) continue;
    for (int32_t i = 0; i < terms; ++i) *to++ = from[(filters - 1) * terms + i];
  }
}

// As store_pairs(), by fours.
inline void store_fours(int8_t* to, const int8_t* from, int32_t filters, int32_t terms) {
  const int32_t eights = terms < 4 ? 0 : filters / 8 * 8;
  for (int32_t m = 0; m < eights; m += 8) {
    for (int32_t k = 0; k < terms; k += k + 4 <= terms ? 4 : terms - k) {
      for (int32_t i = m; i < m + 8; ++i) {
        for (int32_t term = k; term < terms && term < k + 4; ++term) *to++ = from[i * terms + term];
      }
    }
  }
  for (int32_t i = eights * terms; i < filters * terms; ++i) *to++ = from[i];
}

// As store_pairs(), in the layout of the instruction set.
inline void store_packed(int8_t* to, const int8_t* from, int32_t filters, int32_t terms) {
  integers::kPackedLayout == 1 ? store_pairs(to, from, filters, terms)
                               : store_fours(to, from, filters, terms);
}

}  // namespace kerf::checks
