// Elements without their fractions.
#pragma once

#include "core/libc.h"
#include "kernels/context.h"
#include "kernels/support/copy.h"
#include "kernels/support/elementwise.h"
#include "loops/maths.h"

namespace kerf::portable {

// Integers are copied; infinities and NaN stay; a result of zero has the sign of self[i]. out may
// be self.
// Errors of all: InvalidType (out's dtype is not self's); InvalidArgument (out cannot have self's
// shape); NotSupported (dim orders that were not selected).

// out[i] = f(self[i]) where self is floating, else self[i]: a complete kernel.
template <typename Facts, typename F>
Error to_whole(const Tensor& self, Tensor& out, F f) {
  using Layouts = LayoutsOf<Facts>;
  constexpr bool kOneDtype = one_dtype(Facts::self.dtypes, Facts::out.dtypes);
  constexpr DtypeSet kFloating = Facts::out.dtypes & kFloatingTypes;
  if constexpr (kFloating != Facts::out.dtypes) {
    if (!contains(kFloatingTypes, out.scalar_type())) return copy_alike<Facts>(self, out);
  }
  KERF_TRY(Layouts::template resize<kOneDtype>(self, out));
  return dispatch<kFloating>(out.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    return map_unary<T, Layouts, false>(self, out, [=](ValueOf<T> x) { return f(x); });
  });
}

// out[i] = the least whole number that is not less than self[i]   Source: aten::ceil.out
template <typename Facts>
Error ceil_out(KernelContext&, const Tensor& self, Tensor& out) {
  return to_whole<Facts>(self, out, [](auto x) { return libc::ceil(x); });
}

// out[i] = the greatest whole number that is not greater than self[i]   Source: aten::floor.out
template <typename Facts>
Error floor_out(KernelContext&, const Tensor& self, Tensor& out) {
  return to_whole<Facts>(self, out, [](auto x) { return libc::floor(x); });
}

// out[i] = the whole number next to self[i], the even one of two   Source: aten::round.out
template <typename Facts>
Error round_out(KernelContext&, const Tensor& self, Tensor& out) {
  return to_whole<Facts>(self, out, [](auto x) { return maths::round_to_even(x); });
}

// out[i] = self[i] without its fraction   Source: aten::trunc.out
template <typename Facts>
Error trunc_out(KernelContext&, const Tensor& self, Tensor& out) {
  return to_whole<Facts>(self, out, [](auto x) { return libc::trunc(x); });
}

}  // namespace kerf::portable
