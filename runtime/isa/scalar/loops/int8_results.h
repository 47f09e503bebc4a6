// Sums that become int8.
#pragma once

#include <stdint.h>

#include "isa/scalar/loops/int8.h"

namespace kerf::integers {

// Which filter the first of adjacent sums is of, where its result is, and the distances to those of
// the next one.
struct Int8Places {
  int32_t filter;
  int32_t filter_step;
  int8_t* out;
  int32_t out_step;
};

// out[i * out_step] = sums[i], as `result` makes it int8, for i < count <= 4.
[[gnu::noinline]] inline void store_results(const Int8Result& result, const uint32_t (&sums)[4],
                                            Int8Places at, int32_t count) {
  for (int32_t i = 0; i < count; ++i) {
    const uint32_t sum = sums[i] + result.start_of(at.filter);
    const int32_t scale = at.filter * result.scale_step;
    *at.out =
        narrow(rescale(static_cast<int32_t>(sum), result.multiplier[scale], result.shift[scale]),
               result.offset, result.low, result.high);
    at.filter += at.filter_step;
    at.out += at.out_step;
  }
}

}  // namespace kerf::integers
