// Depthwise windows of int8: sixteen channels of four pixels tap by tap, then up to eight of one.
// Where the processor has SDOT, those of 3x3 row by row, all columns of four channels in one
// instruction.
#pragma once

#include <arm_neon.h>
#include <stdint.h>

#include "isa/neon/loops/int8_results.h"
#include "loops/int8_scratch.h"

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
      const int8x8_t bytes =
          results.limited(results.unlimited<false>(vaddq_s32(sums[p][v].low, results.start[0]),
                                                   vaddq_s32(sums[p][v].high, results.start[1])));
      write_few(out + first + p * out_pitch, bytes, count);
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
        some == 4
            ? run_windows<4, 2>(*this, block, c, input, out, its.input.pixel, its.out.pixel, 8)
            : run_windows<1, 2>(*this, block, c, input, out, its.input.pixel, its.out.pixel, 8);
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

#ifdef __ARM_FEATURE_DOTPROD
// Eight channels of windows of 3x3. Four adjacent columns of a line are stored together, those of
// each channel next to each other, for every second column: what one window sees of the line, or
// two that are next to each other, of which the second has its weights moved by one column.
class Int8Columns {
 public:
  // Computes the channels from `first` on, writes the last four of them or all.
  Int8Columns(const Int8Depthwise3x3& its, int32_t first, bool last)
      : its_(its),
        channel_(first),
        last_(last),
        pitch_(32 * (its.across == 1 ? (its.out_width + 1) / 2 : its.out_width)),
        results_(results_of(its.result, first, 8)) {
    int32x4_t total[2] = {vdupq_n_s32(0), vdupq_n_s32(0)};
#pragma GCC unroll 3
    for (int32_t j = 0; j < 3; ++j) {
      const int8_t* const row = its.weights + 3 * j * its.channels + first;
      const int8x16x2_t quads = interleaved(vzip1q_s8(read(row), read(row + its.channels)),
                                            vzip1q_s8(read(row + 2 * its.channels), vdupq_n_s8(0)));
#pragma GCC unroll 2
      for (int32_t q = 0; q < 2; ++q) {
        weights_.of[j][0][q] = quads.val[q];
        weights_.of[j][1][q] =
            vreinterpretq_s8_s32(vshlq_n_s32(vreinterpretq_s32_s8(quads.val[q]), 8));
        total[q] = vdotq_s32(total[q], quads.val[q], vdupq_n_s8(1));
      }
    }
    // What is outside of the image is stored as the offset makes it 0.
    for (int32_t q = 0; q < 2; ++q)
      results_.start[q] = vmlaq_n_s32(results_.start[q], total[q], its.offset);
  }

  // Whether run() takes the scales.
  bool back() const { return results_.back; }

  // As Int8Depthwise3x3::run(), of these channels.
  void run(const int8_t* image, int32_t first, int32_t count, int8_t* out) const {
    const int32_t end = first + count;
    int32_t stored = 0;  // lines
    for (int32_t y = first, some; y < end; y += some) {
      some = (its_.lines - 3) / its_.down + 1;
      if (some > end - y) some = end - y;
      const int32_t top = y * its_.down;
      const int32_t bottom = top + (some - 1) * its_.down + 3;
      store_lines(image, stored < top ? top : stored, bottom);
      stored = bottom;
      run_lines(top, some, out + (y - first) * its_.out_width * its_.channels + channel_);
    }
  }

 private:
  struct Weights {
    int8x16_t of[3][2][2];  // each row, those of a window and those of the next one
  };

  const Int8Depthwise3x3& its_;
  int32_t channel_;
  bool last_;
  int32_t pitch_;  // of lines that are stored
  EightResults results_;
  Weights weights_;

  int8_t* stored_line(int32_t line) const {
    return static_cast<int8_t*>(its_.scratch) + line % its_.lines * pitch_;
  }

  static int8x16_t read(const int8_t* from) { return vcombine_s8(vld1_s8(from), vdup_n_s8(0)); }

  // Makes four columns of two pairs.
  static int8x16x2_t interleaved(int8x16_t former, int8x16_t later) {
    const int16x8_t low = vreinterpretq_s16_s8(former);
    const int16x8_t high = vreinterpretq_s16_s8(later);
    return {
        {vreinterpretq_s8_s16(vzip1q_s16(low, high)), vreinterpretq_s8_s16(vzip2q_s16(low, high))}};
  }

  // Stores lines of the padded image, from `line` to the one before `end`.
  [[gnu::noinline]] void store_lines(const int8_t* image, int32_t line, int32_t end) const {
    const int32_t channels = its_.channels;
    const int32_t width = its_.width;
    const int32_t left = its_.left;
    const int32_t pitch = pitch_;
    const int8x16_t outside = vdupq_n_s8(static_cast<int8_t>(-its_.offset));
    const int8x16x2_t all_outside{{outside, outside}};
    for (; line < end; ++line) {
      int8_t* to = stored_line(line);
      const int8_t* const to_end = to + pitch;
      const int32_t y = line - its_.top;
      if (y < 0 || y >= its_.height) {
        for (; to != to_end; to += 32) vst1q_s8_x2(to, all_outside);
        continue;
      }
      const int8_t* const row = image + y * width * channels + channel_;
      int32_t x = -left;
      const auto next = [&]() __attribute__((always_inline)) {
        const auto column = [&](int32_t i) __attribute__((always_inline)) {
          return static_cast<uint32_t>(i) < static_cast<uint32_t>(width) ? read(row + i * channels)
                                                                         : outside;
        };
        const int8x16_t pair = vzip1q_s8(column(x), column(x + 1));
        x += 2;
        return pair;
      };
      int8x16_t former = next();
      const auto store = [&](int8x16_t later) __attribute__((always_inline)) {
        vst1q_s8_x2(to, interleaved(former, later));
        former = later;
        to += 32;
      };
      while (to != to_end && x < 0) store(next());
      const int8_t* from = row + x * channels;
      const int32_t inside = x < width ? 32 * ((width - x) >> 1) : 0;
      const int8_t* const inside_end = inside < to_end - to ? to + inside : to_end;
      const auto store_inside = [&]() __attribute__((always_inline)) {
        store(vzip1q_s8(read(from), read(from + channels)));
        x += 2;
        from += 2 * channels;
      };
      while (inside_end - to >= 64) {
        store_inside();
        store_inside();
      }
      if (to < inside_end) store_inside();
      while (to != to_end) store(next());
    }
  }

  // Computes `count` lines of outputs, of which the first one sees lines from `top` on.
  [[gnu::noinline]] void run_lines(int32_t top, int32_t count, int8_t* to) const {
    const EightResults results = results_;
    const Weights weights = weights_;
    const int32_t channels = its_.channels;
    const int32_t across = its_.across;
    const bool last = last_;
    const bool all = !last && !results.limits;
    for (; count > 0; --count, top += its_.down) {
      const int8_t* rows[3];
#pragma GCC unroll 3
      for (int32_t j = 0; j < 3; ++j) rows[j] = stored_line(top + j);
      int32_t left = its_.out_width;
      // kSame: all see the same four columns, else each its own.
      const auto run_some = [&](auto pixels, auto same) __attribute__((always_inline)) {
        constexpr int32_t kPixels = decltype(pixels)::kValue;
        constexpr bool kSame = decltype(same)::kValue != 0;
        constexpr int32_t kBytes = kSame ? 32 : 32 * kPixels;
        int32x4_t sums[kPixels][2];
#pragma GCC unroll 2
        for (int32_t p = 0; p < kPixels; ++p) {
          sums[p][0] = results.start[0];
          sums[p][1] = results.start[1];
        }
#pragma GCC unroll 3
        for (int32_t j = 0; j < 3; ++j) {
#pragma GCC unroll 4
          for (int32_t q = 0; q < kBytes / 16; ++q) {
            const int8x16_t seen = vld1q_s8(rows[j] + 16 * q);
#pragma GCC unroll 2
            for (int32_t p = 0; p < kPixels; ++p) {
              if (!kSame && p != q / 2) continue;
              sums[p][q % 2] = vdotq_s32(sums[p][q % 2], seen, weights.of[j][kSame ? p : 0][q % 2]);
            }
          }
          rows[j] += kBytes;
        }
#pragma GCC unroll 2
        for (int32_t p = 0; p < kPixels; ++p, to += channels) {
          const int8x8_t bytes = results.unlimited<true>(sums[p][0], sums[p][1]);
          if (all) {
            vst1_s8(to, bytes);
            continue;
          }
          const int8x8_t limited = results.limited(bytes);
          if (last) {
            write_few(to + 4, vext_s8(limited, limited, 4), 4);
          } else {
            vst1_s8(to, limited);
          }
        }
        left -= kPixels;
      };
      if (across == 1) {
        while (left >= 2) run_some(Number<2>{}, Number<1>{});
      } else {
        while (left >= 2) run_some(Number<2>{}, Number<0>{});
      }
      if (left > 0) run_some(Number<1>{}, Number<1>{});
    }
  }
};

// Computes channels from `from` on to the one before `end`, whatever their scales are.
[[gnu::noinline]] inline void run_slowly(const Int8Depthwise3x3& its, const int8_t* image,
                                         int32_t first, int32_t count, int8_t* out, int32_t from,
                                         int32_t end) {
  const Int8Result& result = its.result;
  for (int32_t y = first; y < first + count; ++y) {
    for (int32_t x = 0; x < its.out_width; ++x, out += its.channels) {
      for (int32_t c = from; c < end; ++c) {
        uint32_t sum = result.start_of(c);
        for (int32_t tap = 0; tap < 9; ++tap) {
          const int32_t row = y * its.down + tap / 3 - its.top;
          const int32_t column = x * its.across + tap % 3 - its.left;
          if (row < 0 || row >= its.height || column < 0 || column >= its.width) continue;
          const int32_t input = image[(row * its.width + column) * its.channels + c];
          sum += static_cast<uint32_t>((input + its.offset) * its.weights[tap * its.channels + c]);
        }
        const int32_t scaled =
            rescale(static_cast<int32_t>(sum), result.multiplier[c], result.shift[c]);
        out[c] = narrow(scaled, result.offset, result.low, result.high);
      }
    }
  }
}

template <bool, bool>  // neither signs nor scales take anything here
[[gnu::noinline]] void Int8Depthwise3x3::run(const int8_t* image, int32_t first, int32_t count,
                                             int8_t* out) const {
  if (channels < 8) return run_slowly(*this, image, first, count, out, 0, channels);
  for (int32_t c = 0; c < channels; c += 8) {
    const bool last = channels - c < 8;
    const Int8Columns columns(*this, last ? c - 4 : c, last);
    if (columns.back()) {
      columns.run(image, first, count, out);
    } else {
      run_slowly(*this, image, first, count, out, c, last ? c + 4 : c + 8);
    }
  }
}
#endif

}  // namespace kerf::integers
