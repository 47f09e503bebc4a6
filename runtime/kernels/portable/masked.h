// aten::masked_fill.Scalar_out, aten::masked_fill.Tensor_out, aten::masked_scatter.out,
// aten::masked_select.out
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "kernels/context.h"
#include "tensor/scalar.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// mask: Bool; it and self are stretched to one shape.
// All: Ok; InvalidArgument (shapes that cannot be broadcast or that out cannot have, or as said);
// InvalidType (out's dtype is not self's, mask is not Bool); NotSupported (dtype not selected).

Error masked_fill_scalar_out(KernelContext& context, const Tensor& self, const Tensor& mask,
                             const Scalar& value, Tensor& out);

// InvalidArgument: value is not one number. InvalidType: it is not of self's dtype.
Error masked_fill_tensor_out(KernelContext& context, const Tensor& self, const Tensor& mask,
                             const Tensor& value, Tensor& out);

// InvalidArgument: mask asks for more elements than source has. NotSupported: source is not
// row-major.
Error masked_scatter_out(KernelContext& context, const Tensor& self, const Tensor& mask,
                         const Tensor& source, Tensor& out);

Error masked_select_out(KernelContext& context, const Tensor& self, const Tensor& mask,
                        Tensor& out);

}  // namespace kerf::portable
