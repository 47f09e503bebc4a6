// Products of two pixels with fours of filters in pairs: see int8_product_in_pairs.h.
#pragma once

#include <stddef.h>

#include "isa/dsp/loops/int8_pairs_inputs.h"

namespace kerf::integers::in_pairs {

// Steps that the loop of a tile has code for.
inline constexpr int32_t kUnrolledSteps = 16;

// Two pixels and fours of filters, by three sums for each pixel. The assembly copies what precedes
// `odd` to the stack, and advances it there.
struct TileProduct {
  const int8_t* weights;
  const uint32_t* tile;
  uint32_t even[kTilePixels];  // what even filters begin with for each pixel
  const int32_t* start;
  int32_t skipped;  // bytes of the loop's code that its first turn leaves out
  uintptr_t whole;  // the end of what whole steps read, less 4 where nothing else is to be done
  int32_t nudge;    // 2 * offset + 1
  const int32_t* multiplier;
  const int8_t* shift;
  int32_t scale_step;  // bytes to the multipliers of the next four: four times those to its shifts
  int8_t* out;         // of the first pixel
  int32_t out_pitch;
  const int8_t* out_end;  // of its fours
  uint32_t odd;           // whether a term is left
  uint32_t stops;         // whether to stop after the sums of four filters
  uint32_t sums[4][kTilePixels];

  // Computes the results up to `out_end`, unclamped, whose scales FastScale takes; or, where it
  // stops, the sums of one four. There is one.
  [[gnu::noinline]] void run() {
    register TileProduct* self __asm__("r3") = this;
    __asm__ volatile(
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
        // The results of both sums of a filter by its multiplier and -1 - shift in the first byte
        // of r5.
        ".macro kerf_results a, b, multiplier\n"
        "lsls \\multiplier, #1\n"
        "add r3, \\a, \\a, asr #31\n"
        "smmlar \\a, \\a, \\multiplier, r3\n"
        "add r3, \\b, \\b, asr #31\n"
        "smmlar \\b, \\b, \\multiplier, r3\n"
        "asr \\a, r5\n"
        "asr \\b, r5\n"
        "qadd \\a, \\a, r2\n"
        "qadd \\b, \\b, r2\n"
        "ssat \\a, #8, \\a, asr #1\n"
        "ssat \\b, #8, \\b, asr #1\n"
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
        // All eight sums, of filters that begin at r1, of which it moves past four.
        ".macro kerf_parts\n"
        "ldm r1!, {r2-r5}\n"
        "kerf_part r6, r8, r10, r12\n"
        "kerf_part r7, r9, r11, lr\n"
        "add r10, r2, r10, asr #7\n"
        "add r11, r2, r11, asr #7\n"
        "add r6, r3, r6, asr #8\n"
        "add r7, r3, r7, asr #8\n"
        "add r12, r4\n"
        "add lr, r4\n"
        "add r8, r5, r8, asr #8\n"
        "add r9, r5, r9, asr #8\n"
        ".endm\n"
        "add r0, r3, %[nudge]\n"
        "ldm r0, {r4-r10}\n"
        "str r3, [sp, #-4]!\n"
        "push {r4-r10}\n"
        "ldm r3, {r4-r10}\n"
        "adr r0, 2f\n"
        "add r9, r0\n"
        "orr r9, #1\n"
        "push {r4-r10}\n"
        // The first step.
        "1: ldr r0, [sp, %[weights]]\n"
        "ldr r1, [sp, %[tile]]\n"
        "ldr r6, [sp, %[even]]\n"
        "ldr r7, [sp, %[even] + 4]\n"
        "ldr lr, [sp, %[whole]]\n"
        "ldr r5, [r0, #4]\n"
        "ldr r4, [r0], #8\n"
        "ldr r3, [r1, #4]\n"
        "ldr r2, [r1], #8\n"
        "movw r12, #0x7F80\n"
        "movt r12, #0x7F80\n"
        "lsls r10, r6, #7\n"
        "lsls r11, r7, #7\n"
        "kerf_sums\n"
        "ldr pc, [sp, %[skipped]]\n"
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
        "kerf_parts\n"
        "str r1, [sp, %[start]]\n"
        "ldr r3, [sp, %[shift]]\n"
        "ldr r2, [sp, %[nudge]]\n"
        "ldr r4, [r0]\n"
        "ldr r5, [r3]\n"
        "ldr r1, [r0, #4]\n"
        "mvns r5, r5\n"
        "kerf_results r10, r11, r4\n"
        "lsrs r5, r5, #8\n"
        "kerf_results r6, r7, r1\n"
        "ldr r4, [r0, #8]\n"
        "ldr r1, [r0, #12]\n"
        "lsrs r5, r5, #8\n"
        "kerf_results r12, lr, r4\n"
        "lsrs r5, r5, #8\n"
        "kerf_results r8, r9, r1\n"
        "ldr r1, [sp, %[shift]]\n"
        "ldr r2, [sp, %[scale_step]]\n"
        "ldr r4, [sp, %[out]]\n"
        "ldr r5, [sp, %[out_pitch]]\n"
        "ldr r3, [sp, %[out_end]]\n"
        "add r0, r2\n"
        "add r1, r1, r2, lsr #2\n"
        "str r0, [sp, %[multiplier]]\n"
        "str r1, [sp, %[shift]]\n"
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
        "bne 1b\n"
        "b 6f\n"
        // The last term of four filters is in a word.
        "4: ldr r3, [sp, #56]\n"
        "ldr r2, [r3, %[odd]]\n"
        "cbz r2, 5f\n"
        "ldr r4, [r0], #4\n"
        "ldr r2, [r1]\n"
        "ldr r3, [r1, #4]\n"
        "lsr r5, r4, #16\n"
        "uxth r4, r4\n"
        "kerf_sums r8, r9\n"
        "5: ldr r3, [sp, #56]\n"
        "ldr r2, [r3, %[stops]]\n"
        "cmp r2, #0\n"
        "beq 3b\n"
        "ldr r1, [sp, %[start]]\n"
        "kerf_parts\n"
        "ldr r3, [sp, #56]\n"
        "add r3, %[sums]\n"
        "strd r10, r11, [r3]\n"
        "strd r6, r7, [r3, #8]\n"
        "strd r12, lr, [r3, #16]\n"
        "strd r8, r9, [r3, #24]\n"
        "6: add sp, #60\n"
        ".purgem kerf_sums\n"
        ".purgem kerf_step\n"
        ".purgem kerf_results\n"
        ".purgem kerf_part\n"
        ".purgem kerf_parts\n"
        : "+r"(self)
        : [weights] "i"(offsetof(TileProduct, weights)), [tile] "i"(offsetof(TileProduct, tile)),
          [even] "i"(offsetof(TileProduct, even)), [start] "i"(offsetof(TileProduct, start)),
          [multiplier] "i"(offsetof(TileProduct, multiplier)),
          [shift] "i"(offsetof(TileProduct, shift)),
          [scale_step] "i"(offsetof(TileProduct, scale_step)),
          [out] "i"(offsetof(TileProduct, out)), [out_pitch] "i"(offsetof(TileProduct, out_pitch)),
          [out_end] "i"(offsetof(TileProduct, out_end)), [nudge] "i"(offsetof(TileProduct, nudge)),
          [whole] "i"(offsetof(TileProduct, whole)), [odd] "i"(offsetof(TileProduct, odd)),
          [stops] "i"(offsetof(TileProduct, stops)), [skipped] "i"(offsetof(TileProduct, skipped)),
          [sums] "i"(offsetof(TileProduct, sums)), [unrolled] "i"(kUnrolledSteps)
        : "r0", "r1", "r2", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "lr", "cc",
          "memory");
    static_assert(offsetof(TileProduct, skipped) == 20 && offsetof(TileProduct, nudge) == 28 &&
                  offsetof(TileProduct, odd) == 56);
  }
};

// Bytes of code for two terms in TileProduct::run().
inline constexpr int32_t kStepBytes = 44;

}  // namespace kerf::integers::in_pairs
