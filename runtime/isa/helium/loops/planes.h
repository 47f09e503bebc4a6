// Filters of 3x3 over padded planes of float, four columns of a row at a time, one fused
// multiply-add for each term.
#pragma once

#include <arm_mve.h>

#include "isa/helium/loops/sums.h"
#include "isa/scalar/loops/planes.h"

namespace kerf::portable {

template <>
struct PaddedPlanes<float> {
  static constexpr bool kAny = true;

  static constexpr bool takes(int32_t stride) { return stride <= 2; }

  [[gnu::noinline]] static void run(const PaddedPlane& plane, const float* input,
                                    const float* weight, float start, float* out) {
    // The last load of a row of the filter advances its address before it uses it.
    const int32_t stride = plane.stride;
    const Frame frame{reinterpret_cast<uintptr_t>(input) - 16 * static_cast<uint32_t>(stride) + 8,
                      out,
                      4 * plane.row_stride,
                      4 * plane.out_pitch,
                      4 * plane.input_pitch,
                      stride == 1 ? plane.columns : -plane.columns,
                      plane.rows,
                      weight};
    register const Frame* given __asm__("r0") = &frame;
    float32x4_t sum;
    float32x4_t x;
    uint32x4_t y;
    uint32x4_t middle;
    uint32x4_t last;
    // All registers are in use: r0 to r7 and r9 are weights, r8, r10 and r12 are at the rows of
    // the input, r11 at the result. A NaN is not compared as equal, and is written.
    __asm__ volatile(
        "push {r4-r11}\n"
        "ldm r0, {r0-r7}\n"
        "push {r0-r7}\n"
        "ldm r7, {r0-r7, r9}\n"
        "1: ldrd r8, r11, [sp]\n"
        "ldrd r10, r12, [sp, #8]\n"
        "add r10, r8\n"
        "add r12, r11\n"
        "strd r10, r12, [sp]\n"
        "ldrd r12, lr, [sp, #16]\n"
        "add r10, r8, r12\n"
        "add r12, r10\n"
        "cmp lr, #0\n"
        "blt 3f\n"
        "dlstp.32 lr, lr\n"
        "2: vldrw.u32 %q[x], [r8, #8]\n"
        "vmov %q[sum], %q[start]\n"
        "vldrw.u32 %q[y], [r8, #12]\n"
        "vfma.f32 %q[sum], %q[x], r0\n"
        "vldrw.u32 %q[x], [r8, #16]!\n"
        "vfma.f32 %q[sum], %q[y], r1\n"
        "vldrw.u32 %q[y], [r10, #8]\n"
        "vfma.f32 %q[sum], %q[x], r2\n"
        "vldrw.u32 %q[x], [r10, #12]\n"
        "vfma.f32 %q[sum], %q[y], r3\n"
        "vldrw.u32 %q[y], [r10, #16]!\n"
        "vfma.f32 %q[sum], %q[x], r4\n"
        "vldrw.u32 %q[x], [r12, #8]\n"
        "vfma.f32 %q[sum], %q[y], r5\n"
        "vldrw.u32 %q[y], [r12, #12]\n"
        "vfma.f32 %q[sum], %q[x], r6\n"
        "vldrw.u32 %q[x], [r12, #16]!\n"
        "vfma.f32 %q[sum], %q[y], r7\n"
        "vfma.f32 %q[sum], %q[x], r9\n"
        "vptt.f32 eq, %q[sum], %q[sum]\n"
        "vmaxnmt.f32 %q[sum], %q[sum], %q[low]\n"
        "vminnmt.f32 %q[sum], %q[sum], %q[high]\n"
        "vstrw.32 %q[sum], [r11], #16\n"
        "letp lr, 2b\n"
        "b 5f\n"
        "3: rsb lr, lr, #0\n"
        "vidup.u32 %q[y], r8, #8\n"
        "vidup.u32 %q[middle], r10, #8\n"
        "vidup.u32 %q[last], r12, #8\n"
        "dlstp.32 lr, lr\n"
        "4: vmov %q[sum], %q[start]\n"
        "vldrw.u32 %q[x], [%q[y], #24]\n"
        "vfma.f32 %q[sum], %q[x], r0\n"
        "vldrw.u32 %q[x], [%q[y], #28]\n"
        "vfma.f32 %q[sum], %q[x], r1\n"
        "vldrw.u32 %q[x], [%q[y], #32]!\n"
        "vfma.f32 %q[sum], %q[x], r2\n"
        "vldrw.u32 %q[x], [%q[middle], #24]\n"
        "vfma.f32 %q[sum], %q[x], r3\n"
        "vldrw.u32 %q[x], [%q[middle], #28]\n"
        "vfma.f32 %q[sum], %q[x], r4\n"
        "vldrw.u32 %q[x], [%q[middle], #32]!\n"
        "vfma.f32 %q[sum], %q[x], r5\n"
        "vldrw.u32 %q[x], [%q[last], #24]\n"
        "vfma.f32 %q[sum], %q[x], r6\n"
        "vldrw.u32 %q[x], [%q[last], #28]\n"
        "vfma.f32 %q[sum], %q[x], r7\n"
        "vldrw.u32 %q[x], [%q[last], #32]!\n"
        "vfma.f32 %q[sum], %q[x], r9\n"
        "vptt.f32 eq, %q[sum], %q[sum]\n"
        "vmaxnmt.f32 %q[sum], %q[sum], %q[low]\n"
        "vminnmt.f32 %q[sum], %q[sum], %q[high]\n"
        "vstrw.32 %q[sum], [r11], #16\n"
        "letp lr, 4b\n"
        "5: ldr r8, [sp, #24]\n"
        "subs r8, #1\n"
        "str r8, [sp, #24]\n"
        "bne 1b\n"
        "add sp, #32\n"
        "pop {r4-r11}\n"
        : [given] "+r"(given), [sum] "=&w"(sum), [x] "=&w"(x), [y] "=&w"(y), [middle] "=&w"(middle),
          [last] "=&w"(last)
        : [start] "w"(vdupq_n_f32(start)), [low] "w"(vdupq_n_f32(plane.bound.low)),
          [high] "w"(vdupq_n_f32(plane.bound.high))
        : "r1", "r2", "r3", "r12", "lr", "cc", "memory");
  }

 private:
  // What assembly moves to its stack; distances are in bytes.
  struct Frame {
    uintptr_t input;
    float* out;
    int32_t row_stride;
    int32_t out_pitch;
    int32_t input_pitch;
    int32_t columns;  // negative where their stride is 2
    int32_t rows;
    const float* weight;
  };
};

}  // namespace kerf::portable
