// Quotients and remainders of tensors, element by element; angles of their quotients.
#pragma once

#include "core/libc.h"
#include "core/optional.h"
#include "core/span.h"
#include "kernels/context.h"
#include "kernels/support/binary.h"
#include "kernels/support/strings.h"
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

// Divides integers towards 0; -2^n / -1 wraps. Returns false where b is 0.
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

// Returns the exact remainder of floating numbers; NaN where a is infinite or b is 0.
inline float fmod(float a, float b) {
  constexpr uint32_t kSign = 0x80000000;
  constexpr uint32_t kInfinity = 0x7F800000;
  const uint32_t a_size = float_bits(a) & ~kSign;
  const uint32_t b_size = float_bits(b) & ~kSign;
  if (a_size >= kInfinity || b_size - 1 >= kInfinity) return __builtin_nanf("");
  if (a_size < b_size) return a;
  // As mantissa * 2^(exponent - 150).
  uint32_t exponent = a_size >> 23;
  uint32_t unit = b_size >> 23;
  if (exponent == 0) exponent = 1;
  if (unit == 0) unit = 1;
  uint32_t rest = a_size - ((exponent - 1) << 23);
  const uint32_t divisor = b_size - ((unit - 1) << 23);
  for (;; rest *= 2) {
    rest %= divisor;
    if (exponent-- == unit) break;
  }
  const float size = static_cast<float>(static_cast<int32_t>(rest)) * 0x1p-23f;
  return size * bits_float((float_bits(a) & kSign) | unit << 23);  // 0 has the sign too
}
inline double fmod(double a, double b) { return libc::fmod(a, b); }

// Whether `rest` is not 0 and has not the sign of `b`, which is not 0.
template <typename V>
bool opposes(V rest, V b) {
  if constexpr (kIsFloating<V>) {
    return rest != 0 && (__builtin_signbit(rest) != 0) != (__builtin_signbit(b) != 0);
  } else {
    return rest != 0 && (rest < 0) != (b < 0);
  }
}

// A call of a kernel. Null where it is on Float or Double only.
struct Division {
  bool by_zero;  // an integer was divided by 0
  bool rounds;   // each step, as PyTorch does where the divisor is not one number
};

// `value` after a step: of Half and BFloat16 it may be rounded.
template <typename T>
ValueOf<T> step(const Division* division, ValueOf<T> value) {
  return sizeof(T) == sizeof(value) || !division->rounds ? value : rounded<T>(value);
}

// A quotient or remainder of elements of T as values.
template <typename T>
using DivisionOf = ValueOf<T> (*)(ValueOf<T> a, ValueOf<T> b, Division* division);

// A map by function, so that all share one row: a call costs little next to what it computes.
template <typename T>
struct DivideBy {
  DivisionOf<T> f;
  Division* division;
  ValueOf<T> operator()(ValueOf<T> a, ValueOf<T> b) const { return f(a, b, division); }
};

struct Exactly {
  template <typename T>
  static ValueOf<T> of(ValueOf<T> a, ValueOf<T> b, Division*) {
    return a / b;
  }
};

struct Angle {
  template <typename T>
  static ValueOf<T> of(ValueOf<T> a, ValueOf<T> b, Division*) {
    return maths::atan2(a, b);
  }
};

// Rounded towards 0.
struct TowardsZero {
  template <typename T>
  static ValueOf<T> of(ValueOf<T> a, ValueOf<T> b, Division* division) {
    if constexpr (Element<T>::kFloating) {
      return libc::trunc(step<T>(division, a / b));
    } else {
      ValueOf<T> result{};
      if (!quotient(a, b, result)) division->by_zero = true;
      return result;
    }
  }
};

// Rounded down. Of floating numbers it is (a - remainder) / b to the nearest integer, so that an
// inexact a / b does not become the next integer; 0 has the sign of a / b.
struct Down {
  template <typename T>
  static ValueOf<T> of(ValueOf<T> a, ValueOf<T> b, Division* division) {
    using V = ValueOf<T>;
    if constexpr (Element<T>::kFloating) {
      const V quotient = a / b;
      if (b == 0) return quotient;
      const V rest = fmod(a, b);
      V steps = step<T>(division, step<T>(division, a - rest) / b);
      if (opposes(rest, b)) steps = step<T>(division, steps - 1);
      if (steps == 0) return quotient * 0;
      const V whole = libc::floor(steps);
      return steps - whole > V{0.5} ? whole + 1 : whole;
    } else {
      V result{};
      V rest{};
      if (!quotient(a, b, result) || !remainder_of(a, b, rest)) division->by_zero = true;
      return static_cast<V>(result - opposes(rest, b));
    }
  }
};

// What is left, with the sign of a.
struct RestOfDividend {
  template <typename T>
  static ValueOf<T> of(ValueOf<T> a, ValueOf<T> b, Division* division) {
    if constexpr (Element<T>::kFloating) {
      return fmod(a, b);
    } else {
      ValueOf<T> rest{};
      if (!remainder_of(a, b, rest)) division->by_zero = true;
      return rest;
    }
  }
};

// Computes the remainder that has the sign of b.
struct RestOfDivisor {
  template <typename T>
  static ValueOf<T> of(ValueOf<T> a, ValueOf<T> b, Division* division) {
    const ValueOf<T> rest = RestOfDividend::of<T>(a, b, division);
    return static_cast<ValueOf<T>>(opposes(rest, b) ? rest + b : rest);
  }
};

inline bool is_one_number(const Tensor& tensor) { return tensor.numel() == 1; }
inline bool is_one_number(const Scalar&) { return true; }

// out = f(self, other), a tensor or a number, where make(tag) is the DivisionOf out's type.
template <typename Facts, unsigned kRules, typename Other, typename Make>
Error divide_with(const Tensor& self, const Other& other, Tensor& out, Make make) {
  constexpr DtypeSet kTypes = Facts::out.dtypes;
  constexpr DtypeSet kStateless = dtype_set(ScalarType::Float) | dtype_set(ScalarType::Double);
  Division division{false, !is_one_number(other)};
  KERF_TRY((binary_with<Facts, kRules>(self, other, out, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    return OfValues<T, DivideBy<T>>{{make(tag), (kTypes & ~kStateless) != 0 ? &division : nullptr}};
  })));
  return (kTypes & ~kFloatingTypes) != 0 && division.by_zero
             ? fault(Error::InvalidArgument, "an integer divided by 0")
             : Error::Ok;
}

// Applies F::of.
template <typename Facts, unsigned kRules, typename F, typename Other>
Error divide(const Tensor& self, const Other& other, Tensor& out) {
  return divide_with<Facts, kRules>(self, other, out, [](auto tag) -> auto {
    return F::template of<typename decltype(tag)::Type>;
  });
}

// Quotients: integers are computed as Float.
template <typename Facts, typename Other>
Error quotients(const Tensor& self, const Other& other, Tensor& out) {
  return binary_with<Facts, kReadsUnrounded | kGivesFloating>(
      self, other, out, [](auto tag) { return Divide<ValueOf<typename decltype(tag)::Type>>{}; });
}

// Facts of the calls whose output is floating.
template <typename Facts>
struct FloatingFacts : Facts {
  static constexpr TensorFacts out{Facts::out.dtypes & kFloatingTypes, Facts::out.ranks,
                                   Facts::out.permuted, Facts::out.absent};
};

// The dtypes of an operand that is a tensor; of a number none.
constexpr DtypeSet dtypes_of(const TensorFacts& facts) { return facts.dtypes; }
constexpr DtypeSet dtypes_of(const NumberFacts&) { return 0; }

// Divides with a rounding mode: `trunc`, `floor`, or none.
template <typename Facts, typename Other>
Error divide_in_mode(const Tensor& self, const Other& other,
                     const Optional<Span<const char>>& rounding_mode, Tensor& out) {
  constexpr DtypeSet kOperands = Facts::self.dtypes | dtypes_of(Facts::other);
  constexpr bool kFloating = ((kOperands | Facts::out.dtypes) & ~kFloatingTypes) == 0;
  const bool rounds = rounding_mode.has_value();
  const bool down = rounds && equals(*rounding_mode, "floor");
  if (rounds && !down && !equals(*rounding_mode, "trunc"))
    return fault(Error::InvalidArgument, "a rounding mode other than trunc and floor");
  if constexpr (!kFloating) {
    if (!rounds) {
      if constexpr ((Facts::out.dtypes & kFloatingTypes) != 0) {
        if (contains(kFloatingTypes, out.scalar_type()))
          return quotients<FloatingFacts<Facts>>(self, other, out);
      }
      return fault(Error::InvalidType, "a quotient that is not floating");
    }
  }
  return divide_with<Facts, kReadsUnrounded>(self, other, out, [=](auto tag) -> auto {
    using T = typename decltype(tag)::Type;
    if constexpr (kFloating) {
      if (!rounds) return Exactly::of<T>;
    }
    return down ? Down::of<T> : TowardsZero::of<T>;
  });
}

// out[i] = self[i] / other[i]
// integers: as Float.   Source: aten::div.out
template <typename Facts>
Error div_out(KernelContext&, const Tensor& self, const Tensor& other, Tensor& out) {
  return quotients<Facts>(self, other, out);
}

// out[i] = self[i] / other
// integers: as Float.   Source: aten::div.Scalar_out
template <typename Facts>
Error div_scalar_out(KernelContext&, const Tensor& self, const Scalar& other, Tensor& out) {
  return quotients<Facts>(self, other, out);
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
  return divide<Facts, kReadsUnrounded, Down>(self, other, out);
}

// out[i] = self[i] - other[i] * trunc(self[i] / other[i])   Source: aten::fmod.Tensor_out
template <typename Facts>
Error fmod_tensor_out(KernelContext&, const Tensor& self, const Tensor& other, Tensor& out) {
  return divide<Facts, 0, RestOfDividend>(self, other, out);
}

// out[i] = self[i] - other * trunc(self[i] / other)   Source: aten::fmod.Scalar_out
template <typename Facts>
Error fmod_scalar_out(KernelContext&, const Tensor& self, const Scalar& other, Tensor& out) {
  return divide<Facts, 0, RestOfDividend>(self, other, out);
}

// out[i] = self[i] - other[i] * floor(self[i] / other[i])   Source: aten::remainder.Tensor_out
template <typename Facts>
Error remainder_tensor_out(KernelContext&, const Tensor& self, const Tensor& other, Tensor& out) {
  return divide<Facts, 0, RestOfDivisor>(self, other, out);
}

// out[i] = self[i] - other * floor(self[i] / other)   Source: aten::remainder.Scalar_out
template <typename Facts>
Error remainder_scalar_out(KernelContext&, const Tensor& self, const Scalar& other, Tensor& out) {
  return divide<Facts, 0, RestOfDivisor>(self, other, out);
}

// out[i] = the angle of the point (other[i], self[i]), in radians
// integers: as Float.   Source: aten::atan2.out
template <typename Facts>
Error atan2_out(KernelContext&, const Tensor& self, const Tensor& other, Tensor& out) {
  return divide<Facts, kGivesFloating, Angle>(self, other, out);
}

}  // namespace kerf::portable
