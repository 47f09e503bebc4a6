// Variances and standard deviations.
#pragma once

#include "core/libc.h"
#include "core/optional.h"
#include "core/span.h"
#include "kernels/context.h"
#include "kernels/dispatch.h"
#include "kernels/facts.h"
#include "kernels/portable/moments.h"
#include "kernels/portable/reduced_dims.h"
#include "tensor/scalar.h"

namespace kerf::portable {

// How the elements of an output are computed.
struct Spread {
  DimSet reduced;
  bool keepdim;
  double correction;  // subtracted from the number of elements
  bool root;          // the standard deviation, not the variance
};

// out[kept] = sum over `reduced` of (self - mean)^2 / max(number of elements - correction, 0), or
// the root of it; mean[kept] = mean, where kMean. `mean` may be `out` where not.
// Half and BFloat16 are computed in float. Any dim orders; outputs must not alias.
// Errors: InvalidArgument (outputs that cannot have the shape); InvalidType (outputs whose dtype is
// not the input's); NotSupported (not selected).
template <DtypeSet kSelf, DtypeSet kOut, bool kWalks, bool kMean>
Error compute_spread(const Tensor& self, const Spread& spread, Tensor& out, Tensor& mean) {
  KERF_TRY((same_dtype<one_dtype(kSelf, kOut)>(self, out)));
  KERF_TRY(check_walk<kWalks>(self, out, spread.reduced));
  KERF_TRY(resize_reduced(self, spread.reduced, spread.keepdim, out));
  if constexpr (kMean) {
    KERF_TRY(same_dtype(self, mean));
    if (!kWalks) KERF_TRY(row_major(mean));
    KERF_TRY(resize(mean, out.sizes()));
  }
  Places<kWalks> places(self, out, mean, spread.reduced, false);
  return dispatch<kOut>(out.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    using V = ValueOf<T>;
    const T* from = self.const_data_ptr<T>();
    T* to = out.mutable_data_ptr<T>();
    T* to_mean = mean.mutable_data_ptr<T>();
    const int32_t count = places.count();
    const V freedom = static_cast<V>(static_cast<double>(count) - spread.correction);
    const V divisor = freedom > V{0} ? freedom : V{0};
    return places.each_output([&](int32_t n, int32_t second, int32_t first) {
      const Moments<V> moments = moments_of(from, first, count, [&](auto visit) {
        static_cast<void>(places.each_run(first, visit));
      });
      const V variance = moments.squares / divisor;
      store(to + n, spread.root ? libc::sqrt(variance) : variance);
      if constexpr (kMean) store(to_mean + second, count == 0 ? V{0} / V{0} : moments.mean);
      return Error::Ok;
    });
  });
}

template <typename Facts>
Error compute_spread_dims(const Tensor& self, const Optional<Span<const int64_t>>& dim,
                          bool keepdim, double correction, bool root, Tensor& out) {
  DimSet reduced;
  KERF_TRY(read_dims(dim, self.dim(), reduced));
  return compute_spread<Facts::self.dtypes, Facts::out.dtypes, needs<Facts>(Trait::outer_reduction),
                        false>(self, {reduced, keepdim, correction, root}, out, out);
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
  return compute_spread_dims<Facts>(self, dim, keepdim, correction_of(correction), false, out);
}

// The same with the correction 1 where `unbiased`, else 0.   Source: aten::var.out
template <typename Facts>
Error var_out(KernelContext&, const Tensor& self, const Optional<Span<const int64_t>>& dim,
              bool unbiased, bool keepdim, Tensor& out) {
  return compute_spread_dims<Facts>(self, dim, keepdim, unbiased ? 1.0 : 0.0, false, out);
}

// out[kept] = standard deviation of self over `dim`   Source: aten::std.correction_out
template <typename Facts>
Error std_correction_out(KernelContext&, const Tensor& self,
                         const Optional<Span<const int64_t>>& dim,
                         const Optional<Scalar>& correction, bool keepdim, Tensor& out) {
  return compute_spread_dims<Facts>(self, dim, keepdim, correction_of(correction), true, out);
}

// The same with the correction 1 where `unbiased`, else 0.   Source: aten::std.out
template <typename Facts>
Error std_out(KernelContext&, const Tensor& self, const Optional<Span<const int64_t>>& dim,
              bool unbiased, bool keepdim, Tensor& out) {
  return compute_spread_dims<Facts>(self, dim, keepdim, unbiased ? 1.0 : 0.0, true, out);
}

// out[kept], mean[kept] = variance and mean of self over `dim`
// Source: aten::var_mean.correction_out
template <typename Facts>
Error var_mean_correction_out(KernelContext&, const Tensor& self,
                              const Optional<Span<const int64_t>>& dim,
                              const Optional<Scalar>& correction, bool keepdim, Tensor& out,
                              Tensor& mean) {
  DimSet reduced;
  KERF_TRY(read_dims(dim, self.dim(), reduced));
  return compute_spread<Facts::self.dtypes, Facts::out0.dtypes,
                        needs<Facts>(Trait::outer_reduction), true>(
      self, {reduced, keepdim, correction_of(correction), false}, out, mean);
}

}  // namespace kerf::portable
