// Comparisons of tensors with tensors and numbers.
#pragma once

#include "kernels/context.h"
#include "kernels/portable/binary.h"
#include "tensor/scalar.h"

namespace kerf::portable {

// Operands are expanded to one shape and compared in the dtype that they promote to; a number is
// converted to it as an element: of integers the low bits. Comparisons with NaN are false, but
// `ne`. Errors of all: InvalidArgument (shapes that cannot be broadcast or that out cannot have);
// InvalidType (operands without promotion); NotSupported (not selected).

// The relations: the others are those with operands swapped, or negated.
struct Equal {
  bool wanted;
  template <typename V>
  bool operator()(V a, V b) const {
    return (a == b) == wanted;
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

template <typename T, typename F>
void relation_row(void* to, const void* a, int32_t a_step, const void* b, int32_t b_step,
                  int32_t count, const void* f) {
  bool* out = static_cast<bool*>(to);
  const T* x = static_cast<const T*>(a);
  const T* y = static_cast<const T*>(b);
  const F holds = *static_cast<const F*>(f);
  for (; count > 0; --count, x += a_step, y += b_step) *out++ = holds(load(x), load(y));
}

// out = f(a, b) on operands that are compared as elements of the dtype of `tag`; without kWalks and
// kMixed their elements are a_step and b_step apart. Error: NotSupported as convert_run().
template <bool kWalks, bool kMixed, typename Tag, typename F>
Error map_relation(Tag, const Tensor& a, int32_t a_step, const Tensor& b, int32_t b_step,
                   Tensor& out, F f) {
  using T = typename Tag::Type;
  if constexpr (!kWalks && !kMixed) {
    relation_row<T, F>(out.mutable_data_ptr(), a.const_data_ptr(), a_step, b.const_data_ptr(),
                       b_step, static_cast<int32_t>(out.numel()), &f);
    return Error::Ok;
  } else {
    return walk_binary<kMixed>(a, b, out, {relation_row<T, F>, &f, Tag::kDtype, Tag::kDtype});
  }
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
  KERF_TRY(resize_binary<Facts>(self, other, out));
  const Tensor& a = kSwap ? other : self;
  const Tensor& b = kSwap ? self : other;
  return dispatch<kTypes>(type, [&](auto tag) {
    return map_relation<kBinaryWalks<Facts>, kMixed>(tag, a, 1, b, 1, out, f);
  });
}

// The same with a number as `other`.
template <typename Facts, bool kSwap = false, typename F>
Error compare(const Tensor& self, const Scalar& other, Tensor& out, F f) {
  constexpr DtypeSet kTypes = result_types_with_number(Facts::self.dtypes, Facts::other.kinds);
  constexpr bool kMixed = !one_dtype(Facts::self.dtypes, kTypes);
  constexpr bool kWalks = needs<Facts>(Trait::mixed_layouts);
  KERF_TRY(resize_as<Facts>(self, out));
  return dispatch<kTypes>(result_type(self.scalar_type(), other), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    T element;
    store(&element, convert<ValueOf<T>>(other));
    const Tensor one(tag.kDtype, 0, nullptr, nullptr, &element);
    if constexpr (kSwap) return map_relation<kWalks, kMixed>(tag, one, 0, self, 1, out, f);
    return map_relation<kWalks, kMixed>(tag, self, 1, one, 0, out, f);
  });
}

// out[i] = self[i] == other[i]   Source: aten::eq.Tensor_out
template <typename Facts>
Error eq_tensor_out(KernelContext&, const Tensor& self, const Tensor& other, Tensor& out) {
  return compare<Facts>(self, other, out, Equal{true});
}

// out[i] = self[i] == other   Source: aten::eq.Scalar_out
template <typename Facts>
Error eq_scalar_out(KernelContext&, const Tensor& self, const Scalar& other, Tensor& out) {
  return compare<Facts>(self, other, out, Equal{true});
}

// out[i] = self[i] != other[i]   Source: aten::ne.Tensor_out
template <typename Facts>
Error ne_tensor_out(KernelContext&, const Tensor& self, const Tensor& other, Tensor& out) {
  return compare<Facts>(self, other, out, Equal{false});
}

// out[i] = self[i] != other   Source: aten::ne.Scalar_out
template <typename Facts>
Error ne_scalar_out(KernelContext&, const Tensor& self, const Scalar& other, Tensor& out) {
  return compare<Facts>(self, other, out, Equal{false});
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
  return compare<Facts, true>(self, other, out, Less{});
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
  return compare<Facts, true>(self, other, out, LessOrEqual{});
}

}  // namespace kerf::portable
