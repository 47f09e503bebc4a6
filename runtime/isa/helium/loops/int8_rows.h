// Rows of sums and products of int8, four elements at a time, where operands are adjacent. Others
// are computed as by scalar instructions.
#pragma once

#include <arm_mve.h>
#include <stdint.h>

#include "isa/scalar/loops/int8_rows.h"

namespace kerf::integers {

// What happens to each term and to the sum: it is moved by minus `zero` first or by `offset` last,
// and rescaled. The assembly knows the layout.
struct Int8Stage {
  int32_t left;
  int32_t offset;
  int32_t multiplier;
  int32_t right;

  // Returns what a number is shifted left by to become -1 or 0, which is added before it is shifted
  // right: halves go away from zero. Where it is not shifted right it becomes 0.
  [[gnu::noinline]] int32_t set(const Scale& scale, int32_t shifted, int32_t its_offset) {
    const int32_t shift = scale.shift;
    multiplier = scale.multiplier;
    offset = its_offset;
    left = shifted + (shift > 0 ? shift : 0);
    right = shift < 0 ? shift : 0;
    return shift < 0 ? -31 : 32;
  }
};

[[gnu::noinline]] inline void add_vectors(int8_t* to, const int8_t* a, const int8_t* b,
                                          int32_t count, const Int8Addition& by) {
  Int8Stage stages[3];  // the sum, a, b
  const int32_t sign = stages[0].set(by.scales[2], 0, by.offset);
  const int32_t sign_a = stages[1].set(by.scales[0], 20, by.zeros[0]);
  const int32_t sign_b = stages[2].set(by.scales[1], 20, by.zeros[1]);
  // In assembly, because GCC 12 predicates no loop by its tail.
  __asm__ volatile(
      "wlstp.32 lr, %[count], 2f\n"
      "1: ldm %[terms], {r4, r5, r6, r7, r8, r9, r10, r11}\n"
      "vldrb.s32 q0, [%[a]], #4\n"
      "vsub.i32 q0, q0, r5\n"
      "vshl.s32 q0, r4\n"
      "vshl.s32 q1, q0, %q[sign_a]\n"
      "vqrdmlah.s32 q1, q0, r6\n"
      "vrshl.s32 q1, r7\n"
      "vldrb.s32 q0, [%[b]], #4\n"
      "vsub.i32 q0, q0, r9\n"
      "vshl.s32 q0, r8\n"
      "vshl.s32 q2, q0, %q[sign_b]\n"
      "vqrdmlah.s32 q2, q0, r10\n"
      "vrshl.s32 q2, r11\n"
      "ldmdb %[terms], {r4, r5, r6, r7}\n"
      "vadd.i32 q0, q1, q2\n"
      "vshl.s32 q0, r4\n"
      "vshl.s32 q1, q0, %q[sign]\n"
      "vqrdmlah.s32 q1, q0, r6\n"
      "vrshl.s32 q1, r7\n"
      "vadd.i32 q1, q1, r5\n"
      "vmax.s32 q1, q1, %q[low]\n"
      "vmin.s32 q1, q1, %q[high]\n"
      "vstrb.32 q1, [%[to]], #4\n"
      "letp lr, 1b\n"
      "2:\n"
      : [a] "+l"(a), [b] "+l"(b), [to] "+l"(to)
      : [terms] "r"(stages + 1), [count] "r"(count), [sign_a] "w"(vdupq_n_s32(sign_a)),
        [sign_b] "w"(vdupq_n_s32(sign_b)), [sign] "w"(vdupq_n_s32(sign)),
        [low] "w"(vdupq_n_s32(by.low)), [high] "w"(vdupq_n_s32(by.high))
      : "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "lr", "q0", "q1", "q2", "memory");
}

[[gnu::noinline]] inline void multiply_vectors(int8_t* to, const int8_t* a, const int8_t* b,
                                               int32_t count, const Int8Multiplication& by) {
  Int8Stage stage;
  const int32_t sign = stage.set(by.scale, 0, by.offset);
  int32x4_t x;
  int32x4_t y;
  __asm__ volatile(
      "wlstp.32 lr, %[count], 2f\n"
      "1: vldrb.s32 %q[x], [%[a]], #4\n"
      "vldrb.s32 %q[y], [%[b]], #4\n"
      "vsub.i32 %q[x], %q[x], %[zero_a]\n"
      "vsub.i32 %q[y], %q[y], %[zero_b]\n"
      "vmul.i32 %q[x], %q[x], %q[y]\n"
      "vshl.s32 %q[x], %[left]\n"
      "vshl.s32 %q[y], %q[x], %q[sign]\n"
      "vqrdmlah.s32 %q[y], %q[x], %[multiplier]\n"
      "vrshl.s32 %q[y], %[right]\n"
      "vadd.i32 %q[y], %q[y], %[offset]\n"
      "vmax.s32 %q[y], %q[y], %q[low]\n"
      "vmin.s32 %q[y], %q[y], %q[high]\n"
      "vstrb.32 %q[y], [%[to]], #4\n"
      "letp lr, 1b\n"
      "2:\n"
      : [a] "+l"(a), [b] "+l"(b), [to] "+l"(to), [x] "=&w"(x), [y] "=&w"(y)
      : [count] "r"(count), [zero_a] "r"(by.zeros[0]), [zero_b] "r"(by.zeros[1]),
        [left] "r"(stage.left), [multiplier] "r"(stage.multiplier), [right] "r"(stage.right),
        [offset] "r"(stage.offset), [sign] "w"(vdupq_n_s32(sign)), [low] "w"(vdupq_n_s32(INT8_MIN)),
        [high] "w"(vdupq_n_s32(INT8_MAX))
      : "lr", "memory");
}

inline int8_t* map_row(int8_t* to, const int8_t* a, int32_t a_step, const int8_t* b, int32_t b_step,
                       int32_t count, Int8Adder f) {
  if (a_step != 1 || b_step != 1)
    return portable::map_row<int8_t, Int8Adder>(to, a, a_step, b, b_step, count, f);
  add_vectors(to, a, b, count, f.by);
  return to + count;
}

inline int8_t* map_row(int8_t* to, const int8_t* a, int32_t a_step, const int8_t* b, int32_t b_step,
                       int32_t count, Int8Multiplier f) {
  if (a_step != 1 || b_step != 1)
    return portable::map_row<int8_t, Int8Multiplier>(to, a, a_step, b, b_step, count, f);
  multiply_vectors(to, a, b, count, f.by);
  return to + count;
}

}  // namespace kerf::integers
