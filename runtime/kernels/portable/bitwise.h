// Bit by bit: and, or, exclusive or, shifts; and the same of truth values.
#pragma once

#include "kernels/context.h"
#include "kernels/support/binary.h"
#include "tensor/scalar.h"

namespace kerf::portable {

// Operands are expanded to one shape and promoted to one dtype, out's. out may be an operand of its
// own layout.
// Errors of all: InvalidArgument (shapes that cannot be broadcast or that out cannot have);
// InvalidType (out's dtype is not what the operands' promote to); NotSupported (not selected).

struct And {
  template <typename W>
  W operator()(W a, W b) const {
    return a & b;
  }
};
struct Or {
  template <typename W>
  W operator()(W a, W b) const {
    return a | b;
  }
};
struct ExclusiveOr {
  template <typename W>
  W operator()(W a, W b) const {
    return a ^ b;
  }
};

// out[i] = self[i] & other[i]   Source: aten::bitwise_and.Tensor_out
template <typename Facts>
Error bitwise_and_tensor_out(KernelContext&, const Tensor& self, const Tensor& other, Tensor& out) {
  return binary<Facts>(self, other, out, And{});
}

// out[i] = self[i] & other   Source: aten::bitwise_and.Scalar_out
template <typename Facts>
Error bitwise_and_scalar_out(KernelContext&, const Tensor& self, const Scalar& other, Tensor& out) {
  return binary<Facts>(self, other, out, And{});
}

// out[i] = self[i] | other[i]   Source: aten::bitwise_or.Tensor_out
template <typename Facts>
Error bitwise_or_tensor_out(KernelContext&, const Tensor& self, const Tensor& other, Tensor& out) {
  return binary<Facts>(self, other, out, Or{});
}

// out[i] = self[i] | other   Source: aten::bitwise_or.Scalar_out
template <typename Facts>
Error bitwise_or_scalar_out(KernelContext&, const Tensor& self, const Scalar& other, Tensor& out) {
  return binary<Facts>(self, other, out, Or{});
}

// out[i] = self[i] ^ other[i]   Source: aten::bitwise_xor.Tensor_out
template <typename Facts>
Error bitwise_xor_tensor_out(KernelContext&, const Tensor& self, const Tensor& other, Tensor& out) {
  return binary<Facts>(self, other, out, ExclusiveOr{});
}

// out[i] = self[i] ^ other   Source: aten::bitwise_xor.Scalar_out
template <typename Facts>
Error bitwise_xor_scalar_out(KernelContext&, const Tensor& self, const Scalar& other, Tensor& out) {
  return binary<Facts>(self, other, out, ExclusiveOr{});
}

// The bits of a number of type V.
template <typename V>
inline constexpr unsigned kBits = 8 * sizeof(V);

// 0 where the distance is negative or at least the number of bits.
template <typename T>
struct ShiftLeft {
  WrapOf<T> operator()(WrapOf<T> a, WrapOf<T> b) const {
    const ValueOf<T> distance = static_cast<ValueOf<T>>(b);
    return distance < 0 || distance >= static_cast<ValueOf<T>>(kBits<T>) ? 0 : a << distance;
  }
};

// Shifts by all bits where the distance is negative or at least the number of bits: to 0, or to -1
// from a negative number.
template <typename T>
struct ShiftRight {
  ValueOf<T> operator()(WrapOf<T> a, WrapOf<T> b) const {
    using V = ValueOf<T>;
    const V value = static_cast<V>(a);
    const V distance = static_cast<V>(b);
    if (distance >= 0 && distance < static_cast<V>(kBits<T>))
      return static_cast<V>(value >> distance);
    return static_cast<V>(value < 0 ? -1 : 0);
  }
};

// out = self shifted by other, a tensor or a number.
template <typename Facts, template <typename> class Shift, typename Other>
Error shift(const Tensor& self, const Other& other, Tensor& out) {
  return binary_with<Facts>(self, other, out,
                            [](auto tag) { return Shift<typename decltype(tag)::Type>{}; });
}

// out[i] = self[i] << other[i]   Source: aten::bitwise_left_shift.Tensor_out
template <typename Facts>
Error bitwise_left_shift_tensor_out(KernelContext&, const Tensor& self, const Tensor& other,
                                    Tensor& out) {
  return shift<Facts, ShiftLeft>(self, other, out);
}

// out[i] = self[i] << other   Source: aten::bitwise_left_shift.Tensor_Scalar_out
template <typename Facts>
Error bitwise_left_shift_tensor_scalar_out(KernelContext&, const Tensor& self, const Scalar& other,
                                           Tensor& out) {
  return shift<Facts, ShiftLeft>(self, other, out);
}

// out[i] = self[i] >> other[i]   Source: aten::bitwise_right_shift.Tensor_out
template <typename Facts>
Error bitwise_right_shift_tensor_out(KernelContext&, const Tensor& self, const Tensor& other,
                                     Tensor& out) {
  return shift<Facts, ShiftRight>(self, other, out);
}

// out[i] = self[i] >> other   Source: aten::bitwise_right_shift.Tensor_Scalar_out
template <typename Facts>
Error bitwise_right_shift_tensor_scalar_out(KernelContext&, const Tensor& self, const Scalar& other,
                                            Tensor& out) {
  return shift<Facts, ShiftRight>(self, other, out);
}

// out = f(self, other) of truth values: whatever is not 0 is true, NaN included.
template <typename Facts, typename F>
Error logical(const Tensor& self, const Tensor& other, Tensor& out, F f) {
  constexpr bool kMixed = !one_dtype(Facts::self.dtypes, Facts::other.dtypes, kBoolType);
  constexpr bool kExpands = needs<Facts>(Trait::broadcast);
  if constexpr (!kExpands) KERF_TRY(resize_binary<Facts>(self, other, out));
  return map_binary<kBinaryWalks<Facts>, kMixed, 0, kExpands>(DtypeTag<ScalarType::Bool>{}, self,
                                                              other, out, f);
}

// out[i] = self[i] != 0 and other[i] != 0   Source: aten::logical_and.out
template <typename Facts>
Error logical_and_out(KernelContext&, const Tensor& self, const Tensor& other, Tensor& out) {
  return logical<Facts>(self, other, out, And{});
}

// out[i] = self[i] != 0 or other[i] != 0   Source: aten::logical_or.out
template <typename Facts>
Error logical_or_out(KernelContext&, const Tensor& self, const Tensor& other, Tensor& out) {
  return logical<Facts>(self, other, out, Or{});
}

// out[i] = (self[i] != 0) != (other[i] != 0)   Source: aten::logical_xor.out
template <typename Facts>
Error logical_xor_out(KernelContext&, const Tensor& self, const Tensor& other, Tensor& out) {
  return logical<Facts>(self, other, out, ExclusiveOr{});
}

}  // namespace kerf::portable
