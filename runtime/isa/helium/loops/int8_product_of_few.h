// Products of int8 matrices of up to sixteen terms, four pixels and four filters at a time.
#pragma once

#include <arm_mve.h>
#include <stddef.h>
#include <stdint.h>

#include "isa/scalar/loops/int8.h"

namespace kerf::integers {

// Four filters. The assembly knows the layout.
struct Int8FewTerms {
  // The first filter, the third, the second and the fourth: results are narrowed in this order.
  struct {
    int32_t start;
    int32_t multiplier;
    int32_t shift;
  } filters[4];
  int8x16_t weights[4];  // in the same order; zeros follow them
  int8x16_t bounds[2];
  int32_t offset;
  int32_t terms;
  int32_t fours;

  static constexpr int32_t kMost = 16;     // terms
  static constexpr int32_t kTogether = 4;  // pixels

  // Reads the first four filters of `product`, and returns whether run() takes them.
  [[gnu::noinline]] bool read(const Int8Product& product) {
    const Int8Result& result = product.result;
    const mve_pred16_t mask = vctp8q(static_cast<uint32_t>(product.terms));
    for (int32_t i = 0; i < 4; ++i) {
      const int32_t m = (i & 1) * 2 + (i >> 1);
      const int32_t scale = m * result.scale_step;
      if (result.shift[scale] >= 0) return false;
      filters[i] = {static_cast<int32_t>(result.start_of(m)), result.multiplier[scale],
                    result.shift[scale]};
      weights[i] = vldrbq_z_s8(product.weights + m * product.terms, mask);
    }
    bounds[0] = vdupq_n_s8(static_cast<int8_t>(result.low));
    bounds[1] = vdupq_n_s8(static_cast<int8_t>(result.high));
    offset = result.offset;
    terms = product.terms;
    return true;
  }

  // Computes four filters of `count` fours of pixels. count > 0.
  [[gnu::noinline]] void run(const int8_t* x, int32_t pitch, int32_t count, int8_t* to,
                             int32_t out_pitch) {
    fours = count;
    register Int8FewTerms* self __asm__("r12") = this;
    register const int8_t* from __asm__("r7") = x;
    register int8_t* out __asm__("r0") = to;
    register int32_t next __asm__("r9") = pitch;
    register int32_t next_out __asm__("r10") = out_pitch;
    // q0 to q3: pixels; q4: weights, then sums of a filter; q5 to q7: results. Halves go away from
    // zero: one less is shifted right where the sum is negative.
    __asm__ volatile(
        "ldrd r1, r2, [r12, %[terms]]\n"
        "vctp.8 r1\n"
        "dls lr, r2\n"
        "1: add r2, r7, r9\n"
        "add r4, r2, r9\n"
        "add r6, r4, r9\n"
        "vpstttt\n"
        "vldrbt.8 q0, [r7]\n"
        "vldrbt.8 q1, [r2]\n"
        "vldrbt.8 q2, [r4]\n"
        "vldrbt.8 q3, [r6]\n"
        "mov r11, r12\n"
        "add r7, r6, r9\n"
        ".irp filter, 0, 1, 2, 3\n"
        "vldrw.32 q4, [r12, %[weights] + 16 * \\filter]\n"
        "ldm r11!, {r1, r3, r5}\n"
        "vmladav.s8 r2, q0, q4\n"
        "vmladav.s8 r6, q2, q4\n"
        "vmladav.s8 r4, q1, q4\n"
        "vmladav.s8 r8, q3, q4\n"
        "vmov q4[2], q4[0], r2, r6\n"
        "vmov q4[3], q4[1], r4, r8\n"
        "vadd.i32 q4, q4, r1\n"
        ".if \\filter == 0\n"
        "vshr.s32 q5, q4, #31\n"
        "vqrdmlah.s32 q5, q4, r3\n"
        "vrshl.s32 q5, r5\n"
        ".elseif \\filter == 2\n"
        "vshr.s32 q6, q4, #31\n"
        "vqrdmlah.s32 q6, q4, r3\n"
        "vrshl.s32 q6, r5\n"
        ".else\n"
        "vshr.s32 q7, q4, #31\n"
        "vqrdmlah.s32 q7, q4, r3\n"
        "vrshl.s32 q7, r5\n"
        ".if \\filter == 1\n"
        "vqmovnb.s32 q5, q5\n"
        "vqmovnt.s32 q5, q7\n"
        ".else\n"
        "vqmovnb.s32 q6, q6\n"
        "vqmovnt.s32 q6, q7\n"
        ".endif\n"
        ".endif\n"
        ".endr\n"
        "ldr r1, [r12, %[offset]]\n"
        "vqadd.s16 q5, q5, r1\n"
        "vqadd.s16 q6, q6, r1\n"
        "vldrw.32 q4, [r12, %[bounds]]\n"
        "vqmovnb.s16 q5, q5\n"
        "vqmovnt.s16 q5, q6\n"
        "vldrw.32 q7, [r12, %[bounds] + 16]\n"
        "vmax.s8 q5, q5, q4\n"
        "vmin.s8 q5, q5, q7\n"
        "vmov r2, r6, q5[2], q5[0]\n"
        "vmov r4, r8, q5[3], q5[1]\n"
        "str r2, [r0]\n"
        "str r4, [r0, r10]\n"
        "add r0, r0, r10, lsl #1\n"
        "str r6, [r0]\n"
        "str r8, [r0, r10]\n"
        "add r0, r0, r10, lsl #1\n"
        "le lr, 1b\n"
        : "+r"(self), "+r"(from), "+r"(out), "+r"(next), "+r"(next_out)
        : [weights] "i"(offsetof(Int8FewTerms, weights)),
          [bounds] "i"(offsetof(Int8FewTerms, bounds)),
          [offset] "i"(offsetof(Int8FewTerms, offset)), [terms] "i"(offsetof(Int8FewTerms, terms))
        : "r1", "r2", "r3", "r4", "r5", "r6", "r8", "r11", "lr", "cc", "memory", "q0", "q1", "q2",
          "q3", "q4", "q5", "q6", "q7");
  }
};

// Computes the first filters of a product, four at a time, while these are such as Int8FewTerms
// takes; returns how many.
[[gnu::noinline]] inline int32_t run_few_terms(Int8Product product, const int8_t* inputs,
                                               int32_t pitch, int32_t pixels, int8_t* out) {
  constexpr int32_t kTogether = Int8FewTerms::kTogether;
  if (product.terms > Int8FewTerms::kMost || pixels < kTogether) return 0;
  Int8FewTerms four;
  int32_t done = 0;
  for (; product.filters - done >= 4 && four.read(product); done += 4, out += 4) {
    four.run(inputs, pitch, pixels / kTogether, out, product.out_pitch);
    // The last pixels, with some that are computed again.
    const int32_t last = pixels - kTogether;
    if (pixels % kTogether != 0)
      four.run(inputs + last * pitch, pitch, 1, out + last * product.out_pitch, product.out_pitch);
    product.weights += 4 * product.terms;
    product.result.skip(4);
  }
  return done;
}

}  // namespace kerf::integers
