// Products with filters whose weights are stored in pairs, where code need not be small. A word has
// two terms of both filters: as int16 these are 256 * odd + even, the weight of the even filter
// with 128 added. SMLAD by such a word adds 256 times the sum of the odd filter to that of the even
// one, which the same word with UXTB16 gives alone: a load and an extension serve both filters.
#pragma once

#include <stddef.h>

#include "isa/dsp/loops/int8_product_by_three.h"
#include "isa/dsp/loops/int8_results.h"

namespace kerf::cortex_m::in_pairs {

using by_three::kTilePixels;
using by_three::kUnrolled;

// Writes a pixel to a tile of kPixels, as by_three::expand_pixel(). Returns the sum of its terms.
template <int32_t kPixels>
[[gnu::noinline]] uint32_t expand_pixel(uint32_t* tile, const int8_t* from, int32_t terms,
                                        uint32_t offset) {
  const bool few = terms < 4;
  uint32_t sum = 0;
  uint32_t a;
  uint32_t b;
  uint32_t even;
  __asm__ volatile(
      ".macro kerf_expand word\n"
      "sxtab16 %[even], %[offset], \\word\n"
      "sxtab16 \\word, %[offset], \\word, ror #8\n"
      "smlad %[sum], %[even], %[ones], %[sum]\n"
      "smlad %[sum], \\word, %[ones], %[sum]\n"
      "str \\word, [%[tile], %[pixels]]\n"
      "str %[even], [%[tile]], %[step]\n"
      ".endm\n"
      "subs %[terms], #8\n"
      "bmi 2f\n"
      "1: ldr %[a], [%[from]], #4\n"
      "ldr %[b], [%[from]], #4\n"
      "subs %[terms], #8\n"
      "kerf_expand %[a]\n"
      "kerf_expand %[b]\n"
      "bpl 1b\n"
      "2: adds %[terms], #4\n"
      "bmi 3f\n"
      "ldr %[a], [%[from]], #4\n"
      "subs %[terms], #4\n"
      "kerf_expand %[a]\n"
      "3: adds %[terms], #4\n"
      ".purgem kerf_expand\n"
      : [terms] "+r"(terms), [from] "+r"(from), [tile] "+r"(tile), [sum] "+r"(sum), [a] "=&r"(a),
        [b] "=&r"(b), [even] "=&r"(even)
      :
      [pixels] "i"(4 * kPixels), [step] "i"(8 * kPixels), [offset] "r"(offset), [ones] "r"(0x10001)
      : "cc", "memory");
  if (terms == 0) return sum;
  const uint32_t rest = by_three::rest_of_pixel(from, terms, few);
  tile[0] = even_bytes(rest, offset);
  tile[kPixels] = odd_bytes(rest, offset);
  // The bytes behind the terms are 0 before the offset is added.
  const auto ones = static_cast<int16x2_t>(0x10001);
  auto total = static_cast<int32_t>(sum) + terms * static_cast<int16_t>(offset);
  total = __smlad(static_cast<int16x2_t>(even_bytes(rest)), ones, total);
  return static_cast<uint32_t>(__smlad(static_cast<int16x2_t>(odd_bytes(rest)), ones, total));
}

// Three pixels and the pairs of filters that are left.
struct TileProduct {
  const int8_t* weights;
  int32_t pair_bytes;          // from a pair to the next
  const uint32_t* tile;        // less the words of a group of pixels
  uint32_t less[kTilePixels];  // 128 times the sum of each pixel
  uintptr_t whole;             // the last of `tile` for whole words, less 4 where no term is left
  int32_t rest;                // the terms that are left
  const int32_t* start;
  const int32_t* multiplier;
  const int32_t* shift;
  int32_t scale_step;  // bytes to the scales of the next pair
  int8_t* out;         // of the first pixel
  int32_t out_pitch;
  const int8_t* out_end;  // of its pairs
  int32_t nudge;          // 2 * offset + 1
  int32_t skipped;        // bytes of the loop's code that its first turn leaves out
  uint32_t entry;         // where it begins
  uint32_t sums[2][kTilePixels];

  // Computes the results of pairs, as by_three::TileProduct::run().
  [[gnu::noinline]] void run() {
    register TileProduct* self __asm__("r4") = this;
    __asm__ volatile(
        // Two terms.
        ".macro kerf_words\n"
        "ldr.w r3, [r0], #4\n"
        "ldr.w r5, [r2, #12]!\n"
        "ldr.n r6, [r2, #4]\n"
        "ldr.n r7, [r2, #8]\n"
        "smlad r8, r3, r5, r8\n"
        "smlad r9, r3, r6, r9\n"
        "smlad r10, r3, r7, r10\n"
        "uxtb16 r3, r3\n"
        "smlad r11, r3, r5, r11\n"
        "smlad r12, r3, r6, r12\n"
        "smlad lr, r3, r7, lr\n"
        ".endm\n"
        // The result of `sum` by the scale in r0, `twice` and `right`.
        ".macro kerf_result sum, twice, right\n"
        "add r1, \\sum, \\sum, asr #31\n"
        "smmlar \\sum, \\sum, \\twice, r1\n"
        "qadd \\sum, \\sum, r0\n"
        "asr \\sum, \\right\n"
        "ssat \\sum, #8, \\sum\n"
        ".endm\n"
        "sub sp, #8\n"
        "ldr r1, [r4, %[skipped]]\n"
        "adr r0, 2f\n"
        "add r1, r0\n"
        "orr r1, #1\n"
        "str r1, [r4, %[entry]]\n"
        "1: ldr r3, [r4, %[start]]\n"
        "ldr r0, [r4, %[weights]]\n"
        "ldr r1, [r4, %[pair_bytes]]\n"
        "ldr r2, [r4, %[tile]]\n"
        "ldr r5, [r4, %[less]]\n"
        "ldr r6, [r4, %[less] + 4]\n"
        "ldr r7, [r4, %[less] + 8]\n"
        "ldr r9, [r4, %[entry]]\n"
        "ldr r10, [r4, %[whole]]\n"
        "ldr r8, [r3]\n"
        "add r1, r0\n"
        "str r1, [r4, %[weights]]\n"
        "mov r1, r10\n"
        "mov r3, r9\n"
        "sub r11, r8, r5\n"
        "sub r12, r8, r6\n"
        "sub lr, r8, r7\n"
        "mov r8, r11\n"
        "mov r9, r12\n"
        "mov r10, lr\n"
        "bx r3\n"
        ".balign 4\n"
        "2: .rept 2 * (%c[unrolled] - 1)\n"
        "kerf_words\n"
        ".endr\n"
        "3: kerf_words\n"
        "kerf_words\n"
        "cmp r2, r1\n"
        "blo 2b\n"
        "beq 4f\n"
        "ldr r3, [r4, %[start]]\n"
        "ldr r0, [r4, %[multiplier]]\n"
        "ldr r1, [r4, %[shift]]\n"
        "ldr r2, [r4, %[scale_step]]\n"
        "ldr r7, [r3, #4]\n"
        "ldr r5, [r0]\n"
        "ldr r6, [r0, #4]\n"
        "sub r8, r8, r11\n"
        "sub r9, r9, r12\n"
        "sub r10, r10, lr\n"
        "add r8, r7, r8, asr #8\n"
        "add r9, r7, r9, asr #8\n"
        "add r10, r7, r10, asr #8\n"
        "add r3, #8\n"
        "add r0, r2\n"
        "str r3, [r4, %[start]]\n"
        "str r0, [r4, %[multiplier]]\n"
        "ldr r7, [r1]\n"
        "ldr r3, [r1, #4]\n"
        "add r1, r2\n"
        "str r1, [r4, %[shift]]\n"
        "lsls r5, r5, #1\n"
        "bpl 5f\n"
        "lsls r6, r6, #1\n"
        "bpl 5f\n"
        "mvn r7, r7\n"
        "mvn r3, r3\n"
        "cmp r7, %[most]\n"
        "it ls\n"
        "cmpls r3, %[most]\n"
        "bhi 5f\n"
        "ldr r2, [r4, %[nudge]]\n"
        "lsl r0, r2, r7\n"
        "add r7, #1\n"
        "kerf_result r11, r5, r7\n"
        "kerf_result r12, r5, r7\n"
        "kerf_result lr, r5, r7\n"
        "lsl r0, r2, r3\n"
        "add r3, #1\n"
        "kerf_result r8, r6, r3\n"
        "kerf_result r9, r6, r3\n"
        "kerf_result r10, r6, r3\n"
        "ldr r0, [r4, %[out]]\n"
        "ldr r1, [r4, %[out_pitch]]\n"
        "ldr r3, [r4, %[out_end]]\n"
        "add r2, r0, r1\n"
        "add r1, r2\n"
        "strb r8, [r0, #1]\n"
        "strb r11, [r0], #2\n"
        "strb r9, [r2, #1]\n"
        "strb r12, [r2]\n"
        "strb r10, [r1, #1]\n"
        "strb lr, [r1]\n"
        "str r0, [r4, %[out]]\n"
        "cmp r0, r3\n"
        "bne 1b\n"
        "b 5f\n"
        // The last one to three terms, as words of their own.
        "4: ldr r3, [r4, %[rest]]\n"
        "mov r6, #0\n"
        "ldrh r5, [r0]\n"
        "cmp r3, #2\n"
        "it ge\n"
        "ldrhge r6, [r0, #2]\n"
        "itt gt\n"
        "ldrhgt r7, [r0, #4]\n"
        "orrgt r5, r5, r7, lsl #16\n"
        "strd r5, r6, [sp]\n"
        "mov r0, sp\n"
        "b 3b\n"
        "5: add r3, r4, %[sums]\n"
        "stm r3!, {r11, r12, lr}\n"
        "stm r3, {r8-r10}\n"
        "add sp, #8\n"
        ".purgem kerf_words\n"
        ".purgem kerf_result\n"
        : "+r"(self)
        : [weights] "i"(offsetof(TileProduct, weights)),
          [pair_bytes] "i"(offsetof(TileProduct, pair_bytes)),
          [tile] "i"(offsetof(TileProduct, tile)), [less] "i"(offsetof(TileProduct, less)),
          [whole] "i"(offsetof(TileProduct, whole)), [rest] "i"(offsetof(TileProduct, rest)),
          [start] "i"(offsetof(TileProduct, start)),
          [multiplier] "i"(offsetof(TileProduct, multiplier)),
          [shift] "i"(offsetof(TileProduct, shift)),
          [scale_step] "i"(offsetof(TileProduct, scale_step)),
          [out] "i"(offsetof(TileProduct, out)), [out_pitch] "i"(offsetof(TileProduct, out_pitch)),
          [out_end] "i"(offsetof(TileProduct, out_end)), [nudge] "i"(offsetof(TileProduct, nudge)),
          [skipped] "i"(offsetof(TileProduct, skipped)), [entry] "i"(offsetof(TileProduct, entry)),
          [sums] "i"(offsetof(TileProduct, sums)), [most] "i"(FastScale::kMostBelow),
          [unrolled] "i"(kUnrolled)
        : "r0", "r1", "r2", "r3", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "lr", "cc",
          "memory");
  }
};

// Bytes of code for four terms in TileProduct::run() and in PixelProduct::run().
inline constexpr int32_t kTileTermsBytes = 80;
inline constexpr int32_t kPixelTermsBytes = 68;

// The results of the three pixels of `tile`, whose sums are `sums`, of all pairs.
[[gnu::noinline]] inline void run_tile(const Int8Product& product, const uint32_t* tile,
                                       const uint32_t* sums, int8_t* out) {
  const Int8Result& result = product.result;
  const int32_t terms = product.terms;
  const int32_t groups = terms >> 2;
  const by_three::Scales<2> scales(result);
  TileProduct rest;
  rest.weights = product.weights;
  rest.pair_bytes = 2 * terms;
  rest.tile = tile - kTilePixels;
  for (int32_t p = 0; p < kTilePixels; ++p) rest.less[p] = sums[p] << 7;
  rest.rest = terms & 3;
  rest.whole =
      reinterpret_cast<uintptr_t>(rest.tile + 2 * kTilePixels * groups) - (rest.rest == 0 ? 4 : 0);
  rest.start = result.start;
  rest.multiplier = scales.multiplier;
  rest.shift = scales.shift;
  rest.scale_step = scales.step;
  rest.nudge = 2 * result.offset + 1;
  rest.skipped = kTileTermsBytes * by_three::skipped_groups(groups);
  rest.out = out;
  rest.out_pitch = product.out_pitch;
  rest.out_end = out + (product.filters & ~1);
  while (rest.out != rest.out_end) {
    rest.run();
    if (rest.out == rest.out_end) break;
    const auto m = static_cast<int32_t>(rest.out - out);
    for (int32_t i = 0; i < 2; ++i, ++rest.out) {
      for (int32_t p = 0; p < kTilePixels; ++p)
        rest.out[p * rest.out_pitch] = int8_of(result, m + i, rest.sums[i][p]);
    }
  }
}

// A pixel and the filters that are left, four at a time.
struct PixelProduct {
  const int8_t* weights;
  int32_t pair_bytes;  // from a pair to the next, or 0 for the same one twice
  const uint32_t* tile;
  uint32_t less;        // 128 times the sum of the pixel
  int32_t turns;        // of the unrolled loop
  const uint32_t* end;  // of `tile`
  int32_t rest;         // the terms after whole words
  const int32_t* start;
  const int32_t* multiplier;
  const int32_t* shift;
  int32_t scale_step;  // bytes to the scales of the next four
  int8_t* out;
  const int8_t* out_end;  // of its fours
  int32_t nudge;          // 2 * offset + 1
  int32_t skipped;        // bytes of the loop's code that its first turn leaves out
  uint32_t sums[4];

  // Computes the results of fours of filters, unclamped, and advances past them. Stops at four that
  // have a scale which FastScale does not take, with their sums, or where fewer are left. There are
  // four.
  [[gnu::noinline]] void run() {
    register PixelProduct* self __asm__("r3") = this;
    __asm__ volatile(
        // Four terms.
        ".macro kerf_terms\n"
        "ldr.n r5, [r0, #4]\n"
        "ldr.w r3, [r0], #8\n"
        "ldr.n r6, [r1, #4]\n"
        "ldr.w r4, [r1], #8\n"
        "ldr.w r12, [r2, #4]\n"
        "ldr.w r7, [r2], #8\n"
        "smlad r8, r3, r7, r8\n"
        "smlad r10, r4, r7, r10\n"
        "smlad r8, r5, r12, r8\n"
        "smlad r10, r6, r12, r10\n"
        "uxtb16 r3, r3\n"
        "uxtb16 r4, r4\n"
        "uxtb16 r5, r5\n"
        "uxtb16 r6, r6\n"
        "smlad r9, r3, r7, r9\n"
        "smlad r11, r4, r7, r11\n"
        "smlad r9, r5, r12, r9\n"
        "smlad r11, r6, r12, r11\n"
        ".endm\n"
        // The last one to three terms of a pair, as words of their own.
        ".macro kerf_rest from, to\n"
        "mov r6, #0\n"
        "ldrh r5, [\\from]\n"
        "cmp r3, #2\n"
        "it ge\n"
        "ldrhge r6, [\\from, #2]\n"
        "itt gt\n"
        "ldrhgt r7, [\\from, #4]\n"
        "orrgt r5, r5, r7, lsl #16\n"
        "strd r5, r6, [sp, \\to]\n"
        ".endm\n"
        // The result of `sum` by twice a multiplier and -1 - shift.
        ".macro kerf_result sum, twice, below\n"
        "add r1, \\sum, \\sum, asr #31\n"
        "smmlar \\sum, \\sum, \\twice, r1\n"
        "lsl r1, r3, \\below\n"
        "add \\below, #1\n"
        "qadd \\sum, \\sum, r1\n"
        "asr \\sum, \\below\n"
        "ssat \\sum, #8, \\sum\n"
        ".endm\n"
        "sub sp, #24\n"
        "ldr r1, [r3, %[skipped]]\n"
        "adr r0, 2f\n"
        "add r1, r0\n"
        "orr r1, #1\n"
        "str r1, [sp, #20]\n"
        "str r3, [sp, #16]\n"
        "1: ldr r4, [r3, %[start]]\n"
        "ldr r0, [r3, %[weights]]\n"
        "ldr r1, [r3, %[pair_bytes]]\n"
        "ldr r2, [r3, %[tile]]\n"
        "ldr r5, [r3, %[less]]\n"
        "ldr lr, [r3, %[turns]]\n"
        "ldr r12, [sp, #20]\n"
        "ldr r8, [r4]\n"
        "ldr r10, [r4, #8]\n"
        "add r6, r0, r1, lsl #1\n"
        "str r6, [r3, %[weights]]\n"
        "add r1, r0\n"
        "sub r8, r8, r5\n"
        "sub r10, r10, r5\n"
        "mov r9, r8\n"
        "mov r11, r10\n"
        "bx r12\n"
        ".balign 4\n"
        "2: .rept %c[unrolled] - 1\n"
        "kerf_terms\n"
        ".endr\n"
        "3: kerf_terms\n"
        "subs lr, #1\n"
        "bne 2b\n"
        "ldr r3, [sp, #16]\n"
        "ldr r5, [r3, %[end]]\n"
        "ldr r4, [r3, %[start]]\n"
        "cmp r2, r5\n"
        "bne 4f\n"
        "ldr r0, [r3, %[multiplier]]\n"
        "ldr r1, [r3, %[shift]]\n"
        "ldr r2, [r3, %[scale_step]]\n"
        "ldr r5, [r4, #4]\n"
        "ldr r6, [r4, #12]\n"
        "sub r8, r8, r9\n"
        "sub r10, r10, r11\n"
        "add r8, r5, r8, asr #8\n"
        "add r10, r6, r10, asr #8\n"
        "add r4, #16\n"
        "str r4, [r3, %[start]]\n"
        "ldr r4, [r0]\n"
        "ldr r5, [r0, #4]\n"
        "ldr r6, [r0, #8]\n"
        "ldr r7, [r0, #12]\n"
        "ldr r12, [r1]\n"
        "ldr lr, [r1, #4]\n"
        "add r0, r2\n"
        "str r0, [r3, %[multiplier]]\n"
        "add r2, r1\n"
        "str r2, [r3, %[shift]]\n"
        "ldr r0, [r1, #8]\n"
        "ldr r2, [r1, #12]\n"
        "ldr r3, [r3, %[nudge]]\n"
        "lsls r4, r4, #1\n"
        "bpl 5f\n"
        "lsls r5, r5, #1\n"
        "bpl 5f\n"
        "lsls r6, r6, #1\n"
        "bpl 5f\n"
        "lsls r7, r7, #1\n"
        "bpl 5f\n"
        "mvn r12, r12\n"
        "mvn lr, lr\n"
        "mvn r0, r0\n"
        "mvn r2, r2\n"
        "cmp r12, %[most]\n"
        "ittt ls\n"
        "cmpls lr, %[most]\n"
        "cmpls r0, %[most]\n"
        "cmpls r2, %[most]\n"
        "bhi 5f\n"
        "kerf_result r9, r4, r12\n"
        "kerf_result r8, r5, lr\n"
        "kerf_result r11, r6, r0\n"
        "kerf_result r10, r7, r2\n"
        "ldr r3, [sp, #16]\n"
        "ldr r0, [r3, %[out]]\n"
        "ldr r1, [r3, %[out_end]]\n"
        "strb r8, [r0, #1]\n"
        "strb r11, [r0, #2]\n"
        "strb r10, [r0, #3]\n"
        "strb r9, [r0], #4\n"
        "str r0, [r3, %[out]]\n"
        "cmp r0, r1\n"
        "bne 1b\n"
        "b 5f\n"
        "4: ldr r3, [r3, %[rest]]\n"
        "kerf_rest r0, #0\n"
        "kerf_rest r1, #8\n"
        "mov r0, sp\n"
        "add r1, sp, #8\n"
        "mov lr, #1\n"
        "b 3b\n"
        "5: ldr r3, [sp, #16]\n"
        "add r3, %[sums]\n"
        "str r9, [r3]\n"
        "str r8, [r3, #4]\n"
        "str r11, [r3, #8]\n"
        "str r10, [r3, #12]\n"
        "add sp, #24\n"
        ".purgem kerf_terms\n"
        ".purgem kerf_rest\n"
        ".purgem kerf_result\n"
        : "+r"(self)
        : [weights] "i"(offsetof(PixelProduct, weights)),
          [pair_bytes] "i"(offsetof(PixelProduct, pair_bytes)),
          [tile] "i"(offsetof(PixelProduct, tile)), [less] "i"(offsetof(PixelProduct, less)),
          [turns] "i"(offsetof(PixelProduct, turns)), [end] "i"(offsetof(PixelProduct, end)),
          [rest] "i"(offsetof(PixelProduct, rest)), [start] "i"(offsetof(PixelProduct, start)),
          [multiplier] "i"(offsetof(PixelProduct, multiplier)),
          [shift] "i"(offsetof(PixelProduct, shift)),
          [scale_step] "i"(offsetof(PixelProduct, scale_step)),
          [out] "i"(offsetof(PixelProduct, out)), [out_end] "i"(offsetof(PixelProduct, out_end)),
          [nudge] "i"(offsetof(PixelProduct, nudge)),
          [skipped] "i"(offsetof(PixelProduct, skipped)), [sums] "i"(offsetof(PixelProduct, sums)),
          [most] "i"(FastScale::kMostBelow), [unrolled] "i"(kUnrolled)
        : "r0", "r1", "r2", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "lr", "cc",
          "memory");
  }
};

// The results of all pairs of `tile`, which has one pixel, whose sum is `sum`.
[[gnu::noinline]] inline void run_pixel(const Int8Product& product, const uint32_t* tile,
                                        uint32_t sum, int8_t* out) {
  const Int8Result& result = product.result;
  const int32_t terms = product.terms;
  const int32_t groups = terms >> 2;
  const by_three::Scales<4> scales(result);
  PixelProduct rest;
  rest.weights = product.weights;
  rest.pair_bytes = 2 * terms;
  rest.tile = tile;
  rest.less = sum << 7;
  rest.turns = (groups + kUnrolled - 1) / kUnrolled;
  rest.end = tile + 2 * ((terms + 3) >> 2);
  rest.rest = terms & 3;
  rest.start = result.start;
  rest.multiplier = scales.multiplier;
  rest.shift = scales.shift;
  rest.scale_step = scales.step;
  rest.nudge = 2 * result.offset + 1;
  rest.skipped = kPixelTermsBytes * by_three::skipped_groups(groups);
  rest.out = out;
  rest.out_end = out + (product.filters & ~3);
  const auto stopped = [&](int32_t filters) {
    const auto m = static_cast<int32_t>(rest.out - out);
    for (int32_t i = 0; i < filters; ++i) *rest.out++ = int8_of(result, m + i, rest.sums[i]);
  };
  while (rest.out != rest.out_end) {
    rest.run();
    if (rest.out != rest.out_end) stopped(4);
  }
  if ((product.filters & 2) == 0) return;
  // The last pair, twice.
  const int32_t zeros[] = {0, 0, 0, 0};  // no scale that FastScale takes
  const int32_t starts[] = {rest.start[0], rest.start[1], rest.start[0], rest.start[1]};
  rest.start = starts;
  rest.multiplier = zeros;
  rest.shift = zeros;
  rest.pair_bytes = 0;
  rest.run();
  stopped(2);
}

// The result of the last filter, which has no other one, of a pixel of a tile of kPixels.
template <int32_t kPixels>
[[gnu::noinline]] int8_t last_filter(const Int8Product& product, const uint32_t* tile) {
  const int32_t m = product.filters - 1;
  const int8_t* weights = product.weights + m * product.terms;
  uint32_t sum = product.result.start_of(m);
  for (int32_t left = product.terms; left > 0; left -= 4, weights += 4, tile += 2 * kPixels) {
    uint32_t w = 0;
    libc::copy(&w, weights, static_cast<size_t>(left < 4 ? left : 4));
    const auto add = [&](uint32_t a, uint32_t b) {
      sum = static_cast<uint32_t>(
          __smlad(static_cast<int16x2_t>(a), static_cast<int16x2_t>(b), static_cast<int32_t>(sum)));
    };
    add(even_bytes(w), tile[0]);
    add(odd_bytes(w), tile[kPixels]);
  }
  return int8_of(product.result, m, sum);
}

[[gnu::always_inline]] inline void run(const Int8Product& product, const int8_t* inputs,
                                       int32_t pitch, int32_t pixels, int8_t* out) {
  auto* tile = static_cast<uint32_t*>(product.scratch);
  const uint32_t offsets = twice(product.offset);
  const int32_t terms = product.terms;
  const int32_t last = product.filters - 1;
  const bool alone = product.filters % 2 != 0;
  int8_t* to = out;
  int32_t left = pixels;
  for (; left >= kTilePixels; left -= kTilePixels) {
    uint32_t sums[kTilePixels];
    for (int32_t i = 0; i < kTilePixels; ++i, inputs += pitch)
      sums[i] = expand_pixel<kTilePixels>(tile + i, inputs, terms, offsets);
    run_tile(product, tile, sums, to);
    for (int32_t i = 0; i < kTilePixels; ++i, to += product.out_pitch) {
      if (alone) to[last] = last_filter<kTilePixels>(product, tile + i);
    }
  }
  for (; left > 0; --left, inputs += pitch, to += product.out_pitch) {
    run_pixel(product, tile, expand_pixel<1>(tile, inputs, terms, offsets), to);
    if (alone) to[last] = last_filter<1>(product, tile);
  }
  clamp_rows(product.result, out, product.out_pitch, pixels, product.filters);
}

}  // namespace kerf::cortex_m::in_pairs
