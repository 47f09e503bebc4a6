// Quantized elements at other places.
#pragma once

#include "core/span.h"
#include "kernels/context.h"
#include "kernels/facts.h"
#include "kernels/portable/padding.h"
#include "kernels/portable/permuting.h"
#include "kernels/support/copy.h"
#include "kernels/support/layout.h"
#include "tensor/scalar.h"

namespace kerf::cortex_m {

// out[i_0, i_1, ..] = input[j_0, j_1, ..] with j[perm[k]] = i_k
// Any dim orders; out must not alias. Errors as portable::permute_copy_out().
// Source: cortex_m::transpose.out
template <typename Facts>
Error transpose_out(KernelContext& context, const Tensor& input, Span<const int64_t> perm,
                    Tensor& out) {
  return portable::permute_copy_out<Facts>(context, input, perm, out);
}

// Whether the exporter takes `image` for one whose channels are last in memory.
inline bool channels_last(const Tensor& image) {
  if (image.dim() != 4) return false;
  if (image.size(1) == 1 || (image.size(2) == 1 && image.size(3) == 1)) return true;
  return image.dim_order()[0] == 0 && image.dim_order()[1] == 2;
}

// out[.., before + i, ..] = input[.., i, ..], pad_value elsewhere
// Both lists have four numbers, one for each of the last four dimensions: in the order of memory
// (batch, height, width, channel) where channels are last, else in that of the dimensions. Negative
// numbers crop. Any dim orders; out must not alias. Errors: InvalidArgument (lists of another
// length, more than four dimensions, others as portable::constant_pad_nd_out()); NotSupported
// (padding or dim orders that were not selected).   Source: cortex_m::pad.out
template <typename Facts>
Error pad_out(KernelContext& context, const Tensor& input, Span<const int64_t> pre_pad,
              Span<const int64_t> post_pad, int64_t pad_value, Tensor& out) {
  const size_t rank = input.dim();
  if (pre_pad.size() != 4 || post_pad.size() != 4 || rank > 4)
    return fault(Error::InvalidArgument, "padding of other than four dimensions");
  if constexpr (Facts::pre_pad.is(0) && Facts::post_pad.is(0) &&
                !needs<Facts>(Trait::mixed_layouts)) {
    for (size_t i = 0; i < 4 && !proves<Facts>(Proof::facts); ++i) {
      if ((pre_pad[i] | post_pad[i]) != 0)
        return fault(Error::NotSupported, "padding that was not selected");
    }
    if constexpr (!proves_alike<Facts>())
      KERF_TRY(
          portable::resize_alike<one_dtype(Facts::input.dtypes, Facts::out.dtypes)>(input, out));
    portable::copy_all(input, out);
    return Error::Ok;
  } else {
    constexpr uint8_t kInMemory[] = {0, 3, 1, 2};
    const bool last = channels_last(input);
    int64_t pad[8];
    for (size_t i = 0; i < rank; ++i) {
      const size_t dim = 3 - i;
      const size_t place = last ? kInMemory[dim] : dim;
      pad[2 * i] = pre_pad[place];
      pad[2 * i + 1] = post_pad[place];
    }
    return portable::constant_pad_nd_out<Facts>(context, input, {pad, 2 * rank}, Scalar(pad_value),
                                                out);
  }
}

}  // namespace kerf::cortex_m
