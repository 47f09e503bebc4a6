// Rows of sums of int8, each in five instructions for a term, where operands are adjacent. Others,
// and products, are computed as by scalar instructions.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/small.h"
#include "isa/dsp/loops/int8_results.h"
#include "isa/scalar/loops/int8_rows.h"

namespace kerf::integers {

// A term of a sum, ((x << 20) - zero) rescaled, for scales that nearly all terms have:
// 2^30 <= multiplier and -30 <= shift <= 0. As FastScale, but without the second rounding where
// shift is 0. The assembly knows the order.
struct FastTerm {
  uint32_t zero;
  uint32_t twice;
  int32_t less;  // -1, or 0 where shift is 0: halves go away from zero
  int32_t half;
  int32_t right;

  // Negative where the scale is outside these bounds.
  [[gnu::noinline]] int32_t set(int32_t its_zero, const Scale& scale) {
    zero = static_cast<uint32_t>(its_zero) << 20;
    twice = static_cast<uint32_t>(scale.multiplier) << 1;
    less = scale.shift >> 31;
    right = -scale.shift;
    half = static_cast<int32_t>((uint32_t{1} << (right & 31)) >> 1);
    return static_cast<int32_t>(~twice) | right | (30 - right);
  }
};

// The terms and the sum of both.
struct FastAddition {
  FastTerm terms[2];
  FastScale sum;

  // Negative where a scale is not a fast one.
  [[gnu::always_inline]] int32_t set(const Int8Addition& by) {
    const int32_t others =
        terms[0].set(by.zeros[0], by.scales[0]) | terms[1].set(by.zeros[1], by.scales[1]);
    return others | sum.set(by.scales[2].multiplier, by.scales[2].shift, by.offset);
  }

  // to[i] = a[i] + b[i], unclamped. count > 0.
  [[gnu::noinline]] void run(int8_t* to, const int8_t* a, const int8_t* b, int32_t count) const {
    const FastAddition* self = this;
    __asm__ volatile(
        "1: ldm %[self]!, {r4-r8}\n"
        "ldrsb r9, [%[a]], #1\n"
        "rsb r9, r4, r9, lsl #20\n"
        "and r6, r6, r9, asr #31\n"
        "add r6, r9\n"
        "smmlar r9, r9, r5, r6\n"
        "add r9, r7\n"
        "asr r9, r8\n"
        "ldm %[self]!, {r4-r8}\n"
        "ldrsb r10, [%[b]], #1\n"
        "rsb r10, r4, r10, lsl #20\n"
        "and r6, r6, r10, asr #31\n"
        "add r6, r10\n"
        "smmlar r10, r10, r5, r6\n"
        "add r10, r7\n"
        "asr r10, r8\n"
        "ldm %[self], {r4-r6}\n"
        "add r9, r10\n"
        "add r7, r9, r9, asr #31\n"
        "smmlar r9, r9, r4, r7\n"
        "sub %[self], %[terms]\n"
        "qadd r9, r9, r5\n"
        "asr r9, r6\n"
        "subs %[count], #1\n"
        "ssat r9, #8, r9\n"
        "strb r9, [%[to]], #1\n"
        "bne 1b\n"
        : [self] "+r"(self), [to] "+r"(to), [a] "+r"(a), [b] "+r"(b), [count] "+l"(count)
        : [terms] "i"(sizeof terms)
        : "r4", "r5", "r6", "r7", "r8", "r9", "r10", "cc", "memory");
  }
};

// Sums of a term that needs no rounding and one whose shift is negative, four at a time: see
// exact_bits().
struct ExactAddition {
  int32_t less_zero;  // of the rounded term, whose multiplier may be any
  int32_t multiplier;
  int32_t half;
  int32_t right;
  int32_t less_exact_zero;
  int32_t factor;
  FastScale sum;  // directly after `factor`

  // Whether term `exact` of `by` needs none, and the other one and the sum are as these loops take
  // them.
  [[gnu::noinline]] bool set(const Int8Addition& by, int32_t exact) {
    const int32_t bits = exact_bits(by.scales[exact]);
    const Scale& rounded = by.scales[1 - exact];
    if (bits < 0 || rounded.shift > -1 || rounded.shift < -30) return false;
    less_zero = -by.zeros[1 - exact];
    multiplier = rounded.multiplier;
    half = 1 << (-1 - rounded.shift);
    right = -rounded.shift;
    less_exact_zero = -by.zeros[exact];
    factor = 1 << bits;
    return sum.set(by.scales[2].multiplier, by.scales[2].shift, by.offset) >= 0;
  }

  // to[i] = exact[i] + rounded[i], unclamped. `count` is a multiple of 4 and > 0. The rounded term
  // is (x - zero) * 2^21 * multiplier / 2^32, with `half` added, less one where x < zero.
  [[gnu::noinline]] void run(int8_t* to, const int8_t* exact, const int8_t* rounded,
                             int32_t count) const {
    const ExactAddition* self = this;
    __asm__ volatile(
        ".macro kerf_term x\n"
        "lsl \\x, #21\n"
        "add lr, r7, \\x, asr #31\n"
        "smmlar \\x, \\x, r6, lr\n"
        "asr \\x, r8\n"
        ".endm\n"
        ".macro kerf_result sum\n"
        "add lr, \\sum, \\sum, asr #31\n"
        "smmlar \\sum, \\sum, r7, lr\n"
        "qadd \\sum, \\sum, r5\n"
        "asr \\sum, r6\n"
        "ssat \\sum, #8, \\sum\n"
        ".endm\n"
        "1: ldr r9, [%[rounded]], #4\n"
        "ldr r5, [%[self]]\n"
        "ldr r6, [%[self], #4]\n"
        "ldr r7, [%[self], #8]\n"
        "ldr r8, [%[self], #12]\n"
        "sxtab r10, r5, r9, ror #8\n"
        "sxtab r11, r5, r9, ror #16\n"
        "sxtab r12, r5, r9, ror #24\n"
        "sxtab r9, r5, r9\n"
        "kerf_term r9\n"
        "kerf_term r10\n"
        "kerf_term r11\n"
        "kerf_term r12\n"
        "ldr r8, [%[exact]], #4\n"
        "ldr r5, [%[self], #16]\n"
        "ldr r6, [%[self], #20]\n"
        "ldr r7, [%[self], #24]\n"
        "sxtab lr, r5, r8\n"
        "mla r9, lr, r6, r9\n"
        "sxtab lr, r5, r8, ror #8\n"
        "mla r10, lr, r6, r10\n"
        "sxtab lr, r5, r8, ror #16\n"
        "mla r11, lr, r6, r11\n"
        "sxtab lr, r5, r8, ror #24\n"
        "mla r12, lr, r6, r12\n"
        "ldr r5, [%[self], #28]\n"
        "ldr r6, [%[self], #32]\n"
        "kerf_result r9\n"
        "kerf_result r10\n"
        "kerf_result r11\n"
        "kerf_result r12\n"
        "strb r9, [%[to]], #1\n"
        "strb r10, [%[to]], #1\n"
        "strb r11, [%[to]], #1\n"
        "strb r12, [%[to]], #1\n"
        "subs %[count], #4\n"
        "bne 1b\n"
        ".purgem kerf_term\n"
        ".purgem kerf_result\n"
        : [self] "+r"(self), [to] "+r"(to), [exact] "+r"(exact), [rounded] "+r"(rounded),
          [count] "+r"(count)
        :
        : "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "lr", "cc", "memory");
    static_assert(offsetof(ExactAddition, sum) == 24);
  }

  // Computes a row's sums up to a multiple of four. Returns how many; 0 where no term is exact.
  static int32_t run_fours(int8_t* to, const int8_t* a, const int8_t* b, int32_t count,
                           const Int8Addition& by) {
    count &= ~3;
    if (count == 0) return 0;
    ExactAddition its;
    if (its.set(by, 0)) {
      its.run(to, a, b, count);
    } else if (its.set(by, 1)) {
      its.run(to, b, a, count);
    } else {
      return 0;
    }
    return count;
  }
};

inline int8_t* map_row(int8_t* to, const int8_t* a, int32_t a_step, const int8_t* b, int32_t b_step,
                       int32_t count, Int8Adder f) {
  FastAddition fast;
  if (count < 1 || a_step != 1 || b_step != 1 || fast.set(f.by) < 0)
    return portable::map_row<int8_t, Int8Adder>(to, a, a_step, b, b_step, count, f);
  int8_t* const end = to + count;
  int32_t done = 0;
  if constexpr (!kSmall) done = ExactAddition::run_fours(to, a, b, count, f.by);
  if (done != count) fast.run(to + done, a + done, b + done, count - done);
  if (f.by.low == INT8_MIN && f.by.high == INT8_MAX) return end;
  for (; to != end; ++to) *to = narrow(*to, 0, f.by.low, f.by.high);
  return end;
}

}  // namespace kerf::integers
