// Products with filters whose weights are stored in pairs, where code need not be small. A word has
// two terms of both filters: as int16 these are 256 * odd + even, the weight of the even filter
// with 128 added. Of two pairs a, b and c, d, whose odd filters are b and d, three sums are enough:
//   low    256 B + A by the word of the first pair
//   high   256 D + C by that of the second one
//   middle 128 A + D by a word of both, which AND with a shift and SXTAB16 make
// as high - 256 middle + 2^15 low is C + 2^23 B, which is C modulo 2^23; then D, A and B follow.
// What is added to even weights makes low and high larger by 128 times the sum of the inputs, and
// middle by 2^14 times: the sums begin with less.
#pragma once

#include <stddef.h>

#include "isa/dsp/loops/copy_bytes.h"
#include "isa/dsp/loops/int8_product_by_three.h"
#include "isa/dsp/loops/int8_results.h"
#include "isa/dsp/loops/int8_scratch.h"

namespace kerf::integers::in_pairs {

using by_three::kUnrolled;

// Pixels of a tile as int16: of each step of two terms the words of all pixels. In fours of terms
// the steps are (0, 2) and (1, 3); the terms that are left are in order.
inline constexpr int32_t kTilePixels = Int8PairedProduct::kPlacedPixels;

// Steps that the loop of a tile has code for.
inline constexpr int32_t kUnrolledSteps = 16;

// Writes the one to three terms that are left of a pixel to a tile of `pixels`. Returns their sum.
[[gnu::noinline]] inline uint32_t expand_rest(uint32_t* tile, int32_t pixels, const int8_t* from,
                                              int32_t terms, uint32_t offset, bool is_all) {
  const uint32_t rest = by_three::rest_of_pixel(from, terms, is_all);
  const uint32_t first = even_bytes(rest, offset);  // and the third one
  tile[0] = first;
  if (terms > 1) tile[0] = (first & 0xFFFF) | odd_bytes(rest, offset) << 16;
  if (terms > 2) tile[pixels] = first >> 16;
  // The bytes behind the terms are 0 before the offset is added.
  const auto ones = static_cast<int16x2_t>(0x10001);
  auto total = terms * static_cast<int16_t>(offset);
  total = __smlad(static_cast<int16x2_t>(even_bytes(rest)), ones, total);
  return static_cast<uint32_t>(__smlad(static_cast<int16x2_t>(odd_bytes(rest)), ones, total));
}

// Writes a pixel to a tile of kPixels, as by_three::expand_pixel(). Returns the sum of its terms.
// Without kRest these are a multiple of 4.
template <int32_t kPixels, bool kRest>
[[gnu::always_inline]] inline uint32_t expand(uint32_t* tile, const int8_t* from, int32_t terms,
                                              uint32_t offset) {
  [[maybe_unused]] const bool few = terms < 4;
  uint32_t sum = 0;
  uint32_t a;
  uint32_t b;
  uint32_t c;
  uint32_t d;
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
      "subs %[terms], #16\n"
      "bmi 2f\n"
      "1: ldr %[a], [%[from]], #4\n"
      "ldr %[b], [%[from]], #4\n"
      "ldr %[c], [%[from]], #4\n"
      "ldr %[d], [%[from]], #4\n"
      "subs %[terms], #16\n"
      "kerf_expand %[a]\n"
      "kerf_expand %[b]\n"
      "kerf_expand %[c]\n"
      "kerf_expand %[d]\n"
      "bpl 1b\n"
      "2: adds %[terms], #12\n"
      "bmi 4f\n"
      "3: ldr %[a], [%[from]], #4\n"
      "subs %[terms], #4\n"
      "kerf_expand %[a]\n"
      "bpl 3b\n"
      "4: adds %[terms], #4\n"
      ".purgem kerf_expand\n"
      : [terms] "+r"(terms), [from] "+r"(from), [tile] "+r"(tile), [sum] "+r"(sum), [a] "=&r"(a),
        [b] "=&r"(b), [c] "=&r"(c), [d] "=&r"(d), [even] "=&r"(even)
      :
      [pixels] "i"(4 * kPixels), [step] "i"(8 * kPixels), [offset] "r"(offset), [ones] "r"(0x10001)
      : "cc", "memory");
  if (!kRest || terms == 0) return sum;
  return sum + expand_rest(tile, kPixels, from, terms, offset, few);
}

template <int32_t kPixels>
[[gnu::noinline]] uint32_t expand_pixel(uint32_t* tile, const int8_t* from, int32_t terms,
                                        uint32_t offset) {
  return expand<kPixels, true>(tile, from, terms, offset);
}

// Writes a pixel of three rows of nine terms, `step` apart, to a tile. Returns their sum.
[[gnu::always_inline]] inline uint32_t expand_rows_of_nine(uint32_t* tile, const int8_t* from,
                                                           int32_t step, uint32_t offset) {
  uint32_t sum = 0;
  uint32_t a;
  uint32_t b;
  uint32_t c;
  uint32_t d;
  uint32_t even;
  // Words across two rows consist of the end of one and the beginning of the next.
  __asm__ volatile(
      ".macro kerf_expand word, to\n"
      "sxtab16 %[even], %[offset], \\word\n"
      "sxtab16 \\word, %[offset], \\word, ror #8\n"
      "smlad %[sum], %[even], %[ones], %[sum]\n"
      "smlad %[sum], \\word, %[ones], %[sum]\n"
      "str %[even], [%[tile], #\\to * 8 * %c[pixels]]\n"
      "str \\word, [%[tile], #\\to * 8 * %c[pixels] + 4 * %c[pixels]]\n"
      ".endm\n"
      "ldr %[a], [%[from]]\n"
      "ldr %[b], [%[from], #4]\n"
      "ldrb %[c], [%[from], #8]\n"
      "ldr %[d], [%[from], %[step]]\n"
      "kerf_expand %[a], 0\n"
      "kerf_expand %[b], 1\n"
      "add %[from], %[step]\n"
      "orr %[c], %[c], %[d], lsl #8\n"
      "kerf_expand %[c], 2\n"
      "ldr %[a], [%[from], #3]\n"
      "ldrh %[b], [%[from], #7]\n"
      "ldrh %[d], [%[from], %[step]]\n"
      "add %[from], %[step]\n"
      "orr %[b], %[b], %[d], lsl #16\n"
      "ldr %[c], [%[from], #2]\n"
      "ldr %[d], [%[from], #5]\n"
      "kerf_expand %[a], 3\n"
      "kerf_expand %[b], 4\n"
      "kerf_expand %[c], 5\n"
      // The last three terms are in order.
      "lsr %[d], #8\n"
      "sxtab16 %[even], %[offset], %[d]\n"
      "sxtab16 %[d], %[offset], %[d], ror #8\n"
      "pkhbt %[a], %[even], %[d], lsl #16\n"
      "pkhtb %[d], %[d], %[even], asr #16\n"
      "smlad %[sum], %[a], %[ones], %[sum]\n"
      "smlabb %[sum], %[d], %[ones], %[sum]\n"
      "str %[a], [%[tile], #6 * 8 * %c[pixels]]\n"
      "str %[d], [%[tile], #6 * 8 * %c[pixels] + 4 * %c[pixels]]\n"
      ".purgem kerf_expand\n"
      : [from] "+r"(from), [sum] "+r"(sum), [a] "=&r"(a), [b] "=&r"(b), [c] "=&r"(c), [d] "=&r"(d),
        [even] "=&r"(even)
      : [tile] "r"(tile), [step] "r"(step), [pixels] "i"(kTilePixels), [offset] "r"(offset),
        [ones] "r"(0x10001)
      : "memory");
  return sum;
}

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
        "kerf_parts\n"
        "str r1, [sp, %[start]]\n"
        "ldr r0, [sp, %[multiplier]]\n"
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

// Bytes of code for two terms in TileProduct::run(), and for four in PixelProduct::run().
inline constexpr int32_t kStepBytes = 44;
inline constexpr int32_t kPixelTermsBytes = 60;

// Whether FastScale takes the scales of `count` filters from m on.
[[gnu::noinline]] inline bool all_fast(const Int8Result& result, int32_t m, int32_t count) {
  const int32_t* multiplier = result.multiplier + m * result.scale_step;
  const int8_t* shift = result.shift + m * result.scale_step;
  int32_t others = 0;  // negative where it does not take one
  if (result.scale_step == 0) count = 1;
  for (; count > 0; --count) {
    const int32_t below = -1 - *shift++;
    others |= ~static_cast<int32_t>(static_cast<uint32_t>(*multiplier++) << 1) | below |
              (FastScale::kMostBelow - below);
  }
  return others >= 0;
}

// The results of the last two filters, which are a pair, and of the last one, of a pixel of a tile
// of kPixels; `begin` is what even filters begin with.
template <int32_t kPixels>
[[gnu::noinline]] void run_last(const Int8Product& product, const uint32_t* tile, uint32_t begin,
                                int8_t* out) {
  const int32_t terms = product.terms;
  int32_t m = product.filters & ~3;
  const int8_t* weights = product.weights + m * terms;
  const auto add = [](uint32_t w, uint32_t x, uint32_t to) {
    return static_cast<uint32_t>(
        __smlad(static_cast<int16x2_t>(w), static_cast<int16x2_t>(x), static_cast<int32_t>(to)));
  };
  if ((product.filters & 2) != 0) {
    uint32_t even = begin;
    uint32_t both = 0;
    const uint32_t* x = tile;
    for (int32_t left = terms; left > 0; left -= 2, weights += 4, x += kPixels) {
      uint32_t w = 0;
      if (left == 1) {
        w = static_cast<uint8_t>(weights[0]) |
            static_cast<uint32_t>(static_cast<uint8_t>(weights[1])) << 8;
        weights -= 2;
      } else {
        w = load_word(weights);
      }
      both = add(w, *x, both);
      even = add(w & 0x00FF00FF, *x, even);
    }
    const uint32_t odd = both + begin - even;
    out[m] = int8_of(product.result, m, product.result.start_of(m) + even);
    out[m + 1] = int8_of(
        product.result, m + 1,
        product.result.start_of(m + 1) + static_cast<uint32_t>(static_cast<int32_t>(odd) >> 8));
    m += 2;
  }
  if ((product.filters & 1) == 0) return;
  uint32_t total = product.result.start_of(m);
  for (int32_t left = terms; left > 0; left -= 4, weights += 4, tile += 2 * kPixels) {
    uint32_t w = 0;
    libc::copy(&w, weights, static_cast<size_t>(left < 4 ? left : 4));
    // The terms of the last word are in order.
    if (left < 4) w = (w & 0xFF0000FF) | (w << 8 & 0x00FF0000) | (w >> 8 & 0x0000FF00);
    total = add(even_bytes(w), tile[0], total);
    if (left > 2) total = add(odd_bytes(w), tile[kPixels], total);
  }
  out[m] = int8_of(product.result, m, total);
}

// Tiles of a product, one after the other. `product` must outlive them.
class Tiles {
 public:
  explicit Tiles(const Int8Product& product)
      : product_(product),
        scales_(product.result),
        tile_(static_cast<uint32_t*>(product.scratch)),
        offsets_(twice(product.offset)),
        in_one_run_(product.filters % 4 == 0 && all_fast(product.result, 0, product.filters)),
        clamps_(product.result.low != INT8_MIN || product.result.high != INT8_MAX) {
    const int32_t steps = product.terms >> 1;  // at least two, the first outside of the loop
    rest_.tile = tile_;
    for (uint32_t& even : rest_.even) even = 0;
    rest_.odd = static_cast<uint32_t>(product.terms) & 1;
    whole_ = reinterpret_cast<uintptr_t>(tile_ + kTilePixels * steps);
    rest_.stops = 0;
    set_whole();
    set_first();
    rest_.scale_step = scales_.step;
    rest_.nudge = 2 * product.result.offset + 1;
    rest_.skipped = kStepBytes * ((kUnrolledSteps - (steps - 1) % kUnrolledSteps) % kUnrolledSteps);
    rest_.out_pitch = product.out_pitch;
  }

  // Writes rows of `count` inputs to a pixel, as Int8Product::place().
  [[gnu::noinline]] void place(int32_t pixel, int32_t term, const int8_t* from,
                               const portable::Terms& rows, int32_t count) {
    uint32_t* to = tile_ + pixel + (term >> 1) * kTilePixels;
    const int32_t step = (rows.weight >> 1) * kTilePixels;
    uint32_t sum = 0;
    for (int32_t left = rows.count; left > 0; --left, from += rows.input, to += step)
      sum += expand<kTilePixels, false>(to, from, count, offsets_);
    rest_.even[pixel] -= sum << 7;
  }

  // Writes all inputs of both pixels, which are adjacent; the pixels are `pitch` apart.
  [[gnu::always_inline]] void place_both(const int8_t* from, int32_t pitch) {
    uint32_t* to = tile_;
    int32_t left = product_.terms;
    uint32_t first = 0;
    uint32_t second = 0;
    uint32_t a;
    uint32_t b;
    uint32_t even;
    uint32_t odd;
    static_assert(kTilePixels == 2);
    __asm__ volatile(
        "subs %[left], #4\n"
        "1: ldr %[b], [%[from], %[pitch]]\n"
        "ldr %[a], [%[from]], #4\n"
        "subs %[left], #4\n"
        "sxtab16 %[odd], %[offset], %[b], ror #8\n"
        "sxtab16 %[b], %[offset], %[b]\n"
        "sxtab16 %[even], %[offset], %[a]\n"
        "sxtab16 %[a], %[offset], %[a], ror #8\n"
        "smlad %[second], %[b], %[ones], %[second]\n"
        "smlad %[second], %[odd], %[ones], %[second]\n"
        "smlad %[first], %[even], %[ones], %[first]\n"
        "smlad %[first], %[a], %[ones], %[first]\n"
        "str %[b], [%[to], #4]\n"
        "str %[a], [%[to], #8]\n"
        "str %[odd], [%[to], #12]\n"
        "str %[even], [%[to]], #16\n"
        "bpl 1b\n"
        : [from] "+r"(from), [to] "+r"(to), [left] "+r"(left), [first] "+r"(first),
          [second] "+r"(second), [a] "=&r"(a), [b] "=&r"(b), [even] "=&r"(even), [odd] "=&r"(odd)
        : [pitch] "r"(pitch), [offset] "r"(offsets_), [ones] "r"(0x10001)
        : "cc", "memory");
    rest_.even[0] = 0 - (first << 7);
    rest_.even[1] = 0 - (second << 7);
    if ((product_.terms & 3) != 0) place_rests(to, from, pitch);
  }

  // Copies rows of `count` adjacent bytes to bytes that are `rows.weight` apart.
  [[gnu::always_inline]] static void copy_rows(int8_t* to, const int8_t* from,
                                               const portable::Terms& rows, int32_t count) {
    int32_t left = rows.count;
    if (left == 0) return;
    if (count < 4 || count > 12) {
      for (; left > 0; --left, from += rows.input, to += rows.weight)
        portable::copy_bytes(to, from, static_cast<size_t>(count));
      return;
    }
    // Three words, which may overlap each other.
    const int32_t last = count - 4;
    const int32_t middle = last < 4 ? last : 4;
    uint32_t a;
    uint32_t b;
    uint32_t c;
    __asm__ volatile(
        "1: ldr %[a], [%[from]]\n"
        "ldr %[b], [%[from], %[middle]]\n"
        "ldr %[c], [%[from], %[last]]\n"
        "str %[c], [%[to], %[last]]\n"
        "str %[a], [%[to]]\n"
        "str %[b], [%[to], %[middle]]\n"
        "add %[from], %[next_from]\n"
        "add %[to], %[next_to]\n"
        "subs %[left], #1\n"
        "bne 1b\n"
        : [from] "+r"(from), [to] "+r"(to), [left] "+l"(left), [a] "=&r"(a), [b] "=&r"(b),
          [c] "=&r"(c)
        : [middle] "r"(middle), [last] "r"(last), [next_from] "r"(rows.input),
          [next_to] "r"(rows.weight)
        : "cc", "memory");
  }

  // Copies rows of `count` adjacent bytes, `rows.input` apart, to `patch`, the first one to byte
  // `term`. Then writes all inputs to a pixel, unless it is negative: `patch` has them, filled up
  // to whole words with minus the offset.
  [[gnu::noinline]] void gather(int32_t pixel, int8_t* patch, int32_t term, const int8_t* from,
                                const portable::Terms& rows, int32_t count) {
    copy_rows(patch + term, from, rows, count);
    if (pixel < 0) return;
    uint32_t* to = tile_ + pixel;
    int32_t left = product_.terms;
    uint32_t sum = 0;
    uint32_t word;
    uint32_t odd;
    // The terms after the last four are in order.
    __asm__ volatile(
        "subs %[left], #4\n"
        "bmi 2f\n"
        "1: ldr %[word], [%[patch]], #4\n"
        "subs %[left], #4\n"
        "sxtab16 %[odd], %[offset], %[word], ror #8\n"
        "sxtab16 %[word], %[offset], %[word]\n"
        "smlad %[sum], %[odd], %[ones], %[sum]\n"
        "smlad %[sum], %[word], %[ones], %[sum]\n"
        "str %[odd], [%[to], %[pixels]]\n"
        "str %[word], [%[to]], %[step]\n"
        "bpl 1b\n"
        "2: adds %[left], #4\n"
        "beq 3f\n"
        "ldr %[word], [%[patch]]\n"
        "sxtab16 %[odd], %[offset], %[word], ror #8\n"
        "sxtab16 %[word], %[offset], %[word]\n"
        "smlad %[sum], %[odd], %[ones], %[sum]\n"
        "smlad %[sum], %[word], %[ones], %[sum]\n"
        "pkhbt %[left], %[word], %[odd], lsl #16\n"
        "pkhtb %[odd], %[odd], %[word], asr #16\n"
        "str %[left], [%[to]]\n"
        "str %[odd], [%[to], %[pixels]]\n"
        "3:\n"
        : [patch] "+r"(patch), [to] "+r"(to), [left] "+r"(left), [sum] "+r"(sum),
          [word] "=&r"(word), [odd] "=&r"(odd)
        : [pixels] "i"(4 * kTilePixels), [step] "i"(8 * kTilePixels), [offset] "r"(offsets_),
          [ones] "r"(0x10001)
        : "cc", "memory");
    rest_.even[pixel] = 0 - (sum << 7);
  }

  // Whether rows of `count` adjacent bytes are three of nine, and all inputs of a pixel: those of
  // 3 x 3 taps of three channels.
  bool are_rows_of_nine(const portable::Terms& rows, int32_t count) const {
    return rows.count == 3 && rows.weight == 9 && count == 9 && product_.terms == 27;
  }

  // Computes `count` tiles of pixels of such rows, which are `step` apart, clamped. Pixels are
  // `next` apart. Returns the end of the results.
  [[gnu::noinline]] int8_t* run_rows_of_nine(const int8_t* from, int32_t step, int32_t next,
                                             int32_t count, int8_t* out) {
    for (; count > 0; --count, out += kTilePixels * product_.out_pitch) {
      for (int32_t p = 0; p < kTilePixels; ++p, from += next)
        rest_.even[p] = 0 - (expand_rows_of_nine(tile_ + p, from, step, offsets_) << 7);
      run_clamped(out);
    }
    return out;
  }

  // Writes terms that count nothing to the whole of a pixel, whose terms are a multiple of 4.
  [[gnu::noinline]] void pad(int32_t pixel) {
    uint32_t* to = tile_ + pixel;
    int32_t left = product_.terms;
    __asm__ volatile(
        "1: str %[zero], [%[to]], %[step]\n"
        "subs %[left], #8\n"
        "str %[zero], [%[to]], %[step]\n"
        "bmi 2f\n"
        "str %[zero], [%[to]], %[step]\n"
        "str %[zero], [%[to]], %[step]\n"
        "bne 1b\n"
        "2:\n"
        : [to] "+r"(to), [left] "+r"(left)
        : [zero] "r"(0), [step] "i"(4 * kTilePixels)
        : "cc", "memory");
  }

  // Computes the results of the pixels, unclamped.
  [[gnu::always_inline]] void run(int8_t* out) {
    rest_.out = out;
    rest_.out_end = out + (product_.filters & ~3);
    if (!in_one_run_) return run_slowly(out);
    rest_.run();
  }

  // As run(), clamped. The next pixels may be placed.
  void run_clamped(int8_t* out) {
    run(out);
    for (uint32_t& even : rest_.even) even = 0;
    if (clamps_)
      clamp_rows(product_.result, out, product_.out_pitch, kTilePixels, product_.filters);
  }

 private:
  void set_first() {
    rest_.weights = product_.weights;
    rest_.start = product_.result.start;
    rest_.multiplier = scales_.multiplier;
    rest_.shift = scales_.shift;
  }

  void set_whole() { rest_.whole = whole_ - ((rest_.odd | rest_.stops) != 0 ? 0 : 4); }

  // The results where filters are left after fours of them, or some have scales that FastScale does
  // not take.
  [[gnu::noinline]] void run_slowly(int8_t* out) {
    const Int8Result& result = product_.result;
    const int32_t fours = product_.filters & ~3;
    if (all_fast(result, 0, fours)) {
      if (fours != 0) rest_.run();
    } else {
      for (int32_t m = 0; m < fours; m += 4) {
        rest_.out = out + m;
        rest_.out_end = rest_.out + 4;
        rest_.stops = all_fast(result, m, 4) ? 0 : 1;
        set_whole();
        rest_.run();
        if (rest_.stops != 0) {
          for (int32_t i = 0; i < 4; ++i) {
            for (int32_t p = 0; p < kTilePixels; ++p)
              rest_.out[i + p * rest_.out_pitch] = int8_of(result, m + i, rest_.sums[i][p]);
          }
        }
        rest_.weights += 4 * product_.terms;
        rest_.start += 4;
        rest_.multiplier += scales_.step / 4;
        rest_.shift += scales_.step / 4;
      }
      set_first();
    }
    if ((product_.filters & 3) == 0) return;
    for (int32_t p = 0; p < kTilePixels; ++p)
      run_last<kTilePixels>(product_, tile_ + p, rest_.even[p], out + p * product_.out_pitch);
  }

  // Writes the last one to three inputs of both pixels.
  [[gnu::noinline]] void place_rests(uint32_t* to, const int8_t* from, int32_t pitch) {
    for (int32_t p = 0; p < kTilePixels; ++p, ++to, from += pitch)
      rest_.even[p] -= expand_rest(to, kTilePixels, from, product_.terms & 3, offsets_, false) << 7;
  }

  const Int8Product& product_;
  const by_three::Scales<4> scales_;
  uint32_t* const tile_;
  const uint32_t offsets_;
  const bool in_one_run_;  // of rest_.run(), whose filters are fours
  const bool clamps_;
  uintptr_t whole_;  // the end of what whole steps read
  TileProduct rest_;
};

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
  rest.tile = tile;
  rest.even = 0 - (sum << 7);
  rest.turns = (groups + kUnrolled - 1) / kUnrolled;
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
  if ((product.filters & 3) != 0) run_last<1>(product, tile, rest.even, out);
}

[[gnu::always_inline]] inline void run(const Int8Product& product, const int8_t* inputs,
                                       int32_t pitch, int32_t pixels, int8_t* out) {
  auto* tile = static_cast<uint32_t*>(product.scratch);
  const uint32_t offsets = twice(product.offset);
  const int32_t terms = product.terms;
  int8_t* to = out;
  int32_t left = pixels;
  // There is less scratch for few pixels.
  if (pixels >= Int8PairedProduct::kLeastPixels) {
    Tiles tiles(product);
    for (; left >= kTilePixels; left -= kTilePixels, to += kTilePixels * product.out_pitch) {
      tiles.place_both(inputs, pitch);
      inputs += kTilePixels * pitch;
      tiles.run(to);
    }
  }
  for (; left > 0; --left, inputs += pitch, to += product.out_pitch)
    run_pixel(product, tile, expand_pixel<1>(tile, inputs, terms, offsets), to);
  clamp_rows(product.result, out, product.out_pitch, pixels, product.filters);
}

}  // namespace kerf::integers::in_pairs
