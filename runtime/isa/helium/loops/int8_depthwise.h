// Depthwise windows of int8: sixteen channels at a time, or four; where code need not be small
// eight channels of two pixels.
#pragma once

#include <arm_mve.h>
#include <stddef.h>
#include <stdint.h>

#include "core/small.h"
#include "isa/scalar/loops/int8.h"
#include "loops/int8_together.h"

namespace kerf::integers {

struct Int8Window;

// What results of every other one of up to eight channels need.
struct Int8Lanes {
  int32x4_t start;
  int32x4_t multiplier;
  int32x4_t left;  // shifts
  int32x4_t right;

  // Reads the state of every other channel of `its` from `first` on, below `count`.
  inline Int8Lanes(const Int8Window& its, uint32_t first, uint32_t count);

  // As rescale(), with an offset. Halves go away from zero.
  int32x4_t result_of(int32x4_t sum, int32_t offset) const {
    const int32x4_t product = vqrdmulhq_s32(vshlq_s32(sum, left), multiplier);
    const int32x4_t less = vshrq_n_s32(vandq_s32(product, right), 31);
    return vaddq_n_s32(vrshlq_s32(vaddq_s32(product, less), right), offset);
  }
};

// Some adjacent channels of a line of pixels. The assembly knows the order of some members.
struct Int8Window {
  int32_t columns;
  int32_t next_input;  // to the next tap
  int32_t next_weight;
  int32_t row_input;  // from behind a row of taps to the next row
  int32_t row_weight;
  int32_t offset;  // of inputs

  const int8_t* input;
  const int8_t* weights;
  int32_t rows;
  const int32_t* start;
  const int32_t* multiplier;
  const int8_t* shift;
  int32_t low;
  int32_t high;
  int32_t input_pitch;
  int32_t out_pitch;  // from behind sixteen channels to the next pixel
  int32_t out_offset;
  int32_t pixels;
  int8_t* out;

  // Computes sixteen channels of each pixel. No shift is positive. pixels > 0.
  [[gnu::noinline]] void run() {
    register Int8Window* self __asm__("r12") = this;
    // q0, q1: the even and the odd ones of eight channels; q2, q3: of the next eight. Halves go
    // away from zero: one less is shifted right where the product is negative.
    __asm__ volatile(
        "ldm r12, {r4-r9}\n"
        "ldr r2, [r12, %[out]]\n"
        "1: ldrd r0, r1, [r12, %[input]]\n"
        "ldrd r3, r10, [r12, %[rows]]\n"
        "vld20.32 {q0, q1}, [r10]\n"
        "vld21.32 {q0, q1}, [r10]!\n"
        "vld20.32 {q2, q3}, [r10]\n"
        "vld21.32 {q2, q3}, [r10]\n"
        "cbz r3, 5f\n"
        "2: wls lr, r4, 4f\n"
        "3: vldrb.s16 q4, [r0]\n"
        "vldrb.s16 q5, [r1]\n"
        "vadd.i16 q4, q4, r9\n"
        "vldrb.s16 q7, [r1, #8]\n"
        "vmullb.s16 q6, q4, q5\n"
        "vadd.i32 q0, q0, q6\n"
        "vmullt.s16 q6, q4, q5\n"
        "vldrb.s16 q4, [r0, #8]\n"
        "vadd.i32 q1, q1, q6\n"
        "vadd.i16 q4, q4, r9\n"
        "add r0, r5\n"
        "vmullb.s16 q6, q4, q7\n"
        "add r1, r6\n"
        "vadd.i32 q2, q2, q6\n"
        "vmullt.s16 q6, q4, q7\n"
        "vadd.i32 q3, q3, q6\n"
        "le lr, 3b\n"
        "4: add r0, r7\n"
        "add r1, r8\n"
        "subs r3, #1\n"
        "bne 2b\n"
        "5: ldrd r0, r1, [r12, %[multiplier]]\n"
        "ldrd r10, r11, [r12, %[low]]\n"
        "ldr lr, [r12, %[out_offset]]\n"
        "6: vld20.32 {q4, q5}, [r0]\n"
        "vld21.32 {q4, q5}, [r0]!\n"
        "vqrdmulh.s32 q0, q0, q4\n"
        "vqrdmulh.s32 q1, q1, q5\n"
        "vldrb.s16 q5, [r1], #8\n"
        "vmovlb.s16 q4, q5\n"
        "vmovlt.s16 q5, q5\n"
        "vand q6, q0, q4\n"
        "vand q7, q1, q5\n"
        "vshr.s32 q6, q6, #31\n"
        "vshr.s32 q7, q7, #31\n"
        "vadd.i32 q0, q0, q6\n"
        "vadd.i32 q1, q1, q7\n"
        "vrshl.s32 q0, q0, q4\n"
        "vrshl.s32 q1, q1, q5\n"
        "vadd.i32 q0, q0, lr\n"
        "vadd.i32 q1, q1, lr\n"
        "vqmovnb.s32 q6, q0\n"
        "vqmovnt.s32 q6, q1\n"
        "vdup.16 q4, r10\n"
        "vdup.16 q5, r11\n"
        "vmax.s16 q6, q6, q4\n"
        "vmov q0, q2\n"
        "vmin.s16 q6, q6, q5\n"
        "vmov q1, q3\n"
        "vstrb.16 q6, [r2], #8\n"
        "rsbs r3, #0\n"  // r3 is 0, then 1
        "add r3, #1\n"
        "beq 6b\n"
        "ldr r0, [r12, %[input]]\n"
        "ldrd r10, r11, [r12, %[input_pitch]]\n"
        "ldr r3, [r12, %[pixels]]\n"
        "add r0, r10\n"
        "add r2, r11\n"
        "str r0, [r12, %[input]]\n"
        "subs r3, #1\n"
        "str r3, [r12, %[pixels]]\n"
        "bne 1b\n"
        : "+r"(self)
        : [out] "i"(offsetof(Int8Window, out)), [input] "i"(offsetof(Int8Window, input)),
          [rows] "i"(offsetof(Int8Window, rows)),
          [multiplier] "i"(offsetof(Int8Window, multiplier)), [low] "i"(offsetof(Int8Window, low)),
          [out_offset] "i"(offsetof(Int8Window, out_offset)),
          [input_pitch] "i"(offsetof(Int8Window, input_pitch)),
          [pixels] "i"(offsetof(Int8Window, pixels))
        : "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "lr", "cc",
          "memory", "q0", "q1", "q2", "q3", "q4", "q5", "q6", "q7");
  }

  // Computes the channels that `mask` has of the first four, of one pixel.
  [[gnu::noinline]] void run_few(mve_pred16_t mask) const {
    const int8_t* x = input;
    const int8_t* w = weights;
    int32x4_t sum = vldrwq_z_s32(start, mask);
    for (int32_t j = rows; j > 0; --j) {
      for (int32_t k = columns; k > 0; --k) {
        const int32x4_t shifted = vaddq_n_s32(vldrbq_z_s32(x, mask), offset);
        sum = vaddq_s32(sum, vmulq_s32(shifted, vldrbq_z_s32(w, mask)));
        x += next_input;
        w += next_weight;
      }
      x += row_input;
      w += row_weight;
    }
    const int32x4_t zero = vdupq_n_s32(0);
    const int32x4_t shifts = vldrbq_z_s32(shift, mask);
    const int32x4_t right = vminq_s32(shifts, zero);
    const int32x4_t product =
        vqrdmulhq_s32(vshlq_s32(sum, vmaxq_s32(shifts, zero)), vldrwq_z_s32(multiplier, mask));
    const int32x4_t less = vshrq_n_s32(vandq_s32(product, right), 31);
    const int32x4_t result = vaddq_n_s32(vrshlq_s32(vaddq_s32(product, less), right), out_offset);
    vstrbq_p_s32(out, vminq_s32(vmaxq_s32(result, vdupq_n_s32(low)), vdupq_n_s32(high)), mask);
  }

  // Computes the first `count` channels, at most eight, of each pixel. pixels > 0.
  [[gnu::noinline]] void run_eight(uint32_t count) const {
    const mve_pred16_t mask = vctp16q(count);
    const Int8Lanes even(*this, 0, count);
    const Int8Lanes odd(*this, 1, count);
    const int8_t* from = input;
    int8_t* to = out;
    for (int32_t left = pixels; left > 0; --left, from += input_pitch, to += out_pitch + 16) {
      const int8_t* x = from;
      const int8_t* w = weights;
      int32x4_t even_sum = even.start;
      int32x4_t odd_sum = odd.start;
      for (int32_t j = rows; j > 0; --j, x += row_input, w += row_weight) {
        for (int32_t k = columns; k > 0; --k, x += next_input, w += next_weight) {
          const int16x8_t term = vaddq_n_s16(vldrbq_z_s16(x, mask), static_cast<int16_t>(offset));
          const int16x8_t by = vldrbq_z_s16(w, mask);
          even_sum = vaddq_s32(even_sum, vmullbq_int_s16(term, by));
          odd_sum = vaddq_s32(odd_sum, vmulltq_int_s16(term, by));
        }
      }
      int16x8_t result = vqmovnbq_s32(vdupq_n_s16(0), even.result_of(even_sum, out_offset));
      result = vqmovntq_s32(result, odd.result_of(odd_sum, out_offset));
      result = vmaxq_s16(result, vdupq_n_s16(static_cast<int16_t>(low)));
      vstrbq_p_s16(to, vminq_s16(result, vdupq_n_s16(static_cast<int16_t>(high))), mask);
    }
  }
};

inline Int8Lanes::Int8Lanes(const Int8Window& its, uint32_t first, uint32_t count) {
  const mve_pred16_t mask = vctp32q((count + 1 - first) / 2);
  const uint32x4_t at = vidupq_n_u32(first, 2);
  const int32x4_t zero = vdupq_n_s32(0);
  start = vldrwq_gather_shifted_offset_z_s32(its.start, at, mask);
  multiplier = vldrwq_gather_shifted_offset_z_s32(its.multiplier, at, mask);
  const int32x4_t shift = vldrbq_gather_offset_z_s32(its.shift, at, mask);
  left = vmaxq_s32(shift, zero);
  right = vminq_s32(shift, zero);
}

// What the results of eight channels need, vectors of the even and the odd ones.
struct Int8Eight {
  int32x4x2_t starts;
  int32x4x2_t multipliers;
  int32x4x2_t shifts;
  int16x8_t bounds[2];
  // Whether negative results are the least of int8, however they are rounded, and int8 is all the
  // bounds that there are.
  int32_t saturates;

  explicit Int8Eight(const Int8Result& result)
      : bounds{vdupq_n_s16(static_cast<int16_t>(result.low)),
               vdupq_n_s16(static_cast<int16_t>(result.high))},
        saturates(result.offset == INT8_MIN && result.low == INT8_MIN && result.high == INT8_MAX) {}

  // Reads the channels from `c` on.
  void read(const Int8Result& result, int32_t c) {
    starts = vld2q_s32(result.start + c);
    multipliers = vld2q_s32(result.multiplier + c);
    const int16x8_t shift = vldrbq_s16(result.shift + c);
    shifts = {{vmovlbq_s16(shift), vmovltq_s16(shift)}};
  }
};

// Pairs of adjacent pixels of lines of a block, whose windows are of three columns: each input is
// read once for both. The assembly knows the order of some members.
struct Int8Pairs {
  const int8_t* input;
  int32_t step;  // to the next pixel
  const int8_t* weights;
  int32_t rows;
  int32_t next_weight;
  int32_t row_input;   // from behind three taps to the next row
  int32_t row_weight;  // likewise
  int32_t offset;      // of inputs

  int8_t* out;
  int32_t pairs;
  int32_t out_step;
  int32_t out_offset;

  const int8_t* first_input;
  int8_t* first_out;
  int32_t lines;
  int32_t pixels;  // of a line, at least two
  int32_t input_line;
  int32_t out_line;

  // Computes eight channels of `pairs` of pixels, and leaves `input` behind them. pairs > 0; shifts
  // are below 0.
  [[gnu::noinline]] void run(const Int8Eight& eight) {
    register Int8Pairs* self __asm__("r12") = this;
    register const Int8Eight* scales __asm__("r9") = &eight;
    // q0, q1: sums of a pixel; q2, q3: of the next one. Halves go away from zero: one less is
    // shifted right where the product is negative. What is narrowed is less than 2^30.
    __asm__ volatile(
        "ldm r12, {r0-r7}\n"
        "ldrd r10, r11, [r12, %[out]]\n"
        "ldr r8, [r9, %[saturates]]\n"
        "1: ldm r12, {r0-r3}\n"
        "vldrw.32 q0, [r9, %[start]]\n"
        "vldrw.32 q1, [r9, %[start] + 16]\n"
        "vmov q2, q0\n"
        "vmov q3, q1\n"
        "dls lr, r3\n"
        "2: vldrb.s16 q4, [r0]\n"
        "vldrb.s16 q7, [r2]\n"
        "vadd.i16 q4, q4, r7\n"
        "add r0, r1\n"
        "vmullb.s16 q6, q4, q7\n"
        "vadd.i32 q0, q0, q6\n"
        "vmullt.s16 q6, q4, q7\n"
        "vadd.i32 q1, q1, q6\n"
        "vldrb.s16 q4, [r0]\n"
        "add r2, r4\n"
        "vldrb.s16 q5, [r2]\n"
        "vadd.i16 q4, q4, r7\n"
        "add r0, r1\n"
        "vmullb.s16 q6, q4, q5\n"
        "vadd.i32 q0, q0, q6\n"
        "vmullt.s16 q6, q4, q5\n"
        "vadd.i32 q1, q1, q6\n"
        "vmullb.s16 q6, q4, q7\n"
        "vadd.i32 q2, q2, q6\n"
        "vmullt.s16 q6, q4, q7\n"
        "vadd.i32 q3, q3, q6\n"
        "vldrb.s16 q4, [r0]\n"
        "add r2, r4\n"
        "vldrb.s16 q7, [r2]\n"
        "vadd.i16 q4, q4, r7\n"
        "add r0, r1\n"
        "vmullb.s16 q6, q4, q7\n"
        "vadd.i32 q0, q0, q6\n"
        "vmullt.s16 q6, q4, q7\n"
        "vadd.i32 q1, q1, q6\n"
        "vmullb.s16 q6, q4, q5\n"
        "vadd.i32 q2, q2, q6\n"
        "vmullt.s16 q6, q4, q5\n"
        "vadd.i32 q3, q3, q6\n"
        "vldrb.s16 q4, [r0]\n"
        "add r2, r4\n"
        "vadd.i16 q4, q4, r7\n"
        "add r0, r5\n"
        "vmullb.s16 q6, q4, q7\n"
        "vadd.i32 q2, q2, q6\n"
        "vmullt.s16 q6, q4, q7\n"
        "vadd.i32 q3, q3, q6\n"
        "add r2, r6\n"
        "le lr, 2b\n"
        "vldrw.32 q4, [r9, %[multiplier]]\n"
        "vldrw.32 q5, [r9, %[multiplier] + 16]\n"
        "vqrdmulh.s32 q0, q0, q4\n"
        "vqrdmulh.s32 q1, q1, q5\n"
        "vqrdmulh.s32 q2, q2, q4\n"
        "vqrdmulh.s32 q3, q3, q5\n"
        "vldrw.32 q4, [r9, %[shift]]\n"
        "cmp r8, #0\n"
        "vldrw.32 q5, [r9, %[shift] + 16]\n"
        "bne 3f\n"
        "vshr.s32 q6, q0, #31\n"
        "vshr.s32 q7, q1, #31\n"
        "vadd.i32 q0, q0, q6\n"
        "vshr.s32 q6, q2, #31\n"
        "vadd.i32 q1, q1, q7\n"
        "vshr.s32 q7, q3, #31\n"
        "vadd.i32 q2, q2, q6\n"
        "vadd.i32 q3, q3, q7\n"
        "3: vrshl.s32 q0, q0, q4\n"
        "ldrd r2, r3, [r12, %[out_step]]\n"
        "vrshl.s32 q1, q1, q5\n"
        "vrshl.s32 q2, q2, q4\n"
        "vrshl.s32 q3, q3, q5\n"
        "vqmovnb.s32 q0, q0\n"
        "vqmovnt.s32 q0, q1\n"
        "vqmovnb.s32 q2, q2\n"
        "vqmovnt.s32 q2, q3\n"
        "vqadd.s16 q0, q0, r3\n"
        "vqadd.s16 q2, q2, r3\n"
        "bne 4f\n"
        "vldrw.32 q4, [r9, %[bounds]]\n"
        "vldrw.32 q5, [r9, %[bounds] + 16]\n"
        "vmax.s16 q0, q0, q4\n"
        "vmax.s16 q2, q2, q4\n"
        "vmin.s16 q0, q0, q5\n"
        "vmin.s16 q2, q2, q5\n"
        "4: vqmovnb.s16 q0, q0\n"
        "vqmovnb.s16 q2, q2\n"
        "ldrd r0, r1, [r12]\n"
        "mov r3, r10\n"
        "add r10, r10, r2, lsl #1\n"
        "vstrb.16 q0, [r3]\n"
        "add r3, r2\n"
        "vstrb.16 q2, [r3]\n"
        "add r0, r0, r1, lsl #1\n"
        "str r0, [r12]\n"
        "subs r11, #1\n"
        "bne 1b\n"
        : "+r"(self)
        : "r"(scales), [out] "i"(offsetof(Int8Pairs, out)),
          [out_step] "i"(offsetof(Int8Pairs, out_step)), [start] "i"(offsetof(Int8Eight, starts)),
          [multiplier] "i"(offsetof(Int8Eight, multipliers)),
          [shift] "i"(offsetof(Int8Eight, shifts)), [bounds] "i"(offsetof(Int8Eight, bounds)),
          [saturates] "i"(offsetof(Int8Eight, saturates))
        : "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r10", "r11", "lr", "cc", "memory",
          "q0", "q1", "q2", "q3", "q4", "q5", "q6", "q7");
  }

  // Reads a block. Returns whether run() takes its windows: three taps along a line, each at the
  // next pixel.
  bool read(const Int8Depthwise& of, const Int8Lines& its, const Int8Block& block) {
    const bool across = its.input.pixel == of.input_pitch.pixel;
    const portable::Terms& along = across ? block.columns : block.rows;
    const portable::Terms& other = across ? block.rows : block.columns;
    if (its.pixels < 2 || along.count != 3 || along.input != its.input.pixel || other.count == 0)
      return false;
    step = its.input.pixel;
    weights = block.weights;
    rows = other.count;
    next_weight = along.weight;
    row_input = other.input - 3 * along.input;
    row_weight = other.weight - 3 * along.weight;
    offset = of.offset;
    out_step = its.out.pixel;
    out_offset = of.result.offset;
    first_input = block.input;
    first_out = block.out;
    lines = its.lines;
    pixels = its.pixels;
    input_line = its.input.line;
    out_line = its.out.line;
    return true;
  }

  // Computes eight channels of each line, and goes on to the next eight. Shifts are below 0.
  [[gnu::noinline]] void run_lines(const Int8Eight& eight) {
    const int8_t* from = first_input;
    int8_t* to = first_out;
    for (int32_t left = lines; left > 0; --left, from += input_line, to += out_line) {
      input = from;
      out = to;
      pairs = pixels / 2;
      run(eight);
      if (pixels % 2 == 0) continue;
      // The last one, after the one before it, which is computed again.
      input -= step;
      out = to + (pixels - 2) * out_step;
      pairs = 1;
      run(eight);
    }
    first_input += 8;
    first_out += 8;
    weights += 8;
  }
};

// The largest of the first `count` numbers, up to sixteen.
inline int32_t most_of(const int8_t* numbers, uint32_t count) {
  const mve_pred16_t mask = vctp8q(count);
  return vmaxvq_p_s8(INT8_MIN, vldrbq_z_s8(numbers, mask), mask);
}

// Computes the channels of a block from `first` on.
[[gnu::always_inline]] inline void run_windows(const Int8Depthwise& of, const Int8Lines& its,
                                               const Int8Block& block, int32_t first) {
  Int8Window window;
  window.columns = block.columns.count;
  window.next_input = block.columns.input;
  window.next_weight = block.columns.weight;
  window.row_input = block.rows.input - block.columns.count * block.columns.input;
  window.row_weight = block.rows.weight - block.columns.count * block.columns.weight;
  window.offset = of.offset;
  window.rows = block.rows.count;
  window.low = of.result.low;
  window.high = of.result.high;
  window.out_offset = of.result.offset;
  window.input_pitch = its.input.pixel;
  window.out_pitch = its.out.pixel - 16;
  for (int32_t c = first, lanes; c < of.channels; c += lanes) {
    window.weights = block.weights + c;
    window.start = of.result.start + c;
    window.multiplier = of.result.multiplier + c;
    window.shift = of.result.shift + c;
    const mve_pred16_t mask = vctp32q(static_cast<uint32_t>(of.channels - c));
    const bool many = of.channels - c >= 16 && most_of(window.shift, 16) <= 0;
    const int32_t few = kSmall ? 4 : 8;  // of which fewer may be left
    lanes = many ? 16 : few;
    for (int32_t line = 0; line < its.lines; ++line) {
      window.input = block.input + c + line * its.input.line;
      window.out = block.out + c + line * its.out.line;
      window.pixels = its.pixels;
      if (many) {
        window.run();
        continue;
      }
      if constexpr (!kSmall) {
        window.run_eight(static_cast<uint32_t>(of.channels - c < few ? of.channels - c : few));
        continue;
      }
      for (; window.pixels > 0; --window.pixels) {
        window.run_few(mask);
        window.input += its.input.pixel;
        window.out += its.out.pixel;
      }
    }
  }
}

[[gnu::noinline]] inline void Int8Depthwise::run(const Int8Block* blocks,
                                                 const Int8Block* end) const {
  int32_t eights = 0;  // channels that Int8Pairs takes
  while (channels - eights >= 8 && most_of(result.shift + eights, 8) < 0) eights += 8;
  Int8Pairs pairs[kDepthwiseBlocks];
  Int8Pairs* last = pairs;
  for (; blocks != end; ++blocks) {
    const Int8Lines its(*this, *blocks);
    const bool paired = last->read(*this, its, *blocks);
    if (!paired || eights < channels) run_windows(*this, its, *blocks, paired ? eights : 0);
    if (paired) ++last;
  }
  Int8Eight eight(result);
  for (int32_t c = 0; c < eights; c += 8) {
    eight.read(result, c);
    for (Int8Pairs* its = pairs; its != last; ++its) its->run_lines(eight);
  }
}

[[gnu::noinline]] inline void Int8Depthwise::run(const Int8Block& block) const {
  if constexpr (kSmall) {
    const Int8Lines its(*this, block);
    run_windows(*this, its, block, 0);
  } else {
    run(&block, &block + 1);
  }
}

}  // namespace kerf::integers
