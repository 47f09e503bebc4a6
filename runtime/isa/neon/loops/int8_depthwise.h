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
// Eight channels of windows of 3x3. A quad is four adjacent columns of a line, those of each
// channel next to each other: what one window sees of the line, or two that are next to each other,
// of which the second has its weights moved by one column. Windows go down the image, so that three
// of them see a quad that is made once.
class Int8Columns {
 public:
  // Computes the channels from `first` on, writes the last four of them or all.
  Int8Columns(const Int8Depthwise3x3& its, int32_t first, bool last)
      : its_(its), channel_(first), last_(last), results_(results_of(its.result, first, 8)) {
    int32x4_t total[2] = {vdupq_n_s32(0), vdupq_n_s32(0)};
    const int8_t* weights = its.weights + first;
#pragma GCC unroll 3
    for (int32_t j = 0; j < 3; ++j, weights += 3 * its.channels) {
      weights_[j] = quad(read(weights), read(weights + its.channels),
                         read(weights + 2 * its.channels), vdupq_n_s8(0));
#pragma GCC unroll 2
      for (int32_t q = 0; q < 2; ++q)
        total[q] = vdotq_s32(total[q], weights_[j].val[q], vdupq_n_s8(1));
    }
    // What is outside of the image is as the offset makes it 0.
    for (int32_t q = 0; q < 2; ++q)
      results_.start[q] = vmlaq_n_s32(results_.start[q], total[q], its.offset);
  }

  // Whether run() takes the scales.
  bool back() const { return results_.back; }

  // As Int8Depthwise3x3::run(), of these channels.
  template <bool kSigned>
  [[gnu::always_inline]] void run(const int8_t* image, int32_t first, int32_t count,
                                  int8_t* out) const {
    const int32_t line = its_.out_width * its_.channels;
    // Lines of results over the image are written before what is below them is read.
    const bool over =
        out < image + its_.height * its_.width * its_.channels && image < out + count * line;
    const int32_t most = over || its_.down != its_.across ? 1 : count;
    image += channel_;
    out += channel_;
    for (int32_t end = first + count; first < end; first += most, out += most * line)
      its_.across == 1 ? run_lines<1, kSigned>(image, first, most, out)
                       : run_lines<2, kSigned>(image, first, most, out);
  }

  // All results of an image that registers hold as a whole. The fourth column of its quads is one
  // of padding, which the weights of its first results are turned to.
  template <bool kSigned>
  [[gnu::always_inline]] void run_3x3(const int8_t* image, int8_t* out) const {
    image += channel_;
    out += channel_;
    const int32_t channels = its_.channels;
    const int8x16_t outside = vdupq_n_s8(static_cast<int8_t>(-its_.offset));
    Quad lines[3];
#pragma GCC unroll 3
    for (int32_t j = 0; j < 3; ++j, image += 3 * channels)
      lines[j] = quad(read(image), read(image + channels), read(image + 2 * channels), outside);
    int32x4_t starts[3][2];
#pragma GCC unroll 2
    for (int32_t q = 0; q < 2; ++q) {
      starts[0][q] = vdotq_s32(results_.start[q], outside, weights_[0].val[q]);
      starts[1][q] = results_.start[q];
      starts[2][q] = vdotq_s32(results_.start[q], outside, weights_[2].val[q]);
    }
#pragma GCC unroll 3
    for (int32_t x = 0; x < 3; ++x) {
      Quad weights[3];
#pragma GCC unroll 3
      for (int32_t j = 0; j < 3; ++j) {
#pragma GCC unroll 2
        for (int32_t q = 0; q < 2; ++q) {
          const uint32x4_t four = vreinterpretq_u32_s8(weights_[j].val[q]);
          weights[j].val[q] =
              vreinterpretq_s8_u32(x == 0   ? vsliq_n_u32(vshrq_n_u32(four, 8), four, 24)
                                   : x == 1 ? four
                                            : vshlq_n_u32(four, 8));
        }
      }
      int8x8_t bytes[3];
#pragma GCC unroll 3
      for (int32_t y = 0; y < 3; ++y) {
        int32x4_t sums[2] = {starts[y][0], starts[y][1]};
#pragma GCC unroll 3
        for (int32_t j = 0; j < 3; ++j) {
          if (y + j < 1 || y + j > 3) continue;
#pragma GCC unroll 2
          for (int32_t q = 0; q < 2; ++q)
            sums[q] = vdotq_s32(sums[q], lines[y + j - 1].val[q], weights[j].val[q]);
        }
        bytes[y] = results_.unlimited<true, kSigned>(sums[0], sums[1]);
      }
      write(results_, !last_ && !results_.limits, bytes, out + x * channels, 3 * channels);
    }
  }

 private:
  const Int8Depthwise3x3& its_;
  int32_t channel_;
  bool last_;
  EightResults results_;
  int8x16x2_t weights_[3];  // of each row

  using Quad = int8x16x2_t;

  // Zeros follow.
  [[gnu::always_inline]] static int8x16_t read(const int8_t* from) {
    return vcombine_s8(vld1_s8(from), vdup_n_s8(0));
  }
  [[gnu::always_inline]] static Quad quad(int8x16_t a, int8x16_t b, int8x16_t c, int8x16_t d) {
    const int16x8_t low = vreinterpretq_s16_s8(vzip1q_s8(a, b));
    const int16x8_t high = vreinterpretq_s16_s8(vzip1q_s8(c, d));
    return {
        {vreinterpretq_s8_s16(vzip1q_s16(low, high)), vreinterpretq_s8_s16(vzip2q_s16(low, high))}};
  }

  // Writes results of pixels that are `pitch` apart: all as they are, or within the limits.
  template <int32_t kPixels>
  [[gnu::always_inline]] void write(const EightResults& results, bool all,
                                    const int8x8_t (&bytes)[kPixels], int8_t* to,
                                    int32_t pitch) const {
    if (all) {
#pragma GCC unroll 3
      for (int32_t p = 0; p < kPixels; ++p) vst1_s8(to + p * pitch, bytes[p]);
      return;
    }
#pragma GCC unroll 3
    for (int32_t p = 0; p < kPixels; ++p) {
      const int8x8_t limited = results.limited(bytes[p]);
      int8_t* const at = to + p * pitch;
      last_ ? write_few(at + 4, vext_s8(limited, limited, 4), 4) : vst1_s8(at, limited);
    }
  }

  // `count` lines of results from `line` on, one or two columns of them after the other. Several
  // lines are kAcross lines of the image apart.
  template <int32_t kAcross, bool kSigned>
  [[gnu::noinline]] void run_lines(const int8_t* image, int32_t line, int32_t count,
                                   int8_t* out) const {
    const EightResults results = results_;
    const bool all = !last_ && !results.limits;
    const int32_t channels = its_.channels;
    const int32_t width = its_.width;
    const int32_t height = its_.height;
    const int32_t top = line * its_.down - its_.top;
    const int32_t out_width = its_.out_width;
    const int32_t out_pitch = out_width * channels;
    const int8x16_t outside = vdupq_n_s8(static_cast<int8_t>(-its_.offset));
    int8_t none[16];
    vst1q_s8(none, outside);
    Quad weights[3][2];  // those of a window and those of the next one
#pragma GCC unroll 3
    for (int32_t j = 0; j < 3; ++j) {
      weights[j][0] = weights_[j];
#pragma GCC unroll 2
      for (int32_t q = 0; q < 2; ++q) {
        weights[j][1].val[q] =
            vreinterpretq_s8_s32(vshlq_n_s32(vreinterpretq_s32_s8(weights_[j].val[q]), 8));
      }
    }
    const auto run_down = [&](auto pixels, int32_t x) __attribute__((always_inline)) {
      constexpr int32_t kPixels = decltype(pixels)::kValue;
      constexpr int32_t kQuads = kAcross == 1 ? 1 : kPixels;  // of a line
      constexpr int32_t kColumns = kAcross * (kPixels - 1) + 3;
      struct Line {
        Quad of[kQuads];
      };
      const int8_t* from[kColumns];
      int32_t pitch[kColumns];
#pragma GCC unroll 5
      for (int32_t i = 0; i < kColumns; ++i) {
        const int32_t column = x * kAcross - its_.left + i;
        const bool is_inside = static_cast<uint32_t>(column) < static_cast<uint32_t>(width);
        pitch[i] = is_inside ? width * channels : 0;
        from[i] = is_inside ? image + column * channels + (top > 0 ? top : 0) * pitch[i] : none;
      }
      int32_t next = top;  // line to be read
      const auto read_line = [&](Line& to) __attribute__((always_inline)) {
        if (static_cast<uint32_t>(next++) < static_cast<uint32_t>(height)) {
          int8x16_t column[kColumns];
#pragma GCC unroll 5
          for (int32_t i = 0; i < kColumns; ++i) {
            column[i] = read(from[i]);
            from[i] += pitch[i];
          }
          // The last of three is not seen.
          to.of[0] = quad(column[0], column[1], column[2], column[kColumns > 3 ? 3 : 2]);
          if constexpr (kQuads == 2) to.of[1] = quad(column[2], column[3], column[4], column[4]);
        } else {
#pragma GCC unroll 2
          for (int32_t k = 0; k < kQuads; ++k) to.of[k] = {{outside, outside}};
        }
      };
      int8_t* to = out + x * channels;
      int32_t left = count;
      // Computes what sees three lines; whether there is more.
      const auto see = [&](auto& a, auto& b, auto& c) __attribute__((always_inline)) {
        const Line* const seen[] = {&a, &b, &c};
        int8x8_t bytes[kPixels];
#pragma GCC unroll 2
        for (int32_t p = 0; p < kPixels; ++p) {
          int32x4_t sums[2] = {results.start[0], results.start[1]};
#pragma GCC unroll 3
          for (int32_t j = 0; j < 3; ++j) {
            const Quad& inputs = seen[j]->of[kQuads == 1 ? 0 : p];
            const Quad& by = weights[j][kQuads == 1 ? p : 0];
            sums[0] = vdotq_s32(sums[0], inputs.val[0], by.val[0]);
            sums[1] = vdotq_s32(sums[1], inputs.val[1], by.val[1]);
          }
          bytes[p] = results.unlimited<true, kSigned>(sums[0], sums[1]);
        }
        write(results, all, bytes, to, channels);
        to += out_pitch;
        return --left > 0;
      };
      Line lines[3];
      if constexpr (kAcross == 1) read_line(lines[1]);
      read_line(lines[2]);
      if constexpr (kAcross == 1 && kPixels == 2 && !kSmall) {
        while (true) {
          read_line(lines[0]);
          if (!see(lines[1], lines[2], lines[0])) return;
          read_line(lines[1]);
          if (!see(lines[2], lines[0], lines[1])) return;
          read_line(lines[2]);
          if (!see(lines[0], lines[1], lines[2])) return;
        }
      }
      do {
        lines[0] = lines[kAcross];
        if constexpr (kAcross == 1) {
          lines[1] = lines[2];
        } else {
          read_line(lines[1]);
        }
        read_line(lines[2]);
      } while (see(lines[0], lines[1], lines[2]));
    };
    int32_t x = 0;
    for (; out_width - x >= 2; x += 2) run_down(Number<2>{}, x);
    if (x < out_width) run_down(Number<1>{}, x);
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

// Images of 3x3, of eight channels or more, whose sums are all shifted right.
template <bool kSigned>
[[gnu::noinline]] void run_3x3(const Int8Depthwise3x3& window, const int8_t* image, int8_t* out) {
  const Int8Depthwise3x3 its = window;
  for (int32_t c = 0; c < its.channels; c += 8) {
    const bool last = its.channels - c < 8;
    Int8Columns(its, last ? c - 4 : c, last).run_3x3<kSigned>(image, out);
  }
}

template <bool kSigned, bool>  // scales take nothing here
[[gnu::noinline]] void Int8Depthwise3x3::run(const int8_t* image, int32_t first, int32_t count,
                                             int8_t* out) const {
  if constexpr (!kSmall) {
    // As many results as inputs, those at the sides seeing one of padding.
    if (channels >= 8 && count == 3 && out_width == 3 && height == 3 && width == 3 && top == 1 &&
        left == 1 && down == 1 && across == 1 && all_back(result, channels))
      return run_3x3<kSigned>(*this, image, out);
  }
  if (channels < 8) return run_slowly(*this, image, first, count, out, 0, channels);
  for (int32_t c = 0; c < channels; c += 8) {
    const bool last = channels - c < 8;
    const Int8Columns columns(*this, last ? c - 4 : c, last);
    if (columns.back()) {
      columns.run<kSigned>(image, first, count, out);
    } else {
      run_slowly(*this, image, first, count, out, c, last ? c + 4 : c + 8);
    }
  }
}
#endif

}  // namespace kerf::integers
