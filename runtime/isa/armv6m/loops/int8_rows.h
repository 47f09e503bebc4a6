// Rows of sums of int8 by products of 32 bits, where code need not be small. Others, and products,
// are computed as by scalar instructions.
#pragma once

#include <stdint.h>

#include "core/small.h"
#include "isa/scalar/loops/int8_rows.h"

namespace kerf::integers {

// Sums of two terms as int8, several at a time.
struct NarrowSums {
  static constexpr int32_t kTogether = 16;

  const Int8Addition& by;
  int32_t sums[kTogether];

  // Whether no scale has a left shift, and the one of the sum a right shift.
  static bool takes(const Int8Addition& by) {
    return by.scales[0].shift <= 0 && by.scales[1].shift <= 0 && by.scales[2].shift < 0;
  }

  // Adds rescale((x - zero) * 2^20, scale) of `count` numbers x to the sums, or to 0 where they are
  // the first. The product is ((x - zero) * multiplier + 2^10) / 2^11, of 20 bits of the multiplier
  // and the 11 below.
  [[gnu::noinline]] void add(const int8_t* x, int32_t step, int32_t count, int32_t which,
                             bool first) {
    const Scale& scale = by.scales[which];
    const int32_t zero = by.zeros[which];
    const int32_t high = scale.multiplier >> 11;
    const int32_t low = scale.multiplier & 0x7FF;
    const int32_t right = -scale.shift;
    // Halves go away from zero where anything is shifted out.
    const int32_t less = scale.shift >> 31;
    const auto half = static_cast<int32_t>((uint32_t{1} << right) >> 1);
    for (int32_t i = 0; i < count; ++i, x += step) {
      const int32_t distance = *x - zero;
      int32_t y = distance * high + ((distance * low + (1 << 10)) >> 11);
      y = (y + ((distance >> 31) & less) + half) >> right;
      sums[i] =
          first ? y
                : static_cast<int32_t>(static_cast<uint32_t>(sums[i]) + static_cast<uint32_t>(y));
    }
  }

  // Stores `count` sums. x * multiplier is of four products of 16 bits, of which the lowest matters
  // for its carry alone.
  [[gnu::noinline]] void store(int8_t* to, int32_t count) const {
    const auto low_half = static_cast<uint32_t>(by.scales[2].multiplier) & 0xFFFF;
    const int32_t high_half = by.scales[2].multiplier >> 16;
    const int32_t right = -1 - by.scales[2].shift;
    for (int32_t i = 0; i < count; ++i) {
      const int32_t x = sums[i];
      const uint32_t low = static_cast<uint32_t>(x) & 0xFFFF;
      const int32_t high = x >> 16;
      const uint32_t middle = low * static_cast<uint32_t>(high_half) + (low * low_half >> 16);
      const int32_t below =
          high * static_cast<int32_t>(low_half) + static_cast<int32_t>(middle & 0xFFFF);
      const int32_t y =
          2 * (high * high_half + static_cast<int32_t>(middle >> 16)) + ((below + (1 << 14)) >> 15);
      const int32_t shifted = (y + (x >> 31)) >> right;
      to[i] = narrow((shifted >> 1) + (shifted & 1), by.offset, by.low, by.high);
    }
  }
};

inline int8_t* map_row(int8_t* to, const int8_t* a, int32_t a_step, const int8_t* b, int32_t b_step,
                       int32_t count, Int8Adder f) {
  if (kSmall || !NarrowSums::takes(f.by))
    return portable::map_row<int8_t, Int8Adder>(to, a, a_step, b, b_step, count, f);
  NarrowSums its{f.by, {}};
  while (count > 0) {
    const int32_t some = count < NarrowSums::kTogether ? count : NarrowSums::kTogether;
    its.add(a, a_step, some, 0, true);
    its.add(b, b_step, some, 1, false);
    its.store(to, some);
    to += some;
    a += some * a_step;
    b += some * b_step;
    count -= some;
  }
  return to;
}

}  // namespace kerf::integers
