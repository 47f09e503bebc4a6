// Products of int8 matrices, where the processor has SDOT: up to eight pixels by eight filters,
// four terms of four filters in one instruction. Of fewer than three pixels or four terms, and
// without SDOT, four filters, sixteen terms of each at a time. Packed weights are as pack() stores
// them.
#pragma once

#include <arm_neon.h>
#include <stdint.h>

#include "core/small.h"
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

// `count` filters from `first` on.
inline Int8Product some_of(const Int8Product& product, int32_t first, int32_t count) {
  Int8Product some = product;
  some.weights += first * product.terms;
  some.filters = count;
  some.result.skip(first);
  return some;
}

// Adds the products of four filters with the four terms in a lane of `x`.
template <int32_t kLane>
[[gnu::always_inline]] inline int32x4_t add_four(int32x4_t sum, int8x16_t w, int8x16_t x) {
#ifdef __ARM_FEATURE_DOTPROD
  return vdotq_laneq_s32(sum, w, x, kLane);
#else
  const int8x16_t four = vreinterpretq_s8_s32(vdupq_laneq_s32(vreinterpretq_s32_s8(x), kLane));
  return vaddq_s32(sum, vpaddq_s32(vpaddlq_s16(vmull_s8(vget_low_s8(w), vget_low_s8(four))),
                                   vpaddlq_s16(vmull_high_s8(w, four))));
#endif
}

// Weights of eight filters by fours of terms: those of the first four filters, then those of the
// others.
struct EightFilters {
  const int8_t* fours;
  const int8_t* rest;  // the same of the terms that are left, and of zeros
  int32_t terms;       // four at least
};

// Keeps eight results of some pixels within the limits.
[[gnu::noinline]] inline void limit(int8x8_t least, int8x8_t most, int8_t* out, int32_t out_pitch,
                                    int32_t pixels) {
  for (; pixels > 0; --pixels, out += out_pitch)
    vst1_s8(out, vmin_s8(vmax_s8(vld1_s8(out), least), most));
}

// Computes kPixels pixels of eight filters. kBack, kSigned: as EightResults::unlimited().
template <int32_t kPixels, bool kBack, bool kSigned>
[[gnu::always_inline]] inline void run_eight(const EightResults& results,
                                             const EightFilters& filters, const int8_t* x,
                                             int32_t pitch, int8_t* out, int32_t out_pitch) {
  const int8_t* w = filters.fours;
  const int32_t terms = filters.terms;
  const int8_t* x4 = x + 4 * pitch;  // so that fewer distances are in registers
  int8_t* const out4 = out + 4 * out_pitch;
  int32x4_t sums[kPixels][2];
#pragma GCC unroll 8
  for (int32_t p = 0; p < kPixels; ++p) {
    sums[p][0] = results.start[0];
    sums[p][1] = results.start[1];
  }
  // Adds kFours fours of terms, of which read() reads those of a pixel.
  const auto add = [&](auto number, const int8_t* from, auto read) __attribute__((always_inline)) {
    constexpr int32_t kFours = decltype(number)::kValue;
    int8x16_t weights[2 * kFours];
#pragma GCC unroll 8
    for (int32_t i = 0; i < 2 * kFours; ++i) weights[i] = vld1q_s8(from + 16 * i);
#pragma GCC unroll 8
    for (int32_t p = 0; p < kPixels; ++p) {
      const int8x16_t inputs = read((p < 4 ? x : x4) + p % 4 * pitch);
#pragma GCC unroll 2
      for (int32_t i = 0; i < 2; ++i) {
        each_lane([&](auto lane) __attribute__((always_inline)) {
          constexpr int32_t kLane = decltype(lane)::kValue;
          if constexpr (kLane < kFours)
            sums[p][i] = add_four<kLane>(sums[p][i], weights[2 * kLane + i], inputs);
        });
      }
    }
  };
  for (int32_t n = terms / 16; n > 0; --n, x += 16, x4 += 16, w += 128)
    add(Number<4>{}, w, [](const int8_t* from) { return vld1q_s8(from); });
  if ((terms & 8) != 0) {
    add(Number<2>{}, w,
        [](const int8_t* from) { return vcombine_s8(vld1_s8(from), vdup_n_s8(0)); });
    x += 8;
    x4 += 8;
    w += 64;
  }
  const auto word = [](uint32_t four) __attribute__((always_inline)) {
    return vcombine_s8(vcreate_s8(four), vdup_n_s8(0));
  };
  if ((terms & 4) != 0) {
    add(Number<1>{}, w, [=](const int8_t* from) { return word(read_word<uint32_t>(from)); });
    x += 4;
    x4 += 4;
  }
  if (const int32_t rest = terms & 3; rest != 0) {
    // The four bytes that end with the last one.
    add(Number<1>{}, filters.rest, [=](const int8_t* from) {
      return word(read_word<uint32_t>(from + rest - 4) >> (8 * (4 - rest)));
    });
  }
#pragma GCC unroll 8
  for (int32_t p = 0; p < kPixels; ++p) {
    const int8x8_t bytes = results.unlimited<kBack, kSigned>(sums[p][0], sums[p][1]);
    vst1_s8((p < 4 ? out : out4) + p % 4 * out_pitch, bytes);
  }
  // They come after all, so that fewer registers are needed before.
  if (results.limits) limit(results.least, results.most, out, out_pitch, kPixels);
}

// Computes all pixels of eight filters, whose sums are shifted right.
template <bool kSigned>
[[gnu::always_inline]] inline void run_pixels(const EightResults& results,
                                              const EightFilters& filters, const int8_t* x,
                                              int32_t pitch, int32_t pixels, int8_t* out,
                                              int32_t out_pitch) {
  const auto run_some = [&](auto some) __attribute__((always_inline)) {
    constexpr int32_t kPixels = decltype(some)::kValue;
    run_eight<kPixels, true, kSigned>(results, filters, x, pitch, out, out_pitch);
    x += kPixels * pitch;
    out += kPixels * out_pitch;
    pixels -= kPixels;
  };
  while (pixels >= 8) run_some(Number<8>{});
  if (pixels >= 4) run_some(Number<4>{});
  while (pixels > 0) run_some(Number<1>{});
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

// The terms of a row of more than sixteen that are left behind sixteens.
struct Int8Rest {
  int32_t count;
  uint8x16_t bytes;  // where they are in the last sixteen, or beyond these

  explicit Int8Rest(int32_t terms) : count(terms % 16) {
    const uint8x16_t all =
        vcombine_u8(vcreate_u8(0x0706050403020100), vcreate_u8(0x0F0E0D0C0B0A0908));
    bytes = vaddq_u8(all, vdupq_n_u8(static_cast<uint8_t>(16 - count)));
  }

  // Reads the terms that begin at `from`; zeros follow them.
  int8x16_t read(const int8_t* from) const {
    return vqtbl1q_s8(vld1q_s8(from + count - 16), bytes);
  }
};

// Stores eight rows of terms by fours of them: those of the first four rows, then those of the
// others. Zeros follow the last term. Of `count` rows the last one is stored again. Adds `offset`
// times the sums of rows to `start`.
[[gnu::noinline]] inline void pack(const int8_t* from, int32_t pitch, int32_t count, int32_t terms,
                                   int32_t offset, int8_t* to, int32x4_t (&start)[2]) {
  const int8_t* rows[8];
#pragma GCC unroll 8
  for (int32_t i = 0; i < 8; ++i) {
    rows[i] = from;
    if (i + 1 < count) from += pitch;
  }
  int32x4_t sums[2] = {vdupq_n_s32(0), vdupq_n_s32(0)};
  const auto pack_some = [&](int32_t at, int32_t fours) __attribute__((always_inline)) {
#pragma GCC unroll 2
    for (int32_t half = 0; half < 2; ++half) {
      int32x4_t w[4];
#pragma GCC unroll 4
      for (int32_t i = 0; i < 4; ++i)
        w[i] = vreinterpretq_s32_s8(vld1q_s8(rows[4 * half + i] + at));
      transpose(w);
#pragma GCC unroll 4
      for (int32_t i = 0; i < 4; ++i) {
        const int8x16_t four = vreinterpretq_s8_s32(w[i]);
        sums[half] = vdotq_s32(sums[half], four, vdupq_n_s8(1));
        if (i < fours) vst1q_s8(to + 8 * at + 32 * i + 16 * half, four);
      }
    }
  };
  int32_t at = 0;
  for (; terms - at >= 16; at += 16) pack_some(at, 4);
  const int32_t rest = terms - at;
  if (rest == 8) {
#pragma GCC unroll 2
    for (int32_t half = 0; half < 2; ++half) {
      int32x4_t two[2];
#pragma GCC unroll 2
      for (int32_t i = 0; i < 2; ++i) {
        const int8_t* const* const pair = rows + 4 * half + 2 * i;
        two[i] = vreinterpretq_s32_s8(vcombine_s8(vld1_s8(pair[0] + at), vld1_s8(pair[1] + at)));
      }
      const int32x4_t fours[2] = {vuzp1q_s32(two[0], two[1]), vuzp2q_s32(two[0], two[1])};
#pragma GCC unroll 2
      for (int32_t i = 0; i < 2; ++i) {
        const int8x16_t four = vreinterpretq_s8_s32(fours[i]);
        sums[half] = vdotq_s32(sums[half], four, vdupq_n_s8(1));
        vst1q_s8(to + 8 * at + 32 * i + 16 * half, four);
      }
    }
  } else if (rest > 0) {
    int8_t rests[8][16] = {};
    for (int32_t i = 0; i < 8; ++i) {
      libc::copy(rests[i], rows[i] + at, static_cast<size_t>(rest));
      rows[i] = rests[i];
    }
    to += 8 * at;
    pack_some(0, (rest + 3) / 4);
  }
  for (int32_t i = 0; i < 2; ++i) start[i] = vmlaq_n_s32(start[i], sums[i], offset);
}

// Computes filters by fours, of which none is left, of sixteen terms or more. Their weights are
// read as they are, the inputs of four to eight pixels as pack() stored them, and those of one more
// pixel at `last`. All scales are shifted right.
[[gnu::noinline]] inline void run_stored(const Int8Product& its, int32_t pixels, const int8_t* last,
                                         int8_t* out) {
  const Int8Result result = its.result;
  const int32_t terms = its.terms;
  const int32_t out_pitch = its.out_pitch;
  const int32_t input_offset = its.offset;
  const auto* const scratch = static_cast<const int8_t*>(its.scratch);
  const int8_t* weights = its.weights;
  const int16x8_t offset = vdupq_n_s16(static_cast<int16_t>(result.offset));
  const int8x16_t least = vdupq_n_s8(static_cast<int8_t>(result.low));
  const int8x16_t most = vdupq_n_s8(static_cast<int8_t>(result.high));
  const Int8Rest rest(terms);
  for (int32_t m = 0; m < its.filters; m += 4, out += 4, weights += 4 * terms) {
    const int8_t* stored = scratch;
    int32x4_t sums[4][2];
    int32x4_t sums_of_last[4];
    int32x4_t sums_of_weights[4];
#pragma GCC unroll 4
    for (int32_t i = 0; i < 4; ++i)
      sums[i][0] = sums[i][1] = sums_of_last[i] = sums_of_weights[i] = vdupq_n_s32(0);
    int32_t at = 0;
    const auto add = [&](int32_t fours, auto read) __attribute__((always_inline)) {
      const int8x16_t inputs = read(last + at);
      int8x16_t w[4];
#pragma GCC unroll 4
      for (int32_t i = 0; i < 4; ++i) {
        w[i] = read(weights + i * terms + at);
        sums_of_last[i] = vdotq_s32(sums_of_last[i], w[i], inputs);
        sums_of_weights[i] = vdotq_s32(sums_of_weights[i], w[i], vdupq_n_s8(1));
      }
      each_lane([&](auto lane) __attribute__((always_inline)) {
        constexpr int32_t kLane = decltype(lane)::kValue;
        if (kLane >= fours) return;
        const int8x16_t low = vld1q_s8(stored + 32 * kLane);
        const int8x16_t high = vld1q_s8(stored + 32 * kLane + 16);
#pragma GCC unroll 4
        for (int32_t i = 0; i < 4; ++i) {
          sums[i][0] = vdotq_laneq_s32(sums[i][0], low, w[i], kLane);
          sums[i][1] = vdotq_laneq_s32(sums[i][1], high, w[i], kLane);
        }
      });
    };
    for (; terms - at >= 16; at += 16, stored += 128)
      add(4, [](const int8_t* row) { return vld1q_s8(row); });
    if (rest.count == 8) {
      add(2, [](const int8_t* row) { return vcombine_s8(vld1_s8(row), vdup_n_s8(0)); });
    } else if (rest.count > 0) {
      add((rest.count + 3) / 4, [&](const int8_t* row) { return rest.read(row); });
    }
    const auto total = [](const int32x4_t(&parts)[4]) __attribute__((always_inline)) {
      return vpaddq_s32(vpaddq_s32(parts[0], parts[1]), vpaddq_s32(parts[2], parts[3]));
    };
    const FourScales scales(result, m);
    const int32x4_t start = vmlaq_n_s32(scales.start, total(sums_of_weights), input_offset);
    const auto rounded = [](int32x4_t product, int32x4_t by) __attribute__((always_inline)) {
      return vqmovn_s32(vrshlq_s32(vsraq_n_s32(product, product, 31), by));
    };
    int8x16_t filters[4];
    each_lane([&](auto lane) __attribute__((always_inline)) {
      constexpr int32_t kLane = decltype(lane)::kValue;
      const int32x4_t by = vdupq_laneq_s32(scales.shift, kLane);
      int16x4_t both[2];
#pragma GCC unroll 2
      for (int32_t q = 0; q < 2; ++q) {
        const int32x4_t sum = vmlaq_laneq_s32(sums[kLane][q], vdupq_n_s32(1), start, kLane);
        both[q] = rounded(vqrdmulhq_laneq_s32(sum, scales.multiplier, kLane), by);
      }
      const int8x8_t bytes = vqmovn_s16(vqaddq_s16(vcombine_s16(both[0], both[1]), offset));
      filters[kLane] = vcombine_s8(bytes, vdup_n_s8(0));
    });
    // Pixels of four filters, of filters of eight pixels.
    const int8x16_t even = vzip1q_s8(filters[0], filters[2]);
    const int8x16_t odd = vzip1q_s8(filters[1], filters[3]);
    const auto limited = [&](int8x16_t bytes) __attribute__((always_inline)) {
      return vreinterpretq_u32_s8(vminq_s8(vmaxq_s8(bytes, least), most));
    };
    const uint32x4_t words[2] = {limited(vzip1q_s8(even, odd)), limited(vzip2q_s8(even, odd))};
    int8_t* to = out;
    const auto write = [&](uint32_t word) __attribute__((always_inline)) {
      libc::copy(to, &word, sizeof word);
      to += out_pitch;
    };
#pragma GCC unroll 2
    for (int32_t q = 0; q < 2; ++q) {
      each_lane([&](auto lane) __attribute__((always_inline)) {
        constexpr int32_t kLane = decltype(lane)::kValue;
        if (q == 0 || 4 + kLane < pixels) write(vgetq_lane_u32(words[q], kLane));
      });
    }
    const int32x4_t sum = vaddq_s32(total(sums_of_last), start);
    const int16x4_t four = rounded(vqrdmulhq_s32(sum, scales.multiplier), scales.shift);
    const int8x8_t bytes = vqmovn_s16(vqaddq_s16(vcombine_s16(four, four), offset));
    write(vgetq_lane_u32(limited(vcombine_s8(bytes, bytes)), 0));
  }
}

// Computes from five to nine pixels of sixteen terms or more.
[[gnu::noinline]] inline void run_few(const Int8Product& its, const int8_t* inputs, int32_t pitch,
                                      int32_t pixels, int8_t* out) {
  const int32_t fours = its.filters / 4 * 4;
  int32x4_t unused[2] = {vdupq_n_s32(0), vdupq_n_s32(0)};
  const int32_t stored = pixels - 1;
  pack(inputs, pitch, stored, its.terms, 0, static_cast<int8_t*>(its.scratch), unused);
  run_stored(some_of(its, 0, fours), stored, inputs + stored * pitch, out);
  if (fours < its.filters)
    run_all_dots(some_of(its, fours, its.filters - fours), inputs, pitch, pixels, out + fours);
}

inline void Int8Product::run(const int8_t* inputs, int32_t pitch, int32_t pixels,
                             int8_t* out) const {
  if (pixels < kLeastPixels || terms < 4) return run_all_dots(*this, inputs, pitch, pixels, out);
  if constexpr (!kSmall) {
    if (pixels >= 5 && pixels <= 9 && terms >= 16 && all_back(result, filters))
      return run_few(*this, inputs, pitch, pixels, out);
  }
  const int32_t eights = filters & ~(kFilters - 1);
  for (int32_t m = 0; m < eights; m += kFilters) {
    EightResults eight = results_of(result, m, kFilters);
    if (!eight.back) {
      run_all_dots(some_of(*this, m, kFilters), inputs, pitch, pixels, out + m);
      continue;
    }
    auto* const packed = static_cast<int8_t*>(scratch);
    pack(weights + m * terms, terms, kFilters, terms, offset, packed, eight.start);
    run_pixels<true>(eight, {packed, packed + kFilters * (terms & ~3), terms}, inputs, pitch,
                     pixels, out + m, out_pitch);
  }
  if (eights < filters)
    run_all_dots(some_of(*this, eights, filters - eights), inputs, pitch, pixels, out + eights);
}
#else
inline void Int8Product::run(const int8_t* inputs, int32_t pitch, int32_t pixels,
                             int8_t* out) const {
  run_all_dots(*this, inputs, pitch, pixels, out);
}
#endif

// Prepares eight packed filters: the terms that are left behind fours in `rest`, and what the
// offset adds to sums.
[[gnu::noinline]] inline void prepare(const int8_t* fours, int32_t terms, int32_t offset,
                                      int8_t (&rest)[4 * kFilters], int32x4_t (&start)[2]) {
  const int32_t left = terms & 3;
  const int8_t* from = fours + kFilters * (terms - left);
  if (left != 0) {
    for (int32_t i = 0; i < kFilters; ++i) {
      for (int32_t k = 0; k < 4; ++k) rest[4 * i + k] = k < left ? *from++ : int8_t{0};
    }
  }
  if (offset == 0) return;
  int32x4_t sums[2] = {vdupq_n_s32(0), vdupq_n_s32(0)};
  for (int32_t k = 0; k < terms; k += 4) {
    const int8_t* const four = terms - k < 4 ? rest : fours + kFilters * k;
    for (int32_t i = 0; i < 2; ++i)
      sums[i] = add_four<0>(sums[i], vld1q_s8(four + 16 * i), vdupq_n_s8(1));
  }
  for (int32_t i = 0; i < 2; ++i) start[i] = vmlaq_n_s32(start[i], sums[i], offset);
}

// Computes all pixels of eight filters, whatever their scales are.
[[gnu::noinline]] inline void run_unlike(const EightResults& results, const EightFilters& filters,
                                         const int8_t* x, int32_t pitch, int32_t pixels,
                                         int8_t* out, int32_t out_pitch) {
  for (; pixels > 0; --pixels, x += pitch, out += out_pitch)
    run_eight<1, false, true>(results, filters, x, pitch, out, out_pitch);
}

// Computes the first `filters`, which are eights and packed.
template <bool kSigned>
[[gnu::noinline]] void run_packed(const Int8Product& product, int32_t filters, const int8_t* inputs,
                                  int32_t pitch, int32_t pixels, int8_t* out) {
  const Int8Product its = product;
  int8_t rest[4 * kFilters];
  EightFilters some{its.weights, rest, its.terms};
  const bool prepares = its.offset != 0 || its.terms % 4 != 0;
  for (int32_t m = 0; m < filters; m += kFilters, some.fours += kFilters * its.terms) {
    EightResults eight = results_of(its.result, m, kFilters);
    if (prepares) {
      int32x4_t start[2] = {eight.start[0], eight.start[1]};
      prepare(some.fours, its.terms, its.offset, rest, start);
      for (int32_t i = 0; i < 2; ++i) eight.start[i] = start[i];
    }
    if (eight.back) {
      run_pixels<kSigned>(eight, some, inputs, pitch, pixels, out + m, its.out_pitch);
    } else {
      const EightResults unlike = eight;  // not in memory otherwise
      const EightFilters filters_of = some;
      run_unlike(unlike, filters_of, inputs, pitch, pixels, out + m, its.out_pitch);
    }
  }
}

// Packed weights are those of whole eights of filters, of four terms or more: as pack() stores
// them, but for the terms that are left behind fours, which follow filter after filter.
inline void Int8PackedProduct::run(const int8_t* inputs, int32_t pitch, int32_t pixels,
                                   int8_t* out) const {
  const int32_t packed = terms < 4 ? 0 : filters & ~(kFilters - 1);
  const auto run_eights = result.low >= result.offset ? run_packed<false> : run_packed<true>;
  run_eights(*this, packed, inputs, pitch, pixels, out);
  if (packed < filters)
    run_all_dots(some_of(*this, packed, filters - packed), inputs, pitch, pixels, out + packed);
}

inline void Int8PackedProduct::run_row(const int8_t* inputs, int8_t* out) const {
  run(inputs, terms, 1, out);
}

}  // namespace kerf::integers
