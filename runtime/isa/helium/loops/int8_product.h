// Products of int8 matrices, four filters at a time.
#pragma once

#include <arm_mve.h>
#include <stdint.h>

#include "core/small.h"
#include "isa/helium/loops/int8_product_of_few.h"
#include "isa/helium/loops/int8_product_of_three.h"
#include "isa/scalar/loops/int8.h"

namespace kerf::integers {

// Four filters, and what the loop over pixels reads again for each of them. The assembly knows the
// layout.
struct Int8Tile {
  int32_t low;
  int32_t high;
  const int32_t* multiplier;
  const int8_t* shift;
  int32_t left;  // filters from the first one here on
  int32_t scale_step;
  int32_t next_input;  // from behind the last terms that a loop covers to the next pixel
  int32_t next_out;
  int32_t offset;
  struct {
    int32_t start;
    const int8_t* weights;
  } filters[4];
};

// Leaves the first `done` filters of a product out.
inline void skip_filters(Int8Product& product, int32_t done) {
  product.weights += done * product.terms;
  product.filters -= done;
  product.result.skip(done);
}

// Int8Product::run(), one pixel at a time, or four of few terms.
[[gnu::noinline]] inline void run_by_filters(const Int8Product& product, const int8_t* inputs,
                                             int32_t pitch, int32_t pixels, int8_t* out) {
  if (pixels <= 0) return;
  if constexpr (!kSmall) {
    if (const int32_t done = run_few_terms(product, inputs, pitch, pixels, out); done > 0) {
      Int8Product rest = product;
      skip_filters(rest, done);
      if (rest.filters > 0) run_by_filters(rest, inputs, pitch, pixels, out + done);
      return;
    }
  }
  Int8Tile tile;
  tile.low = product.result.low;
  tile.high = product.result.high;
  tile.multiplier = product.result.multiplier;
  tile.shift = product.result.shift;
  tile.scale_step = product.result.scale_step;
  tile.next_input = pitch - ((product.terms + 15) & ~15);
  tile.next_out = product.out_pitch;
  tile.offset = product.result.offset;
  const int32_t* start = product.result.start;
  const int8_t* w = product.weights;
  for (tile.left = product.filters; tile.left > 0; tile.left -= 4, out += 4) {
    int32_t left = tile.left;
    for (auto& its : tile.filters) {
      its.start = static_cast<int32_t>(static_cast<uint32_t>(*start) +
                                       static_cast<uint32_t>(product.result.base));
      its.weights = w;
      // A filter that does not exist is computed as the last one.
      if (--left <= 0) continue;
      ++start;
      w += product.terms;
    }
    const int8_t* x = inputs;
    int8_t* to = out;
    int32_t count = pixels;
    // q2: multipliers; q3, q4: what rescale() shifts right and left by. Halves go away from zero:
    // one less is shifted right where the number is negative.
    __asm__ volatile(
        "ldmdb %[filters], {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n"
        "vctp.32 r8\n"
        "vdup.32 q5, r4\n"
        "vdup.32 q6, r5\n"
        "movs r4, #0\n"
        "vidup.u32 q0, r4, #1\n"
        "vmul.i32 q0, q0, r9\n"
        "vpstt\n"
        "vldrwt.u32 q2, [r6, q0, uxtw #2]\n"
        "vldrbt.s32 q1, [r7, q0]\n"
        "vmov.i32 q0, #0\n"
        "vmin.s32 q3, q1, q0\n"
        "vmax.s32 q4, q1, q0\n"
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
        "vshl.s32 q0, q0, q4\n"
        "vand q1, q0, q3\n"
        "vqrdmulh.s32 q0, q0, q2\n"
        "vshr.s32 q1, q1, #31\n"
        "vadd.i32 q0, q0, q1\n"
        "vrshl.s32 q0, q0, q3\n"
        "vadd.i32 q0, q0, r6\n"
        "vmax.s32 q0, q0, q5\n"
        "vmin.s32 q0, q0, q6\n"
        "vpst\n"
        "vstrbt.32 q0, [%[to]]\n"
        "add %[x], r4\n"
        "add %[to], r5\n"
        "subs %[count], #1\n"
        "bne 1b\n"
        : [x] "+r"(x), [to] "+l"(to), [count] "+r"(count)
        : [filters] "r"(tile.filters), [terms] "r"(product.terms)
        : "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "lr", "q0", "q1", "q2", "q3", "q4",
          "q5", "q6", "cc", "memory");
    tile.multiplier += 4 * product.result.scale_step;
    tile.shift += 4 * product.result.scale_step;
  }
}

// As run_by_filters(), of several pixels whose filters have scales of their own.
[[gnu::noinline]] inline void run_by_pixels(const Int8Product& product, const int8_t* inputs,
                                            int32_t pitch, int32_t pixels, int8_t* out) {
  const int32_t done = run_in_threes(product, inputs, pitch, pixels, out);
  Int8Product rest = product;
  skip_filters(rest, done);
  if (rest.filters > 0) run_by_filters(rest, inputs, pitch, pixels, out + done);
}

// Where the compiler knows that there is one scale, nothing refers to the loops of several pixels.
[[gnu::always_inline]] inline void Int8Product::run(const int8_t* inputs, int32_t pitch,
                                                    int32_t pixels, int8_t* out) const {
  if (kSmall || result.scale_step == 0) {
    run_by_filters(*this, inputs, pitch, pixels, out);
  } else {
    run_by_pixels(*this, inputs, pitch, pixels, out);
  }
}

}  // namespace kerf::integers
