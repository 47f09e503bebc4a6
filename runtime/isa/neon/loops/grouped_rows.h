// Products of rows of int8 by weights whose terms are in groups, each with a factor: of one row by
// up to four filters, or of rows by four filters that are packed before.
#pragma once

#include <arm_neon.h>
#include <stdint.h>

#include "core/libc.h"
#include "core/small.h"
#include "loops/grouped_sizes.h"

namespace kerf::fused {

// Whether there are loops for groups of `group` terms, or for `one`.
inline constexpr bool kHasGroupedRows = !kSmall;
inline bool has_grouped_rows(int32_t group, bool one) { return one || group % kChunk == 0; }

// Adds 16 products to four sums.
inline int32x4_t add_products(int32x4_t sums, int8x16_t a, int8x16_t b) {
#ifdef __ARM_FEATURE_DOTPROD
  return vdotq_s32(sums, a, b);
#else
  sums = vpadalq_s16(sums, vmull_s8(vget_low_s8(a), vget_low_s8(b)));
  return vpadalq_s16(sums, vmull_high_s8(a, b));
#endif
}

// 32 numbers; of those that have four bits as weights the ones of even places, then the others.
template <bool kPacked>
struct Chunk {
  int8x16_t first;
  int8x16_t second;

  Chunk(int8x16_t one, int8x16_t other) : first(one), second(other) {}
  explicit Chunk(const int8_t* stored) : Chunk(vld1q_s8(stored), vld1q_s8(stored + 16)) {}

  // Weights, of which `terms` are there, the others 0.
  static Chunk read(const uint8_t* from, int32_t terms) {
    uint8_t rest[kChunk];
    if (terms < kChunk) {
      libc::fill(rest, 0, sizeof rest);
      libc::copy(rest, from, static_cast<size_t>(kPacked ? (terms + 1) / 2 : terms));
      if (kPacked && terms % 2 != 0) rest[terms / 2] &= 15;
      from = rest;
    }
    const int8x16_t bytes = vreinterpretq_s8_u8(vld1q_u8(from));
    if constexpr (kPacked)
      return {vshrq_n_s8(vshlq_n_s8(bytes, 4), 4), vshrq_n_s8(bytes, 4)};
    else
      return {bytes, vreinterpretq_s8_u8(vld1q_u8(from + 16))};
  }

  // Four sums of products by weights.
  float32x4_t times(const Chunk& w) const {
    const int32x4_t sums = add_products(vdupq_n_s32(0), first, w.first);
    return vcvtq_f32_s32(add_products(sums, second, w.second));
  }
  // Four sums of these numbers.
  float32x4_t sum() const { return times(Chunk(vdupq_n_s8(1), vdupq_n_s8(1))); }
};

// See x86_64_v3.
template <bool kPacked>
struct GroupedRows {
  static constexpr int32_t kPanel = 4;
  static constexpr int32_t kRows = 4;
  static constexpr int32_t kLeastRows = 4;

  static int32_t filter_bytes(int32_t terms) { return kPacked ? (terms + 1) / 2 : terms; }

  // Stores inputs as they are; for weights of four bits those of even places of 32 come first.
  static void store(const int8_t* x, int32_t terms, uint8_t* stored) {
    for (; terms > 0; terms -= kChunk, x += kChunk, stored += kChunk) {
      int8_t rest[kChunk];
      const int8_t* from = x;
      if (terms < kChunk) {
        libc::fill(rest, 0, sizeof rest);
        libc::copy(rest, x, static_cast<size_t>(terms));
        from = rest;
      }
      auto* const to = reinterpret_cast<int8_t*>(stored);
      if constexpr (kPacked) {
        const int8x16x2_t apart = vld2q_s8(from);
        vst1q_s8(to, apart.val[0]);
        vst1q_s8(to + 16, apart.val[1]);
      } else {
        vst1q_s8(to, vld1q_s8(from));
        vst1q_s8(to + 16, vld1q_s8(from + 16));
      }
    }
  }

  template <int kFilters>
  static void multiply_row(const uint8_t* row, int32_t zero, const uint8_t* w, int32_t terms,
                           int32_t group, const float* factors, int32_t groups, float* sums) {
    const int32_t bytes = filter_bytes(terms);
    float32x4_t totals[kFilters];
    float32x4_t weights[kFilters];  // the sums of weights alone
#pragma GCC unroll 4
    for (int f = 0; f < kFilters; ++f) totals[f] = weights[f] = vdupq_n_f32(0);
    for (int32_t left = group; terms > 0; terms -= kChunk) {
      const Chunk<kPacked> x(reinterpret_cast<const int8_t*>(row));
#pragma GCC unroll 4
      for (int f = 0; f < kFilters; ++f) {
        const auto y = Chunk<kPacked>::read(w + f * bytes, terms);
        const float32x4_t factor = vld1q_dup_f32(factors + f * groups);
        totals[f] = vfmaq_f32(totals[f], x.times(y), factor);
        weights[f] = vfmaq_f32(weights[f], y.sum(), factor);
      }
      row += kChunk;
      w += kPacked ? kChunk / 2 : kChunk;
      left -= kChunk;
      if (left <= 0) {
        left = group;
        ++factors;
      }
    }
#pragma GCC unroll 4
    for (int f = 0; f < kFilters; ++f)
      sums[f] = vaddvq_f32(totals[f]) - static_cast<float>(zero) * vaddvq_f32(weights[f]);
  }

  // A panel has the sums of the weights of four filters, each times its factor, then for each chunk
  // their factors and their weights.
  static void pack(const uint8_t* w, int32_t count, int32_t terms, int32_t group,
                   const float* factors, int32_t groups, uint8_t* panel) {
    auto* const sums = reinterpret_cast<float*>(panel);
    for (int32_t f = 0; f < kPanel; ++f) {
      float32x4_t weights = vdupq_n_f32(0);
      for (int32_t c = 0; c < chunks_of(terms); ++c) {
        uint8_t* const to = panel + 16 + c * kPanelChunk;
        const int32_t done = c * kChunk;
        const float factor = f < count ? factors[f * groups + done / group] : 0.0f;
        const auto y =
            Chunk<kPacked>::read(w + (kPacked ? done / 2 : done), f < count ? terms - done : 0);
        reinterpret_cast<float*>(to)[f] = factor;
        vst1q_s8(reinterpret_cast<int8_t*>(to + 16 + f * kChunk), y.first);
        vst1q_s8(reinterpret_cast<int8_t*>(to + 16 + f * kChunk + 16), y.second);
        weights = vfmaq_n_f32(weights, y.sum(), factor);
      }
      sums[f] = vaddvq_f32(weights);
      if (f < count) w += filter_bytes(terms);
    }
  }

  struct Results {
    float* to;
    int32_t stride;
    int32_t count;
    float start[kPanel];
    float low;
    float high;
  };

  template <int kCount, typename Form>
  static void multiply_panel(const uint8_t* rows, int32_t stride, const Form* forms,
                             const uint8_t* panel, int32_t terms, const Results& results) {
    float32x4_t totals[kCount][kPanel];
#pragma GCC unroll 4
    for (auto& row : totals) {
#pragma GCC unroll 4
      for (float32x4_t& total : row) total = vdupq_n_f32(0);
    }
    const uint8_t* chunk = panel + 16;
    for (int32_t c = 0; c < chunks_of(terms); ++c, chunk += kPanelChunk, rows += kChunk) {
      const float32x4_t factors = vld1q_f32(reinterpret_cast<const float*>(chunk));
      const auto* const w = reinterpret_cast<const int8_t*>(chunk + 16);
      const Chunk<kPacked> filters[] = {Chunk<kPacked>(w), Chunk<kPacked>(w + kChunk),
                                        Chunk<kPacked>(w + 2 * kChunk),
                                        Chunk<kPacked>(w + 3 * kChunk)};
#pragma GCC unroll 4
      for (int r = 0; r < kCount; ++r) {
        const Chunk<kPacked> x(reinterpret_cast<const int8_t*>(rows + r * stride));
        totals[r][0] = vfmaq_laneq_f32(totals[r][0], x.times(filters[0]), factors, 0);
        totals[r][1] = vfmaq_laneq_f32(totals[r][1], x.times(filters[1]), factors, 1);
        totals[r][2] = vfmaq_laneq_f32(totals[r][2], x.times(filters[2]), factors, 2);
        totals[r][3] = vfmaq_laneq_f32(totals[r][3], x.times(filters[3]), factors, 3);
      }
    }
    const float32x4_t weights = vld1q_f32(reinterpret_cast<const float*>(panel));
    const float32x4_t low = vdupq_n_f32(results.low);
    const float32x4_t high = vdupq_n_f32(results.high);
    float* to = results.to;
#pragma GCC unroll 4
    for (int r = 0; r < kCount; ++r, to += results.stride) {
      const float32x4_t all = vpaddq_f32(vpaddq_f32(totals[r][0], totals[r][1]),
                                         vpaddq_f32(totals[r][2], totals[r][3]));
      const float32x4_t less = vmulq_n_f32(weights, static_cast<float>(forms[r].zero));
      const float32x4_t scaled = vmulq_n_f32(vsubq_f32(all, less), forms[r].scale);
      float32x4_t result = vaddq_f32(vld1q_f32(results.start), scaled);
      // Compared: a NaN stays one.
      result = vbslq_f32(vcgtq_f32(result, high), high, result);
      result = vbslq_f32(vcltq_f32(result, low), low, result);
      float each[kPanel];
      const bool whole = results.count == kPanel;
      vst1q_f32(whole ? to : each, result);
      if (!whole) libc::copy(to, each, static_cast<size_t>(results.count) * sizeof(float));
    }
  }
};

}  // namespace kerf::fused
