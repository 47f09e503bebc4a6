// Copies of what was an alias of its argument.
#include "kernels/portable/alias_copy.h"

#include "kernels/portable/copy.h"
#include "selected/operators.h"

namespace kerf::portable {
// out[i] = self[i]   Source: aten::alias_copy.out
Error alias_copy_out(KernelContext&, const Tensor& self, Tensor& out) {
  return copy_alike<Operator::aten_alias_copy_out>(self, out);
}

// out[i] = self[i]   Source: aten::detach_copy.out
Error detach_copy_out(KernelContext&, const Tensor& self, Tensor& out) {
  return copy_alike<Operator::aten_detach_copy_out>(self, out);
}

// out[i] = self[i]   Source: aten::lift_fresh_copy.out
Error lift_fresh_copy_out(KernelContext&, const Tensor& self, Tensor& out) {
  return copy_alike<Operator::aten_lift_fresh_copy_out>(self, out);
}

}  // namespace kerf::portable
