// Indices that are repeated.
#pragma once

#include <stdint.h>

#include "core/fault.h"
#include "core/optional.h"
#include "kernels/context.h"
#include "kernels/dispatch.h"
#include "kernels/facts.h"
#include "kernels/support/layout.h"
#include "kernels/support/positions.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// How many indices the elements of `repeats` make. InvalidArgument where one is negative, or there
// are too many.
template <DtypeSet kTypes>
[[gnu::noinline]] Error count_repeats(const Tensor& repeats, int32_t& total) {
  int64_t sum = 0;
  for (int32_t i = 0; i < repeats.size(0); ++i) {
    const int64_t count = index_at<kTypes>(repeats, i);
    if (count < 0 || count > INT32_MAX - sum)
      return fault(Error::InvalidArgument, "impossible repeats");
    sum += count;
  }
  total = static_cast<int32_t>(sum);
  return Error::Ok;
}

// out = 0, .. 0, 1, .. 1, 2, ..: index i repeats[i] times
// Errors: InvalidArgument (repeats that are not a vector, a negative one, an output_size that is
// not their sum, out cannot have that size); InvalidType (repeats that are neither Int nor Long,
// out's dtype is another); NotSupported (a dtype that was not selected).
// Source: aten::repeat_interleave.Tensor_out
template <typename Facts>
Error repeat_interleave_tensor_out(KernelContext&, const Tensor& repeats,
                                   const Optional<int64_t>& output_size, Tensor& out) {
  KERF_TRY(check_index_type<Facts::repeats.dtypes>(repeats));
  KERF_TRY(same_dtype(repeats, out));
  if (repeats.dim() != 1) return fault(Error::InvalidArgument, "repeats that are not a vector");
  int32_t total;
  KERF_TRY(count_repeats<Facts::repeats.dtypes>(repeats, total));
  if (output_size && repeats.size(0) != 0 && *output_size != total)
    return fault(Error::InvalidArgument, "an output size that is not the sum of the repeats");
  KERF_TRY(resize(out, {&total, 1}));
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    T* to = out.mutable_data_ptr<T>();
    const T* counts = repeats.const_data_ptr<T>();
    for (int32_t i = 0; i < repeats.size(0); ++i) {
      for (T n = counts[i]; n > 0; --n) *to++ = static_cast<T>(i);
    }
    return Error::Ok;
  });
}

}  // namespace kerf::portable
