// Softmax in fixed point.
#pragma once

#include <stdint.h>

#include "kernels/context.h"
#include "kernels/facts.h"
#include "kernels/support/copy.h"
#include "kernels/support/layout.h"
#include "kernels/support/scale.h"
#include "loops/int8_softmax.h"

namespace kerf::cortex_m {

// out[.., i, ..] = round(256 * exp(s (input[.., i, ..] - m)) / sum over j of the same) - 128, m the
// largest along `dim`, s from input_multiplier and input_shift; differences below diff_min count 0.
// In the fixed point of CMSIS-NN. Any dim orders that are equal; out may be input. Errors:
// InvalidArgument (a dimension that does not exist, more than 4095 elements along it, a scale that
// is not possible, an output zero point other than -128, out cannot have the shape); NotSupported
// (dim orders that differ).   Source: cortex_m::softmax.out, arm_softmax_s8 of CMSIS-NN
template <typename Facts>
Error softmax_out(KernelContext&, const Tensor& input, int64_t dim, int64_t,
                  int64_t output_zero_point, int64_t input_multiplier, int64_t input_shift,
                  int64_t diff_min, Tensor& out) {
  constexpr bool kChecks = !proves<Facts>(Proof::checked);
  if (kChecks && output_zero_point != INT8_MIN)
    return fault(Error::InvalidArgument, "a softmax whose zero point is not -128");
  const integers::Scale scale{Int32(input_multiplier), Int32(input_shift)};
  if constexpr (kChecks) KERF_TRY(integers::check_scale(scale));
  if (kChecks && scale.shift < 0)
    return fault(Error::InvalidArgument, "a softmax with a negative shift");
  const void* source = input.const_data_ptr<int8_t>();
  using Layouts = portable::LayoutsOf<Facts>;
  if constexpr (kChecks || Layouts::kWalks) {
    KERF_TRY((portable::read_in_layout_of<Layouts, Facts::input.dtypes, Facts::out.dtypes>(
        input, out, source)));
    if (out.numel() == 0) return Error::Ok;
  }
  portable::DimSplit shape{1, 1, 1};
  if constexpr (Facts::dim.is(-1) && !Facts::out.permuted && !Facts::out.may_have_rank(0)) {
    if (kChecks && (dim != -1 || out.dim() == 0))
      return fault(Error::NotSupported, "a dimension that was not selected");
    shape.size = out.size(out.dim() - 1);
    shape.outer = static_cast<int32_t>(out.numel()) / shape.size;
  } else {
    size_t wrapped;
    KERF_TRY(portable::wrap_dim(dim, out.dim(), wrapped));
    if (out.dim() != 0) shape = portable::split_at(out, wrapped);
  }
  if (kChecks && shape.size > 4095)
    return fault(Error::InvalidArgument, "a softmax of too many elements");
  // Differences are not below -255.
  const auto least = static_cast<int32_t>(diff_min < -256 ? -256 : diff_min > 0 ? 0 : diff_min);
  const integers::Int8Softmax softmax{scale.multiplier, scale.shift, least};
  for (int32_t outer = 0; outer < shape.outer; ++outer) {
    for (int32_t inner = 0; inner < shape.inner; ++inner) {
      const int32_t first = outer * shape.size * shape.inner + inner;
      softmax.run(static_cast<const int8_t*>(source) + first,
                  out.mutable_data_ptr<int8_t>() + first, shape.inner, shape.size);
    }
  }
  return Error::Ok;
}

}  // namespace kerf::cortex_m
