// Three times a tensor.
#include "my_ops/mul3.h"

#include "core/result.h"
#include "kernels/dispatch.h"
#include "selected/dtypes.h"
#include "selected/operators.h"

namespace my_ops {

using kerf::Error;
using kerf::Operator;
using kerf::Tensor;

// output[i] = 3 * input[i]   output may be input.
Error mul3_out(kerf::KernelContext&, const Tensor& input, Tensor& output) {
  if (input.scalar_type() != output.scalar_type()) return Error::InvalidType;
  if (!kerf::same_dim_order(input, output)) return Error::NotSupported;
  TRY(kerf::resize(output, input.sizes()));
  constexpr kerf::DtypeSet kSelected = kerf::selected::outputs(Operator::my_ops_mul3_out);
  return kerf::dispatch<kSelected>(output.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    const T* from = input.const_data_ptr<T>();
    T* to = output.mutable_data_ptr<T>();
    for (size_t n = output.numel(); n > 0; --n) *to++ = 3 * *from++;
    return Error::Ok;
  });
}

}  // namespace my_ops
