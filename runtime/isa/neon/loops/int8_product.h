// Products of int8 matrices, four pixels and four filters at a time: sixteen terms in an SDOT,
// where the processor has it.
#pragma once

#include <arm_neon.h>
#include <stdint.h>

#include "isa/neon/loops/int8_results.h"

namespace kerf::integers {

// Adds the products of sixteen terms to the four parts of a sum.
inline int32x4_t add_products(int32x4_t sum, int8x16_t x, int8x16_t w) {
#ifdef __ARM_FEATURE_DOTPROD
  return vdotq_s32(sum, x, w);
#else
  sum = vpadalq_s16(sum, vmull_s8(vget_low_s8(x), vget_low_s8(w)));
  return vpadalq_s16(sum, vmull_high_s8(x, w));
#endif
}

// Four filters; those that do not exist are the last one.
struct Int8Filters {
  const int8_t* weights[4];
  int32_t start[4];
  int32_t multiplier[4];
  int32_t shift[4];

  Int8Filters(const Int8Product& product, int32_t first) {
    const Int8Result& result = product.result;
    for (int32_t i = 0; i < 4; ++i) {
      const int32_t m = first + i < product.filters ? first + i : product.filters - 1;
      weights[i] = product.weights + m * product.terms;
      start[i] = static_cast<int32_t>(result.start_of(m));
      multiplier[i] = result.multiplier[m * result.scale_step];
      shift[i] = result.shift[m * result.scale_step];
    }
  }
};

// Computes kPixels pixels of `filters`, of which `count` exist.
template <int32_t kPixels>
[[gnu::noinline]] void run_tile(const Int8Product& product, const Int8Filters& filters,
                                const int8_t* inputs, int32_t pitch, int8_t* out, int32_t count) {
  int32x4_t sum[kPixels][4];
#pragma GCC unroll 8
  for (int32_t p = 0; p < kPixels; ++p) {
#pragma GCC unroll 8
    for (int32_t m = 0; m < 4; ++m) sum[p][m] = vdupq_n_s32(0);
  }
  const int8_t* x = inputs;
  int32_t at = 0;
  const auto add = [&](auto read) __attribute__((always_inline)) {
    int8x16_t pixels[kPixels];
#pragma GCC unroll 8
    for (int32_t p = 0; p < kPixels; ++p) pixels[p] = read(x + p * pitch);
#pragma GCC unroll 8
    for (int32_t m = 0; m < 4; ++m) {
      const int8x16_t w = read(filters.weights[m] + at);
#pragma GCC unroll 8
      for (int32_t p = 0; p < kPixels; ++p) sum[p][m] = add_products(sum[p][m], pixels[p], w);
    }
  };
  const int32_t terms = product.terms;
  for (; terms - at >= 16; at += 16, x += 16) {
    add([](const int8_t* from) { return vld1q_s8(from); });
  }
  if (terms - at >= 8) {
    add([](const int8_t* from) { return vcombine_s8(vld1_s8(from), vdup_n_s8(0)); });
    at += 8;
    x += 8;
  }
  if (const int32_t rest = terms - at; rest > 0) {
    add([rest](const int8_t* from) { return vcombine_s8(read_few(from, rest), vdup_n_s8(0)); });
  }
  const Int8Result& result = product.result;
  const Int8Scales scales(vld1q_s32(filters.multiplier), vld1q_s32(filters.shift));
  const Int8Limits limits(result.offset, result.low, result.high);
  const int32x4_t start = vld1q_s32(filters.start);
#pragma GCC unroll 8
  for (int32_t p = 0; p < kPixels; ++p) {
    const int32x4_t whole =
        vpaddq_s32(vpaddq_s32(sum[p][0], sum[p][1]), vpaddq_s32(sum[p][2], sum[p][3]));
    const int32x4_t x4 = limits.apply(scales.rescale(vaddq_s32(whole, start)));
    const int8x8_t bytes = narrowed(x4, x4);
    int8_t* to = out + p * product.out_pitch;
    if (count == 4) {
      const uint32_t word = vget_lane_u32(vreinterpret_u32_s8(bytes), 0);
      libc::copy(to, &word, sizeof word);
    } else {
      write_few(to, bytes, count);
    }
  }
}

inline void Int8Product::run(const int8_t* inputs, int32_t pitch, int32_t pixels,
                             int8_t* out) const {
  for (int32_t m = 0; m < filters; m += 4) {
    const Int8Filters some(*this, m);
    const int32_t count = filters - m < 4 ? filters - m : 4;
    const int8_t* x = inputs;
    int8_t* to = out + m;
    int32_t left = pixels;
    for (; left >= 4; left -= 4, x += 4 * pitch, to += 4 * out_pitch) {
      run_tile<4>(*this, some, x, pitch, to, count);
    }
    for (; left > 0; --left, x += pitch, to += out_pitch) {
      run_tile<1>(*this, some, x, pitch, to, count);
    }
  }
}

}  // namespace kerf::integers
