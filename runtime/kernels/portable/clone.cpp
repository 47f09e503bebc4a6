// Copies of one dtype.
#include "kernels/portable/clone.h"

#include "kernels/portable/copy.h"
#include "kernels/portable/dim_order.h"
#include "kernels/portable/layout.h"
#include "kernels/trait.h"
#include "selected/dtypes.h"
#include "selected/operators.h"
#include "selected/traits.h"

namespace kerf::portable {
namespace {

template <Operator kOperator>
Error clone(const Tensor& self, Tensor& out) {
  if constexpr (selected::needs(kOperator, Trait::permuted)) {
    TRY(resize_like(self, out));
    return copy_layout<selected::outputs(kOperator)>(self, out);
  } else {
    TRY(resize_alike(self, out));
    copy_all(self, out);
    return Error::Ok;
  }
}

}  // namespace

// out[i] = self[i]   Source: aten::clone.out
Error clone_out(KernelContext&, const Tensor& self, const Optional<int64_t>& /*memory_format*/,
                Tensor& out) {
  return clone<Operator::aten_clone_out>(self, out);
}

// out[i] = self[i]   Source: dim_order_ops::_clone_dim_order.out
Error clone_dim_order_out(KernelContext&, const Tensor& self, bool /*non_blocking*/,
                          const Optional<Span<const int64_t>>& dim_order, Tensor& out) {
  TRY(check_dim_order(dim_order, out));
  return clone<Operator::dim_order_ops__clone_dim_order_out>(self, out);
}

}  // namespace kerf::portable
