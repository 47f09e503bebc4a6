// Signs and sizes of numbers, and negations.
#pragma once

#include "core/libc.h"
#include "kernels/context.h"
#include "kernels/support/copy.h"
#include "kernels/support/elementwise.h"

namespace kerf::portable {

// Integers wrap. out may be self.
// Errors of all: InvalidType (out's dtype is not self's, of logical_not not Bool); InvalidArgument
// (out cannot have self's shape); NotSupported (dim orders that were not selected).

// 0 - x for the integers of x's type, which wrap.
template <typename V>
V wrapping_negative(V x) {
  return static_cast<V>(0 - static_cast<WrapOf<V>>(x));
}

// sqrt(x.real^2 + x.imag^2) without overflow; infinite where a part is.
template <typename R>
R length_of(Complex<R> x) {
  R most = libc::fabs(x.real);
  R least = libc::fabs(x.imag);
  constexpr R kInfinity = static_cast<R>(__builtin_inff());
  if (most == kInfinity || least == kInfinity) return kInfinity;
  if (most < least) {
    const R other = most;
    most = least;
    least = other;
  }
  if (!(most > 0)) return most + least;
  const R ratio = least / most;
  return most * libc::sqrt(1 + ratio * ratio);
}

// out[i] = length_of(self[i])
template <typename Facts>
Error lengths(const Tensor& self, Tensor& out) {
  using Layouts = LayoutsOf<Facts>;
  if (part_type(self.scalar_type()) != out.scalar_type())
    return fault(Error::InvalidType, "an output whose dtype is not that of the input's parts");
  KERF_TRY(resize(out, self.sizes()));
  KERF_TRY(Layouts::check(self, out));
  return dispatch<Facts::self.dtypes & kComplexTypes>(self.scalar_type(), [&](auto tag) {
    using C = typename decltype(tag)::Type;
    auto* to = out.mutable_data_ptr<typename PartOf<C>::Type>();
    Layouts::for_rows(self, out, [&](int32_t offset, int32_t step, int32_t count) {
      const C* from = self.const_data_ptr<C>() + offset;
      for (; count > 0; --count, from += step) *to++ = length_of(*from);
    });
    return Error::Ok;
  });
}

// out[i] = self[i] < 0 ? -self[i] : self[i]; of complex elements length_of(self[i])
// A zero becomes positive.   Source: aten::abs.out
template <typename Facts>
Error abs_out(KernelContext&, const Tensor& self, Tensor& out) {
  constexpr DtypeSet kComplex = Facts::self.dtypes & kComplexTypes;
  if constexpr (kComplex != 0) {
    if (is_complex(self.scalar_type())) return lengths<Facts>(self, out);
  }
  if constexpr (kComplex == Facts::self.dtypes && kComplex != 0) {
    return fault(Error::NotSupported, "a dtype that was not selected");
  } else {
    return unary_scalar<Facts>(self, out, [](auto x) {
      if constexpr (kIsFloating<decltype(x)>) {
        return libc::fabs(x);
      } else {
        return x < 0 ? wrapping_negative(x) : x;
      }
    });
  }
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
    return run_unary<LayoutsOf<Facts>>(
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
