// Products of two pixels with fours of filters in pairs: see int8_product_in_pairs.h.
#pragma once

#include <stddef.h>

#include "isa/dsp/loops/int8_pairs_inputs.h"

namespace kerf::integers::in_pairs {

// Steps that the loop of a tile has code for.
inline constexpr int32_t kUnrolledSteps = 16;

// Tiles of two pixels and fours of filters, by three sums for each pixel. The assembly copies what
// precedes `from` to the stack, and advances it there.
struct TileProduct {
  const int8_t* weights;
  const int32_t* start;
  const int32_t* multiplier;
  const int8_t* shift;
  int8_t* out;                 // of the first pixel
  uint32_t even[kTilePixels];  // what even filters begin with for each pixel
  uint32_t* tile;
  uint32_t mask = 0x7F807F80;  // of 128 times a byte, twice
  uintptr_t whole;  // the end of what whole steps read, less 4 where `flags` say what else is to do
  uintptr_t skipped;  // bytes of the loop's code that its first turn leaves out
  int32_t nudge;      // 2 * offset + 1
  int32_t out_pitch;
  const int8_t* out_end;  // of the fours of the first pixel
  uint32_t flags;
  const int8_t* from;  // what is to be written to the tile, or null where it is there
  int32_t pitch;       // from a pixel's inputs to those of the next one
  int32_t terms;       // a multiple of 4 where the tile is to be written and `row` is 0
  uint32_t offset;     // of inputs, twice
  int32_t tiles;       // 1 without `from`
  int32_t row;         // bytes between three rows of nine inputs, or 0 where inputs are adjacent
  uint32_t sums[4][kTilePixels];

  static constexpr uint32_t kOdd = 1U << 31;     // a term is left after whole steps
  static constexpr uint32_t kSigned = 1U << 30;  // negative sums matter, as without low >= offset
  // Two that need kSigned:
  static constexpr uint32_t kOneScale = 3U << 29;  // four filters have the scales of all others
  static constexpr uint32_t kStops = 5U << 28;     // after the doubled sums of four filters

  // Computes the results up to `out_end`, unclamped, whose scales DoubledScale takes, of all tiles;
  // or, where it stops, the sums of one four. There is one.
  [[gnu::noinline]] void run() {
    register TileProduct* self __asm__("r3") = this;
    __asm__ volatile(
        // Writes four terms of a pixel to a tile, and adds to what even filters begin with.
        ".macro kerf_widen word, sum, at, past=0\n"
        "sxtab16 r12, r6, \\word\n"
        "sxtab16 \\word, r6, \\word, ror #8\n"
        "smlad \\sum, r12, r7, \\sum\n"
        "smlad \\sum, \\word, r7, \\sum\n"
        "str \\word, [r1, #\\at + 8]\n"
        ".if \\past\n"
        "str r12, [r1], #\\past\n"
        ".else\n"
        "str r12, [r1, #\\at]\n"
        ".endif\n"
        ".endm\n"
        ".macro kerf_sums first0=r6, first1=r7\n"
        "smlad r8, r5, r2, \\first0\n"
        "smlad r9, r5, r3, \\first1\n"
        "smlad r6, r4, r2, r6\n"
        "smlad r7, r4, r3, r7\n"
        "and r4, r12, r4, lsl #7\n"
        "sxtab16 r4, r4, r5, ror #8\n"
        "smlad r10, r4, r2, r10\n"
        "smlad r11, r4, r3, r11\n"
        ".endm\n"
        ".macro kerf_step\n"
        "ldr.n r5, [r0, #4]\n"
        "ldr.w r4, [r0], #8\n"
        "ldr.n r3, [r1, #4]\n"
        "ldr.w r2, [r1], #8\n"
        "kerf_sums r8, r9\n"
        ".endm\n"
        // The results of both doubled sums of a filter by its multiplier and -1 - shift in the
        // first byte of r5.
        ".macro kerf_results a, b, multiplier\n"
        "lsl r1, r2, r5\n"
        "smmlar \\a, \\a, \\multiplier, r1\n"
        "smmlar \\b, \\b, \\multiplier, r1\n"
        "asr \\a, r5\n"
        "asr \\b, r5\n"
        "ssat \\a, #8, \\a, asr #1\n"
        "ssat \\b, #8, \\b, asr #1\n"
        ".endm\n"
        // The same by the multiplier in r4, where halves are rounded away from zero.
        ".macro kerf_signed a, b\n"
        "lsl r1, r2, r5\n"
        "add r3, r1, \\a, asr #31\n"
        "smmlar \\a, \\a, r4, r3\n"
        "add r3, r1, \\b, asr #31\n"
        "smmlar \\b, \\b, r4, r3\n"
        "asr \\a, r5\n"
        "asr \\b, r5\n"
        "ssat \\a, #8, \\a, asr #1\n"
        "ssat \\b, #8, \\b, asr #1\n"
        ".endm\n"
        ".macro kerf_scale\n"
        "ldr r4, [r0], #4\n"
        "lsrs r5, r5, #8\n"
        ".endm\n"
        // The sum of the third filter from those of a pixel; the others are 256, 128 and 256 times
        // too large.
        ".macro kerf_part low, high, middle, third\n"
        "sub \\third, \\high, \\middle, lsl #8\n"
        "add \\third, \\third, \\low, lsl #15\n"
        "sbfx \\third, \\third, #0, #23\n"
        "sub \\high, \\third\n"
        "sub \\middle, \\middle, \\high, asr #8\n"
        "sub \\low, \\low, \\middle, asr #7\n"
        ".endm\n"
        // All eight sums, doubled, of filters that begin with r2 to r5.
        ".macro kerf_parts\n"
        "lsl.w r2, #1\n"
        "lsl.w r3, #1\n"
        "lsl.w r4, #1\n"
        "lsl.w r5, #1\n"
        "kerf_part r6, r8, r10, r12\n"
        "kerf_part r7, r9, r11, lr\n"
        "add r10, r2, r10, asr #6\n"
        "add r11, r2, r11, asr #6\n"
        "add r6, r3, r6, asr #7\n"
        "add r7, r3, r7, asr #7\n"
        "add r12, r4, r12, lsl #1\n"
        "add lr, r4, lr, lsl #1\n"
        "add r8, r5, r8, asr #7\n"
        "add r9, r5, r9, asr #7\n"
        ".endm\n"
        "str r3, [sp, #-4]!\n"
        "add r0, r3, %[tile]\n"
        "ldm r0, {r4-r11}\n"
        "adr r0, 2f\n"
        "add r7, r0\n"
        "orr r7, #1\n"
        "push {r4-r11}\n"
        "ldm r3, {r4-r10}\n"
        "push {r4-r10}\n"
        "ldr r0, [r3, %[from]]\n"
        "cmp r0, #0\n"
        "beq 10f\n"
        // Both pixels of a tile.
        "7: ldr r1, [sp, %[tile]]\n"
        "ldr r2, [r3, %[pitch]]\n"
        "ldr r6, [r3, %[offset]]\n"
        "ldr r5, [r3, %[terms]]\n"
        "ldr r10, [r3, %[row]]\n"
        "add r4, r0, r2, lsl #1\n"
        "str r4, [r3, %[from]]\n"
        "mov r3, #0\n"
        "mov r4, #0\n"
        "mvn r7, #0x007F007F\n"
        "cmp r10, #0\n"
        "bne 13f\n"
        "subs r5, #8\n"
        "bmi 9f\n"
        "8: ldr r9, [r0, r2]\n"
        "ldr r8, [r0], #4\n"
        "ldr r11, [r0, r2]\n"
        "ldr r10, [r0], #4\n"
        "subs r5, #8\n"
        "kerf_widen r9, r4, 4\n"
        "kerf_widen r10, r3, 16\n"
        "kerf_widen r11, r4, 20\n"
        "kerf_widen r8, r3, 0, 32\n"
        "bpl 8b\n"
        "9: adds r5, #4\n"
        "bmi 9f\n"
        "ldr r9, [r0, r2]\n"
        "ldr r8, [r0]\n"
        "kerf_widen r9, r4, 4\n"
        "kerf_widen r8, r3, 0\n"
        "9: str r3, [sp, %[even]]\n"
        "str r4, [sp, %[even] + 4]\n"
        "10: b 1f\n"
        ".balign 4\n"
        "2: .rept %c[unrolled]\n"
        "kerf_step\n"
        ".endr\n"
        "cmp r1, lr\n"
        "blo 2b\n"
        "beq 4f\n"
        "3: str r0, [sp, %[weights]]\n"
        "ldr r1, [sp, %[start]]\n"
        "ldr r0, [sp, %[multiplier]]\n"
        "ldr r2, [r1], #4\n"
        "ldr r3, [r1], #4\n"
        "ldr r4, [r1], #4\n"
        "ldr r5, [r1], #4\n"
        "kerf_parts\n"
        "str r1, [sp, %[start]]\n"
        "ldr r1, [sp, %[shift]]\n"
        "ldr r2, [sp, %[nudge]]\n"
        "ldr r5, [r1], #4\n"
        "ldr r3, [r0], #4\n"
        "ldr r4, [r0], #4\n"
        "str r1, [sp, %[shift]]\n"
        "mvns r5, r5\n"
        "kerf_results r10, r11, r3\n"
        "lsrs r5, r5, #8\n"
        "kerf_results r6, r7, r4\n"
        "ldm r0!, {r3, r4}\n"
        "lsrs r5, r5, #8\n"
        "str r0, [sp, %[multiplier]]\n"
        "kerf_results r12, lr, r3\n"
        "lsrs r5, r5, #8\n"
        "kerf_results r8, r9, r4\n"
        "11: ldr r4, [sp, %[out]]\n"
        "ldr r5, [sp, %[out_pitch]]\n"
        "ldr r3, [sp, %[out_end]]\n"
        "add r5, r4\n"
        "strb r6, [r4, #1]\n"
        "strb r12, [r4, #2]\n"
        "strb r8, [r4, #3]\n"
        "strb r10, [r4], #4\n"
        "strb r11, [r5]\n"
        "strb r7, [r5, #1]\n"
        "strb lr, [r5, #2]\n"
        "strb r9, [r5, #3]\n"
        "str r4, [sp, %[out]]\n"
        "cmp r4, r3\n"
        "beq 6f\n"
        // The first step.
        "1: ldr r0, [sp, %[weights]]\n"
        "ldr r1, [sp, %[tile]]\n"
        "ldr r6, [sp, %[even]]\n"
        "ldr r7, [sp, %[even] + 4]\n"
        "ldr r12, [sp, %[mask]]\n"
        "ldr lr, [sp, %[whole]]\n"
        "ldr r5, [r0, #4]\n"
        "ldr r4, [r0], #8\n"
        "ldr r3, [r1, #4]\n"
        "ldr r2, [r1], #8\n"
        "lsls r10, r6, #7\n"
        "lsls r11, r7, #7\n"
        "kerf_sums\n"
        "ldr pc, [sp, %[skipped]]\n"
        // The last term of four filters is in a word.
        "4: ldr lr, [sp, %[flags]]\n"
        "lsls r2, lr, #1\n"
        "bcc 5f\n"
        "ldr r4, [r0], #4\n"
        "ldr r2, [r1]\n"
        "ldr r3, [r1, #4]\n"
        "lsr.w r5, r4, #16\n"
        "uxth r4, r4\n"
        "kerf_sums r8, r9\n"
        "5: bpl 3b\n"
        "str r0, [sp, %[weights]]\n"
        "ldr r1, [sp, %[start]]\n"
        "lsls r0, lr, #3\n"
        "ldm r1!, {r2-r5}\n"
        "str r1, [sp, %[start]]\n"
        "kerf_parts\n"
        "bmi 5f\n"
        "ldr r1, [sp, %[shift]]\n"
        "ldr r0, [sp, %[multiplier]]\n"
        "ldr r2, [sp, %[nudge]]\n"
        "ldr r5, [r1], #4\n"
        "ldr r4, [r0], #4\n"
        "bcs 15f\n"
        "str r1, [sp, %[shift]]\n"
        "add r1, r0, #12\n"
        "str r1, [sp, %[multiplier]]\n"
        "15: mvns r5, r5\n"
        "kerf_signed r10, r11\n"
        "kerf_scale\n"
        "kerf_signed r6, r7\n"
        "kerf_scale\n"
        "kerf_signed r12, lr\n"
        "kerf_scale\n"
        "kerf_signed r8, r9\n"
        "b 11b\n"
        "5: ldr r3, [sp, #60]\n"
        "add r3, %[sums]\n"
        "strd r10, r11, [r3]\n"
        "strd r6, r7, [r3, #8]\n"
        "strd r12, lr, [r3, #16]\n"
        "strd r8, r9, [r3, #24]\n"
        "b 12f\n"
        // The next tile.
        "6: ldr r3, [sp, #60]\n"
        "ldr r2, [sp, %[out_pitch]]\n"
        "ldr r0, [r3, %[tiles]]\n"
        "ldr r1, [r3, %[out]]\n"
        "subs r0, #1\n"
        "beq 12f\n"
        "add r4, r4, r2, lsl #1\n"
        "add r1, r1, r2, lsl #1\n"
        "str r0, [r3, %[tiles]]\n"
        "str r1, [r3, %[out]]\n"
        "str r4, [sp, %[out_end]]\n"
        "ldm r3, {r4-r8}\n"
        "stm sp, {r4-r8}\n"
        "ldr r0, [r3, %[from]]\n"
        "b 7b\n"
        // Pixels of three rows of nine. Words across two rows consist of the end of one and the
        // beginning of the next.
        "13: add lr, sp, %[even]\n"
        "14: add r5, r0, r2\n"
        "ldr r8, [r0]\n"
        "ldr r9, [r0, #4]\n"
        "ldrb r11, [r0, #8]\n"
        "ldr r4, [r0, r10]\n"
        "add r0, r10\n"
        "kerf_widen r8, r3, 0\n"
        "kerf_widen r9, r3, 16\n"
        "orr r11, r11, r4, lsl #8\n"
        "kerf_widen r11, r3, 32\n"
        "add r12, r0, r10\n"
        "ldr r8, [r0, #3]\n"
        "ldrh r9, [r0, #7]\n"
        "ldrh r4, [r12]\n"
        "ldr r11, [r12, #2]\n"
        "ldr r0, [r12, #5]\n"
        "orr r9, r9, r4, lsl #16\n"
        "kerf_widen r8, r3, 48\n"
        "kerf_widen r9, r3, 64\n"
        "kerf_widen r11, r3, 80\n"
        // The last three terms are in order.
        "lsr r0, #8\n"
        "sxtab16 r12, r6, r0\n"
        "sxtab16 r0, r6, r0, ror #8\n"
        "pkhbt r8, r12, r0, lsl #16\n"
        "pkhtb r0, r0, r12, asr #16\n"
        "smlad r3, r8, r7, r3\n"
        "smlabb r3, r0, r7, r3\n"
        "str r8, [r1, #96]\n"
        "str r0, [r1, #104]\n"
        "str r3, [lr], #4\n"
        "add r4, sp, %[even] + 8\n"
        "mov r3, #0\n"
        "mov r0, r5\n"
        "add r1, #4\n"
        "cmp lr, r4\n"
        "bne 14b\n"
        "b 1b\n"
        "12: add sp, #64\n"
        ".purgem kerf_widen\n"
        ".purgem kerf_sums\n"
        ".purgem kerf_step\n"
        ".purgem kerf_results\n"
        ".purgem kerf_signed\n"
        ".purgem kerf_scale\n"
        ".purgem kerf_part\n"
        ".purgem kerf_parts\n"
        : "+r"(self)
        : [weights] "i"(offsetof(TileProduct, weights)), [tile] "i"(offsetof(TileProduct, tile)),
          [even] "i"(offsetof(TileProduct, even)), [start] "i"(offsetof(TileProduct, start)),
          [multiplier] "i"(offsetof(TileProduct, multiplier)),
          [shift] "i"(offsetof(TileProduct, shift)), [out] "i"(offsetof(TileProduct, out)),
          [mask] "i"(offsetof(TileProduct, mask)), [whole] "i"(offsetof(TileProduct, whole)),
          [skipped] "i"(offsetof(TileProduct, skipped)), [nudge] "i"(offsetof(TileProduct, nudge)),
          [out_pitch] "i"(offsetof(TileProduct, out_pitch)),
          [out_end] "i"(offsetof(TileProduct, out_end)), [flags] "i"(offsetof(TileProduct, flags)),
          [from] "i"(offsetof(TileProduct, from)), [pitch] "i"(offsetof(TileProduct, pitch)),
          [terms] "i"(offsetof(TileProduct, terms)), [offset] "i"(offsetof(TileProduct, offset)),
          [tiles] "i"(offsetof(TileProduct, tiles)), [row] "i"(offsetof(TileProduct, row)),
          [sums] "i"(offsetof(TileProduct, sums)), [unrolled] "i"(kUnrolledSteps)
        : "r0", "r1", "r2", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "lr", "cc",
          "memory");
    static_assert(offsetof(TileProduct, out) == 16 && offsetof(TileProduct, skipped) == 40 &&
                  offsetof(TileProduct, from) == 60);
  }
};

// Bytes of code for two terms in TileProduct::run().
inline constexpr int32_t kStepBytes = 44;

}  // namespace kerf::integers::in_pairs
