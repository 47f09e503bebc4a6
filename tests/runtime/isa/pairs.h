// How weights are stored for Int8PairedProduct.
#pragma once

#include <stdint.h>

namespace kerf::checks {

// Stores `filters` filters of `terms` terms as Int8PairedProduct reads them.
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

}  // namespace kerf::checks
