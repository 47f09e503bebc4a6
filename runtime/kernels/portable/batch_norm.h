// aten::_native_batch_norm_legit_no_training.out
#pragma once

#include "core/error.h"
#include "core/optional.h"
#include "kernels/context.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// `mean_out` and `invstd_out` have no elements. `momentum` is not used.
// Ok; InvalidArgument (no channel dimension, a parameter that is not one number for each channel,
// an output that cannot have its shape); InvalidType (tensors of several dtypes); NotSupported
// (dtype or dim orders not selected).
Error batch_norm_no_training_out(KernelContext& context, const Tensor& self,
                                 const Optional<Tensor>& weight, const Optional<Tensor>& bias,
                                 const Tensor& mean, const Tensor& variance, double momentum,
                                 double epsilon, Tensor& out, Tensor& mean_out, Tensor& invstd_out);

}  // namespace kerf::portable
