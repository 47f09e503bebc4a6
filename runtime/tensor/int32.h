// An operator's `int` for kernels that take no number beyond 32 bits.
#pragma once

#include <stdint.h>

namespace kerf {

// A number within (INT32_MIN, INT32_MAX]; INT32_MIN, which kernels refuse, stands for any other.
class Int32 {
 public:
  constexpr Int32() = default;
  constexpr Int32(int64_t number)  // NOLINT: a number is one
      : value_(static_cast<int32_t>(number) == number ? static_cast<int32_t>(number) : INT32_MIN) {}

  // A number that is within these bounds, or stands for another: of a compiled program's tables.
  static constexpr Int32 of_tables(int64_t number) {
    Int32 narrow;
    narrow.value_ = static_cast<int32_t>(number);
    return narrow;
  }

  constexpr operator int32_t() const { return value_; }

 private:
  int32_t value_ = 0;
};

}  // namespace kerf
