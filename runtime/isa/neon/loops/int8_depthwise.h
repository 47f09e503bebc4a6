// Depthwise windows of int8: sixteen channels of four pixels at a time, then up to eight of one.
#pragma once

#include <arm_neon.h>
#include <stdint.h>

#include "isa/neon/loops/int8_results.h"

namespace kerf::integers {

// Sums of eight channels.
struct Int8Channels {
  int32x4_t low;
  int32x4_t high;

  void add(int16x8_t x, int16x8_t w) {
    low = vmlal_s16(low, vget_low_s16(x), vget_low_s16(w));
    high = vmlal_high_s16(high, x, w);
  }
};

// The results of up to eight channels from `channel` on.
inline int8x8_t results_of(const Int8Result& result, const Int8Limits& limits, int32_t channel,
                           const Int8Channels& sums, int32_t count) {
  const int32_t* start = result.start + channel;
  const int32_t* multiplier = result.multiplier + channel;
  const int8_t* shift = result.shift + channel;
  int32_t padded[2][8];
  int8_t shifts[8];
  if (count < 8) {
    for (int32_t i = 0; i < 8; ++i) {
      const int32_t lane = i < count ? i : 0;
      padded[0][i] = start[lane];
      padded[1][i] = multiplier[lane];
      shifts[i] = shift[lane];
    }
    start = padded[0];
    multiplier = padded[1];
    shift = shifts;
  }
  const int16x8_t by = vmovl_s8(vld1_s8(shift));
  const Int8Scales low(vld1q_s32(multiplier), vmovl_s16(vget_low_s16(by)));
  const Int8Scales high(vld1q_s32(multiplier + 4), vmovl_high_s16(by));
  return narrowed(limits.apply(low.rescale(vaddq_s32(sums.low, vld1q_s32(start)))),
                  limits.apply(high.rescale(vaddq_s32(sums.high, vld1q_s32(start + 4)))));
}

// Computes 8 * kVectors channels of kPixels pixels of a line, the first of which is at `input` and
// `out`; of one vector the first `count`.
template <int32_t kPixels, int32_t kVectors>
[[gnu::noinline]] void run_windows(const Int8Depthwise& its, const Int8Block& block,
                                   int32_t channel, const int8_t* input, int8_t* out,
                                   int32_t input_pitch, int32_t out_pitch, int32_t count) {
  const int16x8_t offset = vdupq_n_s16(static_cast<int16_t>(its.offset));
  portable::Terms rows = block.rows;
  const portable::Terms columns = block.columns;
  const auto read = [count](const int8_t* from, int32_t v) __attribute__((always_inline)) {
    return kVectors == 1 ? read_few(from, count) : vld1_s8(from + 8 * v);
  };
  Int8Channels sums[kPixels][kVectors];
#pragma GCC unroll 8
  for (int32_t p = 0; p < kPixels; ++p) {
#pragma GCC unroll 8
    for (int32_t v = 0; v < kVectors; ++v) sums[p][v] = {vdupq_n_s32(0), vdupq_n_s32(0)};
  }
  input += channel;
  const int8_t* weight = block.weights + channel;
  for (; rows.count > 0; --rows.count, input += rows.input, weight += rows.weight) {
    const int8_t* x = input;
    const int8_t* w = weight;
    for (int32_t n = columns.count; n > 0; --n, x += columns.input, w += columns.weight) {
      int16x8_t weights[kVectors];
#pragma GCC unroll 8
      for (int32_t v = 0; v < kVectors; ++v) weights[v] = vmovl_s8(read(w, v));
#pragma GCC unroll 8
      for (int32_t p = 0; p < kPixels; ++p) {
        const int8_t* from = x + p * input_pitch;
#pragma GCC unroll 8
        for (int32_t v = 0; v < kVectors; ++v) {
          sums[p][v].add(vaddw_s8(offset, read(from, v)), weights[v]);
        }
      }
    }
  }
  const Int8Limits limits(its.result.offset, its.result.low, its.result.high);
#pragma GCC unroll 8
  for (int32_t v = 0; v < kVectors; ++v) {
#pragma GCC unroll 8
    for (int32_t p = 0; p < kPixels; ++p) {
      const int32_t first = channel + 8 * v;
      write_few(out + first + p * out_pitch,
                results_of(its.result, limits, first, sums[p][v], count), count);
    }
  }
}

inline void Int8Depthwise::run(const Int8Block& block) const {
  const Int8Lines its(*this, block);
  for (int32_t line = 0; line < its.lines; ++line) {
    const int8_t* input = block.input + line * its.input.line;
    int8_t* out = block.out + line * its.out.line;
    for (int32_t left = its.pixels, some; left > 0; left -= some) {
      some = left >= 4 ? 4 : 1;
      int32_t c = 0;
      for (; channels - c >= 16; c += 16) {
        if (some == 4) {
          run_windows<4, 2>(*this, block, c, input, out, its.input.pixel, its.out.pixel, 8);
        } else {
          run_windows<1, 2>(*this, block, c, input, out, its.input.pixel, its.out.pixel, 8);
        }
      }
      for (int32_t count; c < channels; c += count) {
        count = channels - c < 8 ? channels - c : 8;
        for (int32_t p = 0; p < some; ++p) {
          run_windows<1, 1>(*this, block, c, input + p * its.input.pixel, out + p * its.out.pixel,
                            its.input.pixel, its.out.pixel, count);
        }
      }
      input += some * its.input.pixel;
      out += some * its.out.pixel;
    }
  }
}

}  // namespace kerf::integers
