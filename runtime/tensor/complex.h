// Arithmetic of complex numbers, as PyTorch computes it: products by their definition, without the
// corrections of C for infinities.
#pragma once

#include "tensor/scalar_type.h"

namespace kerf {

template <typename R>
constexpr Complex<R> operator+(Complex<R> a, Complex<R> b) {
  return {a.real + b.real, a.imag + b.imag};
}
template <typename R>
constexpr Complex<R> operator-(Complex<R> a, Complex<R> b) {
  return {a.real - b.real, a.imag - b.imag};
}
template <typename R>
constexpr Complex<R> operator-(Complex<R> a) {
  return {-a.real, -a.imag};
}
template <typename R>
constexpr Complex<R> operator*(Complex<R> a, Complex<R> b) {
  return {a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real};
}
template <typename R>
constexpr Complex<R>& operator+=(Complex<R>& a, Complex<R> b) {
  return a = a + b;
}
template <typename R>
constexpr bool operator==(Complex<R> a, Complex<R> b) {
  return a.real == b.real && a.imag == b.imag;
}
template <typename R>
constexpr bool operator!=(Complex<R> a, Complex<R> b) {
  return !(a == b);
}

template <typename V>
inline constexpr bool kIsComplex = false;
template <typename R>
inline constexpr bool kIsComplex<Complex<R>> = true;

// The type of the parts of a Complex<R>.
template <typename V>
struct PartOf;
template <typename R>
struct PartOf<Complex<R>> {
  using Type = R;
};

}  // namespace kerf
