// Copies the windows of a dimension.
#include "kernels/portable/unfold_copy.h"

#include "kernels/portable/transfer.h"
#include "selected/dtypes.h"
#include "selected/operators.h"

namespace kerf::portable {

// out[.., i, .., j] = self[.., i * step + j, ..] for j < size
// Any dim orders; out must not alias.   Source: aten::unfold_copy.out
Error unfold_copy_out(KernelContext&, const Tensor& self, int64_t dimension, int64_t size,
                      int64_t step, Tensor& out) {
  size_t at;
  TRY(wrap_dim(dimension, self.dim(), at));
  const int32_t positions = self.dim() == 0 ? 1 : self.size(at);
  if (size < 0 || size > positions || step < 1)
    return fault(Error::InvalidArgument, "windows that do not fit the dimension");
  Transfer part;
  read_all(self, part);
  int32_t stride = 0;
  if (self.dim() != 0) {
    stride = part.strides[kFrom][at];
    const int32_t rest = positions - static_cast<int32_t>(size);
    const bool one = step > rest;  // window; of more the step is inside the dimension
    part.sizes[at] = one ? 1 : rest / static_cast<int32_t>(step) + 1;
    part.strides[kFrom][at] = one ? 0 : static_cast<int32_t>(step) * stride;
  }
  TRY(part.insert(part.rank, static_cast<int32_t>(size)));
  part.strides[kFrom][part.rank - 1] = stride;
  return copy_part<selected::outputs(Operator::aten_unfold_copy_out)>(part, self, out);
}

}  // namespace kerf::portable
