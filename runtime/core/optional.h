// A value that may be absent: an operator's `T?` argument.
#pragma once

namespace kerf {

template <typename T>
class Optional {
 public:
  constexpr Optional() = default;
  constexpr Optional(const T& value) : value_(value), present_(true) {}  // NOLINT: a value is one

  constexpr bool has_value() const { return present_; }
  constexpr explicit operator bool() const { return present_; }

  // Only where has_value().
  constexpr const T& value() const { return value_; }
  constexpr const T& operator*() const { return value_; }
  constexpr const T* operator->() const { return &value_; }
  constexpr T value_or(const T& otherwise) const { return present_ ? value_ : otherwise; }

 private:
  T value_{};
  bool present_ = false;
};

}  // namespace kerf
