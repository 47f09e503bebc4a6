// Loops of the operators that compute each element of the output from the one at its position.
#pragma once

#include <stdint.h>

#include "kernels/convert.h"
#include "kernels/dispatch.h"
#include "kernels/facts.h"
#include "kernels/portable/layout.h"
#include "loops/map.h"
#include "tensor/element.h"

namespace kerf::portable {

// out[i] = f(self[i]), where `out` has the dtype of T and the shape of `self`; without kWalks also
// its dim order, without kMixed also its dtype. `f` maps a ValueOf<T> to another.
// Error: NotSupported as convert_run().
template <typename T, bool kWalks, bool kMixed, typename F>
Error map_unary(const Tensor& self, Tensor& out, F f) {
  T* to = out.mutable_data_ptr<T>();
  const T* from = self.const_data_ptr<T>();
  if constexpr (!kWalks && !kMixed) {
    map_row(to, from, 1, static_cast<int32_t>(out.numel()), f);
  } else {
    if (out.numel() == 0) return Error::Ok;
    int32_t strides[1][kMaxRank];
    compute_strides(self, strides[0]);
    Walk<1> walk;
    walk_storage(walk, out, strides);
    do {
      const int32_t n = walk.count();
      const T* in = from + walk.offset(0);
      int32_t step = walk.step(0);
      if constexpr (kMixed) {
        if (self.scalar_type() != out.scalar_type()) {
          // `out` holds the converted elements until f has read them.
          KERF_TRY(convert_run({self.scalar_type(), self.const_data_ptr(), walk.offset(0), step},
                               out.scalar_type(), to, n));
          in = to;
          step = 1;
        }
      }
      to = map_row(to, in, step, n, f);
    } while (walk.next());
  }
  return Error::Ok;
}

// out = f(self), in self's dtype and shape: a complete kernel. f = make(tag) maps a ValueOf<T> to
// another, where T is the type of the tag.
// Errors: InvalidType, InvalidArgument as resize_like(); NotSupported (dim orders that were not
// selected).
template <typename Facts, typename Make>
Error unary_with(const Tensor& self, Tensor& out, Make make) {
  constexpr bool kWalks = needs<Facts>(Trait::mixed_layouts);
  constexpr bool kOneDtype = one_dtype(Facts::self.dtypes, Facts::out.dtypes);
  KERF_TRY(kWalks ? resize_like<kOneDtype>(self, out) : resize_alike<kOneDtype>(self, out));
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    return map_unary<T, kWalks, false>(self, out, make(tag));
  });
}

// The same where f is one function for all types.
template <typename Facts, typename F>
Error unary(const Tensor& self, Tensor& out, F f) {
  return unary_with<Facts>(self, out, [=](auto) { return f; });
}

}  // namespace kerf::portable
