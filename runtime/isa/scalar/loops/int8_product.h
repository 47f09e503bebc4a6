// Products of int8 matrices, four sums at a time.
#pragma once

#include <stdint.h>

#include "isa/scalar/loops/int8_results.h"

namespace kerf::integers {

// sums[lane] = sum of common[k] * lanes[lane * pitch + k] over k < count, modulo 2^32.
[[gnu::noinline]] inline void add_products(uint32_t (&sums)[4], const int8_t* common,
                                           const int8_t* lanes, int32_t pitch, int32_t count) {
  uint32_t a = 0;
  uint32_t b = 0;
  uint32_t c = 0;
  uint32_t d = 0;
  const int32_t pitch2 = 2 * pitch;
  const int32_t pitch3 = 3 * pitch;
  for (; count > 0; --count, ++lanes) {
    const int32_t x = *common++;
    a += static_cast<uint32_t>(x * lanes[0]);
    b += static_cast<uint32_t>(x * lanes[pitch]);
    c += static_cast<uint32_t>(x * lanes[pitch2]);
    d += static_cast<uint32_t>(x * lanes[pitch3]);
  }
  sums[0] = a;
  sums[1] = b;
  sums[2] = c;
  sums[3] = d;
}

// Four pixels have each filter in common; where fewer are left, each pixel four filters.
[[gnu::noinline]] inline void Int8Product::run(const int8_t* inputs, int32_t pitch, int32_t pixels,
                                               int8_t* out) const {
  uint32_t sums[4];
  while (pixels > 0) {
    const bool whole = pixels >= 4;
    const int8_t* w = weights;
    for (int32_t m = 0; m < filters;) {
      // The last filters of a pixel are computed one at a time, four times each.
      const int32_t lanes = whole || filters - m >= 4 ? 4 : 1;
      if (whole) {
        add_products(sums, w, inputs, pitch, terms);
        store_results(result, sums, {m, 0, out + m, out_pitch}, 4);
        ++m;
        w += terms;
        continue;
      }
      add_products(sums, inputs, w, lanes == 4 ? terms : 0, terms);
      store_results(result, sums, {m, 1, out + m, 1}, lanes);
      m += lanes;
      w += lanes * terms;
    }
    const int32_t done = whole ? 4 : 1;
    inputs += done * pitch;
    out += done * out_pitch;
    pixels -= done;
  }
}

}  // namespace kerf::integers
