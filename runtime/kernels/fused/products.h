// Convolutions and products of matrices whose results are clamped before they are written.
#pragma once

#include "core/optional.h"
#include "core/span.h"
#include "kernels/context.h"
#include "kernels/facts.h"
#include "kernels/portable/convolution.h"
#include "kernels/portable/matmul.h"
#include "loops/sums.h"

namespace kerf::fused {

// Errors of all: those of the operator without bounds. `out` must not alias.

inline portable::Bounds bounds_of(double min, double max) {
  return {static_cast<float>(min), static_cast<float>(max)};
}

// out = clamp(convolution(input, weight, bias), min, max)
// Source: kerf::convolution_clamp.out, aten::convolution.out
template <typename Facts>
Error convolution_clamp_out(KernelContext& context, const Tensor& input, const Tensor& weight,
                            const Optional<Tensor>& bias, Span<const int64_t> stride,
                            Span<const int64_t> padding, Span<const int64_t> dilation,
                            bool transposed, Span<const int64_t> output_padding, int64_t groups,
                            double min, double max, Tensor& out) {
  return portable::convolution_bounded<Facts>(context, input, weight, bias, stride, padding,
                                              dilation, transposed, output_padding, groups,
                                              bounds_of(min, max), out);
}

// out[m,n] = clamp(self[m,n] + sum_k mat1[m,k] * mat2[k,n], min, max)
// self is expanded to [M,N].   Source: kerf::addmm_clamp.out, aten::addmm.out
template <typename Facts>
Error addmm_clamp_out(KernelContext& context, const Tensor& self, const Tensor& mat1,
                      const Tensor& mat2, double min, double max, Tensor& out) {
  KERF_TRY(portable::check_product<true>(mat1, mat2, out));
  int32_t strides[2];
  KERF_TRY(expand_strides(self, out.sizes(), strides));
  portable::multiply_bounded<float>(context, mat1, mat2, self.const_data_ptr<float>(), strides,
                                    bounds_of(min, max), out);
  return Error::Ok;
}

// out[..,n] = clamp(bias[n] + sum_k input[..,k] * weight[n,k], min, max)
// Source: kerf::linear_clamp.out, aten::linear.out
template <typename Facts>
Error linear_clamp_out(KernelContext& context, const Tensor& input, const Tensor& weight,
                       const Optional<Tensor>& bias, double min, double max, Tensor& out) {
  return portable::linear_bounded<Facts>(context, input, weight, bias, bounds_of(min, max), out);
}

}  // namespace kerf::fused
