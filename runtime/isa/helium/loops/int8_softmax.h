// Softmax in fixed point, four elements at a time.
#pragma once

#include <arm_mve.h>
#include <stddef.h>
#include <stdint.h>

#include "isa/scalar/loops/int8.h"
#include "isa/scalar/loops/int8_fractions.h"

namespace kerf::integers {

// Numbers of exp_of_negative(), in the order of the registers: the lowest one, 1/8, 1/3, exp(-1/8),
// and the factors exp(-1/4), exp(-1/2), exp(-1), .. exp(-16).
inline constexpr int32_t kExpNumbers[] = {INT32_MIN,  1 << 28,    715827883, 1895147668,
                                          1672461947, 1302514674, 790015084, 290630308,
                                          39332535,   720401,     242};

// Passes over the elements. The assembly knows the order of some members.
struct SoftmaxPass {
  int32_t shift;
  int32_t multiplier;
  int32_t least;  // elements further below the largest one count 0
  int32_t most;
  uint32_t lanes[4];  // of elements
  const int32_t* numbers = kExpNumbers;
  int32_t scale = 0;
  int32_t bits = 0;  // what results are shifted left by

  // Returns the sum of the exponentials, each / 2^12, with the bits of exp_of() in
  // isa/scalar/loops/int8_softmax.h; or writes results to `to`, unless it is null. `next` is the
  // distance of four elements. count > 0.
  //
  // CMSIS-NN rounds halves away from zero, VQRDMULH up: the same where a product is not negative,
  // and no other product of the 2^24 numbers y (q3) ends in a half. q2 is minus the scaled
  // difference; one that overflows counts 0, unless it is -2^31.
  [[gnu::noinline]] int32_t run(const int8_t* from, int8_t* to, int32_t next, int32_t count) const {
    register const SoftmaxPass* self __asm__("r0") = this;
    register const int8_t* in __asm__("r1") = from;
    register int8_t* out __asm__("r2") = to;
    register int32_t left __asm__("r3") = count;  // becomes the sum
    register int32_t step __asm__("r12") = next;
    __asm__ volatile(
        "mov lr, #0\n"
        "vldrw.32 q7, [r0, %[lanes]]\n"
        "1: ldm r0, {r4, r5, r10, r11}\n"
        "vctp.32 r3\n"
        "vpst\n"
        "vldrbt.s32 q0, [r1, q7]\n"
        "vsub.i32 q0, q0, r11\n"
        "ldr r11, [r0, %[numbers]]\n"
        "vneg.s32 q0, q0\n"
        "ldm r11!, {r6-r9}\n"
        "vmov q1, q0\n"
        "vshl.s32 q1, r4\n"
        "vqrdmulh.s32 q2, q1, r5\n"
        "vpt.s32 lt, q2, zr\n"
        "vmovt.i32 q2, #0\n"
        "vpt.i32 eq, q1, r6\n"
        "vdupt.32 q2, r5\n"
        "vneg.s32 q3, q2\n"
        "vorr.i32 q3, #0xFF000000\n"
        "vadd.i32 q1, q3, q2\n"
        "vshl.i32 q3, q3, #5\n"
        "vadd.i32 q3, q3, r7\n"
        "vqrdmulh.s32 q4, q3, q3\n"
        "vqrdmulh.s32 q5, q4, q4\n"
        "vqrdmulh.s32 q6, q4, q3\n"
        "vrshr.s32 q5, q5, #2\n"
        "vadd.i32 q5, q5, q6\n"
        "vqrdmulh.s32 q5, q5, r8\n"
        "vadd.i32 q5, q5, q4\n"
        "vrshr.s32 q5, q5, #1\n"
        "vadd.i32 q5, q5, q3\n"
        "vqrdmulh.s32 q5, q5, r9\n"
        "vadd.i32 q5, q5, r9\n"
        // The factors of the quarters in q1.
        "ldm r11!, {r4-r7}\n"
        "vshl.i32 q6, q1, #7\n"
        "vpt.s32 lt, q6, zr\n"
        "vqrdmulht.s32 q5, q5, r4\n"
        "vshl.i32 q6, q1, #6\n"
        "vpt.s32 lt, q6, zr\n"
        "vqrdmulht.s32 q5, q5, r5\n"
        "vshl.i32 q6, q1, #5\n"
        "vpt.s32 lt, q6, zr\n"
        "vqrdmulht.s32 q5, q5, r6\n"
        "vshl.i32 q6, q1, #4\n"
        "vpt.s32 lt, q6, zr\n"
        "vqrdmulht.s32 q5, q5, r7\n"
        "ldm r11, {r4-r6}\n"
        "vshl.i32 q6, q1, #3\n"
        "vpt.s32 lt, q6, zr\n"
        "vqrdmulht.s32 q5, q5, r4\n"
        "vshl.i32 q6, q1, #2\n"
        "vpt.s32 lt, q6, zr\n"
        "vqrdmulht.s32 q5, q5, r5\n"
        "vshl.i32 q6, q1, #1\n"
        "vpt.s32 lt, q6, zr\n"
        "vqrdmulht.s32 q5, q5, r6\n"
        "vpt.i32 eq, q2, zr\n"
        "vmvnt.i32 q5, #0x80000000\n"
        "vpt.s32 gt, q0, r10\n"
        "vmovt.i32 q5, #0\n"
        "vctp.32 r3\n"
        "cbnz r2, 2f\n"
        "vrshr.s32 q5, q5, #12\n"
        "vpst\n"
        "vaddvat.s32 lr, q5\n"
        "b 3f\n"
        "2: ldrd r4, r5, [r0, %[scale]]\n"
        "mov r6, #128\n"
        "vqrdmulh.s32 q5, q5, r4\n"
        "vrshl.s32 q5, r5\n"
        "vsub.i32 q5, q5, r6\n"
        "vqmovnb.s16 q5, q5\n"
        "vpst\n"
        "vstrbt.32 q5, [r2, q7]\n"
        "add r2, r12\n"
        "3: add r1, r12\n"
        "subs r3, #4\n"
        "bgt 1b\n"
        "mov r3, lr\n"
        : "+r"(in), "+r"(out), "+r"(left)
        : "r"(self), "r"(step), [lanes] "i"(offsetof(SoftmaxPass, lanes)),
          [scale] "i"(offsetof(SoftmaxPass, scale)), [numbers] "i"(offsetof(SoftmaxPass, numbers))
        : "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "lr", "cc", "memory", "q0", "q1", "q2",
          "q3", "q4", "q5", "q6", "q7");
    return left;
  }
};

[[gnu::noinline]] inline void Int8Softmax::run(const int8_t* from, int8_t* to, int32_t step,
                                               int32_t count) const {
  SoftmaxPass pass;
  pass.shift = shift;
  pass.multiplier = multiplier;
  pass.least = -diff_min;
  const uint32x4_t lanes = vmulq_n_u32(vidupq_n_u32(0, 1), static_cast<uint32_t>(step));
  vstrwq_u32(pass.lanes, lanes);
  const int32_t next = 4 * step;
  int32_t most = INT8_MIN;
  const int8_t* at = from;
  for (int32_t left = count; left > 0; left -= 4, at += next) {
    const mve_pred16_t mask = vctp32q(static_cast<uint32_t>(left));
    most = vmaxvq_p_s32(most, vldrbq_gather_offset_z_s32(at, lanes, mask), mask);
  }
  pass.most = most;
  const auto sum = static_cast<uint32_t>(pass.run(from, nullptr, next, count));
  // The largest element adds 2^19.
  const int32_t headroom = __builtin_clz(sum);
  constexpr int32_t kAccumulatorBits = 12;
  pass.scale = one_over_one_plus(static_cast<int32_t>((sum << headroom) - (uint32_t{1} << 31)));
  pass.bits = headroom - kAccumulatorBits - 23;
  pass.run(from, to, next, count);
}

}  // namespace kerf::integers
