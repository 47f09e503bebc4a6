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

  explicit PaddedPlanes(const PaddedPlane& plane)
      : columns_(plane.stride == 1 ? plane.columns : -plane.columns),
        input_pitch_(4 * plane.input_pitch),
        size_(plane.rows * plane.out_pitch),
        bound_(plane.bound) {
    // A row advances the addresses of results, and those of inputs unless it gathers them.
    const int32_t row = 16 * ((plane.columns + 3) >> 2);
    out_step_ = 4 * plane.out_pitch - row;
    row_step_ = 4 * plane.row_stride - (plane.stride == 1 ? row : 32);
  }

  [[gnu::always_inline]] static void copy(const PlaneCopy& plane, const float* from, float* to) {
    const uint32x4_t offset =
        vmulq_n_u32(vidupq_n_u32(0, 1), static_cast<uint32_t>(plane.from_step));
    const int32_t vectors = (plane.columns + 3) >> 2;
    const int32_t from_step = 4 * plane.from_pitch - 16 * vectors * plane.from_step;
    const int32_t to_step = 4 * plane.to_pitch - 16 * vectors;
    int32_t rows = plane.rows;
    float32x4_t x;
    // In assembly, because GCC 12 makes no loop that predicates its tail.
    __asm__ volatile(
        "1: dlstp.32 lr, %[columns]\n"
        "2: vldrw.u32 %q[x], [%[from], %q[offset], uxtw #2]\n"
        "add %[from], %[step]\n"
        "vstrw.32 %q[x], [%[to]], #16\n"
        "letp lr, 2b\n"
        "add %[from], %[from_step]\n"
        "add %[to], %[to_step]\n"
        "subs %[rows], #1\n"
        "bne 1b\n"
        : [from] "+r"(from), [to] "+r"(to), [rows] "+l"(rows), [x] "=&w"(x)
        : [columns] "r"(plane.columns), [step] "r"(16 * plane.from_step),
          [from_step] "r"(from_step), [to_step] "r"(to_step), [offset] "w"(offset)
        : "lr", "cc", "memory");
  }

  [[gnu::noinline]] void run(const float* input, const float* weight, float start,
                             float* out) const {
    // The last load of a row of the filter advances its address before it uses it.
    const Frame frame{columns_,  row_step_,
                      out_step_, out + size_,
                      weight,    reinterpret_cast<uintptr_t>(input) - (columns_ > 0 ? 8 : 24),
                      out,       input_pitch_};
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
        "cmp r0, #0\n"
        "it lt\n"
        "rsblt r0, r0, #0\n"
        "push {r0-r3}\n"
        "mov lr, r0\n"
        "mov r8, r5\n"
        "mov r11, r6\n"
        "add r10, r5, r7\n"
        "add r12, r10, r7\n"
        "ldm r4, {r0-r7, r9}\n"
        "blt 3f\n"
        "1: dlstp.32 lr, lr\n"
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
        "ldr lr, [sp, #4]\n"
        "add r8, lr\n"
        "add r10, lr\n"
        "add r12, lr\n"
        "ldr lr, [sp, #8]\n"
        "add r11, lr\n"
        "ldr lr, [sp, #12]\n"
        "cmp r11, lr\n"
        "ldr lr, [sp]\n"
        "bne 1b\n"
        "b 5f\n"
        "3: vidup.u32 %q[y], r8, #8\n"
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
        "ldr lr, [sp, #4]\n"
        "add r8, lr\n"
        "add r10, lr\n"
        "add r12, lr\n"
        "ldr lr, [sp, #8]\n"
        "add r11, lr\n"
        "ldr lr, [sp, #12]\n"
        "cmp r11, lr\n"
        "ldr lr, [sp]\n"
        "bne 3b\n"
        "5: add sp, #16\n"
        "pop {r4-r11}\n"
        : [given] "+r"(given), [sum] "=&w"(sum), [x] "=&w"(x), [y] "=&w"(y), [middle] "=&w"(middle),
          [last] "=&w"(last)
        : [start] "w"(vdupq_n_f32(start)), [low] "w"(vdupq_n_f32(bound_.low)),
          [high] "w"(vdupq_n_f32(bound_.high))
        : "r1", "r2", "r3", "r12", "lr", "cc", "memory");
  }

 private:
  // What assembly moves to registers and its stack; distances are in bytes.
  struct Frame {
    int32_t columns;  // negative where their stride is 2
    int32_t row_step;
    int32_t out_step;
    const float* end;
    const float* weight;
    uintptr_t input;
    float* out;
    int32_t input_pitch;
  };

  int32_t columns_;
  int32_t row_step_;
  int32_t out_step_;
  int32_t input_pitch_;
  int32_t size_;  // of all outputs, in elements
  Bounds bound_;
};

}  // namespace kerf::portable
