// Maps of tensors whose elements change their type.
#pragma once

#include <stdint.h>

#include "kernels/facts.h"
#include "kernels/portable/layout.h"
#include "tensor/tensor.h"

namespace kerf::cortex_m {

// out[i] = f(self[i]) with the types of the tensors. The shapes are equal, without kWalks the dim
// orders too.
template <bool kWalks, typename From, typename To, typename F>
void map_types(const Tensor& self, Tensor& out, F f) {
  const From* from = self.const_data_ptr<From>();
  To* to = out.mutable_data_ptr<To>();
  if constexpr (kWalks) {
    if (out.numel() == 0) return;
    int32_t strides[1][kMaxRank];
    compute_strides(self, strides[0]);
    Walk<1> walk;
    portable::walk_storage(walk, out, strides);
    do {
      const From* at = from + walk.offset(0);
      for (int32_t n = walk.count(); n > 0; --n, at += walk.step(0)) *to++ = f(*at);
    } while (walk.next());
  } else {
    for (size_t n = out.numel(); n > 0; --n) *to++ = f(*from++);
  }
}

// Gives `out` the shape of `self`. Errors: InvalidArgument; NotSupported where the dim orders
// differ and no selected call needs that.
template <typename Facts>
Error take_shape(const Tensor& self, Tensor& out) {
  if constexpr (needs<Facts>(Trait::mixed_layouts)) return resize(out, self.sizes());
  return portable::resize_alike<true>(self, out);
}

}  // namespace kerf::cortex_m
