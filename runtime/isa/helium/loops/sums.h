// Weighted sums of float, up to twelve at a time: each sum adds its terms in the order of the loops
// a, b, c, one fused multiply-add for each. Other types are summed as by scalar instructions.
#pragma once

#include <arm_mve.h>

#include "isa/scalar/loops/sums.h"

namespace kerf::portable {

// The loops b and c of all sums: the number of terms of each, and their distances in bytes.
struct Loops {
  int32_t rows;
  int32_t count;
  int32_t next_input;
  int32_t next_weight;
  int32_t row_input;  // from the end of the last term of a row to the first of the next
  int32_t row_weight;
};

// They are in assembly, because compilers run out of registers and keep steps in memory.
// `mask` goes to P0, where the compiler keeps no other predicate meanwhile.

// sum[lane] += input[offset[lane]] * weight for each term, in the lanes of `mask`: no other is
// read.
inline void add_terms(Loops loops, const float* input, const float* weight, float32x4_t (&sum)[1],
                      uint32x4_t offset, mve_pred16_t mask) {
  float32x4_t x;
  uint32_t factor;
  __asm__ volatile(
      "vmsr p0, %[mask]\n"
      "1: subs %[rows], #1\n"
      "blt 4f\n"
      "wls lr, %[count], 3f\n"
      "2: vpst\n"
      "vldrwt.u32 %q[x], [%[input], %q[offset], uxtw #2]\n"
      "ldr %[factor], [%[weight]]\n"
      "add %[input], %[next_input]\n"
      "add %[weight], %[next_weight]\n"
      "vfma.f32 %q[sum], %q[x], %[factor]\n"
      "le lr, 2b\n"
      "3: add %[input], %[row_input]\n"
      "add %[weight], %[row_weight]\n"
      "b 1b\n"
      "4:\n"
      : [input] "+r"(input), [weight] "+r"(weight), [rows] "+r"(loops.rows), [sum] "+w"(sum[0]),
        [x] "=&w"(x), [factor] "=&r"(factor)
      : [count] "r"(loops.count), [next_input] "r"(loops.next_input),
        [next_weight] "r"(loops.next_weight), [row_input] "r"(loops.row_input),
        [row_weight] "r"(loops.row_weight), [offset] "w"(offset), [mask] "r"(mask)
      : "lr", "cc", "memory");
}

// The same for twelve adjacent inputs; `mask` has the lanes of the last four.
inline void add_terms(Loops loops, const float* input, const float* weight, float32x4_t (&sum)[3],
                      uint32x4_t, mve_pred16_t mask) {
  float32x4_t x;
  float32x4_t y;
  uint32_t factor;
  __asm__ volatile(
      "vmsr p0, %[mask]\n"
      "1: subs %[rows], #1\n"
      "blt 4f\n"
      "wls lr, %[count], 3f\n"
      "2: vldrw.u32 %q[x], [%[input]]\n"
      "ldr %[factor], [%[weight]]\n"
      "vldrw.u32 %q[y], [%[input], #16]\n"
      "vfma.f32 %q[sum0], %q[x], %[factor]\n"
      "vpst\n"
      "vldrwt.u32 %q[x], [%[input], #32]\n"
      "vfma.f32 %q[sum1], %q[y], %[factor]\n"
      "add %[input], %[next_input]\n"
      "add %[weight], %[next_weight]\n"
      "vfma.f32 %q[sum2], %q[x], %[factor]\n"
      "le lr, 2b\n"
      "3: add %[input], %[row_input]\n"
      "add %[weight], %[row_weight]\n"
      "b 1b\n"
      "4:\n"
      : [input] "+r"(input), [weight] "+r"(weight), [rows] "+r"(loops.rows), [sum0] "+w"(sum[0]),
        [sum1] "+w"(sum[1]), [sum2] "+w"(sum[2]), [x] "=&w"(x), [y] "=&w"(y), [factor] "=&r"(factor)
      : [count] "r"(loops.count), [next_input] "r"(loops.next_input),
        [next_weight] "r"(loops.next_weight), [row_input] "r"(loops.row_input),
        [row_weight] "r"(loops.row_weight), [mask] "r"(mask)
      : "lr", "cc", "memory");
}

// Computes the sums i = 4 * kVector + lane and advances `input`, `start` and `out` past them. The
// inputs of one term are adjacent, unless there is one vector only. `mask` has the lanes of the
// last vector that exist: nothing is read or written for the others.
template <int32_t... kVector>
[[gnu::noinline]] void accumulate(Sums<float>& sums, mve_pred16_t mask) {
  constexpr int32_t kLast = static_cast<int32_t>(sizeof...(kVector)) - 1;
  constexpr int32_t kLanes = 4 * (kLast + 1);
  const uint32x4_t lane = vidupq_n_u32(0, 1);
  const int32_t start_step = sums.step.start;
  const uint32x4_t from = vmulq_n_u32(lane, static_cast<uint32_t>(start_step));
  float32x4_t sum[] = {kVector < kLast ? vldrwq_gather_shifted_offset_f32(
                                             sums.start + 4 * kVector * start_step, from)
                                       : vldrwq_gather_shifted_offset_z_f32(
                                             sums.start + 4 * kVector * start_step, from, mask)...};
  sums.start += kLanes * start_step;
  const int32_t input_step = kLast == 0 ? sums.step.input : 1;
  const uint32x4_t offset = vmulq_n_u32(lane, static_cast<uint32_t>(input_step));
  const Terms(&terms)[3] = sums.terms;
  const float* input = sums.input;
  const float* weight = sums.weight;
  sums.input += kLanes * input_step;
  Loops loops;
  loops.count = terms[2].count;
  loops.next_input = 4 * terms[2].input;
  loops.next_weight = 4 * terms[2].weight;
  loops.row_input = 4 * terms[1].input - loops.count * loops.next_input;
  loops.row_weight = 4 * terms[1].weight - loops.count * loops.next_weight;
  for (int32_t a = terms[0].count; a > 0; --a) {
    loops.rows = terms[1].count;
    add_terms(loops, input, weight, sum, offset, mask);
    input += terms[0].input;
    weight += terms[0].weight;
  }
  const int32_t out_step = sums.step.out;
  const uint32x4_t to = vmulq_n_u32(lane, static_cast<uint32_t>(out_step));
  float* out = sums.out;
  ((kVector < kLast ? vstrwq_scatter_shifted_offset_f32(out, to, sum[kVector])
                    : vstrwq_scatter_shifted_offset_p_f32(out, to, sum[kVector], mask),
    out += 4 * out_step),
   ...);
  sums.out = out;
}

template <>
[[gnu::noinline]] inline void Sums<float>::run(int32_t count) {
  for (int32_t lanes; count > 0; count -= lanes) {
    const bool wide = step.input == 1 && count > 8;
    lanes = wide ? 12 : 4;
    const mve_pred16_t mask = vctp32q(static_cast<uint32_t>(count - lanes + 4));
    wide ? accumulate<0, 1, 2>(*this, mask) : accumulate<0>(*this, mask);
  }
  out += count * step.out;  // minus the lanes that do not exist: count is not positive
}

}  // namespace kerf::portable
