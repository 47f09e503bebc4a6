// Copies one tensor over another.
#include "kernels/portable/assign.h"

#include "kernels/portable/transfer.h"
#include "kernels/trait.h"
#include "selected/dtypes.h"
#include "selected/operators.h"
#include "selected/traits.h"
#include "tensor/broadcast.h"

namespace kerf::portable {
namespace {

template <Operator kOperator>
Error assign(const Tensor& src, Tensor& out) {
  constexpr bool kMixed = selected::needs(kOperator, Trait::mixed);
  if (!kMixed && src.scalar_type() != out.scalar_type()) {
    return fault(Error::NotSupported, "dtypes that differ were not selected");
  }
  if constexpr (kMixed || selected::needs(kOperator, Trait::broadcast) ||
                selected::needs(kOperator, Trait::permuted)) {
    Transfer all;
    write_all(out, all);
    TRY(stretch(src, out.sizes(), all.strides[kFrom]));
    if constexpr (kMixed) {
      return convert_part<selected::outputs(kOperator), selected::inputs(kOperator)>(all, src, out);
    }
    return move_part<selected::outputs(kOperator)>(all, src, out);
  }
  if (!same_shape(src, out))
    return fault(Error::NotSupported, "operands whose shapes differ were not selected");
  TRY(same_layout(src, out));
  copy_all(src, out);
  return Error::Ok;
}

}  // namespace

// self[i] = src[i] as self's dtype, src stretched to self's shape
// Floating to integer: towards zero. They may be the same tensor.   Source: aten::copy_
Error copy_(KernelContext&, Tensor& self, const Tensor& src, bool /*non_blocking*/) {
  return assign<Operator::aten_copy_>(src, self);
}

// out[i] = src[i] as self's dtype, src stretched to self's shape
// Floating to integer: towards zero.   Source: aten::copy.out
Error copy_out(KernelContext&, const Tensor& self, const Tensor& src, bool /*non_blocking*/,
               Tensor& out) {
  TRY(resize_like(self, out));
  return assign<Operator::aten_copy_out>(src, out);
}

}  // namespace kerf::portable
