// A value, or the error that prevented it.
#pragma once

#include "core/error.h"

// Returns the error of `expression` (an Error) from the enclosing function unless it is Ok.
#define KERF_TRY(expression)                                                              \
  do {                                                                                    \
    if (const ::kerf::Error try_error_ = (expression); try_error_ != ::kerf::Error::Ok) { \
      return try_error_;                                                                  \
    }                                                                                     \
  } while (false)

namespace kerf {

// Holds a T where `error()` is Ok, and nothing otherwise. T is trivially copyable: nothing is
// destroyed.
template <typename T>
class [[nodiscard]] Result {
 public:
  static_assert(__is_trivially_copyable(T), "Result holds plain values");

  constexpr Result(const T& value)
      : value_(value), error_(Error::Ok) {}                   // NOLINT: converts on return
  constexpr Result(Error error) : none_(0), error_(error) {}  // NOLINT: converts on return

  constexpr bool ok() const { return error_ == Error::Ok; }
  constexpr Error error() const { return error_; }

  // Only where ok().
  constexpr const T& get() const { return value_; }
  constexpr T& get() { return value_; }
  constexpr const T* operator->() const { return &value_; }
  constexpr T* operator->() { return &value_; }

 private:
  union {
    char none_;
    T value_;
  };
  Error error_;
};

}  // namespace kerf
