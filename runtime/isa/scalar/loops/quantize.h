// Rows of numbers that are quantized, and of quantized numbers that become real ones again.
#pragma once

#include <stdint.h>

#include "core/libc.h"
#include "isa/scalar/loops/maths.h"
#include "tensor/element.h"

namespace kerf::portable {

// A sum of a number and kWhole has a last place of 1: the addition rounds to the nearest integer,
// the even one of two, and the bits of the sum are kBits plus that integer. Those of a number
// farther from 0 than kWhole / 3 are still less, or greater, than those of all numbers within.
template <typename V>
struct Rounding;
template <>
struct Rounding<float> {
  using Bits = int32_t;
  static constexpr float kWhole = 12582912.0f;  // 1.5 * 2^23
  static constexpr Bits kBits = 0x4B400000;
};
template <>
struct Rounding<double> {
  using Bits = int64_t;
  static constexpr double kWhole = 6755399441055744.0;  // 1.5 * 2^52
  static constexpr Bits kBits = 0x4338000000000000;
};

// A number, already divided by the scale, as a To: rounded, shifted by the zero point and clamped.
// A NaN is what PyTorch converts one to: 0, the lowest number of Int.
// low <= high. For float and elements of one or two bytes, all three are within +-2^21.
template <typename To, typename V>
class Quantizer {
 public:
  using Bits = typename Rounding<V>::Bits;

  Quantizer(int32_t zero_point, int32_t low, int32_t high)
      : low_(kBits + low - zero_point),
        high_(kBits + high - zero_point),
        shift_(static_cast<uint32_t>(zero_point) - static_cast<uint32_t>(kBits)) {}

  // Bounds of x, and what is added to it when it is an integer.
  V least() const { return static_cast<V>(low_ - kBits); }
  V most() const { return static_cast<V>(high_ - kBits); }
  int32_t zero_point() const { return static_cast<int32_t>(shift_ + static_cast<uint32_t>(kBits)); }

  To operator()(V x) const {
    const V sum = x + Rounding<V>::kWhole;
    Bits bits;
    libc::copy(&bits, &sum, sizeof bits);
    if (bits > high_) bits = high_;
    if (bits < low_) bits = low_;
    const auto whole = static_cast<int32_t>(static_cast<uint32_t>(bits) + shift_);
    return static_cast<To>(sum == sum ? whole : kNone);
  }

 private:
  static constexpr Bits kBits = Rounding<V>::kBits;
  static constexpr int32_t kNone = sizeof(To) == 4 ? INT32_MIN : 0;

  Bits low_;
  Bits high_;
  uint32_t shift_;
};

// Integers of four bytes in float: each step is rounded as in PyTorch.
template <>
class Quantizer<int32_t, float> {
 public:
  Quantizer(int32_t zero_point, int32_t low, int32_t high)
      : zero_point_(static_cast<float>(zero_point)),
        low_(static_cast<float>(low)),
        high_(static_cast<float>(high)) {}

  int32_t operator()(float x) const {
    const float shifted = maths::round_to_even(x) + zero_point_;
    return convert<int32_t>(shifted < low_ ? low_ : shifted > high_ ? high_ : shifted);
  }

 private:
  float zero_point_;
  float low_;
  float high_;
};

// to[i] = quantizer(from[i * step] * inverse) for i < count; with kShifts shift is added to the
// product before it is rounded. The rows do not overlap.
template <bool kShifts, typename To, typename From, typename V>
[[gnu::noinline]] void quantize_row(To* to, const From* from, int32_t step, int32_t count,
                                    V inverse, V shift, Quantizer<To, V> quantizer) {
  for (; count > 0; --count, from += step) {
    V x = static_cast<V>(load(from)) * inverse;
    if constexpr (kShifts) x += shift;
    *to++ = quantizer(x);
  }
}

// to[i] = (from[i * step] - zero_point) * scale for i < count. Each step is rounded to a T; with a
// zero point that is an integer the difference is exact but for a Zero that wraps. V: ValueOf<T>.
// The rows do not overlap.
template <typename T, typename To, typename From, typename Zero, typename V>
[[gnu::noinline]] void dequantize_row(To* to, const From* from, int32_t step, int32_t count,
                                      Zero zero_point, V scale) {
  for (; count > 0; --count, from += step) {
    V x;
    if constexpr (kIsFloating<Zero>) {
      x = rounded<T>(rounded<T>(static_cast<V>(*from)) - zero_point);
    } else {
      x = static_cast<V>(static_cast<Zero>(static_cast<WrapOf<Zero>>(*from) -
                                           static_cast<WrapOf<Zero>>(zero_point)));
    }
    store(to++, convert<ValueOf<To>>(rounded<T>(x * scale)));
  }
}

}  // namespace kerf::portable
