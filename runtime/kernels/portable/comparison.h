// Comparisons of tensors with tensors and numbers.
#pragma once

#include "kernels/context.h"
#include "kernels/support/binary.h"
#include "tensor/scalar.h"

namespace kerf::portable {

// Operands are expanded to one shape and compared in the dtype that they promote to; a number is
// converted to it as an element: of integers the low bits. Comparisons with NaN are false, but
// `ne`. Errors of all: InvalidArgument (shapes that cannot be broadcast or that out cannot have);
// InvalidType (operands without promotion); NotSupported (not selected).

// The relations. `ne` is `eq` negated; of two tensors `gt` and `ge` are `lt` and `le` with operands
// swapped.
struct Equal {
  bool negated;
  template <typename V>
  bool operator()(V a, V b) const {
    return (a == b) != negated;
  }
};
struct Less {
  template <typename V>
  bool operator()(V a, V b) const {
    return a < b;
  }
};
struct LessOrEqual {
  template <typename V>
  bool operator()(V a, V b) const {
    return a <= b;
  }
};
struct Greater {
  template <typename V>
  bool operator()(V a, V b) const {
    return a > b;
  }
};
struct GreaterOrEqual {
  template <typename V>
  bool operator()(V a, V b) const {
    return a >= b;
  }
};

template <typename T, typename F>
void relation_row(void* to, const void* a, int32_t a_step, const void* b, int32_t b_step,
                  int32_t count, const void* f) {
  bool* out = static_cast<bool*>(to);
  const T* x = static_cast<const T*>(a);
  const T* y = static_cast<const T*>(b);
  const F holds = *static_cast<const F*>(f);
  for (; count != 0; --count, x += a_step, y += b_step) *out++ = holds(load(x), load(y));
}

// out[i] = f(a[i], b[i]), where a is self and b other; swapped with kSwap.
template <typename Facts, bool kSwap = false, typename F>
Error compare(const Tensor& self, const Tensor& other, Tensor& out, F f) {
  constexpr DtypeSet kTypes = result_types(Facts::self.dtypes, Facts::self.may_have_rank(0),
                                           Facts::other.dtypes, Facts::other.may_have_rank(0));
  constexpr bool kMixed = !one_dtype(Facts::self.dtypes, Facts::other.dtypes);
  ScalarType type = self.scalar_type();
  if constexpr (kMixed) {
    const Result<ScalarType> promoted = result_type(self, other);
    KERF_TRY(promoted.error());
    type = promoted.get();
  }
  constexpr bool kExpands = needs<Facts>(Trait::broadcast);
  if constexpr (!kExpands) KERF_TRY(resize_binary<Facts>(self, other, out));
  const Tensor& a = kSwap ? other : self;
  const Tensor& b = kSwap ? self : other;
  return dispatch<kTypes>(type, [&](auto tag) {
    const BinaryRow row = relation_row<typename decltype(tag)::Type, F>;
    if constexpr (kBinaryWalks<Facts> || kMixed) {
      return walk_alike<kMixed, kExpands>(tag, a, b, out, row, &f);
    } else {
      row(out.mutable_data_ptr(), a.const_data_ptr(), 1, b.const_data_ptr(), 1,
          static_cast<int32_t>(out.numel()), &f);
      return Error::Ok;
    }
  });
}

// Compares with a number as `other`.
template <typename Facts, typename F>
Error compare(const Tensor& self, const Scalar& other, Tensor& out, F f) {
  constexpr DtypeSet kTypes = result_types_with_number(Facts::self.dtypes, Facts::other.kinds);
  constexpr bool kMixed = !one_dtype(Facts::self.dtypes, kTypes);
  using Layouts = LayoutsOf<Facts>;
  if constexpr (!Layouts::kWalks) KERF_TRY(resize_as<Facts>(self, out));
  return dispatch<kTypes>(result_type(self.scalar_type(), other), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    const BinaryRow row = relation_row<T, F>;
    if constexpr (Layouts::kWalks || kMixed) {
      return walk_with_number<kMixed, false, Layouts::kWalks>(tag, self, other, out, row, &f);
    } else {
      T element;
      store(&element, convert<ValueOf<T>>(other));
      row(out.mutable_data_ptr(), self.const_data_ptr(), 1, &element, 0,
          static_cast<int32_t>(out.numel()), &f);
      return Error::Ok;
    }
  });
}

// out[i] = self[i] == other[i]   Source: aten::eq.Tensor_out
template <typename Facts>
Error eq_tensor_out(KernelContext&, const Tensor& self, const Tensor& other, Tensor& out) {
  return compare<Facts>(self, other, out, Equal{false});
}

// out[i] = self[i] == other   Source: aten::eq.Scalar_out
template <typename Facts>
Error eq_scalar_out(KernelContext&, const Tensor& self, const Scalar& other, Tensor& out) {
  return compare<Facts>(self, other, out, Equal{false});
}

// out[i] = self[i] != other[i]   Source: aten::ne.Tensor_out
template <typename Facts>
Error ne_tensor_out(KernelContext&, const Tensor& self, const Tensor& other, Tensor& out) {
  return compare<Facts>(self, other, out, Equal{true});
}

// out[i] = self[i] != other   Source: aten::ne.Scalar_out
template <typename Facts>
Error ne_scalar_out(KernelContext&, const Tensor& self, const Scalar& other, Tensor& out) {
  return compare<Facts>(self, other, out, Equal{true});
}

// out[i] = self[i] < other[i]   Source: aten::lt.Tensor_out
template <typename Facts>
Error lt_tensor_out(KernelContext&, const Tensor& self, const Tensor& other, Tensor& out) {
  return compare<Facts>(self, other, out, Less{});
}

// out[i] = self[i] < other   Source: aten::lt.Scalar_out
template <typename Facts>
Error lt_scalar_out(KernelContext&, const Tensor& self, const Scalar& other, Tensor& out) {
  return compare<Facts>(self, other, out, Less{});
}

// out[i] = self[i] > other[i]   Source: aten::gt.Tensor_out
template <typename Facts>
Error gt_tensor_out(KernelContext&, const Tensor& self, const Tensor& other, Tensor& out) {
  return compare<Facts, true>(self, other, out, Less{});
}

// out[i] = self[i] > other   Source: aten::gt.Scalar_out
template <typename Facts>
Error gt_scalar_out(KernelContext&, const Tensor& self, const Scalar& other, Tensor& out) {
  return compare<Facts>(self, other, out, Greater{});
}

// out[i] = self[i] <= other[i]   Source: aten::le.Tensor_out
template <typename Facts>
Error le_tensor_out(KernelContext&, const Tensor& self, const Tensor& other, Tensor& out) {
  return compare<Facts>(self, other, out, LessOrEqual{});
}

// out[i] = self[i] <= other   Source: aten::le.Scalar_out
template <typename Facts>
Error le_scalar_out(KernelContext&, const Tensor& self, const Scalar& other, Tensor& out) {
  return compare<Facts>(self, other, out, LessOrEqual{});
}

// out[i] = self[i] >= other[i]   Source: aten::ge.Tensor_out
template <typename Facts>
Error ge_tensor_out(KernelContext&, const Tensor& self, const Tensor& other, Tensor& out) {
  return compare<Facts, true>(self, other, out, LessOrEqual{});
}

// out[i] = self[i] >= other   Source: aten::ge.Scalar_out
template <typename Facts>
Error ge_scalar_out(KernelContext&, const Tensor& self, const Scalar& other, Tensor& out) {
  return compare<Facts>(self, other, out, GreaterOrEqual{});
}

}  // namespace kerf::portable
