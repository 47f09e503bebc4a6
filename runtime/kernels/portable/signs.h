// Signs and sizes of numbers, and negations.
#pragma once

#include "core/libc.h"
#include "kernels/context.h"
#include "kernels/portable/copy.h"
#include "kernels/portable/elementwise.h"

namespace kerf::portable {

// Integers wrap. out may be self.
// Errors of all: InvalidType (out's dtype is not self's, of logical_not not Bool); InvalidArgument
// (out cannot have self's shape); NotSupported (dim orders that were not selected).

// 0 - x for the integers of x's type, which wrap.
template <typename V>
V wrapping_negative(V x) {
  return static_cast<V>(0 - static_cast<WrapOf<V>>(x));
}

// out[i] = self[i] < 0 ? -self[i] : self[i]
// A zero becomes positive.   Source: aten::abs.out
template <typename Facts>
Error abs_out(KernelContext&, const Tensor& self, Tensor& out) {
  return unary_scalar<Facts>(self, out, [](auto x) {
    if constexpr (kIsFloating<decltype(x)>) {
      return libc::fabs(x);
    } else {
      return x < 0 ? wrapping_negative(x) : x;
    }
  });
}

// out[i] = ~self[i]
// bool: not.   Source: aten::bitwise_not.out
template <typename Facts>
Error bitwise_not_out(KernelContext&, const Tensor& self, Tensor& out) {
  return unary_with<Facts>(self, out, [](auto tag) {
    using V = ValueOf<typename decltype(tag)::Type>;
    return [](V x) {
      if constexpr (V(2) == V(1)) {
        return !x;
      } else {
        return static_cast<V>(~x);
      }
    };
  });
}

// to[i] = from[i] is 0, a Bool.
template <typename Word, bool kFloating>
void zero_row(void* to, const void* from, int32_t step, int32_t count, const void*) {
  using Any [[gnu::may_alias]] = Word;
  const Any* at = static_cast<const Any*>(from);
  bool* result = static_cast<bool*>(to);
  for (; count != 0; --count, at += step) *result++ = is_zero<kFloating, Word>(*at);
}

// out[i] = not self[i], a Bool: whether self[i] is zero   Source: aten::logical_not.out
template <typename Facts>
Error logical_not_out(KernelContext&, const Tensor& self, Tensor& out) {
  return dispatch<Facts::self.dtypes>(self.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    return run_unary<needs<Facts>(Trait::mixed_layouts)>(
        self, out, zero_row<typename WordOf<sizeof(T)>::Type, Element<T>::kFloating>, nullptr);
  });
}

// out[i] = -self[i]   Source: aten::neg.out
template <typename Facts>
Error neg_out(KernelContext&, const Tensor& self, Tensor& out) {
  return unary_scalar<Facts>(self, out, [](auto x) {
    if constexpr (kIsFloating<decltype(x)>) {
      return -x;
    } else {
      return wrapping_negative(x);
    }
  });
}

// out[i] = (self[i] > 0) - (self[i] < 0), 0 for NaN   Source: aten::sign.out
template <typename Facts>
Error sign_out(KernelContext&, const Tensor& self, Tensor& out) {
  return unary_scalar<Facts>(self, out, [](auto x) {
    const decltype(x) zero{0};
    return static_cast<decltype(x)>((x > zero) - (x < zero));
  });
}

}  // namespace kerf::portable
