// Depthwise windows of int8. Where the processor has SDOT, those of at most three rows and columns
// are computed row by row, four columns of four channels in one instruction: sixteen channels of
// four pixels at a time, then eight. Else sixteen channels of four pixels tap by tap, then up to
// eight of one.
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
#pragma GCC unroll 8
  for (int32_t v = 0; v < kVectors; ++v) {
    const int32_t first = channel + 8 * v;
    const EightResults results = results_of(its.result, first, count);
#pragma GCC unroll 8
    for (int32_t p = 0; p < kPixels; ++p) {
      const int8x8_t bytes = results.of<false>(vaddq_s32(sums[p][v].low, results.start[0]),
                                               vaddq_s32(sums[p][v].high, results.start[1]));
      write_few(out + first + p * out_pitch, bytes, count);
    }
  }
}

// Channels from `from` to `end` of a block, tap by tap.
inline void run_by_taps(const Int8Depthwise& all, const Int8Block& block, int32_t from,
                        int32_t end) {
  const Int8Lines its(all, block);
  for (int32_t line = 0; line < its.lines; ++line) {
    const int8_t* input = block.input + line * its.input.line;
    int8_t* out = block.out + line * its.out.line;
    for (int32_t left = its.pixels, some; left > 0; left -= some) {
      some = left >= 4 ? 4 : 1;
      int32_t c = from;
      for (; end - c >= 16; c += 16) {
        some == 4 ? run_windows<4, 2>(all, block, c, input, out, its.input.pixel, its.out.pixel, 8)
                  : run_windows<1, 2>(all, block, c, input, out, its.input.pixel, its.out.pixel, 8);
      }
      for (int32_t count; c < end; c += count) {
        count = end - c < 8 ? end - c : 8;
        for (int32_t p = 0; p < some; ++p) {
          run_windows<1, 1>(all, block, c, input + p * its.input.pixel, out + p * its.out.pixel,
                            its.input.pixel, its.out.pixel, count);
        }
      }
      input += some * its.input.pixel;
      out += some * its.out.pixel;
    }
  }
}

#ifdef __ARM_FEATURE_DOTPROD
// Four columns of 4 * kQuads channels, those of a channel adjacent.
template <int32_t kQuads>
struct Int8Columns {
  int8x16_t quads[kQuads];

  // The columns are at from[at[i]].
  [[gnu::always_inline]] Int8Columns(const int8_t* from, const int32_t (&at)[4]) {
    interleave(read(from + at[0]), read(from + at[1]), read(from + at[2]), read(from + at[3]));
  }
  // Reads `count` columns of weights, which are `step` apart; zeros are behind them.
  [[gnu::always_inline]] Int8Columns(const int8_t* from, int32_t step, int32_t count) {
    const int8x16_t zero = vdupq_n_s8(0);
    interleave(read(from), count > 1 ? read(from + step) : zero,
               count > 2 ? read(from + 2 * step) : zero, zero);
  }

  static int8x16_t read(const int8_t* from) {
    return kQuads == 4 ? vld1q_s8(from) : vcombine_s8(vld1_s8(from), vdup_n_s8(0));
  }
  [[gnu::always_inline]] void interleave(int8x16_t a, int8x16_t b, int8x16_t c, int8x16_t d) {
    const int8x16_t low[2] = {vzip1q_s8(a, c), vzip1q_s8(b, d)};
    quads[0] = vzip1q_s8(low[0], low[1]);
    quads[1] = vzip2q_s8(low[0], low[1]);
    if constexpr (kQuads == 4) {
      const int8x16_t high[2] = {vzip2q_s8(a, c), vzip2q_s8(b, d)};
      quads[2] = vzip1q_s8(high[0], high[1]);
      quads[3] = vzip2q_s8(high[0], high[1]);
    }
  }
};

// Windows of at most three rows and columns: 4 * kQuads channels of a block, from `channel` on.
template <int32_t kQuads>
struct Int8Windows {
  const Int8Depthwise& all;
  const Int8Block& block;
  const Int8Lines& its;
  int32_t channel;
  int32_t at[4];                    // of columns, from the first one
  int8x16_t weights[3][2][kQuads];  // of each row, from the first column on and from the second
  int32x4_t start[kQuads];

  static constexpr int32_t kMostRows = 3;

  Int8Windows(const Int8Depthwise& its_all, const Int8Block& its_block, const Int8Lines& its_lines,
              int32_t its_channel)
      : all(its_all), block(its_block), its(its_lines), channel(its_channel) {
    // A pair of pixels sees one column more. A column that counts nothing is read as another.
    const int32_t columns = block.columns.count + (in_pairs() ? 1 : 0);
    for (int32_t k = 0; k < 4; ++k) at[k] = k < columns ? k * block.columns.input : 0;
    int32x4_t total[kQuads];
    for (int32_t q = 0; q < kQuads; ++q) total[q] = vdupq_n_s32(0);
    for (int32_t j = 0; j < block.rows.count; ++j) {
      const Int8Columns<kQuads> row(block.weights + channel + j * block.rows.weight,
                                    block.columns.weight, block.columns.count);
      for (int32_t q = 0; q < kQuads; ++q) {
        total[q] = vdotq_s32(total[q], row.quads[q], vdupq_n_s8(1));
        weights[j][0][q] = row.quads[q];
        weights[j][1][q] = vreinterpretq_s8_s32(vshlq_n_s32(vreinterpretq_s32_s8(row.quads[q]), 8));
      }
    }
    // What the offset of all inputs adds is in the start.
    for (int32_t q = 0; q < kQuads; ++q) {
      const int32x4_t given = vld1q_s32(all.result.start + channel + 4 * q);
      start[q] = vmlaq_n_s32(given, total[q], all.offset);
    }
  }

  // Whether pixels are computed in pairs, of which the second one sees the columns of the first
  // one, moved by one.
  bool in_pairs() const { return its.pixels >= 4 && its.input.pixel == block.columns.input; }

  [[gnu::noinline]] void run() const {
    const EightResults low = results_of(all.result, channel, 8);
    const EightResults high = results_of(all.result, channel + (kQuads == 4 ? 8 : 0), 8);
    if (!low.back || !high.back) return run_by_taps(all, block, channel, channel + 4 * kQuads);
    for (int32_t line = 0; line < its.lines; ++line) {
      const int8_t* const input = block.input + channel + line * its.input.line;
      int8_t* const out = block.out + channel + line * its.out.line;
      for (int32_t x = 0, some; x < its.pixels; x += some) {
        some = its.pixels >= 4 ? 4 : 1;
        // The last four, some of them again.
        if (some == 4 && x > its.pixels - 4) x = its.pixels - 4;
        const int8_t* const from = input + x * its.input.pixel;
        int8_t* const to = out + x * its.out.pixel;
        if (some == 1) {
          run_pixels<1, false>(from, to, low, high);
        } else if (in_pairs()) {
          run_pixels<4, true>(from, to, low, high);
        } else {
          run_pixels<4, false>(from, to, low, high);
        }
      }
    }
  }

  template <int32_t kPixels, bool kPairs>
  [[gnu::always_inline]] void run_pixels(const int8_t* from, int8_t* to, const EightResults& low,
                                         const EightResults& high) const {
    const int32_t pixel = its.input.pixel;
    int32x4_t sums[kPixels][kQuads];
#pragma GCC unroll 4
    for (int32_t p = 0; p < kPixels; ++p) {
#pragma GCC unroll 4
      for (int32_t q = 0; q < kQuads; ++q) sums[p][q] = start[q];
    }
    for (int32_t j = 0; j < block.rows.count; ++j, from += block.rows.input) {
      const auto& row = weights[j];
#pragma GCC unroll 4
      for (int32_t p = 0; p < kPixels; p += kPairs ? 2 : 1) {
        const Int8Columns<kQuads> seen(from + p * pixel, at);
#pragma GCC unroll 4
        for (int32_t q = 0; q < kQuads; ++q) {
          sums[p][q] = vdotq_s32(sums[p][q], seen.quads[q], row[0][q]);
          if constexpr (kPairs)
            sums[p + 1][q] = vdotq_s32(sums[p + 1][q], seen.quads[q], row[1][q]);
        }
      }
    }
#pragma GCC unroll 4
    for (int32_t p = 0; p < kPixels; ++p, to += its.out.pixel) {
      vst1_s8(to, low.of<true>(sums[p][0], sums[p][1]));
      if constexpr (kQuads == 4) vst1_s8(to + 8, high.of<true>(sums[p][2], sums[p][3]));
    }
  }
};
#endif

inline void Int8Depthwise::run(const Int8Block& block) const {
  int32_t c = 0;
#ifdef __ARM_FEATURE_DOTPROD
  const int32_t columns = block.columns.count;
  const bool small = block.rows.count <= Int8Windows<4>::kMostRows && columns > 0 && columns <= 3;
  // To prepare weights takes as long as two or three pixels.
  if (small && block.lines * block.pixels >= 3) {
    const Int8Lines its(*this, block);
    for (; channels - c >= 16; c += 16) Int8Windows<4>(*this, block, its, c).run();
    for (; channels - c >= 8; c += 8) Int8Windows<2>(*this, block, its, c).run();
  }
#endif
  if (c < channels) run_by_taps(*this, block, c, channels);
}

}  // namespace kerf::integers
