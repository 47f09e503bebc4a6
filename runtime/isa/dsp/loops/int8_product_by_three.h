// Products of three pixels with two filters at a time, and of one pixel with three, where code need
// not be small. The six sums of a tile, two pointers, the distance of the filters and five operands
// are all registers that there are: loops end by a comparison with memory, and are unrolled for it.
#pragma once

#include <stddef.h>

#include "isa/dsp/loops/int8_results.h"

namespace kerf::integers::by_three {

// Pixels of a tile as int16: of each four terms the words of terms (0, 2) of all pixels, then those
// of terms (1, 3).
inline constexpr int32_t kTilePixels = Int8Product::kPlacedPixels;

// Groups of four terms that a loop has code for.
inline constexpr int32_t kUnrolled = 8;

// The one to three terms that are left of a pixel, which `from` points to. What is missing in the
// word is a number that weights of 0 are multiplied with.
inline uint32_t rest_of_pixel(const int8_t* from, int32_t terms, bool is_all) {
  // In other pixels there are terms before them.
  if (!is_all) return load_word(from + terms - 4) >> (8 * (4 - terms));
  uint32_t x = 0;
  libc::copy(&x, from, static_cast<size_t>(terms));
  return x;
}

// Writes a pixel to a tile of kPixels, with `offset` added, which holds it twice.
template <int32_t kPixels>
[[gnu::noinline]] void expand_pixel(uint32_t* tile, const int8_t* from, int32_t terms,
                                    uint32_t offset) {
  const bool few = terms < 4;
  uint32_t a;
  uint32_t b;
  uint32_t c;
  uint32_t d;
  uint32_t even;
  __asm__ volatile(
      ".macro kerf_expand word\n"
      "sxtab16 %[even], %[offset], \\word\n"
      "sxtab16 \\word, %[offset], \\word, ror #8\n"
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
      : [terms] "+r"(terms), [from] "+r"(from), [tile] "+r"(tile), [a] "=&r"(a), [b] "=&r"(b),
        [c] "=&r"(c), [d] "=&r"(d), [even] "=&r"(even)
      : [pixels] "i"(4 * kPixels), [step] "i"(8 * kPixels), [offset] "r"(offset)
      : "cc", "memory");
  if (terms == 0) return;
  const uint32_t rest = rest_of_pixel(from, terms, few);
  tile[0] = even_bytes(rest, offset);
  tile[kPixels] = odd_bytes(rest, offset);
}

// Three pixels and the filters that are left, two at a time.
struct TileProduct {
  const int8_t* weights;
  int32_t distance;       // from a filter to the next: terms, at least 4
  const uint32_t* tile;   // less the words of a group of pixels, as are both ends
  const uint32_t* whole;  // the end of what whole words of weights are multiplied with
  const uint32_t* end;
  int32_t rest;  // the terms after those, less 4
  const int32_t* start;
  const int32_t* multiplier;
  const int8_t* shift;
  int32_t scale_step;  // bytes to the multipliers of the next pair: four times those to its shifts
  int8_t* out;         // of the first pixel
  int32_t out_pitch;
  const int8_t* out_end;  // of its pairs
  int32_t nudge;          // 2 * offset + 1
  int32_t skipped;        // bytes of the loop's code that its first turn leaves out
  uint32_t sums[2][kTilePixels];

  // Computes the results of pairs of filters, unclamped, and advances past them. Stops at a pair
  // that has a scale which FastScale does not take, with its sums, or where no pair is left. There
  // is one.
  [[gnu::noinline]] void run() {
    register TileProduct* self __asm__("r0") = this;
    __asm__ volatile(
        ".macro kerf_triple sum0, sum1, sum2, weights\n"
        "smlad \\sum0, \\weights, r5, \\sum0\n"
        "smlad \\sum1, \\weights, r6, \\sum1\n"
        "smlad \\sum2, \\weights, r7, \\sum2\n"
        ".endm\n"
        // Four terms.
        ".macro kerf_terms\n"
        "ldr.n r4, [r0, r1]\n"
        "ldr.n r3, [r0]\n"
        "ldr.w r5, [r2, #12]!\n"
        "ldr.n r6, [r2, #4]\n"
        "ldr.n r7, [r2, #8]\n"
        "sxtb16 r3, r3\n"
        "sxtb16 r4, r4\n"
        "kerf_triple r8, r9, r10, r3\n"
        "kerf_triple r11, r12, lr, r4\n"
        "ldr.n r4, [r0, r1]\n"
        "ldr.w r3, [r0], #4\n"
        "ldr.w r5, [r2, #12]!\n"
        "ldr.n r6, [r2, #4]\n"
        "ldr.n r7, [r2, #8]\n"
        "sxtb16 r3, r3, ror #8\n"
        "sxtb16 r4, r4, ror #8\n"
        "kerf_triple r8, r9, r10, r3\n"
        "kerf_triple r11, r12, lr, r4\n"
        ".endm\n"
        // The result of `sum` by the scale in r1, r5, r6.
        ".macro kerf_result sum, twice, right\n"
        "add r4, \\sum, \\sum, asr #31\n"
        "smmlar \\sum, \\sum, \\twice, r4\n"
        "qadd \\sum, \\sum, r5\n"
        "asr \\sum, \\right\n"
        "ssat \\sum, #8, \\sum\n"
        ".endm\n"
        "sub sp, #8\n"
        "ldrd r2, r3, [r0, %[whole]]\n"
        "ldr r1, [r0, %[skipped]]\n"
        "adr r4, 2f\n"
        "add r1, r4\n"
        "orr r1, #1\n"
        "push {r0-r3}\n"
        "mov r3, r0\n"
        "1: ldr r4, [r3, %[start]]\n"
        "ldr r0, [r3]\n"
        "ldr r1, [r3, #4]\n"
        "ldr r2, [r3, #8]\n"
        "ldr r8, [r4], #4\n"
        "ldr r11, [r4], #4\n"
        "ldr r5, [sp, #4]\n"
        "str r4, [r3, %[start]]\n"
        "add r4, r0, r1, lsl #1\n"
        "str r4, [r3]\n"
        "mov r9, r8\n"
        "mov r10, r8\n"
        "mov r12, r11\n"
        "mov lr, r11\n"
        "bx r5\n"
        ".balign 4\n"
        "2: .rept %c[unrolled] - 1\n"
        "kerf_terms\n"
        ".endr\n"
        "3: kerf_terms\n"
        "ldr r3, [sp, #8]\n"
        "cmp r2, r3\n"
        "blo 2b\n"
        "ldr r3, [sp]\n"
        "ldr r4, [sp, #12]\n"
        "cmp r2, r4\n"
        "bne 4f\n"
        "ldr r4, [r3, %[multiplier]]\n"
        "ldr r5, [r3, %[shift]]\n"
        "ldr r2, [r3, %[scale_step]]\n"
        "ldr r0, [r4]\n"
        "ldr r1, [r4, #4]\n"
        "ldrsb r6, [r5]\n"
        "ldrsb r7, [r5, #1]\n"
        "add r4, r2\n"
        "add r5, r5, r2, lsr #2\n"
        "str r4, [r3, %[multiplier]]\n"
        "str r5, [r3, %[shift]]\n"
        "lsls r0, r0, #1\n"
        "bpl 5f\n"
        "lsls r1, r1, #1\n"
        "bpl 5f\n"
        "mvn r6, r6\n"
        "mvn r7, r7\n"
        "cmp r6, %[most]\n"
        "it ls\n"
        "cmpls r7, %[most]\n"
        "bhi 5f\n"
        "ldr r2, [r3, %[nudge]]\n"
        "lsl r5, r2, r6\n"
        "add r6, #1\n"
        "kerf_result r8, r0, r6\n"
        "kerf_result r9, r0, r6\n"
        "kerf_result r10, r0, r6\n"
        "lsl r5, r2, r7\n"
        "add r7, #1\n"
        "kerf_result r11, r1, r7\n"
        "kerf_result r12, r1, r7\n"
        "kerf_result lr, r1, r7\n"
        "ldr r0, [r3, %[out]]\n"
        "ldr r1, [r3, %[out_pitch]]\n"
        "ldr r4, [r3, %[out_end]]\n"
        "add r2, r0, r1\n"
        "add r1, r2\n"
        "strb r11, [r0, #1]\n"
        "strb r8, [r0], #2\n"
        "strb r12, [r2, #1]\n"
        "strb r9, [r2]\n"
        "strb lr, [r1, #1]\n"
        "strb r10, [r1]\n"
        "str r0, [r3, %[out]]\n"
        "cmp r0, r4\n"
        "bne 1b\n"
        "b 5f\n"
        // The last one to three weights of both filters, as words of their own.
        "4: add r4, r0, r1\n"
        "ldr r3, [r3, %[rest]]\n"
        "ldr r5, [r0, r3]\n"
        "ldr r6, [r4, r3]\n"
        "rsb r3, #0\n"
        "lsl r3, #3\n"
        "lsr r5, r3\n"
        "lsr r6, r3\n"
        "add r0, sp, #16\n"
        "stm r0, {r5, r6}\n"
        "mov r1, #4\n"
        "b 3b\n"
        "5: add r3, %[sums]\n"
        "stm r3, {r8-r12, lr}\n"
        "add sp, #24\n"
        ".purgem kerf_triple\n"
        ".purgem kerf_terms\n"
        ".purgem kerf_result\n"
        : "+r"(self)
        : [scale_step] "i"(offsetof(TileProduct, scale_step)),
          [whole] "i"(offsetof(TileProduct, whole)), [rest] "i"(offsetof(TileProduct, rest)),
          [start] "i"(offsetof(TileProduct, start)),
          [multiplier] "i"(offsetof(TileProduct, multiplier)),
          [shift] "i"(offsetof(TileProduct, shift)), [out] "i"(offsetof(TileProduct, out)),
          [out_pitch] "i"(offsetof(TileProduct, out_pitch)),
          [out_end] "i"(offsetof(TileProduct, out_end)), [nudge] "i"(offsetof(TileProduct, nudge)),
          [skipped] "i"(offsetof(TileProduct, skipped)), [sums] "i"(offsetof(TileProduct, sums)),
          [most] "i"(FastScale::kMostBelow), [unrolled] "i"(kUnrolled)
        : "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "lr", "cc",
          "memory");
  }
};

// Bytes of code for four terms in TileProduct::run().
inline constexpr int32_t kTermsBytes = 90;

// The groups of four terms that the first turn of an unrolled loop leaves out.
constexpr int32_t skipped_groups(int32_t groups) {
  return (kUnrolled - groups % kUnrolled) % kUnrolled;
}

// The scales of `filters` filters for loops that read kCount at a time.
template <int32_t kCount>
struct Scales {
  const int32_t* multiplier;
  const int8_t* shift;
  int32_t step;  // bytes to the next kCount multipliers: four times those to the next shifts
  int32_t multipliers[kCount];
  int8_t shifts[kCount];

  explicit Scales(const Int8Result& result)
      : multiplier(result.multiplier), shift(result.shift), step(4 * kCount) {
    if (result.scale_step != 0) return;
    for (int32_t i = 0; i < kCount; ++i) {
      multipliers[i] = *multiplier;
      shifts[i] = *shift;
    }
    multiplier = multipliers;
    shift = shifts;
    step = 0;
  }
};

// The results of the three pixels of `tile`, of all pairs of filters. terms >= 4, and a base of 0.
[[gnu::noinline]] inline void run_tile(const Int8Product& product, const uint32_t* tile,
                                       int8_t* out) {
  const Int8Result& result = product.result;
  const int32_t terms = product.terms;
  const int32_t groups = terms >> 2;
  const Scales<2> scales(result);
  TileProduct rest;
  rest.weights = product.weights;
  rest.distance = terms;
  rest.tile = tile - kTilePixels;
  rest.whole = rest.tile + 2 * kTilePixels * groups;
  rest.end = rest.tile + 2 * kTilePixels * ((terms + 3) >> 2);
  rest.rest = (terms & 3) - 4;
  rest.start = result.start;
  rest.multiplier = scales.multiplier;
  rest.shift = scales.shift;
  rest.scale_step = scales.step;
  rest.nudge = 2 * result.offset + 1;
  rest.skipped = kTermsBytes * skipped_groups(groups);
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

// A pixel and the filters that are left, three at a time.
struct PixelProduct {
  const int8_t* weights;
  int32_t distance;  // from a filter to the next: terms, or 0 for the same three times
  const uint32_t* tile;
  int32_t turns;        // of the unrolled loop
  const uint32_t* end;  // of `tile`
  int32_t rest;         // the terms after those, less 4
  const int32_t* start;
  const int32_t* multiplier;
  const int8_t* shift;
  int32_t scale_step;  // bytes to the multipliers of the next three: four times those to its shifts
  int8_t* out;
  const int8_t* out_end;  // of its threes
  int32_t nudge;          // 2 * offset + 1
  int32_t base;
  int32_t skipped;  // bytes of the loop's code that its first turn leaves out
  uint32_t sums[3];

  // Computes the results of threes of filters, unclamped, and advances past them. Stops at three
  // that have a scale which FastScale does not take, with their sums, or where fewer are left.
  // There are three. terms >= 4.
  [[gnu::noinline]] void run() {
    register PixelProduct* self __asm__("r11") = this;
    __asm__ volatile(
        ".macro kerf_terms\n"
        "ldr.w r4, [r0, r1]\n"
        "ldr.w r5, [r0, r1, lsl #1]\n"
        "ldr.w r3, [r0], #4\n"
        "ldr.w r6, [r2], #8\n"
        "ldr r7, [r2, #-4]\n"
        "sxtb16 r12, r3\n"
        "smlad r8, r12, r6, r8\n"
        "sxtb16 r12, r4\n"
        "smlad r9, r12, r6, r9\n"
        "sxtb16 r12, r5\n"
        "smlad r10, r12, r6, r10\n"
        "sxtb16 r3, r3, ror #8\n"
        "smlad r8, r3, r7, r8\n"
        "sxtb16 r4, r4, ror #8\n"
        "smlad r9, r4, r7, r9\n"
        "sxtb16 r5, r5, ror #8\n"
        "smlad r10, r5, r7, r10\n"
        ".endm\n"
        // The result of `sum` by twice a multiplier and -1 - shift, which is above 23 where it is
        // not taken.
        ".macro kerf_result sum, multiplier, below\n"
        "lsl r4, r3, \\below\n"
        "add \\below, #1\n"
        "add r12, \\sum, \\sum, asr #31\n"
        "smmlar \\sum, \\sum, \\multiplier, r12\n"
        "qadd \\sum, \\sum, r4\n"
        "asr \\sum, \\below\n"
        "ssat \\sum, #8, \\sum\n"
        ".endm\n"
        "sub sp, #16\n"
        "ldr r12, [r11, %[skipped]]\n"
        "adr r3, 2f\n"
        "add r3, r12\n"
        "orr r3, #1\n"
        "str r3, [sp, #12]\n"
        "1: ldr r4, [r11, %[start]]\n"
        "ldr r3, [r11, %[base]]\n"
        "ldr r12, [sp, #12]\n"
        "ldr r0, [r11]\n"
        "ldr r1, [r11, #4]\n"
        "ldr r2, [r11, #8]\n"
        "ldr lr, [r11, #12]\n"
        "ldr r8, [r4], #4\n"
        "ldr r9, [r4], #4\n"
        "ldr r10, [r4], #4\n"
        "str r4, [r11, %[start]]\n"
        "add r8, r3\n"
        "add r9, r3\n"
        "add r10, r3\n"
        "add r3, r0, r1\n"
        "add r3, r3, r1, lsl #1\n"
        "str r3, [r11]\n"
        "bx r12\n"
        ".balign 4\n"
        "2: .rept %c[unrolled] - 1\n"
        "kerf_terms\n"
        ".endr\n"
        "3: kerf_terms\n"
        "subs lr, #1\n"
        "bne 2b\n"
        "ldr r3, [r11, %[end]]\n"
        "cmp r2, r3\n"
        "bne 4f\n"
        "ldr r3, [r11, %[multiplier]]\n"
        "ldr r4, [r11, %[shift]]\n"
        "ldr r12, [r11, %[scale_step]]\n"
        "ldr r5, [r3]\n"
        "ldr r6, [r3, #4]\n"
        "ldr r7, [r3, #8]\n"
        "ldrsb r0, [r4]\n"
        "ldrsb r1, [r4, #1]\n"
        "ldrsb r2, [r4, #2]\n"
        "add r3, r12\n"
        "add r4, r4, r12, lsr #2\n"
        "str r3, [r11, %[multiplier]]\n"
        "str r4, [r11, %[shift]]\n"
        "lsls r5, r5, #1\n"
        "bpl 5f\n"
        "lsls r6, r6, #1\n"
        "bpl 5f\n"
        "lsls r7, r7, #1\n"
        "bpl 5f\n"
        "mvn r0, r0\n"
        "mvn r1, r1\n"
        "mvn r2, r2\n"
        "cmp r0, %[most]\n"
        "itt ls\n"
        "cmpls r1, %[most]\n"
        "cmpls r2, %[most]\n"
        "bhi 5f\n"
        "ldr r3, [r11, %[nudge]]\n"
        "kerf_result r8, r5, r0\n"
        "kerf_result r9, r6, r1\n"
        "kerf_result r10, r7, r2\n"
        "ldr r0, [r11, %[out]]\n"
        "ldr r1, [r11, %[out_end]]\n"
        "strb r8, [r0], #3\n"
        "strb r9, [r0, #-2]\n"
        "strb r10, [r0, #-1]\n"
        "str r0, [r11, %[out]]\n"
        "cmp r0, r1\n"
        "bne 1b\n"
        "b 5f\n"
        // The last one to three weights of the filters, as words of their own.
        "4: ldr r3, [r11, %[rest]]\n"
        "add r4, r0, r1\n"
        "add r5, r4, r1\n"
        "ldr r0, [r0, r3]\n"
        "ldr r4, [r4, r3]\n"
        "ldr r5, [r5, r3]\n"
        "rsb r3, #0\n"
        "lsl r3, #3\n"
        "lsr r0, r3\n"
        "lsr r4, r3\n"
        "lsr r5, r3\n"
        "strd r0, r4, [sp]\n"
        "str r5, [sp, #8]\n"
        "mov r0, sp\n"
        "mov r1, #4\n"
        "mov lr, #1\n"
        "b 3b\n"
        "5: add r3, r11, %[sums]\n"
        "stm r3, {r8-r10}\n"
        "add sp, #16\n"
        ".purgem kerf_terms\n"
        ".purgem kerf_result\n"
        : "+r"(self)
        : [start] "i"(offsetof(PixelProduct, start)), [base] "i"(offsetof(PixelProduct, base)),
          [end] "i"(offsetof(PixelProduct, end)), [rest] "i"(offsetof(PixelProduct, rest)),
          [multiplier] "i"(offsetof(PixelProduct, multiplier)),
          [shift] "i"(offsetof(PixelProduct, shift)),
          [scale_step] "i"(offsetof(PixelProduct, scale_step)),
          [nudge] "i"(offsetof(PixelProduct, nudge)), [out] "i"(offsetof(PixelProduct, out)),
          [out_end] "i"(offsetof(PixelProduct, out_end)),
          [skipped] "i"(offsetof(PixelProduct, skipped)), [sums] "i"(offsetof(PixelProduct, sums)),
          [most] "i"(FastScale::kMostBelow), [unrolled] "i"(kUnrolled)
        : "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r12", "lr", "cc",
          "memory");
  }
};

// The sum of filter m and a pixel of fewer than four terms, which is expanded in `tile`.
[[gnu::noinline]] inline uint32_t few_terms(const Int8Product& product, const uint32_t* tile,
                                            int32_t m) {
  uint32_t sum = product.result.start_of(m);
  if (product.terms == 0) return sum;
  uint32_t w = 0;
  libc::copy(&w, product.weights + m * product.terms, static_cast<size_t>(product.terms));
  const auto add = [&](uint32_t a, uint32_t b) {
    sum = static_cast<uint32_t>(
        __smlad(static_cast<int16x2_t>(a), static_cast<int16x2_t>(b), static_cast<int32_t>(sum)));
  };
  add(even_bytes(w), tile[0]);
  add(odd_bytes(w), tile[1]);
  return sum;
}

// The results of filters from m on where there are fewer than three, each as three equal ones.
[[gnu::noinline]] inline void run_few(const Int8Product& product, PixelProduct& rest, int8_t* out,
                                      int32_t m) {
  const int32_t zeros[] = {0, 0, 0};  // no scale that FastScale takes
  const int8_t unshifted[] = {0, 0, 0};
  for (; m < product.filters; ++m) {
    const int32_t start = product.result.start[m];
    const int32_t starts[] = {start, start, start};
    rest.weights = product.weights + m * product.terms;
    rest.distance = 0;
    rest.start = starts;
    rest.multiplier = zeros;
    rest.shift = unshifted;
    rest.out = out + m;
    rest.out_end = rest.out + 3;
    rest.run();
    out[m] = int8_of(product.result, m, rest.sums[0]);
  }
}

// The results of filters from m on of `tile`, which has one pixel.
[[gnu::noinline]] inline void run_pixel(const Int8Product& product, const uint32_t* tile,
                                        int8_t* out, int32_t m) {
  const Int8Result& result = product.result;
  const int32_t terms = product.terms;
  if (terms < 4) {
    for (; m < product.filters; ++m) out[m] = int8_of(result, m, few_terms(product, tile, m));
    return;
  }
  constexpr int32_t kGroupBytes = 68;  // of code for four terms
  const int32_t groups = terms >> 2;
  const Scales<3> scales(result);
  PixelProduct rest;
  rest.distance = terms;
  rest.tile = tile;
  rest.turns = (groups + kUnrolled - 1) / kUnrolled;
  rest.end = tile + 2 * ((terms + 3) >> 2);
  rest.rest = (terms & 3) - 4;
  rest.scale_step = scales.step;
  rest.nudge = 2 * result.offset + 1;
  rest.base = result.base;
  rest.skipped = kGroupBytes * skipped_groups(groups);
  const auto begin = [&](int32_t first) {
    rest.weights = product.weights + first * terms;
    rest.start = result.start + first;
    rest.multiplier = scales.multiplier + first * result.scale_step;
    rest.shift = scales.shift + first * result.scale_step;
    rest.out = out + first;
  };
  if (product.filters < 3) return run_few(product, rest, out, m);
  // Threes, then the last three if some of them are left.
  while (m < product.filters) {
    if (m > product.filters - 3) m = product.filters - 3;
    begin(m);
    rest.out_end = rest.out + (product.filters - m) / 3 * 3;
    while (rest.out != rest.out_end) {
      rest.run();
      if (rest.out == rest.out_end) break;
      for (const uint32_t sum : rest.sums) {
        *rest.out = int8_of(result, static_cast<int32_t>(rest.out - out), sum);
        ++rest.out;
      }
    }
    m = static_cast<int32_t>(rest.out_end - out);
  }
}

[[gnu::always_inline]] inline void run(const Int8Product& product, const int8_t* inputs,
                                       int32_t pitch, int32_t pixels, int8_t* out) {
  auto* tile = static_cast<uint32_t*>(product.scratch);
  const uint32_t offsets = twice(product.offset);
  const int32_t terms = product.terms;
  const bool in_tiles = terms >= 4 && product.filters >= 2 && product.result.base == 0;
  int8_t* to = out;
  int32_t left = pixels;
  const auto run_alone = [&](int32_t count, int32_t first) {  // filters from the first on
    for (; count > 0; --count, inputs += pitch, to += product.out_pitch) {
      expand_pixel<1>(tile, inputs, terms, offsets);
      run_pixel(product, tile, to, first);
    }
  };
  for (; in_tiles && left >= kTilePixels; left -= kTilePixels) {
    for (int32_t i = 0; i < kTilePixels; ++i)
      expand_pixel<kTilePixels>(tile + i, inputs + i * pitch, terms, offsets);
    run_tile(product, tile, to);
    if (product.filters % 2 != 0) {
      run_alone(kTilePixels, product.filters - 1);
    } else {
      inputs += kTilePixels * pitch;
      to += kTilePixels * product.out_pitch;
    }
  }
  run_alone(left, 0);
  clamp_rows(product.result, out, product.out_pitch, pixels, product.filters);
}

}  // namespace kerf::integers::by_three
