// Quotients and remainders of tensors, element by element; angles of their quotients.
#pragma once

#include "core/libc.h"
#include "core/optional.h"
#include "core/span.h"
#include "kernels/context.h"
#include "kernels/portable/binary.h"
#include "kernels/portable/strings.h"
#include "loops/maths.h"
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
  V operator()(V a, V b) const { return maths::atan2(a, b); }
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

// What all maps of T, on its values, hold: of integers they note a division by 0. `rounds`: of Half
// and BFloat16 each step is rounded, as PyTorch does where the divisor is not one number.
struct Division {
  bool* by_zero;
  bool rounds;

  template <typename T>
  ValueOf<T> step(ValueOf<T> value) const {
    return sizeof(T) == sizeof(value) || !rounds ? value : rounded<T>(value);
  }
};

// Rounded towards 0.
template <typename T>
struct DivideTowardsZero : Division {
  using V = ValueOf<T>;
  V operator()(V a, V b) const {
    if constexpr (Element<T>::kFloating) {
      return libc::trunc(step<T>(a / b));
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
struct DivideDown : Division {
  using V = ValueOf<T>;
  V operator()(V a, V b) const {
    if constexpr (Element<T>::kFloating) {
      if (b == 0) return a / b;
      const V rest = libc::fmod(a, b);
      V steps = step<T>(step<T>(a - rest) / b);
      if (rest != 0 && (rest < 0) != (b < 0)) steps = step<T>(steps - 1);
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
struct RemainderOfDividend : Division {
  using V = ValueOf<T>;
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
struct RemainderOfDivisor : Division {
  using V = ValueOf<T>;
  V operator()(V a, V b) const {
    const V rest = RemainderOfDividend<T>{*this}(a, b);
    return static_cast<V>(rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest);
  }
};

inline bool is_one_number(const Tensor& tensor) { return tensor.numel() == 1; }
inline bool is_one_number(const Scalar&) { return true; }

// out = f(self, other), a tensor or a number, where f is a Map of out's type.
template <typename Facts, unsigned kRules, template <typename> class Map, typename Other>
Error divide(const Tensor& self, const Other& other, Tensor& out) {
  bool by_zero = false;
  const Division division{&by_zero, !is_one_number(other)};
  KERF_TRY((binary_with<Facts, kRules>(self, other, out, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    return OfValues<T, Map<T>>{{division}};
  })));
  return by_zero ? fault(Error::InvalidArgument, "an integer divided by 0") : Error::Ok;
}

// The same for a Map of floating values: integers are computed as Float.
template <typename Facts, unsigned kRules, template <typename> class Map, typename Other>
Error floating(const Tensor& self, const Other& other, Tensor& out) {
  return binary_with<Facts, kRules | kGivesFloating>(
      self, other, out, [](auto tag) { return Map<ValueOf<typename decltype(tag)::Type>>{}; });
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
  if (equals(*rounding_mode, "trunc"))
    return divide<Facts, kReadsUnrounded, DivideTowardsZero>(self, other, out);
  if (equals(*rounding_mode, "floor"))
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
