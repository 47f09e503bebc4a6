// Powers of tensors and numbers, element by element.
#pragma once

#include "core/libc.h"
#include "kernels/context.h"
#include "kernels/support/binary.h"
#include "kernels/support/fitting.h"
#include "loops/maths.h"
#include "tensor/scalar.h"

namespace kerf::portable {

// Operands are expanded to one shape and promoted to one dtype, out's. Integers wrap; to a negative
// power 1 and -1 are 1 or -1, all others 0. out may be an operand of its own layout.
// Errors of all: InvalidArgument (shapes that cannot be broadcast or that out cannot have, integers
// to the power of a negative number, an exponent that their dtype cannot hold); InvalidType (out's
// dtype is not what the operands' promote to); NotSupported (not selected).

template <typename T>
struct Power {
  using V = ValueOf<T>;
  V operator()(V base, V exponent) const {
    if constexpr (Element<T>::kFloating) {
      return maths::pow(base, exponent);
    } else {
      constexpr V kMinus = static_cast<V>(-1);
      if constexpr (kMinus < V{0}) {
        if (exponent < 0) {
          const bool one = base == 1 || (base == kMinus && exponent % 2 == 0);
          return static_cast<V>(one ? 1 : base == kMinus ? -1 : 0);
        }
      }
      WrapOf<T> power = 1;
      WrapOf<T> factor = static_cast<WrapOf<T>>(base);
      for (; exponent != 0; exponent = static_cast<V>(exponent / 2)) {
        if (exponent % 2 != 0) power *= factor;
        factor *= factor;
      }
      return static_cast<V>(power);
    }
  }
};

template <typename T>
struct PowerOf {
  using V = ValueOf<T>;
  V operator()(V exponent, V base) const { return Power<T>{}(base, exponent); }
};

template <typename T>
inline constexpr bool kIsHalf = false;
template <>
inline constexpr bool kIsHalf<Half> = true;

// An exponent whose powers take no libm but a square root.
enum class Plain : uint8_t { none, square, cube, inverse, inverse_square, root, inverse_root };

// PyTorch computes roots of Half by its general power.
template <typename T>
Plain plain_power(ValueOf<T> exponent) {
  // The forms of the exponents -2, -1.5, .. 3.
  constexpr Plain kRoot = kIsHalf<T> ? Plain::none : Plain::root;
  constexpr Plain kInverseRoot = kIsHalf<T> ? Plain::none : Plain::inverse_root;
  static constexpr Plain kPlain[] = {
      Plain::inverse_square, Plain::none, Plain::inverse, kInverseRoot, Plain::none, kRoot,
      Plain::none,           Plain::none, Plain::square,  Plain::none,  Plain::cube};
  if (!(exponent >= -2 && exponent <= 3)) return Plain::none;
  const ValueOf<T> twice = 2 * exponent;
  const auto whole = static_cast<int32_t>(twice);
  return static_cast<ValueOf<T>>(whole) == twice ? kPlain[whole + 4] : Plain::none;
}

// The power of x. PyTorch rounds the products of BFloat16.
template <typename T>
struct PlainPower {
  using V = ValueOf<T>;
  Plain plain;
  V operator()(V x, V) const {
    switch (plain) {
      case Plain::square:
        return x * x;
      case Plain::cube:
        return step(x * x) * x;
      case Plain::inverse:
        return V{1} / x;
      case Plain::inverse_square:
        return V{1} / step(x * x);
      case Plain::root:
        return libc::sqrt(x);
      case Plain::inverse_root:
        return V{1} / libc::sqrt(x);
      case Plain::none:
        break;
    }
    return x;
  }
  static V step(V value) {
    if constexpr (kIsHalf<T>) return value;
    return rounded<T>(value);
  }
};

// x * x, where all selected calls square.
struct Square {
  template <typename A, typename B>
  auto operator()(A a, B) const {
    return a * a;
  }
};

// out[i] = self[i] ** exponent
// bool: only to the power of a bool.   Source: aten::pow.Tensor_Scalar_out
template <typename Facts>
Error pow_tensor_scalar_out(KernelContext&, const Tensor& self, const Scalar& exponent,
                            Tensor& out) {
  constexpr bool kOneDtype = one_dtype(Facts::self.dtypes, Facts::out.dtypes);
  constexpr bool kMixed = needs<Facts>(Trait::mixed_dtypes) && !kOneDtype;
  using Layouts = LayoutsOf<Facts>;
  if constexpr (!kOneDtype || !kNumbersKeep<Facts::self.dtypes>)
    KERF_TRY((check_result_with<0, kMixed>(self, exponent, out)));
  if constexpr (!Layouts::kWalks) KERF_TRY(resize_as<Facts>(self, out));
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    if constexpr (Facts::exponent.is(2)) {
      if (convert<ValueOf<T>>(exponent) != 2)
        return fault(Error::NotSupported, "an exponent that was not selected");
      return map_with_number<Layouts::kWalks, kMixed, 0, Layouts::kWalks>(tag, self, exponent, out,
                                                                          Square{});
    } else if constexpr (Element<T>::kFloating) {
      if constexpr (sizeof(T) == 2) KERF_TRY(check_fits<T>(exponent));
      const PlainPower<T> plain{plain_power<T>(convert<ValueOf<T>>(exponent))};
      if (plain.plain != Plain::none)
        return map_with_number<Layouts::kWalks, kMixed, 0, Layouts::kWalks>(
            tag, self, exponent, out, OfValues<T, PlainPower<T>>{plain});
    } else {
      KERF_TRY(check_fits<T>(exponent));
      if (exponent.to<double>() < 0)
        return fault(Error::InvalidArgument, "integers to the power of a negative number");
    }
    return map_with_number<Layouts::kWalks, kMixed, 0, Layouts::kWalks>(tag, self, exponent, out,
                                                                        OfValues<T, Power<T>>{});
  });
}

// Facts with the exponent as an operand of binary_with().
template <typename Facts>
struct ExponentAsOther : Facts {
  static constexpr TensorFacts other = Facts::exponent;
};
template <typename Facts>
struct ExponentAsSelf : Facts {
  static constexpr TensorFacts self = Facts::exponent;
};

// out[i] = self[i] ** exponent[i]   Source: aten::pow.Tensor_Tensor_out
template <typename Facts>
Error pow_tensor_tensor_out(KernelContext&, const Tensor& self, const Tensor& exponent,
                            Tensor& out) {
  return binary_with<ExponentAsOther<Facts>>(self, exponent, out, [](auto tag) {
    using T = typename decltype(tag)::Type;
    return OfValues<T, Power<T>>{};
  });
}

// out[i] = self ** exponent[i]   Source: aten::pow.Scalar_out
template <typename Facts>
Error pow_scalar_out(KernelContext&, const Scalar& self, const Tensor& exponent, Tensor& out) {
  return binary_with<ExponentAsSelf<Facts>>(exponent, self, out, [](auto tag) {
    using T = typename decltype(tag)::Type;
    return OfValues<T, PowerOf<T>>{};
  });
}

}  // namespace kerf::portable
