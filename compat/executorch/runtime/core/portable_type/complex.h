// Complex numbers.
#pragma once

#include <cmath>
#include <type_traits>

namespace c10 {

template <typename T>
struct complex {
  using value_type = T;

  constexpr complex() = default;
  constexpr complex(const T& real, const T& imag = T(0)) : real_(real), imag_(imag) {}
  template <typename U, std::enable_if_t<!std::is_same_v<U, T>, bool> = true>
  constexpr complex(const complex<U>& other)
      : real_(static_cast<T>(other.real_)), imag_(static_cast<T>(other.imag_)) {}
  template <typename U,
            std::enable_if_t<std::is_arithmetic_v<U> && !std::is_same_v<U, T>, bool> = true>
  constexpr complex(U real) : real_(static_cast<T>(real)) {}

  constexpr T real() const { return real_; }
  constexpr T imag() const { return imag_; }

  complex& operator+=(const complex& other) {
    return *this = complex(real_ + other.real_, imag_ + other.imag_);
  }
  complex& operator-=(const complex& other) {
    return *this = complex(real_ - other.real_, imag_ - other.imag_);
  }
  complex& operator*=(const complex& other) {
    return *this = complex(real_ * other.real_ - imag_ * other.imag_,
                           real_ * other.imag_ + imag_ * other.real_);
  }
  // By Smith's method: the smaller part of the divisor is divided by the larger one, so that no
  // square overflows. Source of the rounding steps: c10::complex.
  complex& operator/=(const complex& other) {
    const T c = other.real_, d = other.imag_;
    const bool steep = !(std::fabs(c) >= std::fabs(d));
    if (c == T(0) && d == T(0)) return *this /= std::fabs(c);
    const T ratio = steep ? c / d : d / c;
    const T scale = T(1) / (steep ? d + c * ratio : c + d * ratio);
    if (steep) {
      return *this = complex((real_ * ratio + imag_) * scale, (imag_ * ratio - real_) * scale);
    }
    return *this = complex((real_ + imag_ * ratio) * scale, (imag_ - real_ * ratio) * scale);
  }

  complex& operator+=(const T& other) { return *this = complex(real_ + other, imag_); }
  complex& operator-=(const T& other) { return *this = complex(real_ - other, imag_); }
  complex& operator*=(const T& other) { return *this = complex(real_ * other, imag_ * other); }
  complex& operator/=(const T& other) { return *this = complex(real_ / other, imag_ / other); }

  T real_ = T(0);
  T imag_ = T(0);
};

#define KERF_COMPLEX_OPERATOR(op, assign)                     \
  template <typename T>                                       \
  complex<T> operator op(complex<T> a, const complex<T>& b) { \
    return a assign b;                                        \
  }                                                           \
  template <typename T>                                       \
  complex<T> operator op(complex<T> a, const T& b) {          \
    return a assign b;                                        \
  }                                                           \
  template <typename T>                                       \
  complex<T> operator op(const T& a, const complex<T>& b) {   \
    return complex<T>(a) op b;                                \
  }
KERF_COMPLEX_OPERATOR(+, +=)
KERF_COMPLEX_OPERATOR(-, -=)
KERF_COMPLEX_OPERATOR(*, *=)
KERF_COMPLEX_OPERATOR(/, /=)
#undef KERF_COMPLEX_OPERATOR

template <typename T>
complex<T> operator-(const complex<T>& a) {
  return {-a.real_, -a.imag_};
}
template <typename T>
bool operator==(const complex<T>& a, const complex<T>& b) {
  return a.real_ == b.real_ && a.imag_ == b.imag_;
}
template <typename T>
bool operator!=(const complex<T>& a, const complex<T>& b) {
  return !(a == b);
}

}  // namespace c10

namespace std {

template <typename T>
constexpr T real(const c10::complex<T>& number) {
  return number.real_;
}
template <typename T>
constexpr T imag(const c10::complex<T>& number) {
  return number.imag_;
}
template <typename T>
T abs(const c10::complex<T>& number) {
  return static_cast<T>(
      hypot(static_cast<double>(number.real_), static_cast<double>(number.imag_)));
}

}  // namespace std

namespace executorch::runtime::etensor {
using c10::complex;
}
namespace torch::executor {
using c10::complex;
}
