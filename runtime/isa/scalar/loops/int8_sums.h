// Sums of products of int8, four at a time, and their results: what quantized convolutions and
// matrix products are made of.
#pragma once

#include <stdint.h>

#include "isa/scalar/loops/rescale.h"

namespace kerf::cortex_m {

// sums[lane] = sum of common[k] * lanes[lane * pitch + k] over k < count, modulo 2^32.
inline void add_products(uint32_t (&sums)[4], const int8_t* common, const int8_t* lanes,
                         int32_t pitch, int32_t count) {
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

template <int32_t... kLane>
int32_t add_lanes(uint32_t (&sums)[4], const int8_t* const* inputs, int32_t from, int32_t step,
                  const int8_t* weights, int32_t pitch, int32_t count) {
  ((sums[kLane] = 0), ...);
  for (; count > 0; --count, weights += pitch) {
    const int8_t* x = *inputs++ + from;
    ((sums[kLane] += static_cast<uint32_t>(x[kLane * step] * weights[kLane])), ...);
  }
  return static_cast<int32_t>(sizeof...(kLane));
}

// sums[lane] = sum of inputs[t][from + lane * step] * weights[t * pitch + lane] over t < count,
// modulo 2^32, for some of `lanes` lanes. Returns how many: at least one.
inline int32_t add_taps(uint32_t (&sums)[4], const int8_t* const* inputs, int32_t from,
                        int32_t step, const int8_t* weights, int32_t pitch, int32_t count,
                        int32_t lanes) {
  if (lanes < 4) return add_lanes<0>(sums, inputs, from, step, weights, pitch, count);
  return add_lanes<0, 1, 2, 3>(sums, inputs, from, step, weights, pitch, count);
}

// out[i * out_step] = sums[i] + start + base, rescaled, moved by the offset and clamped, for
// i < count <= 4.
[[gnu::noinline]] inline void store_results(const Int8Result& result, const uint32_t (&sums)[4],
                                            Int8Places at, int32_t count) {
  for (int32_t i = 0; i < count; ++i) {
    const uint32_t sum = sums[i] + static_cast<uint32_t>(result.start[at.start]) +
                         static_cast<uint32_t>(result.base);
    *at.out = narrow(
        rescale(static_cast<int32_t>(sum), result.multiplier[at.scale], result.shift[at.scale]),
        result.offset, result.low, result.high);
    at.start += at.start_step;
    at.scale += at.scale_step;
    at.out += at.out_step;
  }
}

}  // namespace kerf::cortex_m
