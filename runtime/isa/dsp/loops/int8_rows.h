// Rows of sums of int8, each in five instructions for a term, where operands are adjacent. Others,
// and products, are computed as by scalar instructions.
#pragma once

#include <stdint.h>

#include "isa/dsp/loops/int8_results.h"
#include "isa/scalar/loops/int8_rows.h"

namespace kerf::cortex_m {

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

inline int8_t* map_row(int8_t* to, const int8_t* a, int32_t a_step, const int8_t* b, int32_t b_step,
                       int32_t count, Int8Adder f) {
  FastAddition fast;
  if (count < 1 || a_step != 1 || b_step != 1 || fast.set(f.by) < 0)
    return portable::map_row<int8_t, Int8Adder>(to, a, a_step, b, b_step, count, f);
  fast.run(to, a, b, count);
  int8_t* const end = to + count;
  if (f.by.low == INT8_MIN && f.by.high == INT8_MAX) return end;
  for (; to != end; ++to) *to = narrow(*to, 0, f.by.low, f.by.high);
  return end;
}

}  // namespace kerf::cortex_m
