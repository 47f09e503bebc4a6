// Products of two pixels with fours of filters in pairs: see int8_product_in_pairs.h.
#pragma once

#include <stddef.h>

#include "isa/dsp/loops/int8_pairs_inputs.h"

namespace kerf::integers::in_pairs {

// Steps that the loop of a tile has code for.
inline constexpr int32_t kUnrolledSteps = 16;

// What the loops need to know of four filters, whose sums they find 2^kMore as large. The assembly
// knows the layout.
//
// Usually a sum is computed with what it begins with; rescale() rounds its product with the
// multiplier down after it adds what both of its roundings and the offset take, the nudge, which
// SMMLA does. Other scales, starts, and results of negative sums are those of DoubledScale, which
// take the sums without their starts.
struct FourFilters {
  int32_t last_nudge;
  const int8_t* weights;  // null where the loops end: behind the last, or before other scales
  uint32_t begin[3];      // of the sums low, high and middle
  uint8_t rights[4];      // what products are shifted by, or -1 - shift
  int32_t scales[7];      // multiplier and nudge, or twice the start, but for the last nudge

  static constexpr int32_t kMore[4] = {7, 8, 9, 8};
  static constexpr int32_t kMostRight = 15;  // with 2 * offset + 1 a number below 2^30
  static constexpr int32_t kMostStart = 1 << 17;

  // Sets what belongs to the filters of `result` from m on, which are usual or not. Both return a
  // negative number where the loops do not take them so.
  [[gnu::noinline]] int32_t set_usual(const Int8Result& result, int32_t m) {
    const int32_t* const start = result.start + m;
    begin[0] = static_cast<uint32_t>(start[0]) + (static_cast<uint32_t>(start[1]) << 8);
    begin[1] = static_cast<uint32_t>(start[2]) + (static_cast<uint32_t>(start[3]) << 8);
    begin[2] = static_cast<uint32_t>(start[3]) + (static_cast<uint32_t>(start[0]) << 7);
    const auto twice_offset = static_cast<uint32_t>(2 * result.offset + 1);
    return set(result, m, [&](size_t i, int32_t, int32_t right) {
      const uint32_t above = static_cast<uint32_t>(start[i]) + kMostStart;
      rights[i] = static_cast<uint8_t>(right + kMore[i] - 1);
      set_nudge(i, ((twice_offset << (right & 31)) + 1) << (kMore[i] - 2));
      return (right - 1) | (kMostRight - right) | -static_cast<int32_t>(above / 2 / kMostStart);
    });
  }
  [[gnu::noinline, gnu::cold]] int32_t set_other(const Int8Result& result, int32_t m) {
    const int32_t* const start = result.start + m;
    for (uint32_t& each : begin) each = 0;
    return set(result, m, [&](size_t i, int32_t multiplier, int32_t right) {
      rights[i] = static_cast<uint8_t>(right - 1);
      set_nudge(i, 2 * static_cast<uint32_t>(start[i]));
      return DoubledScale::outside(multiplier, -right, start[i]);
    });
  }

 private:
  template <typename Visit>
  [[gnu::always_inline]] int32_t set(const Int8Result& result, int32_t m, Visit visit) {
    const int32_t step = result.scale_step;
    const int32_t* multiplier = result.multiplier + m * step;
    const int8_t* shift = result.shift + m * step;
    int32_t outside = 0;
    for (size_t i = 0; i < 4; ++i, multiplier += step, shift += step) {
      scales[2 * i] = *multiplier;
      outside |= visit(i, *multiplier, -*shift);
    }
    return outside;
  }
  void set_nudge(size_t i, uint32_t nudge) {
    (i < 3 ? scales[2 * i + 1] : last_nudge) = static_cast<int32_t>(nudge);
  }
};

// Tiles of two pixels and fours of filters, by three sums for each pixel. The assembly copies what
// precedes `from` to the stack, and advances it there.
struct TileProduct {
  uint32_t even[kTilePixels];  // what even filters begin with for each pixel
  uint32_t* tile;
  uint32_t mask = 0x7F807F80;  // of 128 times a byte, twice
  uintptr_t whole;  // the end of what whole steps read, less 4 where `flags` say what else is to do
  uintptr_t skipped;           // bytes of the loop's code that its first turn leaves out
  const FourFilters* filters;  // at least one, up to one without weights
  int8_t* out;                 // of the first pixel
  int32_t out_pitch;
  uint32_t flags;
  const int8_t* from;  // what is to be written to the tile, or null where it is there
  int32_t pitch;       // from a pixel's inputs to those of the next one
  int32_t terms;       // a multiple of 4 where the tile is to be written and `row` is 0
  uint32_t offset;     // of inputs, twice
  int32_t tiles;       // 1 without `from`
  int32_t row;         // bytes between three rows of nine inputs, or 0 where inputs are adjacent
  int32_t nudge;       // 2 * offset + 1

  static constexpr uint32_t kOdd = 1U << 31;    // a term is left after whole steps
  static constexpr uint32_t kOther = 1U << 30;  // filters are not usual

  // Computes the results, unclamped, of all tiles, of which there is one at least. Without `from`
  // advances `out`.
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
        ".macro kerf_step\n"
        "ldr.n r5, [r0, #4]\n"
        "ldr.w r4, [r0], #8\n"
        "ldr.n r3, [r1, #4]\n"
        "ldr.w r2, [r1], #8\n"
        "kerf_sums\n"
        ".endm\n"
        ".macro kerf_sums\n"
        "smlad r8, r5, r2, r8\n"
        "smlad r9, r5, r3, r9\n"
        "smlad r6, r4, r2, r6\n"
        "smlad r7, r4, r3, r7\n"
        "and r4, r12, r4, lsl #7\n"
        "sxtab16 r4, r4, r5, ror #8\n"
        "smlad r10, r4, r2, r10\n"
        "smlad r11, r4, r3, r11\n"
        ".endm\n"
        // The results of both sums of a filter by what it is shifted by in the first byte of r1.
        ".macro kerf_results a, b, multiplier, nudge\n"
        "smmla \\a, \\a, \\multiplier, \\nudge\n"
        "smmla \\b, \\b, \\multiplier, \\nudge\n"
        "asr \\a, r1\n"
        "asr \\b, r1\n"
        "ssat \\a, #8, \\a\n"
        "ssat \\b, #8, \\b\n"
        ".endm\n"
        // The same by a multiplier in r2, twice the start in r3, 2 * offset + 1 in r4 and -1 -
        // shift in the first byte of r1, where halves are rounded away from zero.
        ".macro kerf_other a, b, more\n"
        "add \\a, r3, \\a, asr \\more - 1\n"
        "add \\b, r3, \\b, asr \\more - 1\n"
        "lsl r3, r4, r1\n"
        "add r5, r3, \\a, asr #31\n"
        "smmlar \\a, \\a, r2, r5\n"
        "add r5, r3, \\b, asr #31\n"
        "smmlar \\b, \\b, r2, r5\n"
        "asr \\a, r1\n"
        "asr \\b, r1\n"
        "ssat \\a, #8, \\a, asr #1\n"
        "ssat \\b, #8, \\b, asr #1\n"
        ".endm\n"
        // From the sums of a pixel those of the four filters: 256, 128, 256 and 512 times as large.
        ".macro kerf_part low, high, middle, third\n"
        "sub \\third, \\high, \\middle, lsl #8\n"
        "add \\third, \\third, \\low, lsl #15\n"
        "lsl \\third, #9\n"
        "sub \\high, \\high, \\third, asr #9\n"
        "sub \\middle, \\middle, \\high, asr #8\n"
        "sub \\low, \\low, \\middle, asr #7\n"
        ".endm\n"
        ".macro kerf_parts\n"
        "kerf_part r6, r8, r10, r12\n"
        "kerf_part r7, r9, r11, lr\n"
        ".endm\n"
        "str r3, [sp, #-8]!\n"
        "ldm r3, {r4-r12, lr}\n"
        "adr r0, 2f\n"
        "add r9, r0\n"
        "orr r9, #1\n"
        "push {r4-r12, lr}\n"
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
        "10: ldr r0, [sp, %[filters]]\n"
        "b 1f\n"
        ".balign 4\n"
        "2: .rept %c[unrolled]\n"
        "kerf_step\n"
        ".endr\n"
        "cmp r1, lr\n"
        "blo 2b\n"
        "beq 4f\n"
        "3: kerf_parts\n"
        "ldr r0, [sp, %[filters]]\n"
        "ldr r1, [r0, %[rights]]\n"
        "ldr r2, [r0, %[scales]]\n"
        "ldr r3, [r0, %[scales] + 4]\n"
        "ldr r4, [r0, %[scales] + 8]\n"
        "ldr r5, [r0, %[scales] + 12]\n"
        "kerf_results r10, r11, r2, r3\n"
        "lsrs r1, #8\n"
        "kerf_results r6, r7, r4, r5\n"
        "ldr r2, [r0, %[scales] + 16]\n"
        "ldr r3, [r0, %[scales] + 20]\n"
        "ldr r4, [r0, %[scales] + 24]\n"
        "ldr r5, [r0], %[next]\n"
        "str r0, [sp, %[filters]]\n"
        "lsrs r1, #8\n"
        "kerf_results r12, lr, r2, r3\n"
        "lsrs r1, #8\n"
        "kerf_results r8, r9, r4, r5\n"
        "11: ldr r4, [sp, %[out]]\n"
        "ldr r5, [sp, %[out_pitch]]\n"
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
        // What the sums of four filters begin with.
        "1: ldr r7, [r0, %[begin]]\n"
        "ldr r9, [r0, %[begin] + 4]\n"
        "ldr r11, [r0, %[begin] + 8]\n"
        "ldr r2, [sp, %[even]]\n"
        "ldr r3, [sp, %[even] + 4]\n"
        "ldr r12, [sp, %[mask]]\n"
        "ldr lr, [sp, %[whole]]\n"
        "ldr r1, [sp, %[tile]]\n"
        "ldr r0, [r0, %[weights]]\n"
        "cbz r0, 6f\n"
        "add r6, r7, r2\n"
        "add r7, r3\n"
        "add r8, r9, r2\n"
        "add r9, r3\n"
        "add r10, r11, r2, lsl #7\n"
        "add r11, r11, r3, lsl #7\n"
        "ldr pc, [sp, %[skipped]]\n"
        // The next tile.
        "6: ldr r3, [sp, %[self]]\n"
        "ldr r2, [sp, %[out_pitch]]\n"
        "ldr r0, [r3, %[tiles]]\n"
        "ldr r1, [r3, %[out]]\n"
        "subs r0, #1\n"
        "beq 12f\n"
        "add r1, r1, r2, lsl #1\n"
        "ldr r2, [r3, %[filters]]\n"
        "str r0, [r3, %[tiles]]\n"
        "str r1, [r3, %[out]]\n"
        "str r1, [sp, %[out]]\n"
        "str r2, [sp, %[filters]]\n"
        "ldr r0, [r3, %[from]]\n"
        "b 7b\n"
        // The last term of four filters is in a word.
        "4: ldr lr, [sp, %[flags]]\n"
        "lsls r2, lr, #1\n"
        "bcc 5f\n"
        "ldr r4, [r0], #4\n"
        "ldr r2, [r1]\n"
        "ldr r3, [r1, #4]\n"
        "lsr.w r5, r4, #16\n"
        "uxth r4, r4\n"
        "kerf_sums\n"
        "5: bpl 3b\n"
        "kerf_parts\n"
        "ldr r5, [sp, %[self]]\n"
        "ldr r0, [sp, %[filters]]\n"
        "ldr r4, [r5, %[nudge]]\n"
        "ldr r1, [r0, %[rights]]\n"
        "ldr r2, [r0, %[scales]]\n"
        "ldr r3, [r0, %[scales] + 4]\n"
        "kerf_other r10, r11, #7\n"
        "ldr r2, [r0, %[scales] + 8]\n"
        "ldr r3, [r0, %[scales] + 12]\n"
        "lsrs r1, #8\n"
        "kerf_other r6, r7, #8\n"
        "ldr r2, [r0, %[scales] + 16]\n"
        "ldr r3, [r0, %[scales] + 20]\n"
        "lsrs r1, #8\n"
        "kerf_other r12, lr, #9\n"
        "ldr r2, [r0, %[scales] + 24]\n"
        "ldr r3, [r0], %[next]\n"
        "str r0, [sp, %[filters]]\n"
        "lsrs r1, #8\n"
        "kerf_other r8, r9, #8\n"
        "b 11b\n"
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
        "b 10b\n"
        "12: str r4, [r3, %[out]]\n"
        "add sp, #48\n"
        ".purgem kerf_widen\n"
        ".purgem kerf_sums\n"
        ".purgem kerf_step\n"
        ".purgem kerf_results\n"
        ".purgem kerf_other\n"
        ".purgem kerf_part\n"
        ".purgem kerf_parts\n"
        : "+r"(self)
        : [even] "i"(offsetof(TileProduct, even)), [tile] "i"(offsetof(TileProduct, tile)),
          [mask] "i"(offsetof(TileProduct, mask)), [whole] "i"(offsetof(TileProduct, whole)),
          [skipped] "i"(offsetof(TileProduct, skipped)),
          [filters] "i"(offsetof(TileProduct, filters)), [out] "i"(offsetof(TileProduct, out)),
          [out_pitch] "i"(offsetof(TileProduct, out_pitch)),
          [flags] "i"(offsetof(TileProduct, flags)), [from] "i"(offsetof(TileProduct, from)),
          [pitch] "i"(offsetof(TileProduct, pitch)), [terms] "i"(offsetof(TileProduct, terms)),
          [offset] "i"(offsetof(TileProduct, offset)), [tiles] "i"(offsetof(TileProduct, tiles)),
          [row] "i"(offsetof(TileProduct, row)), [nudge] "i"(offsetof(TileProduct, nudge)),
          [self] "i"(offsetof(TileProduct, from)), [weights] "i"(offsetof(FourFilters, weights)),
          [begin] "i"(offsetof(FourFilters, begin)), [rights] "i"(offsetof(FourFilters, rights)),
          [scales] "i"(offsetof(FourFilters, scales)), [next] "i"(sizeof(FourFilters)),
          [unrolled] "i"(kUnrolledSteps)
        : "r0", "r1", "r2", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "lr", "cc",
          "memory");
    static_assert(offsetof(TileProduct, skipped) == 20 && offsetof(TileProduct, from) == 40 &&
                  sizeof(FourFilters) == 52);
  }
};

// Bytes of code for two terms in TileProduct::run().
inline constexpr int32_t kStepBytes = 44;

}  // namespace kerf::integers::in_pairs
