// Depthwise windows of int8: sixteen channels at a time, then four.
#pragma once

#include <arm_mve.h>
#include <stdint.h>

#include "isa/scalar/loops/int8.h"

namespace kerf::cortex_m {

// out[i] = sums[i], of channel first + i, as `result` makes it int8, for i < count.
[[gnu::noinline]] inline void store_channels(const Int8Result& result, int32_t first,
                                             const int32_t* sums, int32_t count, int8_t* out) {
  const int32_t* start = result.start + first;
  const int32_t* shift = result.shift + first;
  const int32_t* multiplier = result.multiplier + first;
  int32x4_t x;
  int32x4_t y;
  int32x4_t z;
  int32x4_t product;
  // Halves go away from zero: one less is shifted right where x is negative.
  __asm__ volatile(
      "wlstp.32 lr, %[count], 2f\n"
      "1: vldrw.32 %q[x], [%[sums]], #16\n"
      "vldrw.32 %q[y], [%[start]], #16\n"
      "vadd.i32 %q[x], %q[x], %q[y]\n"
      "vldrw.32 %q[y], [%[shift]], #16\n"
      "vmax.s32 %q[z], %q[y], %q[zero]\n"
      "vshl.s32 %q[x], %q[x], %q[z]\n"
      "vldrw.32 %q[z], [%[multiplier]], #16\n"
      "vqrdmulh.s32 %q[product], %q[x], %q[z]\n"
      "vmin.s32 %q[y], %q[y], %q[zero]\n"
      "vand %q[x], %q[x], %q[y]\n"
      "vshr.s32 %q[x], %q[x], #31\n"
      "vadd.i32 %q[x], %q[x], %q[product]\n"
      "vrshl.s32 %q[x], %q[x], %q[y]\n"
      "vadd.i32 %q[x], %q[x], %[offset]\n"
      "vmax.s32 %q[x], %q[x], %q[low]\n"
      "vmin.s32 %q[x], %q[x], %q[high]\n"
      "vstrb.32 %q[x], [%[out]], #4\n"
      "letp lr, 1b\n"
      "2:\n"
      : [sums] "+l"(sums), [start] "+r"(start), [shift] "+r"(shift), [multiplier] "+r"(multiplier),
        [out] "+l"(out), [x] "=&w"(x), [y] "=&w"(y), [z] "=&w"(z), [product] "=&w"(product)
      : [count] "r"(count), [offset] "r"(result.offset), [zero] "w"(vdupq_n_s32(0)),
        [low] "w"(vdupq_n_s32(result.low)), [high] "w"(vdupq_n_s32(result.high))
      : "lr", "memory");
}

// The window of one pixel: the distances to the next tap, and from behind a row to the next row;
// and the sums of some channels. The assembly knows the layout.
struct Int8Window {
  int32_t row_input;
  int32_t row_weight;
  int32_t sums[16];
  int32_t columns;
  int32_t next_input;
  int32_t next_weight;
  int32_t offset;
};

// sums[c] = the sum of the window at `x` of channel c, for c < 16.
inline void add_window(Int8Window& window, const int8_t* x, const int8_t* w, int32_t rows) {
  int32_t* sums = window.sums;
  __asm__ volatile(
      "vmov.i32 q0, #0\n"
      "vmov.i32 q1, #0\n"
      "vmov.i32 q2, #0\n"
      "vmov.i32 q3, #0\n"
      "1: subs %[rows], #1\n"
      "blt 4f\n"
      "wls lr, %[columns], 3f\n"
      "2: vldrb.s16 q4, [%[x]]\n"
      "vldrb.s16 q5, [%[w]]\n"
      "vadd.i16 q4, q4, %[offset]\n"
      "vldrb.s16 q7, [%[w], #8]\n"
      "vmullb.s16 q6, q4, q5\n"
      "vadd.i32 q0, q0, q6\n"
      "vmullt.s16 q6, q4, q5\n"
      "vldrb.s16 q4, [%[x], #8]\n"
      "vadd.i32 q1, q1, q6\n"
      "vadd.i16 q4, q4, %[offset]\n"
      "add %[x], %[next_input]\n"
      "vmullb.s16 q6, q4, q7\n"
      "add %[w], %[next_weight]\n"
      "vadd.i32 q2, q2, q6\n"
      "vmullt.s16 q6, q4, q7\n"
      "vadd.i32 q3, q3, q6\n"
      "le lr, 2b\n"
      "3: ldr lr, [%[sums], #-8]\n"
      "add %[x], lr\n"
      "ldr lr, [%[sums], #-4]\n"
      "add %[w], lr\n"
      "b 1b\n"
      "4: vst20.32 {q0, q1}, [%[sums]]\n"
      "vst21.32 {q0, q1}, [%[sums]]!\n"
      "vst20.32 {q2, q3}, [%[sums]]\n"
      "vst21.32 {q2, q3}, [%[sums]]\n"
      : [x] "+l"(x), [w] "+l"(w), [rows] "+r"(rows), [sums] "+r"(sums)
      : [columns] "r"(window.columns), [next_input] "r"(window.next_input),
        [next_weight] "r"(window.next_weight), [offset] "r"(window.offset)
      : "lr", "cc", "memory", "q0", "q1", "q2", "q3", "q4", "q5", "q6", "q7");
}

// The same of the first four channels that `mask` has.
inline void add_few_windows(Int8Window& window, const int8_t* x, const int8_t* w, int32_t rows,
                            mve_pred16_t mask) {
  int32_t* sums = window.sums;
  __asm__ volatile(
      "vmov.i32 q0, #0\n"
      "vmsr p0, %[mask]\n"
      "1: subs %[rows], #1\n"
      "blt 4f\n"
      "wls lr, %[columns], 3f\n"
      "2: vpstt\n"
      "vldrbt.s32 q1, [%[x]]\n"
      "vldrbt.s32 q2, [%[w]]\n"
      "add %[x], %[next_input]\n"
      "vadd.i32 q1, q1, %[offset]\n"
      "add %[w], %[next_weight]\n"
      "vmul.i32 q1, q1, q2\n"
      "vadd.i32 q0, q0, q1\n"
      "le lr, 2b\n"
      "3: ldr lr, [%[sums], #-8]\n"
      "add %[x], lr\n"
      "ldr lr, [%[sums], #-4]\n"
      "add %[w], lr\n"
      "b 1b\n"
      "4: vstrw.32 q0, [%[sums]]\n"
      : [x] "+l"(x), [w] "+l"(w), [rows] "+r"(rows)
      : [sums] "r"(sums), [columns] "r"(window.columns), [next_input] "r"(window.next_input),
        [next_weight] "r"(window.next_weight), [offset] "r"(window.offset),
        [mask] "r"(static_cast<uint32_t>(mask))
      : "lr", "cc", "memory", "q0", "q1", "q2");
}

[[gnu::noinline]] inline void Int8Depthwise::run(const Int8Block& block) const {
  Int8Window window;
  window.row_input = block.rows.input - block.columns.count * block.columns.input;
  window.row_weight = block.rows.weight - block.columns.count * block.columns.weight;
  window.columns = block.columns.count;
  window.next_input = block.columns.input;
  window.next_weight = block.columns.weight;
  window.offset = offset;
  for (int32_t line = 0; line < block.lines; ++line) {
    const int8_t* from = block.input + line * input_pitch.line;
    int8_t* to = block.out + line * out_pitch.line;
    for (int32_t left = block.pixels; left > 0; --left) {
      for (int32_t c = 0, lanes; c < channels; c += lanes) {
        lanes = channels - c;
        const int8_t* w = block.weights + c;
        if (lanes < 16) {
          const mve_pred16_t mask = vctp32q(static_cast<uint32_t>(lanes));
          if (lanes > 4) lanes = 4;
          add_few_windows(window, from + c, w, block.rows.count, mask);
        } else {
          lanes = 16;
          add_window(window, from + c, w, block.rows.count);
        }
        store_channels(result, c, window.sums, lanes, to + c);
      }
      from += input_pitch.pixel;
      to += out_pitch.pixel;
    }
  }
}

}  // namespace kerf::cortex_m
