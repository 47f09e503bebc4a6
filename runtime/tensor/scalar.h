// A number whose type is known at run time: an operator's `Scalar` argument.
#pragma once

#include <stdint.h>

namespace kerf {

// `value` rounded to a double as IEEE 754 does, to the nearest, ties to even. The compiler's own
// conversion takes kilobytes of floating-point emulation on processors without doubles.
double to_double(int64_t value);

class Scalar {
 public:
  enum class Kind : uint8_t { Int, Bool, Double };

  constexpr Scalar() : int_(0), kind_(Kind::Int) {}
  constexpr Scalar(int64_t value) : int_(value), kind_(Kind::Int) {}  // NOLINT: a number is one
  constexpr Scalar(double value) : double_(value), kind_(Kind::Double) {}   // NOLINT
  constexpr Scalar(bool value) : int_(value ? 1 : 0), kind_(Kind::Bool) {}  // NOLINT

  // The number of that kind whose eight bytes are `bits`: the integer (0 or 1 for Bool), or the
  // double's.
  static constexpr Scalar from_bits(Kind kind, int64_t bits) {
    Scalar scalar(bits);
    scalar.kind_ = kind;
    return scalar;
  }
  constexpr int64_t bits() const { return int_; }

  constexpr Kind kind() const { return kind_; }
  constexpr bool is_floating() const { return kind_ == Kind::Double; }

  // Only for a number of that kind; a Bool is the integer 0 or 1.
  constexpr int64_t integer() const { return int_; }
  constexpr double real() const { return double_; }

  // Whether it is the number one, of whatever kind.
  bool is_one() const {
    constexpr int64_t kDoubleOne = 0x3FF0000000000000;  // the bits of 1.0
    return int_ == (kind_ == Kind::Double ? kDoubleOne : 1);
  }

  // The value converted to T; undefined for a double outside the range of an integer T.
  template <typename T>
  T to() const {
    constexpr bool kFloating = static_cast<T>(1.5) != static_cast<T>(1);
    if (kind_ == Kind::Double) return static_cast<T>(double_);
    if constexpr (kFloating && sizeof(T) == sizeof(double)) {
      return to_double(int_);
    } else if constexpr (kFloating) {
      // In two halves: the conversion of 64 bits at once is a library function that nothing else
      // needs.
      const uint64_t size =
          int_ < 0 ? 0 - static_cast<uint64_t>(int_) : static_cast<uint64_t>(int_);
      const T sum =
          static_cast<T>(static_cast<uint32_t>(size >> 32)) * static_cast<T>(4294967296.0) +
          static_cast<T>(static_cast<uint32_t>(size));
      return int_ < 0 ? -sum : sum;
    } else {
      return static_cast<T>(int_);
    }
  }

 private:
  union {
    int64_t int_;  // Int, and Bool as 0 or 1
    double double_;
  };
  Kind kind_;
};

}  // namespace kerf
