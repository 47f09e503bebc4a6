// Quotients and remainders of tensors, element by element; angles of their quotients.
#pragma once

#include "core/libc.h"
#include "core/optional.h"
#include "core/span.h"
#include "kernels/context.h"
#include "kernels/portable/binary.h"
#include "tensor/scalar.h"

namespace kerf::portable {

// Operands are expanded to one shape and promoted to one dtype, out's. out may be an operand of its
// own layout.
// Errors of all: InvalidArgument (shapes that cannot be broadcast or that out cannot have, an
// integer divided by 0, an unknown rounding mode); InvalidType (out's dtype is not what the
// operands' promote to); NotSupported (not selected).

template <typename V>
struct Divide {
  V operator()(V a, V b) const { return a / b; }
};
template <typename V>
struct Angle {
  V operator()(V a, V b) const { return libc::atan2(a, b); }
};

// Of integers: towards 0; -2^n / -1 wraps. False where b is 0.
template <typename V>
bool quotient(V a, V b, V& result) {
  if (b == V{0}) return false;
  constexpr bool kSigned = static_cast<V>(-1) < V{0};
  result =
      static_cast<V>(kSigned && b == static_cast<V>(-1) ? WrapOf<V>{0} - static_cast<WrapOf<V>>(a)
                                                        : static_cast<WrapOf<V>>(a / b));
  return true;
}

// What is left: a - b * quotient(a, b), with the sign of a. False where b is 0.
template <typename V>
bool remainder_of(V a, V b, V& result) {
  if (b == V{0}) return false;
  constexpr bool kSigned = static_cast<V>(-1) < V{0};
  result = static_cast<V>(kSigned && b == static_cast<V>(-1) ? 0 : a % b);
  return true;
}

// The maps of T, on its values; of integers they note a division by 0.

// Rounded towards 0: of Half and BFloat16 the quotient as it is stored.
template <typename T>
struct DivideTowardsZero {
  using V = ValueOf<T>;
  bool* by_zero;
  V operator()(V a, V b) const {
    if constexpr (Element<T>::kFloating) {
      return libc::trunc(rounded<T>(a / b));
    } else {
      V result{};
      if (!quotient(a, b, result)) *by_zero = true;
      return result;
    }
  }
};

// Rounded down. Of floating numbers it is (a - remainder) / b to the nearest integer, so that an
// inexact a / b does not become the next integer; 0 has the sign of a / b.
template <typename T>
struct DivideDown {
  using V = ValueOf<T>;
  bool* by_zero;
  V operator()(V a, V b) const {
    if constexpr (Element<T>::kFloating) {
      if (b == 0) return a / b;
      const V rest = libc::fmod(a, b);
      V steps = (a - rest) / b;
      if (rest != 0 && (rest < 0) != (b < 0)) steps -= 1;
      if (steps == 0) return libc::copysign(V{0}, a / b);
      const V whole = libc::floor(steps);
      return steps - whole > V{0.5} ? whole + 1 : whole;
    } else {
      V result{};
      V rest{};
      if (!quotient(a, b, result) || !remainder_of(a, b, rest)) *by_zero = true;
      return static_cast<V>(result - (rest != 0 && (rest < 0) != (b < 0)));
    }
  }
};

// With the sign of a.
template <typename T>
struct RemainderOfDividend {
  using V = ValueOf<T>;
  bool* by_zero;
  V operator()(V a, V b) const {
    if constexpr (Element<T>::kFloating) {
      return libc::fmod(a, b);
    } else {
      V rest{};
      if (!remainder_of(a, b, rest)) *by_zero = true;
      return rest;
    }
  }
};

// With the sign of b.
template <typename T>
struct RemainderOfDivisor {
  using V = ValueOf<T>;
  bool* by_zero;
  V operator()(V a, V b) const {
    const V rest = RemainderOfDividend<T>{by_zero}(a, b);
    return static_cast<V>(rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest);
  }
};

// out = f(self, other), a tensor or a number, where f is a Map of out's type.
template <typename Facts, unsigned kRules, template <typename> class Map, typename Other>
Error divide(const Tensor& self, const Other& other, Tensor& out) {
  bool by_zero = false;
  KERF_TRY((binary_with<Facts, kRules>(self, other, out, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    return OfValues<T, Map<T>>{{&by_zero}};
  })));
  return by_zero ? fault(Error::InvalidArgument, "an integer divided by 0") : Error::Ok;
}

// The same for a Map of floating values: integers are computed as Float.
template <typename Facts, unsigned kRules, template <typename> class Map, typename Other>
Error floating(const Tensor& self, const Other& other, Tensor& out) {
  return binary_with<Facts, kRules | kGivesFloating>(
      self, other, out, [](auto tag) { return Map<ValueOf<typename decltype(tag)::Type>>{}; });
}

inline bool is_text(Span<const char> text, const char* word) {
  const size_t length = libc::length(word);
  return text.size() == length && libc::equal(text.data(), word, length);
}

// Facts of the calls whose output is floating.
template <typename Facts>
struct FloatingFacts : Facts {
  static constexpr TensorFacts out{Facts::out.dtypes & kFloatingTypes, Facts::out.ranks,
                                   Facts::out.permuted, Facts::out.absent};
};

// By rounding mode: `trunc`, `floor`, or none.
template <typename Facts, typename Other>
Error divide_in_mode(const Tensor& self, const Other& other,
                     const Optional<Span<const char>>& rounding_mode, Tensor& out) {
  if (!rounding_mode.has_value()) {
    if constexpr ((Facts::out.dtypes & kFloatingTypes) != 0) {
      if (contains(kFloatingTypes, out.scalar_type()))
        return floating<FloatingFacts<Facts>, kReadsUnrounded, Divide>(self, other, out);
    }
    return fault(Error::InvalidType, "a quotient that is not floating");
  }
  if (is_text(*rounding_mode, "trunc"))
    return divide<Facts, kReadsUnrounded, DivideTowardsZero>(self, other, out);
  if (is_text(*rounding_mode, "floor"))
    return divide<Facts, kReadsUnrounded, DivideDown>(self, other, out);
  return fault(Error::InvalidArgument, "a rounding mode other than trunc and floor");
}

// out[i] = self[i] / other[i]
// integers: as Float.   Source: aten::div.out
template <typename Facts>
Error div_out(KernelContext&, const Tensor& self, const Tensor& other, Tensor& out) {
  return floating<Facts, kReadsUnrounded, Divide>(self, other, out);
}

// out[i] = self[i] / other
// integers: as Float.   Source: aten::div.Scalar_out
template <typename Facts>
Error div_scalar_out(KernelContext&, const Tensor& self, const Scalar& other, Tensor& out) {
  return floating<Facts, kReadsUnrounded, Divide>(self, other, out);
}

// out[i] = self[i] / other[i], rounded by mode   Source: aten::div.out_mode
template <typename Facts>
Error div_out_mode(KernelContext&, const Tensor& self, const Tensor& other,
                   const Optional<Span<const char>>& rounding_mode, Tensor& out) {
  return divide_in_mode<Facts>(self, other, rounding_mode, out);
}

// out[i] = self[i] / other, rounded by mode   Source: aten::div.Scalar_mode_out
template <typename Facts>
Error div_scalar_mode_out(KernelContext&, const Tensor& self, const Scalar& other,
                          const Optional<Span<const char>>& rounding_mode, Tensor& out) {
  return divide_in_mode<Facts>(self, other, rounding_mode, out);
}

// out[i] = self[i] / other[i], rounded down   Source: aten::floor_divide.out
template <typename Facts>
Error floor_divide_out(KernelContext&, const Tensor& self, const Tensor& other, Tensor& out) {
  return divide<Facts, kReadsUnrounded, DivideDown>(self, other, out);
}

// out[i] = self[i] - other[i] * trunc(self[i] / other[i])   Source: aten::fmod.Tensor_out
template <typename Facts>
Error fmod_tensor_out(KernelContext&, const Tensor& self, const Tensor& other, Tensor& out) {
  return divide<Facts, 0, RemainderOfDividend>(self, other, out);
}

// out[i] = self[i] - other * trunc(self[i] / other)   Source: aten::fmod.Scalar_out
template <typename Facts>
Error fmod_scalar_out(KernelContext&, const Tensor& self, const Scalar& other, Tensor& out) {
  return divide<Facts, 0, RemainderOfDividend>(self, other, out);
}

// out[i] = self[i] - other[i] * floor(self[i] / other[i])   Source: aten::remainder.Tensor_out
template <typename Facts>
Error remainder_tensor_out(KernelContext&, const Tensor& self, const Tensor& other, Tensor& out) {
  return divide<Facts, 0, RemainderOfDivisor>(self, other, out);
}

// out[i] = self[i] - other * floor(self[i] / other)   Source: aten::remainder.Scalar_out
template <typename Facts>
Error remainder_scalar_out(KernelContext&, const Tensor& self, const Scalar& other, Tensor& out) {
  return divide<Facts, 0, RemainderOfDivisor>(self, other, out);
}

// out[i] = the angle of the point (other[i], self[i]), in radians
// integers: as Float.   Source: aten::atan2.out
template <typename Facts>
Error atan2_out(KernelContext&, const Tensor& self, const Tensor& other, Tensor& out) {
  return floating<Facts, 0, Angle>(self, other, out);
}

}  // namespace kerf::portable
