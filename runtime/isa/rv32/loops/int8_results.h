// Sums that become int8 where high and low words of products are two instructions.
#pragma once

#include <stdint.h>

#include "isa/scalar/loops/int8_results.h"

namespace kerf::integers {

// Stores `count` sums, which hold their starts already, as int8.
[[gnu::noinline]] inline void store_sums(const Int8Result& result, const uint32_t* sums,
                                         const Int8Places& places, int32_t count) {
  const int32_t* multiplier = result.multiplier + places.filter * result.scale_step;
  const int8_t* shift = result.shift + places.filter * result.scale_step;
  const int32_t step = places.filter_step * result.scale_step;
  const int32_t out_step = places.out_step;
  const int32_t offset = result.offset;
  const int32_t lowest = result.low;
  const int32_t highest = result.high;
  int8_t* out = places.out;
  for (const uint32_t* end = sums + count; sums != end; out += out_step) {
    const auto x = static_cast<int32_t>(*sums++);
    const int32_t left = *shift;
    int32_t y;
    if (left >= 0) {
      y = rescaled(x, {*multiplier, left});
    } else {
      // x * multiplier / 2^31 with halves up; then halves of what is shifted out are rounded away
      // from zero.
      const int64_t product = int64_t{x} * *multiplier;
      const auto high = static_cast<uint32_t>(product >> 32);
      const auto low = static_cast<uint32_t>(product);
      y = static_cast<int32_t>(high * 2 + (((low >> 30) + 1) >> 1)) + (x >> 31);
      y = ((y >> (-1 - left)) + 1) >> 1;
    }
    y += offset;
    y = y < lowest ? lowest : y;
    y = y > highest ? highest : y;
    __asm__("" : "+r"(y));  // compilers extend the byte that is stored before they choose it
    *out = static_cast<int8_t>(y);
    multiplier += step;
    shift += step;
  }
}

}  // namespace kerf::integers
