// Three times a tensor.
#pragma once

#include "core/result.h"
#include "kernels/context.h"
#include "kernels/dispatch.h"
#include "kernels/facts.h"
#include "tensor/tensor.h"

namespace my_ops {

using kerf::Error;
using kerf::KernelContext;
using kerf::Tensor;

// output[i] = 3 * input[i]   output may be input.   Source: my_ops::mul3.out
// Errors: InvalidType (the dtypes differ); InvalidArgument (output cannot have input's shape);
// NotSupported (the dim orders differ).
template <typename Facts>
Error mul3_out(KernelContext&, const Tensor& input, Tensor& output) {
  if (input.scalar_type() != output.scalar_type()) return Error::InvalidType;
  if (!kerf::same_dim_order(input, output)) return Error::NotSupported;
  KERF_TRY(kerf::resize(output, input.sizes()));
  return kerf::dispatch<Facts::output.dtypes>(output.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    const T* from = input.const_data_ptr<T>();
    T* to = output.mutable_data_ptr<T>();
    for (size_t n = output.numel(); n > 0; --n) *to++ = 3 * *from++;
    return Error::Ok;
  });
}

}  // namespace my_ops
