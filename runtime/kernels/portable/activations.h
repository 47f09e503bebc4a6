// Activations.
#pragma once

#include <stdint.h>

#include "core/optional.h"
#include "core/span.h"
#include "kernels/context.h"
#include "kernels/support/elementwise.h"
#include "kernels/support/strings.h"
#include "loops/maths.h"
#include "tensor/scalar.h"

namespace kerf::portable {

// Half and BFloat16 are computed in float and rounded once, unless stated otherwise. out may be
// self, but not of glu.
// Errors of all: InvalidType (out's dtype is not the result's, which is self's, or Float where self
// is not floating); InvalidArgument (out cannot have the result's shape, and those above each
// kernel); NotSupported (not selected).

// Gives `out` the shape of one half of `self` along `dim`, and sets `distance` to the number of
// elements in memory between one of the first half and that of the second.
// Errors: InvalidArgument (`dim` does not exist or its size is odd, or as resize()).
[[gnu::noinline]] inline Error resize_to_half(const Tensor& self, int64_t dim, Tensor& out,
                                              int32_t& distance) {
  size_t at;
  KERF_TRY(wrap_dim(dim, self.dim(), at));
  if (self.dim() == 0 || self.size(at) % 2 != 0) {
    return fault(Error::InvalidArgument, "a dimension that has no halves");
  }
  int32_t sizes[kMaxRank];
  compute_strides(self, sizes);
  distance = self.size(at) / 2 * sizes[at];
  for (size_t i = 0; i < self.dim(); ++i) sizes[i] = self.size(i);
  sizes[at] /= 2;
  return resize(out, {sizes, self.dim()});
}

template <typename V>
V logistic(V x) {
  return 1 / (1 + maths::exp(-x));
}

// The type of constants in expressions of V, a number or a vector of float.
template <typename V>
struct ConstantOf {
  using Type = float;
};
template <>
struct ConstantOf<double> {
  using Type = double;
};

// out[i] = self[i] < 0 ? alpha * scale * (e ** (input_scale * self[i]) - 1) : scale * self[i]
// Source: aten::elu.out
template <typename Facts>
Error elu_out(KernelContext& context, const Tensor& self, const Scalar& alpha, const Scalar& scale,
              const Scalar& input_scale, Tensor& out) {
  return floating_with<Facts>(context, self, out, [&](auto tag) {
    using V = ValueOf<typename decltype(tag)::Type>;
    return [low = convert<V>(alpha) * convert<V>(scale), high = convert<V>(scale),
            input = convert<V>(input_scale)](V x) {
      return x < 0 ? low * maths::expm1(input * x) : high * x;
    };
  });
}

// out[i] = self[i] / 2 * (1 + erf(self[i] / sqrt(2))), or where `approximate` is "tanh"
// self[i] / 2 * (1 + tanh(sqrt(2 / pi) * (self[i] + 0.044715 * self[i]^3)))
// InvalidArgument: `approximate` is neither "none" nor "tanh".   Source: aten::gelu.out
template <typename Facts>
Error gelu_out(KernelContext& context, const Tensor& self, Span<const char> approximate,
               Tensor& out) {
  const bool tanh = equals(approximate, "tanh");
  if (!tanh && !equals(approximate, "none")) {
    return fault(Error::InvalidArgument, "a gelu whose approximation does not exist");
  }
  return floating<Facts>(context, self, out, of_vectors([=](auto x) -> decltype(maths::erf(x)) {
                           using C = typename ConstantOf<decltype(x)>::Type;
                           // (1 + tanh(u)) / 2 = 1 / (1 + e ** (-2 * u))
                           if (tanh)
                             return x *
                                    logistic(C(1.5957691216057308) * (x + C(0.044715) * x * x * x));
                           return x * C(0.5) * (1 + maths::erf(C(0.7071067811865476) * x));
                         }));
}

// to[i] = from[i * step] * logistic(from[i * step + distance]) for i < count.
template <typename T>
void gated_row(void* to, const void* from, int32_t step, int32_t count, const void* distance) {
  const T* x = static_cast<const T*>(from);
  const T* gate = x + *static_cast<const int32_t*>(distance);
  map_row(static_cast<T*>(to), x, step, gate, step, count,
          [](ValueOf<T> a, ValueOf<T> b) { return a * logistic(b); });
}

// out[.., i, ..] = self[.., i, ..] / (1 + e ** -self[.., i + n, ..]), i < n
// i along `dim`, which has 2 n elements. InvalidArgument: `dim` does not exist or is odd.
// Source: aten::glu.out
template <typename Facts>
Error glu_out(KernelContext&, const Tensor& self, int64_t dim, Tensor& out) {
  KERF_TRY((same_dtype<one_dtype(Facts::self.dtypes, Facts::out.dtypes)>(self, out)));
  int32_t distance;
  KERF_TRY(resize_to_half(self, dim, out, distance));
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&](auto tag) {
    return walk_unary<false>(self, out, gated_row<typename decltype(tag)::Type>, &distance);
  });
}

// out[i] = self[i] > 0 ? self[i] : negative_slope * self[i]   Source: aten::leaky_relu.out
template <typename Facts>
Error leaky_relu_out(KernelContext&, const Tensor& self, const Scalar& negative_slope,
                     Tensor& out) {
  return floating_with<Facts>(nullptr, self, out, [&](auto tag) {
    using V = ValueOf<typename decltype(tag)::Type>;
    return [slope = convert<V>(negative_slope)](V x) { return x > 0 ? x : slope * x; };
  });
}

// out[i] = log(x / (1 - x)), x = eps < 0 ? self[i] : self[i] clamped to [eps, 1 - eps]
// eps is -1 where it is absent. Of Half and BFloat16 each step is rounded. Source: aten::logit.out
template <typename Facts>
Error logit_out(KernelContext& context, const Tensor& self, const Optional<double>& eps,
                Tensor& out) {
  return floating_with<Facts>(context, self, out, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    using V = ValueOf<T>;
    const V low = eps ? rounded<T>(static_cast<V>(*eps)) : V{-1};
    return [low, high = rounded<T>(1 - low)](V x) {
      if (low >= 0) x = clamp(x, low, high);
      return maths::log(rounded<T>(x / rounded<T>(1 - x)));
    };
  });
}

// out[i] = 1 / (1 + e ** -self[i])   Source: aten::sigmoid.out
template <typename Facts>
Error sigmoid_out(KernelContext& context, const Tensor& self, Tensor& out) {
  return floating<Facts>(context, self, out,
                         of_vectors([](auto x) -> decltype(maths::exp(x)) { return logistic(x); }));
}

}  // namespace kerf::portable
