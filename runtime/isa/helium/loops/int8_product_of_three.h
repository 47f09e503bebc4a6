// Products of int8 matrices, three pixels and four filters at a time, where code need not be small.
#pragma once

#include <arm_mve.h>
#include <stddef.h>
#include <stdint.h>

#include "isa/helium/loops/int8_product_of_few.h"
#include "isa/scalar/loops/int8.h"

namespace kerf::integers {

// Three pixels and fours of filters. The assembly knows the layout of the first nine members, and
// the order of those that follow.
struct Int8ThreePixels {
  // What the sums of the first of two filters begin with, before each pixel, and those of the
  // other.
  int32_t base0;
  const int8_t* pixel0;
  int32_t base1;
  const int8_t* pixel1;
  int32_t base2;
  const int8_t* pixel2;
  int32_t bases[3];

  int32_t to_odd;   // from behind the terms of the first and the third filter to the others
  int32_t to_next;  // from behind those to the next four
  const int8_t* out_end;
  uint32_t rounds;  // whether halves that are negative are rounded: else they are clamped
  const int32_t* start;
  const int32_t* multiplier;
  const int8_t* shift;
  int8_t* out;
  int32_t next_out;  // from behind the results of a pixel to the next one
  int32_t offset;
  int32x4_t bounds[2];

  static constexpr int32_t kTogether = 3;

  // Computes the results of the pixels up to `out_end`. Shifts are below 0, terms not 0. There are
  // four filters.
  [[gnu::noinline]] void run(const int8_t* weights, const int8_t* third, int32_t terms) {
    register Int8ThreePixels* self __asm__("r12") = this;
    register const int8_t* one __asm__("r7") = weights;
    register const int8_t* other __asm__("r9") = third;
    register int32_t count __asm__("r11") = terms;
    // q3 to q5: sums of a pixel. Halves go away from zero: one less is shifted right where the
    // product is negative.
    __asm__ volatile(
        ".macro kerf_sums\n"
        "ldm r12, {r0-r6, r8, r10}\n"
        "dlstp.8 lr, r11\n"
        "2: vldrb.8 q0, [r7], #16\n"
        "vldrb.8 q2, [r1], #16\n"
        "vmladava.s8 r0, q0, q2\n"
        "vldrb.8 q1, [r9], #16\n"
        "vmladava.s8 r6, q1, q2\n"
        "vldrb.8 q6, [r3], #16\n"
        "vmladava.s8 r2, q0, q6\n"
        "vldrb.8 q2, [r5], #16\n"
        "vmladava.s8 r8, q1, q6\n"
        "vmladava.s8 r4, q0, q2\n"
        "vmladava.s8 r10, q1, q2\n"
        "letp lr, 2b\n"
        ".endm\n"
        "1: kerf_sums\n"
        "vmov q3[2], q3[0], r0, r6\n"
        "ldr r1, [r12, %[to_odd]]\n"
        "vmov q4[2], q4[0], r2, r8\n"
        "add r7, r1\n"
        "vmov q5[2], q5[0], r4, r10\n"
        "add r9, r1\n"
        "kerf_sums\n"
        "vmov q3[3], q3[1], r0, r6\n"
        "ldr r1, [r12, %[to_next]]\n"
        "vmov q4[3], q4[1], r2, r8\n"
        "add r7, r1\n"
        "vmov q5[3], q5[1], r4, r10\n"
        "add r9, r1\n"
        "ldrd r0, r1, [r12, %[start]]\n"
        "ldrd r2, r3, [r12, %[shift]]\n"
        "ldrd r4, r5, [r12, %[next_out]]\n"
        "ldrd r8, r6, [r12, %[out_end]]\n"
        "vldrw.32 q0, [r0], #16\n"
        "vldrw.32 q1, [r1], #16\n"
        "vldrb.s32 q2, [r2], #4\n"
        "vadd.i32 q3, q3, q0\n"
        "vadd.i32 q4, q4, q0\n"
        "vadd.i32 q5, q5, q0\n"
        "vqrdmulh.s32 q3, q3, q1\n"
        "vqrdmulh.s32 q4, q4, q1\n"
        "vqrdmulh.s32 q5, q5, q1\n"
        "cbz r6, 3f\n"
        "vshr.s32 q0, q3, #31\n"
        "vshr.s32 q1, q4, #31\n"
        "vadd.i32 q3, q3, q0\n"
        "vshr.s32 q0, q5, #31\n"
        "vadd.i32 q4, q4, q1\n"
        "vadd.i32 q5, q5, q0\n"
        "3: vrshl.s32 q3, q3, q2\n"
        "vrshl.s32 q4, q4, q2\n"
        "vldrw.32 q0, [r12, %[bounds]]\n"
        "vrshl.s32 q5, q5, q2\n"
        "vadd.i32 q3, q3, r5\n"
        "vadd.i32 q4, q4, r5\n"
        "vldrw.32 q1, [r12, %[bounds] + 16]\n"
        "vadd.i32 q5, q5, r5\n"
        "vmax.s32 q3, q3, q0\n"
        "vmax.s32 q4, q4, q0\n"
        "vmax.s32 q5, q5, q0\n"
        "vmin.s32 q3, q3, q1\n"
        "vstrb.32 q3, [r3], #4\n"
        "vmin.s32 q4, q4, q1\n"
        "adds r5, r3, r4\n"
        "vstrb.32 q4, [r5], #4\n"
        "vmin.s32 q5, q5, q1\n"
        "add r5, r4\n"
        "vstrb.32 q5, [r5]\n"
        "strd r0, r1, [r12, %[start]]\n"
        "strd r2, r3, [r12, %[shift]]\n"
        "cmp r3, r8\n"
        "bne 1b\n"
        ".purgem kerf_sums\n"
        : "+r"(self), "+r"(one), "+r"(other)
        : "r"(count), [to_odd] "i"(offsetof(Int8ThreePixels, to_odd)),
          [to_next] "i"(offsetof(Int8ThreePixels, to_next)),
          [out_end] "i"(offsetof(Int8ThreePixels, out_end)),
          [start] "i"(offsetof(Int8ThreePixels, start)),
          [shift] "i"(offsetof(Int8ThreePixels, shift)),
          [next_out] "i"(offsetof(Int8ThreePixels, next_out)),
          [bounds] "i"(offsetof(Int8ThreePixels, bounds))
        : "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r8", "r10", "lr", "cc", "memory", "q0", "q1",
          "q2", "q3", "q4", "q5", "q6");
  }
};

// How many of the first filters of a product Int8ThreePixels takes, fours whose shifts are below 0.
inline int32_t filters_of_three(const Int8Product& product) {
  if (product.terms <= Int8FewTerms::kMost) return 0;
  const int8_t* shift = product.result.shift;
  int32_t count = product.filters & ~3;
  for (int32_t m = 0; m < count; m += 16) {
    const mve_pred16_t mask = vctp8q(static_cast<uint32_t>(count - m));
    if (vmaxvq_p_s8(INT8_MIN, vldrbq_z_s8(shift + m, mask), mask) >= 0) return m;
  }
  return count;
}

// Computes the first filters of a product that has a scale for each, as many as filters_of_three();
// returns how many.
[[gnu::noinline]] inline int32_t run_in_threes(const Int8Product& product, const int8_t* inputs,
                                               int32_t pitch, int32_t pixels, int8_t* out) {
  constexpr int32_t kTogether = Int8ThreePixels::kTogether;
  if (pixels < kTogether) return 0;
  const int32_t filters = filters_of_three(product);
  if (filters == 0) return 0;
  Int8ThreePixels three;
  const Int8Result& result = product.result;
  const int32_t terms = product.terms;
  const int32_t covered = (terms + 15) & ~15;
  three.to_odd = terms - covered;
  three.to_next = 3 * terms - covered;
  three.next_out = product.out_pitch - 4;
  three.offset = result.offset;
  three.rounds = result.low < result.offset ? 1 : 0;
  three.bounds[0] = vdupq_n_s32(result.low);
  three.bounds[1] = vdupq_n_s32(result.high);
  three.base0 = three.base1 = three.base2 = result.base;
  for (int32_t& base : three.bases) base = result.base;
  for (int32_t left = pixels; left > 0; left -= kTogether) {
    // The last pixels, with some that are computed again.
    if (left < kTogether) {
      inputs -= (kTogether - left) * pitch;
      out -= (kTogether - left) * product.out_pitch;
    }
    three.pixel0 = inputs;
    three.pixel1 = three.pixel0 + pitch;
    three.pixel2 = three.pixel1 + pitch;
    three.start = result.start;
    three.multiplier = result.multiplier;
    three.shift = result.shift;
    three.out = out;
    three.out_end = out + filters;
    three.run(product.weights, product.weights + 2 * terms, terms);
    inputs += kTogether * pitch;
    out += kTogether * product.out_pitch;
  }
  return filters;
}

}  // namespace kerf::integers
