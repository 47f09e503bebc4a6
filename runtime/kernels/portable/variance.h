// Variances and standard deviations.
#pragma once

#include "core/libc.h"
#include "core/optional.h"
#include "core/span.h"
#include "kernels/context.h"
#include "kernels/dispatch.h"
#include "kernels/facts.h"
#include "kernels/support/moments.h"
#include "kernels/support/reduced_runs.h"
#include "tensor/scalar.h"

namespace kerf::portable {

// How the elements of an output are computed.
struct Spread {
  bool keepdim;
  double correction;  // subtracted from the number of elements
  bool root;          // the standard deviation, not the variance
};

// out[kept] = sum over `dims` of (self - mean)^2 / max(number of elements - correction, 0), or the
// root of it; mean[kept] = mean, where it is not null.
// Half and BFloat16 are computed in float. Any dim orders; outputs must not alias.
// Errors: InvalidType (outputs whose dtype is not the input's), and those of Places::error().
template <DtypeSet kSelf, DtypeSet kOut, typename Places>
Error compute_spread(const Tensor& self, const Span<const int64_t>& dims, const Spread& spread,
                     Tensor& out, Tensor* mean) {
  KERF_TRY((same_dtype<one_dtype(kSelf, kOut)>(self, out)));
  if (mean != nullptr) KERF_TRY(same_dtype(self, *mean));
  Places places(self, dims, spread.keepdim ? kKeepDims : 0, out, mean);
  KERF_TRY(places.error());
  return dispatch<kOut>(out.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    using V = ValueOf<T>;
    const int32_t count = places.count();
    const V freedom = static_cast<V>(static_cast<double>(count) - spread.correction);
    const V divisor = freedom > V{0} ? freedom : V{0};
    places.template each_output<T, T>([&spread, mean, divisor](Places& each, T* to, T* to_mean) {
      const Moments<V> moments =
          moments_of(each.template first<T>(), each.count(),
                     [&each](auto visit) { each.template each_run<T>(visit); });
      const V variance = moments.squares / divisor;
      store(to, spread.root ? libc::sqrt(variance) : variance);
      if (mean != nullptr) store(to_mean, each.count() == 0 ? V{0} / V{0} : moments.mean);
    });
    return Error::Ok;
  });
}

template <typename Facts>
Error compute_spread_dims(const Tensor& self, const Optional<Span<const int64_t>>& dim,
                          const Spread& spread, Tensor& out) {
  return compute_spread<Facts::self.dtypes, Facts::out.dtypes, PlacesOf<Facts>>(
      self, dim.value(), spread, out, nullptr);
}

inline double correction_of(const Optional<Scalar>& correction) {
  return correction ? correction->to<double>() : 1.0;
}

// `dim` absent or empty means all dimensions; `correction` absent means 1. Errors of all:
// InvalidArgument (a dimension that does not exist or is named twice), and those of
// compute_spread().

// out[kept] = variance of self over `dim`   Source: aten::var.correction_out
template <typename Facts>
Error var_correction_out(KernelContext&, const Tensor& self,
                         const Optional<Span<const int64_t>>& dim,
                         const Optional<Scalar>& correction, bool keepdim, Tensor& out) {
  return compute_spread_dims<Facts>(self, dim, {keepdim, correction_of(correction), false}, out);
}

// Takes the correction 1 where `unbiased`, else 0.   Source: aten::var.out
template <typename Facts>
Error var_out(KernelContext&, const Tensor& self, const Optional<Span<const int64_t>>& dim,
              bool unbiased, bool keepdim, Tensor& out) {
  return compute_spread_dims<Facts>(self, dim, {keepdim, unbiased ? 1.0 : 0.0, false}, out);
}

// out[kept] = standard deviation of self over `dim`   Source: aten::std.correction_out
template <typename Facts>
Error std_correction_out(KernelContext&, const Tensor& self,
                         const Optional<Span<const int64_t>>& dim,
                         const Optional<Scalar>& correction, bool keepdim, Tensor& out) {
  return compute_spread_dims<Facts>(self, dim, {keepdim, correction_of(correction), true}, out);
}

// Takes the correction 1 where `unbiased`, else 0.   Source: aten::std.out
template <typename Facts>
Error std_out(KernelContext&, const Tensor& self, const Optional<Span<const int64_t>>& dim,
              bool unbiased, bool keepdim, Tensor& out) {
  return compute_spread_dims<Facts>(self, dim, {keepdim, unbiased ? 1.0 : 0.0, true}, out);
}

// out[kept], mean[kept] = variance and mean of self over `dim`
// Source: aten::var_mean.correction_out
template <typename Facts>
Error var_mean_correction_out(KernelContext&, const Tensor& self,
                              const Optional<Span<const int64_t>>& dim,
                              const Optional<Scalar>& correction, bool keepdim, Tensor& out,
                              Tensor& mean) {
  return compute_spread<Facts::self.dtypes, Facts::out0.dtypes, PlacesOf<Facts>>(
      self, dim.value(), {keepdim, correction_of(correction), false}, out, &mean);
}

}  // namespace kerf::portable
