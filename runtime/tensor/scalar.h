// A number whose type is known at run time: an operator's `Scalar` argument.
#pragma once

#include <stdint.h>

namespace kerf {

class Scalar {
 public:
  enum class Kind : uint8_t { Int, Bool, Double };

  constexpr Scalar() : int_(0), kind_(Kind::Int) {}
  constexpr Scalar(int64_t value) : int_(value), kind_(Kind::Int) {}       // NOLINT: a number is one
  constexpr Scalar(double value) : double_(value), kind_(Kind::Double) {}  // NOLINT
  constexpr Scalar(bool value) : int_(value ? 1 : 0), kind_(Kind::Bool) {}  // NOLINT

  constexpr Kind kind() const { return kind_; }
  constexpr bool is_floating() const { return kind_ == Kind::Double; }

  // The value converted to T as C++ converts it; a double outside T's range must not be asked for as an integer.
  template <typename T>
  constexpr T to() const {
    return kind_ == Kind::Double ? static_cast<T>(double_) : static_cast<T>(int_);
  }

 private:
  union {
    int64_t int_;  // Int, and Bool as 0 or 1
    double double_;
  };
  Kind kind_;
};

}  // namespace kerf
