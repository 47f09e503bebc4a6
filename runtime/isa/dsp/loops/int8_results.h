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
