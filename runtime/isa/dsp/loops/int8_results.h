// Words of four int8 on Armv7E-M, and sums that become int8 in five instructions.
#pragma once

#include <arm_acle.h>
#include <stdint.h>

#include "core/libc.h"
#include "isa/scalar/loops/int8.h"

namespace kerf::integers {

inline uint32_t load_word(const int8_t* from) {
  uint32_t word;
  libc::copy(&word, from, sizeof word);
  return word;
}

// Two int16, both `x`.
inline uint32_t twice(int32_t x) { return (static_cast<uint32_t>(x) & 0xFFFF) * 0x10001; }

// Two int16: bytes 0 and 2 of `word`, or 1 and 3.
inline uint32_t even_bytes(uint32_t word) {
  uint32_t pair;
  __asm__("sxtb16 %0, %1" : "=r"(pair) : "r"(word));
  return pair;
}
inline uint32_t odd_bytes(uint32_t word) {
  uint32_t pair;
  __asm__("sxtb16 %0, %1, ror #8" : "=r"(pair) : "r"(word));
  return pair;
}

// Adds the even bytes of `pair` as well.
inline uint32_t even_bytes(uint32_t word, uint32_t pair) {
  __asm__("sxtab16 %0, %0, %1" : "+r"(pair) : "r"(word));
  return pair;
}
inline uint32_t odd_bytes(uint32_t word, uint32_t pair) {
  __asm__("sxtab16 %0, %0, %1, ror #8" : "+r"(pair) : "r"(word));
  return pair;
}

// Two int16: the lower halves of both words, or the upper ones.
inline uint32_t lower_halves(uint32_t first, uint32_t second) {
  __asm__("pkhbt %0, %0, %1, lsl #16" : "+r"(first) : "r"(second));
  return first;
}
inline uint32_t upper_halves(uint32_t first, uint32_t second) {
  __asm__("pkhtb %0, %0, %1, asr #16" : "+r"(second) : "r"(first));
  return second;
}

// narrow(rescale(x, multiplier, shift), offset, INT8_MIN, INT8_MAX) for the scales that nearly all
// filters have, 2^30 <= multiplier and -24 <= shift <= -1, as
//   y = x + (x >> 31)       less one where x is negative: halves are rounded away from zero
//   smmlar y, x, twice, y   x * multiplier / 2^31 with halves up. As int32 twice the multiplier is
//                           2^32 less, which the x in y makes up for. Sums wrap; the result fits.
//   qadd y, y, nudge        half of what is shifted out, and the offset. Where this saturates, so
//                           does the result.
//   ssat 8 (y >> right)
struct FastScale {
  int32_t twice;
  int32_t nudge;
  int32_t right;

  // The most of -1 - shift, by which 2 * offset + 1, of 8 bits and a sign, is shifted.
  static constexpr int32_t kMostBelow = 23;

  // Negative where the scale is outside these bounds.
  [[gnu::always_inline]] int32_t set(int32_t multiplier, int32_t shift, int32_t offset) {
    const int32_t below = -1 - shift;
    twice = static_cast<int32_t>(static_cast<uint32_t>(multiplier) << 1);
    nudge = static_cast<int32_t>(static_cast<uint32_t>(2 * offset + 1) << (below & 31));
    right = -shift;
    return ~twice | below | (kMostBelow - below);
  }
};

// narrow(rescale(x, multiplier, shift), offset, INT8_MIN, INT8_MAX) of twice x, for the scales of
// FastScale except for those that make it less than a 2^23rd, as
//   nudge + (x >> 31)   where FastScale has 2 * offset + 1 << -1 - shift
//   smmlar              twice x * multiplier / 2^32
//   ssat 8 (y >> right)
// Without x >> 31, which a negative x alone has, the result is `offset` at the most as well: low,
// if that is not less.
struct DoubledScale {
  int32_t multiplier;
  int32_t nudge;
  int32_t right;

  static constexpr int32_t kMostBelow = 22;       // 2^30 and 255 times 2^22 fit
  static constexpr int32_t kMostStart = 1 << 29;  // half of what twice a sum has room for

  // Negative where the scale, or what sums begin with, is outside these bounds.
  [[gnu::always_inline]] static int32_t outside(int32_t by, int32_t shift, int32_t start) {
    const int32_t below = -1 - shift;
    const uint32_t above = static_cast<uint32_t>(start) + kMostStart;  // of 30 bits
    return ~static_cast<int32_t>(static_cast<uint32_t>(by) << 1) | below | (kMostBelow - below) |
           static_cast<int32_t>(above | above << 1);
  }

  // Returns outside().
  [[gnu::always_inline]] int32_t set(int32_t by, int32_t shift, int32_t offset, int32_t start) {
    multiplier = by;
    nudge = static_cast<int32_t>(static_cast<uint32_t>(2 * offset + 1) << ((-1 - shift) & 31));
    right = -shift;
    return outside(by, shift, start);
  }
};

// The sum of filter m, which holds its start already, as an int8.
[[gnu::noinline]] inline int8_t int8_of(const Int8Result& result, int32_t m, uint32_t sum) {
  const int32_t scale = m * result.scale_step;
  return narrow(rescale(static_cast<int32_t>(sum), result.multiplier[scale], result.shift[scale]),
                result.offset, result.low, result.high);
}

// Clamps rows of results between INT8_MIN and INT8_MAX, eight bytes at a time.
[[gnu::noinline]] inline void clamp_rows(const Int8Result& result, int8_t* out, int32_t pitch,
                                         int32_t rows, int32_t count) {
  if (result.low == INT8_MIN && result.high == INT8_MAX) return;
  if (count == pitch) {
    count *= rows;
    rows = 1;
  }
  const uint32_t low = (static_cast<uint32_t>(result.low) & 0xFF) * 0x01010101;
  const uint32_t high = (static_cast<uint32_t>(result.high) & 0xFF) * 0x01010101;
  for (; rows > 0; --rows, out += pitch) {
    int8_t* at = out;
    int32_t left = count;
    uint32_t a;
    uint32_t b;
    uint32_t difference;  // only its flags are used
    __asm__ volatile(
        "subs %[left], #8\n"
        "bmi 2f\n"
        "1: ldr %[a], [%[at]]\n"
        "ldr %[b], [%[at], #4]\n"
        "ssub8 %[difference], %[a], %[low]\n"
        "sel %[a], %[a], %[low]\n"
        "ssub8 %[difference], %[high], %[a]\n"
        "sel %[a], %[a], %[high]\n"
        "ssub8 %[difference], %[b], %[low]\n"
        "sel %[b], %[b], %[low]\n"
        "ssub8 %[difference], %[high], %[b]\n"
        "sel %[b], %[b], %[high]\n"
        "str %[a], [%[at]], #4\n"
        "subs %[left], #8\n"
        "str %[b], [%[at]], #4\n"
        "bpl 1b\n"
        "2: adds %[left], #8\n"
        :
        [at] "+r"(at), [left] "+l"(left), [a] "=&r"(a), [b] "=&r"(b), [difference] "=&r"(difference)
        : [low] "r"(low), [high] "r"(high)
        : "cc", "memory");
    for (; left > 0; --left, ++at) *at = narrow(*at, 0, result.low, result.high);
  }
}

}  // namespace kerf::integers
