// Products of int8 matrices, where the processor has SDOT: up to eight pixels by eight filters,
// four terms of four filters in one instruction. Of fewer than three pixels or four terms, and
// without SDOT, four filters, sixteen terms of each at a time.
#pragma once

#include <arm_neon.h>
#include <stdint.h>

#include "isa/neon/loops/int8_results.h"
#include "isa/neon/loops/int8_sum.h"
#include "loops/int8_scratch.h"

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
      const uint32_t sum = sum_int8(weights[i], product.terms);
      start[i] =
          static_cast<int32_t>(result.start_of(m) + sum * static_cast<uint32_t>(product.offset));
      multiplier[i] = result.multiplier[m * result.scale_step];
      shift[i] = result.shift[m * result.scale_step];
    }
  }
};

// Computes kPixels pixels of `filters`, of which `count` exist.
template <int32_t kPixels>
[[gnu::noinline]] void run_dots(const Int8Product& product, const Int8Filters& filters,
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

// Computes filters from the first on by run_dots().
[[gnu::noinline]] inline void run_all_dots(const Int8Product& product, const int8_t* inputs,
                                           int32_t pitch, int32_t pixels, int8_t* out) {
  for (int32_t m = 0; m < product.filters; m += 4) {
    const Int8Filters some(product, m);
    const int32_t count = product.filters - m < 4 ? product.filters - m : 4;
    const int8_t* x = inputs;
    int8_t* to = out + m;
    int32_t left = pixels;
#ifndef __ARM_FEATURE_DOTPROD
    for (; left >= 4; left -= 4, x += 4 * pitch, to += 4 * product.out_pitch)
      run_dots<4>(product, some, x, pitch, to, count);
#endif
    for (; left > 0; --left, x += pitch, to += product.out_pitch)
      run_dots<1>(product, some, x, pitch, to, count);
  }
}

#ifdef __ARM_FEATURE_DOTPROD
// Four by four words, of which the rows become the columns.
[[gnu::always_inline]] inline void transpose(int32x4_t (&w)[4]) {
  const int64x2_t low01 = vreinterpretq_s64_s32(vzip1q_s32(w[0], w[1]));
  const int64x2_t low23 = vreinterpretq_s64_s32(vzip1q_s32(w[2], w[3]));
  const int64x2_t high01 = vreinterpretq_s64_s32(vzip2q_s32(w[0], w[1]));
  const int64x2_t high23 = vreinterpretq_s64_s32(vzip2q_s32(w[2], w[3]));
  w[0] = vreinterpretq_s32_s64(vzip1q_s64(low01, low23));
  w[1] = vreinterpretq_s32_s64(vzip2q_s64(low01, low23));
  w[2] = vreinterpretq_s32_s64(vzip1q_s64(high01, high23));
  w[3] = vreinterpretq_s32_s64(vzip2q_s64(high01, high23));
}

// Stores the weights of eight filters by fours of terms: those of the first four filters, then
// those of the others. Zeros follow the last term. Of `count` filters the last one is stored again.
// Adds `offset` times the sums of filters to `start`.
inline void pack(const int8_t* weights, int32_t count, int32_t terms, int32_t offset, int8_t* to,
                 int32x4_t (&start)[2]) {
  int32x4_t sums[2] = {vdupq_n_s32(0), vdupq_n_s32(0)};
  const int8_t* filters[kFilters];
  for (int32_t i = 0; i < kFilters; ++i) filters[i] = weights + (i < count ? i : count - 1) * terms;
  const auto pack_some = [&](int32_t at, int32_t fours, auto read) __attribute__((always_inline)) {
#pragma GCC unroll 2
    for (int32_t half = 0; half < kFilters; half += 4) {
      int32x4_t w[4];
#pragma GCC unroll 4
      for (int32_t i = 0; i < 4; ++i) w[i] = vreinterpretq_s32_s8(read(filters[half + i] + at));
      transpose(w);
#pragma GCC unroll 4
      for (int32_t i = 0; i < 4; ++i) {
        const int8x16_t four = vreinterpretq_s8_s32(w[i]);
        sums[half / 4] = vdotq_s32(sums[half / 4], four, vdupq_n_s8(1));
        if (i < fours) vst1q_s8(to + 8 * at + 32 * i + 4 * half, four);
      }
    }
  };
  int32_t at = 0;
  for (; terms - at >= 16; at += 16)
    pack_some(at, 4, [](const int8_t* from) { return vld1q_s8(from); });
  const int32_t rest = terms - at;
  if (rest == 8) {
    pack_some(at, 2, [](const int8_t* from) { return vcombine_s8(vld1_s8(from), vdup_n_s8(0)); });
  } else if (rest > 0) {
    pack_some(at, (rest + 3) / 4, [rest](const int8_t* from) { return read_up_to_16(from, rest); });
  }
  for (int32_t i = 0; i < 2; ++i) start[i] = vmlaq_n_s32(start[i], sums[i], offset);
}

// Computes kPixels pixels of eight filters of four terms or more, of which `count` exist and all
// are shifted right.
template <int32_t kPixels>
[[gnu::always_inline]] inline void run_eight(const EightResults& results, const int8_t* w,
                                             int32_t terms, const int8_t* x, int32_t pitch,
                                             int8_t* out, int32_t out_pitch, int32_t count) {
  int32x4_t sums[kPixels][2];
#pragma GCC unroll 8
  for (int32_t p = 0; p < kPixels; ++p) {
    sums[p][0] = results.start[0];
    sums[p][1] = results.start[1];
  }
  for (; terms >= 16; terms -= 16, x += 16, w += 128) {
    int8x16_t weights[8];
#pragma GCC unroll 8
    for (int32_t i = 0; i < 8; ++i) weights[i] = vld1q_s8(w + 16 * i);
#pragma GCC unroll 8
    for (int32_t p = 0; p < kPixels; ++p) {
      const int8x16_t inputs = vld1q_s8(x + p * pitch);
#pragma GCC unroll 2
      for (int32_t i = 0; i < 2; ++i) {
        sums[p][i] = vdotq_laneq_s32(sums[p][i], weights[i], inputs, 0);
        sums[p][i] = vdotq_laneq_s32(sums[p][i], weights[2 + i], inputs, 1);
        sums[p][i] = vdotq_laneq_s32(sums[p][i], weights[4 + i], inputs, 2);
        sums[p][i] = vdotq_laneq_s32(sums[p][i], weights[6 + i], inputs, 3);
      }
    }
  }
  if (terms >= 8) {
    int8x16_t weights[4];
#pragma GCC unroll 8
    for (int32_t i = 0; i < 4; ++i) weights[i] = vld1q_s8(w + 16 * i);
#pragma GCC unroll 8
    for (int32_t p = 0; p < kPixels; ++p) {
      const int8x8_t inputs = vld1_s8(x + p * pitch);
#pragma GCC unroll 2
      for (int32_t i = 0; i < 2; ++i) {
        sums[p][i] = vdotq_lane_s32(sums[p][i], weights[i], inputs, 0);
        sums[p][i] = vdotq_lane_s32(sums[p][i], weights[2 + i], inputs, 1);
      }
    }
    terms -= 8;
    x += 8;
    w += 64;
  }
  const auto add_four = [&](auto read) __attribute__((always_inline)) {
    const int8x16_t weights[2] = {vld1q_s8(w), vld1q_s8(w + 16)};
#pragma GCC unroll 8
    for (int32_t p = 0; p < kPixels; ++p) {
      const int8x8_t inputs = read(x + p * pitch);
      sums[p][0] = vdotq_lane_s32(sums[p][0], weights[0], inputs, 0);
      sums[p][1] = vdotq_lane_s32(sums[p][1], weights[1], inputs, 0);
    }
  };
  if (terms >= 4) {
    add_four([](const int8_t* from) { return vcreate_s8(read_word<uint32_t>(from)); });
    terms -= 4;
    x += 4;
    w += 32;
  }
  if (terms > 0) {
    // The four bytes that end with the last one.
    add_four([terms](const int8_t* from) {
      return vcreate_s8(read_word<uint32_t>(from + terms - 4) >> (8 * (4 - terms)));
    });
  }
  if (count == kFilters && !results.limits) {
#pragma GCC unroll 8
    for (int32_t p = 0; p < kPixels; ++p)
      vst1_s8(out + p * out_pitch, results.unlimited<true>(sums[p][0], sums[p][1]));
    return;
  }
#pragma GCC unroll 8
  for (int32_t p = 0; p < kPixels; ++p)
    write_few(out + p * out_pitch, results.limited(results.unlimited<true>(sums[p][0], sums[p][1])),
              count);
}

inline void Int8Product::run(const int8_t* inputs, int32_t pitch, int32_t pixels,
                             int8_t* out) const {
  if (pixels < kLeastPixels || terms < 4) return run_all_dots(*this, inputs, pitch, pixels, out);
  for (int32_t m = 0; m < filters; m += kFilters) {
    const int32_t count = filters - m < kFilters ? filters - m : kFilters;
    EightResults eight = results_of(result, m, count);
    if (!eight.back) {
      Int8Product some = *this;
      some.weights += m * terms;
      some.filters = count;
      some.result.skip(m);
      run_all_dots(some, inputs, pitch, pixels, out + m);
      continue;
    }
    auto* const packed = static_cast<int8_t*>(scratch);
    pack(weights + m * terms, count, terms, offset, packed, eight.start);
    const int8_t* x = inputs;
    int8_t* to = out + m;
    int32_t left = pixels;
    const auto run_some = [&](auto some) __attribute__((always_inline)) {
      constexpr int32_t kPixels = decltype(some)::kValue;
      run_eight<kPixels>(eight, packed, terms, x, pitch, to, out_pitch, count);
      x += kPixels * pitch;
      to += kPixels * out_pitch;
      left -= kPixels;
    };
    while (left >= 8) run_some(Pixels<8>{});
    if (left >= 4) run_some(Pixels<4>{});
    while (left > 0) run_some(Pixels<1>{});
  }
}
#else
inline void Int8Product::run(const int8_t* inputs, int32_t pitch, int32_t pixels,
                             int8_t* out) const {
  run_all_dots(*this, inputs, pitch, pixels, out);
}
#endif

}  // namespace kerf::integers
