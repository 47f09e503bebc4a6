// Products of one pixel with filters in pairs: see int8_product_in_pairs.h.
#pragma once

#include <stddef.h>

#include "isa/dsp/loops/int8_pairs_rest.h"
#include "isa/dsp/loops/int8_product_by_three.h"

namespace kerf::integers::in_pairs {

// A pixel and the filters that are left, four at a time.
struct PixelProduct {
  const int8_t* weights;
  const uint32_t* tile;
  uint32_t even;  // what even filters begin with
  int32_t turns;  // of the unrolled loop
  int32_t rest;   // the terms after fours
  const int32_t* start;
  const int32_t* multiplier;
  const int8_t* shift;
  int32_t scale_step;  // bytes to the multipliers of the next four: four times those to its shifts
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
        "ldr.w r5, [r0, #8]\n"
        "ldr.n r6, [r0, #12]\n"
        "ldr.n r4, [r0, #4]\n"
        "ldr.w r3, [r0], #16\n"
        "ldr.w r12, [r2, #4]\n"
        "ldr.w r7, [r2], #8\n"
        "kerf_two r3, r4, r7\n"
        "kerf_two r5, r6, r12\n"
        ".endm\n"
        ".macro kerf_two first, second, x\n"
        "smlad r8, \\first, \\x, r8\n"
        "smlad r9, \\second, \\x, r9\n"
        "and \\first, r11, \\first, lsl #7\n"
        "sxtab16 \\first, \\first, \\second, ror #8\n"
        "smlad r10, \\first, \\x, r10\n"
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
        "sub sp, #8\n"
        "ldr r1, [r3, %[skipped]]\n"
        "adr r0, 2f\n"
        "add r1, r0\n"
        "orr r1, #1\n"
        "str r1, [sp, #4]\n"
        "str r3, [sp]\n"
        "1: ldr r0, [r3, %[weights]]\n"
        "ldr r2, [r3, %[tile]]\n"
        "ldr r8, [r3, %[even]]\n"
        "ldr lr, [r3, %[turns]]\n"
        "movw r11, #0x7F80\n"
        "movt r11, #0x7F80\n"
        "mov r9, r8\n"
        "lsl r10, r8, #7\n"
        "ldr pc, [sp, #4]\n"
        ".balign 4\n"
        "2: .rept %c[unrolled] - 1\n"
        "kerf_terms\n"
        ".endr\n"
        "3: kerf_terms\n"
        "subs lr, #1\n"
        "bne 2b\n"
        "ldr r3, [sp]\n"
        "ldr r1, [r3, %[rest]]\n"
        "cbz r1, 6f\n"
        "b 4f\n"
        "6: ldr r4, [r3, %[start]]\n"
        "str r0, [r3, %[weights]]\n"
        "ldr r0, [r3, %[multiplier]]\n"
        "ldr r1, [r3, %[shift]]\n"
        "ldr r2, [r3, %[scale_step]]\n"
        "ldm r4!, {r5-r7, r12}\n"
        "str r4, [r3, %[start]]\n"
        "sub r11, r9, r10, lsl #8\n"
        "add r11, r11, r8, lsl #15\n"
        "sbfx r11, r11, #0, #23\n"
        "sub r9, r11\n"
        "sub r10, r10, r9, asr #8\n"
        "sub r8, r8, r10, asr #7\n"
        "add r10, r5, r10, asr #7\n"
        "add r8, r6, r8, asr #8\n"
        "add r11, r7\n"
        "add r9, r12, r9, asr #8\n"
        "ldr r4, [r0]\n"
        "ldr r5, [r0, #4]\n"
        "ldr r6, [r0, #8]\n"
        "ldr r7, [r0, #12]\n"
        "ldrsb r12, [r1]\n"
        "ldrsb lr, [r1, #1]\n"
        "add r0, r2\n"
        "str r0, [r3, %[multiplier]]\n"
        "add r2, r1, r2, lsr #2\n"
        "str r2, [r3, %[shift]]\n"
        "ldrsb r0, [r1, #2]\n"
        "ldrsb r2, [r1, #3]\n"
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
        "kerf_result r10, r4, r12\n"
        "kerf_result r8, r5, lr\n"
        "kerf_result r11, r6, r0\n"
        "kerf_result r9, r7, r2\n"
        "ldr r3, [sp]\n"
        "ldr r0, [r3, %[out]]\n"
        "ldr r1, [r3, %[out_end]]\n"
        "strb r8, [r0, #1]\n"
        "strb r11, [r0, #2]\n"
        "strb r9, [r0, #3]\n"
        "strb r10, [r0], #4\n"
        "str r0, [r3, %[out]]\n"
        "cmp r0, r1\n"
        "bne 1b\n"
        "b 5f\n"
        // The last one to three terms: a step of two, then one of which four filters have a word.
        "4: lsrs r1, r1, #1\n"
        "beq 7f\n"
        "ldr r4, [r0, #4]\n"
        "ldr r3, [r0], #8\n"
        "ldr r7, [r2], #4\n"
        "kerf_two r3, r4, r7\n"
        "7: bcc 8f\n"
        "ldr r3, [r0], #4\n"
        "ldr r7, [r2]\n"
        "lsr r4, r3, #16\n"
        "uxth r3, r3\n"
        "kerf_two r3, r4, r7\n"
        "8: ldr r3, [sp]\n"
        "b 6b\n"
        "5: ldr r3, [sp]\n"
        "add r3, %[sums]\n"
        "str r10, [r3]\n"
        "str r8, [r3, #4]\n"
        "str r11, [r3, #8]\n"
        "str r9, [r3, #12]\n"
        "add sp, #8\n"
        ".purgem kerf_terms\n"
        ".purgem kerf_two\n"
        ".purgem kerf_result\n"
        : "+r"(self)
        : [weights] "i"(offsetof(PixelProduct, weights)), [tile] "i"(offsetof(PixelProduct, tile)),
          [even] "i"(offsetof(PixelProduct, even)), [turns] "i"(offsetof(PixelProduct, turns)),
          [rest] "i"(offsetof(PixelProduct, rest)), [start] "i"(offsetof(PixelProduct, start)),
          [multiplier] "i"(offsetof(PixelProduct, multiplier)),
          [shift] "i"(offsetof(PixelProduct, shift)),
          [scale_step] "i"(offsetof(PixelProduct, scale_step)),
          [out] "i"(offsetof(PixelProduct, out)), [out_end] "i"(offsetof(PixelProduct, out_end)),
          [nudge] "i"(offsetof(PixelProduct, nudge)),
          [skipped] "i"(offsetof(PixelProduct, skipped)), [sums] "i"(offsetof(PixelProduct, sums)),
          [most] "i"(FastScale::kMostBelow), [unrolled] "i"(by_three::kUnrolled)
        : "r0", "r1", "r2", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "lr", "cc",
          "memory");
  }
};

// Bytes of code for four terms in PixelProduct::run().
inline constexpr int32_t kPixelTermsBytes = 60;

// The results of all pairs of `tile`, which has one pixel; `even` is what even filters begin with.
[[gnu::noinline]] inline void run_pixel(const Int8Product& product, const uint32_t* tile,
                                        uint32_t even, int8_t* out) {
  const Int8Result& result = product.result;
  const int32_t terms = product.terms;
  const int32_t groups = terms >> 2;
  const by_three::Scales<4> scales(result);
  PixelProduct rest;
  rest.weights = product.weights;
  rest.tile = tile;
  rest.even = even;
  rest.turns = (groups + by_three::kUnrolled - 1) / by_three::kUnrolled;
  rest.rest = terms & 3;
  rest.start = result.start;
  rest.multiplier = scales.multiplier;
  rest.shift = scales.shift;
  rest.scale_step = scales.step;
  rest.nudge = 2 * result.offset + 1;
  rest.skipped = kPixelTermsBytes * by_three::skipped_groups(groups);
  rest.out = out;
  rest.out_end = out + (product.filters & ~3);
  while (rest.out != rest.out_end) {
    rest.run();
    if (rest.out == rest.out_end) break;
    const auto m = static_cast<int32_t>(rest.out - out);
    for (int32_t i = 0; i < 4; ++i) *rest.out++ = int8_of(result, m + i, rest.sums[i]);
  }
  if ((product.filters & 3) != 0) run_last(product, tile, 1, rest.even, out);
}

}  // namespace kerf::integers::in_pairs
