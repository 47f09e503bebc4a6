// Sums, differences and products of tensors, element by element.
#pragma once

#include "kernels/context.h"
#include "kernels/support/binary.h"
#include "tensor/scalar.h"

namespace kerf::portable {

// Operands are expanded to one shape and promoted to one dtype, out's; integers wrap. out may be an
// operand of its own layout.
// Errors of all: InvalidArgument (shapes that cannot be broadcast or that out cannot have, an alpha
// that check_factor() refuses, a bool that is subtracted); InvalidType (out's dtype is not what the
// operands' promote to); NotSupported (not selected).

// A factor of 1, which only a complex product shows: of an infinite part it makes a NaN.
template <typename V>
V times_one(V x) {
  if constexpr (kIsComplex<V>) return V{1, 0} * x;
  return x;
}

// Ok, or InvalidArgument where a factor is floating and the result is not, or bool and the result
// is not.
[[gnu::noinline]] inline Error check_factor(const Scalar& factor, const Tensor& out) {
  if (factor.is_floating() && !contains(kFloatingTypes | kComplexTypes, out.scalar_type()))
    return fault(Error::InvalidArgument, "a floating factor for a result that is not floating");
  if (factor.kind() == Scalar::Kind::Bool && out.scalar_type() != ScalarType::Bool)
    return fault(Error::InvalidArgument, "a bool as factor for a result that is not bool");
  return Error::Ok;
}

// The maps take vectors as well.
struct Add {
  template <typename A, typename B>
  auto operator()(A a, B b) const {
    return a + times_one(b);
  }
};
struct Subtract {
  template <typename A, typename B>
  auto operator()(A a, B b) const {
    return a - b;
  }
};
struct SubtractFrom {
  template <typename A, typename B>
  auto operator()(A a, B b) const {
    return b - a;
  }
};
struct Multiply {
  template <typename A, typename B>
  auto operator()(A a, B b) const {
    return a * b;
  }
};
template <typename W>
struct AddMultiple {
  W factor;
  template <typename A, typename B>
  auto operator()(A a, B b) const {
    return a + factor * b;
  }
};
template <typename W>
struct SubtractMultipleFrom {
  W factor;
  template <typename A, typename B>
  auto operator()(A a, B b) const {
    return b - factor * a;
  }
};

// The negative of a real factor.
template <typename W>
W negative(W factor) {
  if constexpr (kIsComplex<W>) return {-factor.real, 0};
  return -factor;
}

// What makes maps of a factor. A difference is the sum with the negative multiple, and shares its
// row.
struct Added {
  template <typename W>
  static auto times(W factor) {
    return AddMultiple<W>{factor};
  }
};
struct Subtracted {
  template <typename W>
  static auto times(W factor) {
    return AddMultiple<W>{negative(factor)};
  }
};
struct SubtractedFrom {
  template <typename W>
  static auto times(W factor) {
    return SubtractMultipleFrom<W>{factor};
  }
};

// out = Plain(self, other), or Scaled::times(alpha)(self, other) where alpha is not known to be 1.
// `other` is a tensor or a number.
template <typename Facts, typename Plain, typename Scaled, typename Other>
Error sum(const Tensor& self, const Other& other, const Scalar& alpha, Tensor& out) {
  const auto make = [&](auto tag) {
    if constexpr (Facts::alpha.is(1)) {
      return Plain{};
    } else {
      using W = WrapOf<typename decltype(tag)::Type>;
      return Scaled::times(convert<W>(alpha));
    }
  };
  if constexpr (Facts::alpha.is(1)) {
    if (!proves<Facts>(Proof::facts) && !alpha.is_one())
      return fault(Error::NotSupported, "an alpha other than 1 was not selected");
  } else {
    KERF_TRY(check_factor(alpha, out));
  }
  return binary_with<Facts>(self, other, out, make);
}

// out[i] = self[i] + alpha * other[i]
// bool: self or (alpha and other).   Source: aten::add.out
template <typename Facts>
Error add_out(KernelContext&, const Tensor& self, const Tensor& other, const Scalar& alpha,
              Tensor& out) {
  return sum<Facts, Add, Added>(self, other, alpha, out);
}

// out[i] = self[i] + alpha * other   Source: aten::add.Scalar_out
template <typename Facts>
Error add_scalar_out(KernelContext&, const Tensor& self, const Scalar& other, const Scalar& alpha,
                     Tensor& out) {
  return sum<Facts, Add, Added>(self, other, alpha, out);
}

// out[i] = self[i] - alpha * other[i]   Source: aten::sub.out
template <typename Facts>
Error sub_out(KernelContext&, const Tensor& self, const Tensor& other, const Scalar& alpha,
              Tensor& out) {
  return sum<Facts, Subtract, Subtracted>(self, other, alpha, out);
}

// Ok, or InvalidArgument where `number` is a bool.
inline Error check_subtracted(const Scalar& number) {
  if (number.kind() == Scalar::Kind::Bool)
    return fault(Error::InvalidArgument, "a bool that is subtracted");
  return Error::Ok;
}

// out[i] = self[i] - alpha * other   Source: aten::sub.Scalar_out
template <typename Facts>
Error sub_scalar_out(KernelContext&, const Tensor& self, const Scalar& other, const Scalar& alpha,
                     Tensor& out) {
  KERF_TRY(check_subtracted(other));
  return sum<Facts, Subtract, Subtracted>(self, other, alpha, out);
}

// out[i] = other - alpha * self[i]   Source: aten::rsub.Scalar_out
template <typename Facts>
Error rsub_scalar_out(KernelContext&, const Tensor& self, const Scalar& other, const Scalar& alpha,
                      Tensor& out) {
  KERF_TRY(check_subtracted(other));
  return sum<Facts, SubtractFrom, SubtractedFrom>(self, other, alpha, out);
}

// out[i] = self[i] * other[i]
// bool: and.   Source: aten::mul.out
template <typename Facts>
Error mul_out(KernelContext&, const Tensor& self, const Tensor& other, Tensor& out) {
  return binary<Facts, kReadsUnrounded>(self, other, out, Multiply{});
}

// out[i] = self[i] * other   Source: aten::mul.Scalar_out
template <typename Facts>
Error mul_scalar_out(KernelContext&, const Tensor& self, const Scalar& other, Tensor& out) {
  return binary<Facts, kReadsUnrounded>(self, other, out, Multiply{});
}

}  // namespace kerf::portable
