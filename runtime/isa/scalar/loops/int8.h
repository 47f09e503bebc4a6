// Quantized arithmetic on int8: the loops that an instruction set implements as a whole, and the
// rule by which sums become int8 again.
//
// The members that are only declared here are defined in loops/int8_product.h, int8_depthwise.h and
// int8_softmax.h. An instruction set may have its own version of each file; all compute the same
// numbers: sums modulo 2^32, rescale(), narrow(). They read only the elements in their formula and
// write only the results; operands and results do not overlap. Distances are in elements, counts
// are not negative, and nothing is aligned beyond what its type needs.
#pragma once

#include <stdint.h>

#include "isa/scalar/loops/sums.h"

namespace kerf::integers {

// x * multiplier / 2^31 * 2^shift, rounded as arm_nn_requantize() does: the left shift wraps, the
// product is rounded to the nearest, halves up, and the quotient by 2^-shift to the nearest, halves
// away from zero. multiplier >= 0, -31 <= shift <= 31.
// Source: arm_nn_requantize (CMSIS-NN, without CMSIS_NN_USE_SINGLE_ROUNDING)
inline int32_t rescale(int32_t x, int32_t multiplier, int32_t shift) {
  if (shift < -1) {
    // Both roundings are one sum, as floor(floor(a) / n) = floor(a / n): 2^30 and half of 2^-shift,
    // less one where x is negative, times 2^31. Its low word is 2^30, and 2^31 where x is negative.
    const uint32_t high = (uint32_t{1} << (-2 - shift)) + static_cast<uint32_t>(x >> 31);
    const uint32_t low = (uint32_t{1} << 30) | (static_cast<uint32_t>(x) & (uint32_t{1} << 31));
    const auto nudge = static_cast<int64_t>(uint64_t{high} << 32 | low);
    return static_cast<int32_t>((int64_t{x} * multiplier + nudge) >> 32) >> (-1 - shift);
  }
  if (shift > 0) x = static_cast<int32_t>(static_cast<uint32_t>(x) << shift);
  const auto y = static_cast<int32_t>((int64_t{x} * multiplier + (int64_t{1} << 30)) >> 31);
  if (shift >= 0) return y;
  return (y >> 1) + (y > 0 ? y & 1 : 0);
}

// x + offset within [low, high]; the sum wraps.
inline int8_t narrow(int32_t x, int32_t offset, int32_t low, int32_t high) {
  x = static_cast<int32_t>(static_cast<uint32_t>(x) + static_cast<uint32_t>(offset));
  x = x < low ? low : x;
  return static_cast<int8_t>(x > high ? high : x);
}

// A scale of CMSIS-NN, as rescale() takes it.
struct Scale {
  int32_t multiplier;
  int32_t shift;
};

// The bits by which rescale(x * 2^20, scale) shifts x to the left where it does no more, -1 where
// it does. Quantizers scale terms of a sum by half of the larger scale, so that one of them has the
// multiplier 2^30.
inline int32_t exact_bits(const Scale& scale) {
  const bool exact = scale.multiplier == 1 << 30 && scale.shift <= 0 && scale.shift >= -19;
  return exact ? 19 + scale.shift : -1;
}

// A shift as Int8Result has it: its lowest byte, which is the first one.
inline const int8_t* byte_of(const int32_t& shift) {
  return reinterpret_cast<const int8_t*>(&shift);
}

// rescale() for loops that are not worth a copy of it.
[[gnu::noinline]] inline int32_t rescaled(int32_t x, const Scale& scale) {
  return rescale(x, scale.multiplier, scale.shift);
}

// How sums become int8. The sum of filter m, as int32, is made
//   narrow(rescale(sum + start[m] + base, multiplier[m * scale_step], shift[m * scale_step]),
//          offset, low, high)
struct Int8Result {
  const int32_t* start;  // what each sum begins with
  const int32_t* multiplier;
  const int8_t* shift;
  int32_t scale_step;  // 0: one scale for all filters; else 1
  int32_t base;        // added to every sum
  int32_t offset;      // -128 .. 127, as are low and high
  int32_t low;
  int32_t high;

  // What the sum of filter m begins with.
  uint32_t start_of(int32_t m) const {
    return static_cast<uint32_t>(start[m]) + static_cast<uint32_t>(base);
  }

  // Leaves the first `filters` out.
  void skip(int32_t filters) {
    start += filters;
    multiplier += filters * scale_step;
    shift += filters * scale_step;
  }
};

// Products of pixels, rows of inputs, with filters, rows of weights.
struct Int8Product {
  const int8_t* weights;
  int32_t filters;
  int32_t terms;
  int32_t out_pitch;
  Int8Result result;
  void* scratch;       // product_scratch_bytes() of loops/int8_scratch.h, aligned to 4
  int32_t offset = 0;  // added to each input, -127 .. 128; 0 unless kAddsOffset of that file

  // out[p * out_pitch + m] = sum over k < terms of
  //     (inputs[p * pitch + k] + offset) * weights[m * terms + k], as `result` makes it int8,
  // for p < pixels and m < filters.
  void run(const int8_t* inputs, int32_t pitch, int32_t pixels, int8_t* out) const;

  static constexpr bool kPacked = false;
  static constexpr bool kFolded = false;  // `start` has what `offset` adds

  // Tiles of kPlacedPixels pixels that callers gather in scratch as the loops read them. Defined
  // where kGathersTiles of loops/int8_scratch.h is true.
  static constexpr int32_t kPlacedPixels = 3;

  // Whether the filters are such that run_placed() takes them.
  bool takes_tiles() const;

  // Writes rows of `count` inputs to a pixel of the tile, the first one as the terms from `term`
  // on. These, and distances of weights, are multiples of 4.
  void place(int32_t pixel, int32_t term, const int8_t* from, const portable::Terms& rows,
             int32_t count) const;

  // Writes terms that count nothing to the whole of a pixel of the tile.
  void pad(int32_t pixel) const;

  // Computes the results of the tile, as run() for kPlacedPixels pixels.
  void run_placed(int8_t* out) const;
};

namespace in_pairs {
class Tiles;
}

// Products with packed weights: those of filters are stored as the loops of the instruction set
// read them, in as many bytes. `base` is 0. Defined where kPackedLayout of loops/int8_scratch.h is
// not 0.
//
// 1, in pairs: a term of a pair is two bytes, that of the even filter, plus
// 128, and that of the odd one. Terms are in steps of two, in fours of terms 0 and 2, then 1 and 3.
// Two pairs alternate: a step of each, at the end the last term of each where terms are odd. A pair
// without another is stored alone, a last filter as it is. There are two filters and four terms at
// least, and the sums of two pairs, less `start`, are closer to 0 than 2^24, 2^23, 2^22 and 2^23 by
// 2^17 at least.
//
// 2, by fours: of each eight filters four terms of the first, the second and so on, then the
// next four of each. What is left of their terms follows filter after filter, as do filters that
// are left and those of fewer than four terms.
struct Int8PackedProduct : Int8Product {
  static constexpr bool kPacked = true;

  // The weights that `scratch` has something of already, and what loops know of them: whether all
  // scales are usual, and whether they take all filters at once.
  mutable const int8_t* prepared = nullptr;
  mutable bool is_usual = false;
  mutable bool is_one_run = false;

  // As that of Int8Product; run_row() for one pixel.
  void run(const int8_t* inputs, int32_t pitch, int32_t pixels, int8_t* out) const;
  void run_row(const int8_t* inputs, int8_t* out) const;

  // In pairs: tiles of kPlacedPixels pixels that callers gather, in scratch for kLeastPixels
  // or more, for any filters: place() and pad() as those of Int8Product; place_both(from, pitch)
  // takes adjacent inputs, whatever their number; run_clamped(out) as run_placed().
  using Tiles = in_pairs::Tiles;
  static constexpr int32_t kPlacedPixels = 2;
  static constexpr int32_t kLeastPixels = 3;
};

// Distances to the next pixel and to the next line.
struct Int8Pitch {
  int32_t pixel;
  int32_t line;
};

// Outputs that see the same taps: lines of pixels, whose channels are adjacent.
struct Int8Block {
  const int8_t* input;    // the first tap of the first pixel
  const int8_t* weights;  // those of the first tap
  int8_t* out;
  portable::Terms rows;
  portable::Terms columns;
  int32_t lines;   // at least one
  int32_t pixels;  // of a line, at least one
};

// Depthwise windows: each channel has its own weights. Channels are adjacent in inputs, weights and
// results.
struct Int8Depthwise {
  int32_t channels;
  int32_t offset;  // added to each input, -127 .. 128
  Int8Pitch input_pitch;
  Int8Pitch out_pitch;
  Int8Result result;  // filter c: channel c; scale_step 1, base 0
  void* scratch;      // depthwise_scratch_bytes(rows * columns) of the largest window, aligned to 4

  // For each line l, pixel p and c < channels of the block:
  //   out[l * out_pitch.line + p * out_pitch.pixel + c] = sum over j < rows.count, k <
  //   columns.count
  //     of (input[l * input_pitch.line + p * input_pitch.pixel + j * rows.input +
  //               k * columns.input + c] + offset)
  //       * weights[j * rows.weight + k * columns.weight + c], as `result` makes it int8.
  void run(const Int8Block& block) const;

  // Computes each of several adjacent blocks; defined where kDepthwiseBlocks of
  // loops/int8_scratch.h is more than one.
  void run(const Int8Block* blocks, const Int8Block* end) const;
};

// Depthwise windows of 3 x 3 adjacent inputs, for whole lines of outputs: windows may reach into
// padding. Defined where kDepthwise3x3 of loops/int8_scratch.h is true.
struct Int8Depthwise3x3 {
  int32_t channels;  // a multiple of 4
  int32_t offset;    // added to each input, -127 .. 128
  int32_t height;    // of the image, as is the width
  int32_t width;
  int32_t top;  // padding, as is the left one; 0 at least
  int32_t left;
  int32_t down;  // strides: across is 1 or 2
  int32_t across;
  int32_t out_width;
  int32_t lines;  // of inputs that scratch has room for, 3 at least
  const int8_t* weights;
  Int8Result result;  // filter c: channel c; scale_step 1, base 0
  void* scratch;      // depthwise_line_bytes(lines * line_columns(across, out_width)), aligned to 4

  // out[y - first, x, c] = sum over j < 3, k < 3 of
  //     (image[y * down - top + j, x * across - left + k, c] + offset) * weights[j, k, c],
  // as `result` makes it int8, for first <= y < first + count, x < out_width and c < channels. What
  // is outside of the image counts nothing. `out` may overlap the image where it begins a multiple
  // of `channels` before it and each line of outputs ends before the inputs that it sees first.
  // Unless kSigned, low >= offset: nothing of a negative sum is left. kScaled, not with kSigned:
  // shifts are -9 .. -3 and starts -2^22 .. 2^22.
  template <bool kSigned = true, bool kScaled = false>
  void run(const int8_t* image, int32_t first, int32_t count, int8_t* out) const;
};

// Columns of a line of inputs, two at a time, that `outputs` of such windows see.
constexpr int32_t line_columns(int32_t across, int32_t outputs) {
  return across * ((outputs + 1) / 2 * 2) + 2;
}

// Windows of one filter over one channel: outputs are adjacent, as is what they see of each tap.
// Defined where kHasSingleFilter of loops/int8_single_filter.h is true.
struct Int8SingleFilter {
  const int8_t* weights;
  portable::Terms rows;
  portable::Terms columns;
  int32_t offset;     // added to each input, -127 .. 128
  Int8Result result;  // of the filter; base 0

  // out[i] = sum over j < rows.count, k < columns.count of
  //     (inputs[j * rows.input + k * columns.input + i] + offset)
  //     * weights[j * rows.weight + k * columns.weight], as `result` makes it int8, for i < count.
  void run(const int8_t* inputs, int32_t count, int8_t* out) const;

  static constexpr int32_t kLeast = 16;  // outputs
};

// The outputs of a block as lines along its longer side.
struct Int8Lines {
  int32_t lines;
  int32_t pixels;
  Int8Pitch input;
  Int8Pitch out;

  Int8Lines(const Int8Depthwise& its, const Int8Block& block)
      : lines(block.lines), pixels(block.pixels), input(its.input_pitch), out(its.out_pitch) {
    if (lines <= pixels) return;
    lines = block.pixels;
    pixels = block.lines;
    input = {its.input_pitch.line, its.input_pitch.pixel};
    out = {its.out_pitch.line, its.out_pitch.pixel};
  }
};

// sum = rescale(a' + b', out) with a' = rescale((a - zero_a) * 2^20, scale_a), b' likewise.
struct Int8Addition {
  int32_t zeros[2];  // -128 .. 127
  Scale scales[3];   // a, b, out
  int32_t offset;
  int32_t low;
  int32_t high;
};

// product = rescale((a - zero_a) * (b - zero_b), scale)
struct Int8Multiplication {
  int32_t zeros[2];  // -2^14 .. 2^14 - 1
  Scale scale;
  int32_t offset;
};

// Maps of two int8 for portable::map_row(); loops/int8_rows.h may overload it for them. `to` may be
// an operand whose step is 1, as there.
struct Int8Adder {
  const Int8Addition& by;

  int8_t operator()(uint32_t a, uint32_t b) const {
    const uint32_t sum = term(a, 0) + term(b, 1);
    return narrow(rescaled(static_cast<int32_t>(sum), by.scales[2]), by.offset, by.low, by.high);
  }
  uint32_t term(uint32_t x, int i) const {
    return static_cast<uint32_t>(rescaled(
        static_cast<int32_t>((x - static_cast<uint32_t>(by.zeros[i])) << 20), by.scales[i]));
  }
};
struct Int8Multiplier {
  const Int8Multiplication& by;

  int8_t operator()(uint32_t a, uint32_t b) const {
    const uint32_t product =
        (a - static_cast<uint32_t>(by.zeros[0])) * (b - static_cast<uint32_t>(by.zeros[1]));
    return narrow(rescaled(static_cast<int32_t>(product), by.scale), by.offset, INT8_MIN, INT8_MAX);
  }
};

// The terms of a softmax, as arm_softmax_s8 of CMSIS-NN takes them.
struct Int8Softmax {
  int32_t multiplier;  // not negative
  int32_t shift;       // 0 .. 31
  int32_t diff_min;    // differences from the largest element below it count 0; -256 .. 0

  // to[i * step] = round(256 * e(i) / sum of all e) - 128 for i < count, with e(i) = exp(s *
  // (from[i * step] - the largest)), s = multiplier * 2^(shift - 31), in the fixed point of
  // CMSIS-NN. 1 <= count <= 4095; `to` may be `from`.
  // Source: arm_softmax_s8 (CMSIS-NN, the form without vectors)
  void run(const int8_t* from, int8_t* to, int32_t step, int32_t count) const;
};

}  // namespace kerf::integers
