// Inputs as int16, as products with filters in pairs read them, and what even filters begin
// with: -128 times the sum of a pixel.
#pragma once

#include "isa/dsp/loops/int8_product_by_three.h"
#include "isa/dsp/loops/int8_results.h"

namespace kerf::integers::in_pairs {

// Pixels of a tile as int16: of each step of two terms the words of all pixels. In fours of terms
// the steps are (0, 2) and (1, 3); the terms that are left are in order.
inline constexpr int32_t kTilePixels = Int8PackedProduct::kPlacedPixels;

// Writes the one to three terms that are left of a pixel to a tile of `pixels`. Returns what
// even filters begin with for them.
[[gnu::noinline]] inline uint32_t expand_rest(uint32_t* tile, int32_t pixels, const int8_t* from,
                                              int32_t terms, uint32_t offset, bool is_all) {
  const uint32_t rest = by_three::rest_of_pixel(from, terms, is_all);
  const uint32_t first = even_bytes(rest, offset);  // and the third one
  tile[0] = first;
  if (terms > 1) tile[0] = lower_halves(first, odd_bytes(rest, offset));
  if (terms > 2) tile[pixels] = first >> 16;
  // The bytes behind the terms are 0 before the offset is added.
  const auto less = static_cast<int16x2_t>(twice(-128));
  auto total = -128 * terms * static_cast<int16_t>(offset);
  total = __smlad(static_cast<int16x2_t>(even_bytes(rest)), less, total);
  return static_cast<uint32_t>(__smlad(static_cast<int16x2_t>(odd_bytes(rest)), less, total));
}

// Writes a pixel to a tile of kPixels, as by_three::expand_pixel(). Returns what even filters begin
// with. Without kRest terms are a multiple of 4.
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
      "smlad %[sum], %[even], %[less], %[sum]\n"
      "smlad %[sum], \\word, %[less], %[sum]\n"
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
      : [pixels] "i"(4 * kPixels), [step] "i"(8 * kPixels), [offset] "r"(offset),
        [less] "r"(twice(-128))
      : "cc", "memory");
  if (!kRest || terms == 0) return sum;
  return sum + expand_rest(tile, kPixels, from, terms, offset, few);
}

template <int32_t kPixels>
[[gnu::noinline]] uint32_t expand_pixel(uint32_t* tile, const int8_t* from, int32_t terms,
                                        uint32_t offset) {
  return expand<kPixels, true>(tile, from, terms, offset);
}

}  // namespace kerf::integers::in_pairs
