// Reverses dimensions.
#include "kernels/portable/flip.h"

#include "kernels/portable/transfer.h"
#include "selected/dtypes.h"
#include "selected/operators.h"

namespace kerf::portable {

// out[.., i, ..] = self[.., size - 1 - i, ..] for each dimension of `dims`
// Any dim orders; out must not alias.   Source: aten::flip.out
Error flip_out(KernelContext&, const Tensor& self, Span<const int64_t> dims, Tensor& out) {
  Transfer part;
  read_all(self, part);
  uint32_t seen = 0;
  for (const int64_t dim : dims) {
    size_t at;
    TRY(wrap_dim(dim, self.dim(), at));
    if ((seen >> at & 1u) != 0) return fault(Error::InvalidArgument, "a dimension named twice");
    seen |= 1u << at;
    if (at >= self.dim() || self.numel() == 0) continue;
    part.start[kFrom] += (self.size(at) - 1) * part.strides[kFrom][at];
    part.strides[kFrom][at] = -part.strides[kFrom][at];
  }
  return copy_part<selected::outputs(Operator::aten_flip_out)>(part, self, out);
}

}  // namespace kerf::portable
