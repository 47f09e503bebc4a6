// Products of four pixels with one filter at a time, in little code. In assembly: compilers load a
// word at a time, rotate before they extend, and keep little in registers.
#pragma once

#include <stddef.h>

#include "isa/dsp/loops/int8_results.h"

namespace kerf::integers::by_four {

// Pixels as int16, four next to each other or one: of each four terms and each pixel two words,
// terms (0, 2) and (1, 3).
inline constexpr int32_t kTilePixels = 4;
inline constexpr int32_t kPixelWords = 2;

// Writes the one to three terms that are left to a tile, with `offset` added, which holds it twice.
// What is missing in its last word is a number that weights of 0 are multiplied with.
[[gnu::noinline]] inline void expand_rest(uint32_t* tile, const int8_t* from, int32_t terms,
                                          uint32_t offset) {
  uint32_t x = 0;
  libc::copy(&x, from, static_cast<size_t>(terms));
  tile[0] = even_bytes(x, offset);
  tile[1] = odd_bytes(x, offset);
}

// Writes a pixel to a tile of kPixels, with `offset` added, which holds it twice.
template <int32_t kPixels>
[[gnu::noinline]] void expand_pixel(uint32_t* tile, const int8_t* from, int32_t terms,
                                    uint32_t offset) {
  uint32_t even;
  uint32_t odd;
  __asm__ volatile(
      "subs %[terms], #4\n"
      "bmi 2f\n"
      "1: ldr %[odd], [%[from]], #4\n"
      "subs %[terms], #4\n"
      "sxtab16 %[even], %[offset], %[odd]\n"
      "sxtab16 %[odd], %[offset], %[odd], ror #8\n"
      "strd %[even], %[odd], [%[tile]], %[step]\n"
      "bpl 1b\n"
      "2: adds %[terms], #4\n"
      : [terms] "+r"(terms), [from] "+r"(from), [tile] "+r"(tile), [even] "=&r"(even),
        [odd] "=&r"(odd)
      : [step] "i"(4 * kPixelWords * kPixels), [offset] "r"(offset)
      : "cc", "memory");
  if (terms != 0) expand_rest(tile, from, terms, offset);
}

// Four pixels and the filters that are left.
struct TileProduct {
  const uint32_t* tile;
  int32_t terms;
  const int8_t* weights;
  const int32_t* start;
  const int32_t* multiplier;
  const int8_t* shift;
  int32_t scale_step;  // bytes to the next multiplier: four times those to the next shift
  int32_t nudge;       // 2 * offset + 1
  int8_t* out;
  int32_t out_pitch;
  int32_t base;
  int32_t filters;
  uint32_t sums[kTilePixels];

  // Computes the results of all filters, unclamped, and advances past them. Stops at a filter
  // whose scale FastScale does not take, with its sums.
  [[gnu::noinline]] void run() {
    register TileProduct* self __asm__("r0") = this;
    __asm__ volatile(
        "1: ldrd r1, r3, [r0, %[weights]]\n"
        "ldr r5, [r0, %[base]]\n"
        "ldr r4, [r3], #4\n"
        "str r3, [r0, %[start]]\n"
        "add r4, r5\n"
        "mov r5, r4\n"
        "mov r6, r4\n"
        "mov r7, r4\n"
        "ldrd r2, r3, [r0, %[tile]]\n"
        "subs r3, #4\n"
        "bmi 4f\n"
        "2: ldr lr, [r1], #4\n"
        "3: ldm r2!, {r8-r11}\n"
        "sxtb16 r12, lr\n"
        "sxtb16 lr, lr, ror #8\n"
        "smlad r4, r12, r8, r4\n"
        "smlad r4, lr, r9, r4\n"
        "smlad r5, r12, r10, r5\n"
        "smlad r5, lr, r11, r5\n"
        "ldm r2!, {r8-r11}\n"
        "subs r3, #4\n"
        "smlad r6, r12, r8, r6\n"
        "smlad r6, lr, r9, r6\n"
        "smlad r7, r12, r10, r7\n"
        "smlad r7, lr, r11, r7\n"
        "bpl 2b\n"
        "4: adds r3, #4\n"
        "beq 6f\n"
        // The last one to three weights, from the last one on.
        "add r1, r3\n"
        "mov r8, r1\n"
        "mov lr, #0\n"
        "5: ldrb r12, [r8, #-1]!\n"
        "subs r3, #1\n"
        "orr lr, r12, lr, lsl #8\n"
        "bne 5b\n"
        "b 3b\n"
        "6: str r1, [r0, %[weights]]\n"
        "ldrd r8, r9, [r0, %[multiplier]]\n"
        "ldrd r2, r3, [r0, %[scale_step]]\n"
        "ldr r10, [r8]\n"
        "ldrsb r11, [r9]\n"
        "lsls r10, r10, #1\n"
        "bpl 7f\n"
        "mvn r12, r11\n"
        "cmp r12, #21\n"
        "bhi 7f\n"
        "lsl r3, r12\n"
        "rsb r11, #0\n"
        "add r8, r2\n"
        "add r9, r9, r2, lsr #2\n"
        "strd r8, r9, [r0, %[multiplier]]\n"
        "ldrd r8, r9, [r0, %[out]]\n"
        "add r12, r4, r4, asr #31\n"
        "smmlar r12, r4, r10, r12\n"
        "qadd r12, r12, r3\n"
        "asr r12, r11\n"
        "ssat r12, #8, r12\n"
        "strb r12, [r8]\n"
        "add r12, r5, r5, asr #31\n"
        "smmlar r12, r5, r10, r12\n"
        "qadd r12, r12, r3\n"
        "asr r12, r11\n"
        "ssat r12, #8, r12\n"
        "strb r12, [r8, r9]\n"
        "add r12, r6, r6, asr #31\n"
        "smmlar r12, r6, r10, r12\n"
        "qadd r12, r12, r3\n"
        "asr r12, r11\n"
        "ssat r12, #8, r12\n"
        "strb r12, [r8, r9, lsl #1]\n"
        "add r12, r7, r7, asr #31\n"
        "smmlar r12, r7, r10, r12\n"
        "qadd r12, r12, r3\n"
        "asr r12, r11\n"
        "ssat r12, #8, r12\n"
        "add r9, r9, r9, lsl #1\n"
        "strb r12, [r8, r9]\n"
        "add r8, #1\n"
        "str r8, [r0, %[out]]\n"
        "ldr r2, [r0, %[filters]]\n"
        "subs r2, #1\n"
        "str r2, [r0, %[filters]]\n"
        "bne 1b\n"
        "7: add r2, r0, %[sums]\n"
        "stm r2, {r4-r7}\n"
        : "+r"(self)
        : [weights] "i"(offsetof(TileProduct, weights)), [base] "i"(offsetof(TileProduct, base)),
          [start] "i"(offsetof(TileProduct, start)), [tile] "i"(offsetof(TileProduct, tile)),
          [multiplier] "i"(offsetof(TileProduct, multiplier)),
          [scale_step] "i"(offsetof(TileProduct, scale_step)),
          [out] "i"(offsetof(TileProduct, out)), [filters] "i"(offsetof(TileProduct, filters)),
          [sums] "i"(offsetof(TileProduct, sums))
        : "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "lr", "cc",
          "memory");
  }
};

// The results of the four pixels of `tile`.
[[gnu::noinline]] inline void run_tile(const Int8Product& product, const uint32_t* tile,
                                       int8_t* out) {
  const Int8Result& result = product.result;
  TileProduct rest;
  rest.tile = tile;
  rest.terms = product.terms;
  rest.weights = product.weights;
  rest.start = result.start;
  rest.multiplier = result.multiplier;
  rest.shift = result.shift;
  rest.scale_step = 4 * result.scale_step;
  rest.nudge = 2 * result.offset + 1;
  rest.out = out;
  rest.out_pitch = product.out_pitch;
  rest.base = result.base;
  rest.filters = product.filters;
  while (rest.filters > 0) {
    rest.run();
    if (rest.filters == 0) break;
    int8_t* to = rest.out++;
    for (const uint32_t sum : rest.sums) {
      *to = int8_of(result, product.filters - rest.filters, sum);
      to += product.out_pitch;
    }
    rest.multiplier += result.scale_step;
    rest.shift += result.scale_step;
    --rest.filters;
  }
  clamp_rows(result, out, product.out_pitch, kTilePixels, product.filters);
}

// The results of `tile`, which has one pixel, two filters at a time.
[[gnu::noinline]] inline void run_pixel(const Int8Product& product, const uint32_t* tile,
                                        int8_t* out) {
  const int8_t* weights = product.weights;
  for (int32_t m = 0; m < product.filters; ++m) {
    const int32_t terms = product.terms;
    const int32_t second = m + 1 < product.filters ? 1 : 0;
    const int8_t* next = weights + second * terms;
    uint32_t a = product.result.start_of(m);
    uint32_t b = product.result.start_of(m + second);
    const uint32_t* x = tile;
    int32_t left = terms >> 2;
    uint32_t last[2] = {};
    if ((terms & 3) != 0) {
      libc::copy(&last[0], weights + (terms & ~3), static_cast<size_t>(terms & 3));
      libc::copy(&last[1], next + (terms & ~3), static_cast<size_t>(terms & 3));
    }
    uint32_t x0;
    uint32_t x1;
    uint32_t even;
    uint32_t odd;
    // The words of weights, then the last ones.
    __asm__ volatile(
        "cbz %[left], 2f\n"
        "1: ldr %[odd], [%[w]], #4\n"
        "ldrd %[x0], %[x1], [%[x]], %[step]\n"
        "sxtb16 %[even], %[odd]\n"
        "sxtb16 %[odd], %[odd], ror #8\n"
        "smlad %[a], %[even], %[x0], %[a]\n"
        "smlad %[a], %[odd], %[x1], %[a]\n"
        "ldr %[odd], [%[v]], #4\n"
        "subs %[left], #1\n"
        "sxtb16 %[even], %[odd]\n"
        "sxtb16 %[odd], %[odd], ror #8\n"
        "smlad %[b], %[even], %[x0], %[b]\n"
        "smlad %[b], %[odd], %[x1], %[b]\n"
        "bne 1b\n"
        "2:\n"
        : [a] "+r"(a), [b] "+r"(b), [left] "+l"(left), [x0] "=&r"(x0), [x1] "=&r"(x1),
          [even] "=&r"(even), [odd] "=&r"(odd), [w] "+r"(weights), [v] "+r"(next), [x] "+r"(x)
        : [step] "i"(4 * kPixelWords)
        : "cc", "memory");
    if ((terms & 3) != 0) {
      const auto add = [&](uint32_t sum, uint32_t w) {
        const auto first = __smlad(static_cast<int16x2_t>(even_bytes(w)),
                                   static_cast<int16x2_t>(x[0]), static_cast<int32_t>(sum));
        return static_cast<uint32_t>(
            __smlad(static_cast<int16x2_t>(odd_bytes(w)), static_cast<int16x2_t>(x[1]), first));
      };
      a = add(a, last[0]);
      b = add(b, last[1]);
      next += terms & 3;
    }
    out[m] = int8_of(product.result, m, a);
    m += second;
    out[m] = int8_of(product.result, m, b);
    weights = next;
  }
}

[[gnu::always_inline]] inline void run(const Int8Product& product, const int8_t* inputs,
                                       int32_t pitch, int32_t pixels, int8_t* out) {
  auto* tile = static_cast<uint32_t*>(product.scratch);
  const uint32_t offsets = twice(product.offset);
  while (pixels > 0) {
    const int32_t count = pixels < kTilePixels ? 1 : kTilePixels;
    if (count == 1) {
      expand_pixel<1>(tile, inputs, product.terms, offsets);
      inputs += pitch;
      run_pixel(product, tile, out);
    } else {
      for (int32_t i = 0; i < kTilePixels; ++i, inputs += pitch)
        expand_pixel<kTilePixels>(tile + kPixelWords * i, inputs, product.terms, offsets);
      run_tile(product, tile, out);
    }
    out += count * product.out_pitch;
    pixels -= count;
  }
}

}  // namespace kerf::integers::by_four
