// Products of int8 matrices, four filters at a time.
#pragma once

#include <arm_mve.h>
#include <stdint.h>

#include "loops/int8_scale.h"

namespace kerf::cortex_m {

// Four filters, and what the loop over pixels reads again for each of them. The assembly knows the
// layout.
struct Int8Tile {
  uint32_t mask;       // the lanes of filters that exist
  int32_t next_input;  // from behind the last terms that a loop covers to the next pixel
  int32_t next_out;
  int32_t offset;
  struct {
    int32_t start;
    const int8_t* weights;
  } filters[4];
};

[[gnu::noinline]] inline void Int8Product::run(const int8_t* inputs, int32_t pitch, int32_t pixels,
                                               int8_t* out) const {
  if (pixels <= 0) return;
  Int8Tile tile;
  tile.next_input = pitch - ((terms + 15) & ~15);
  tile.next_out = out_pitch;
  tile.offset = result.offset;
  const int32x4_t low = vdupq_n_s32(result.low);
  const int32x4_t high = vdupq_n_s32(result.high);
  const uint32x4_t scales =
      vmulq_n_u32(vidupq_n_u32(0, 4), static_cast<uint32_t>(result.scale_step));
  for (int32_t m = 0; m < filters; m += 4, out += 4) {
    const mve_pred16_t mask = vctp32q(static_cast<uint32_t>(filters - m));
    tile.mask = mask;
    int32_t filter = m;
    for (auto& its : tile.filters) {
      its.start = static_cast<int32_t>(static_cast<uint32_t>(result.start[filter]) +
                                       static_cast<uint32_t>(result.base));
      its.weights = weights + filter * terms;
      // A filter that does not exist is computed as the last one.
      if (filter < filters - 1) ++filter;
    }
    const int32_t scale = m * result.scale_step;
    const Shifts shifts = shifts_of(vldrwq_gather_offset_z_s32(result.shift + scale, scales, mask));
    const int32x4_t multiplier =
        vldrwq_gather_offset_z_s32(result.multiplier + scale, scales, mask);
    const int8_t* x = inputs;
    int8_t* to = out;
    int32_t count = pixels;
    __asm__ volatile(
        "ldr r4, [%[filters], #-16]\n"
        "vmsr p0, r4\n"
        "1: ldm %[filters], {r4, r5, r6, r7, r8, r9, r10, r11}\n"
        "wlstp.8 lr, %[terms], 3f\n"
        "2: vldrb.8 q0, [%[x]], #16\n"
        "vldrb.8 q1, [r5], #16\n"
        "vmladava.s8 r4, q0, q1\n"
        "vldrb.8 q1, [r7], #16\n"
        "vmladava.s8 r6, q0, q1\n"
        "vldrb.8 q1, [r9], #16\n"
        "vmladava.s8 r8, q0, q1\n"
        "vldrb.8 q1, [r11], #16\n"
        "vmladava.s8 r10, q0, q1\n"
        "letp lr, 2b\n"
        "3: vmov q0[2], q0[0], r4, r8\n"
        "vmov q0[3], q0[1], r6, r10\n"
        "ldmdb %[filters], {r4, r5, r6}\n"
        "vshl.s32 q0, q0, %q[left]\n"
        "vshl.s32 q1, q0, %q[sign]\n"
        "vqrdmulh.s32 q0, q0, %q[multiplier]\n"
        "vadd.i32 q0, q0, q1\n"
        "vrshl.s32 q0, q0, %q[right]\n"
        "vadd.i32 q0, q0, r6\n"
        "vmax.s32 q0, q0, %q[low]\n"
        "vmin.s32 q0, q0, %q[high]\n"
        "vpst\n"
        "vstrbt.32 q0, [%[to]]\n"
        "add %[x], r4\n"
        "add %[to], r5\n"
        "subs %[count], #1\n"
        "bne 1b\n"
        : [x] "+r"(x), [to] "+l"(to), [count] "+r"(count)
        : [filters] "r"(tile.filters), [terms] "r"(terms), [left] "w"(shifts.left),
          [sign] "w"(shifts.sign), [right] "w"(shifts.right), [multiplier] "w"(multiplier),
          [low] "w"(low), [high] "w"(high)
        : "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "lr", "q0", "q1", "cc", "memory");
  }
}

}  // namespace kerf::cortex_m
