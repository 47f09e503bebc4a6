// Copies of one dtype.
#include "kernels/portable/clone.h"

#include "kernels/portable/copy.h"
#include "kernels/portable/dim_order.h"
#include "selected/operators.h"

namespace kerf::portable {
// out[i] = self[i]   Source: aten::clone.out
Error clone_out(KernelContext&, const Tensor& self, const Optional<int64_t>& /*memory_format*/,
                Tensor& out) {
  return copy_alike<Operator::aten_clone_out>(self, out);
}

// out[i] = self[i]   Source: dim_order_ops::_clone_dim_order.out
Error clone_dim_order_out(KernelContext&, const Tensor& self, bool /*non_blocking*/,
                          const Optional<Span<const int64_t>>& dim_order, Tensor& out) {
  TRY(check_dim_order(dim_order, out));
  return copy_alike<Operator::dim_order_ops__clone_dim_order_out>(self, out);
}

}  // namespace kerf::portable
