// Copies stretched to another shape.
#include "kernels/portable/expand_copy.h"

#include "kernels/portable/transfer.h"
#include "selected/dtypes.h"
#include "selected/operators.h"

namespace kerf::portable {

// out[i_0, .., j_0, ..] = self[j_0, ..], where self's index is 0 in dimensions of size 1
// Any dim orders; out must not alias.   Source: aten::expand_copy.out
Error expand_copy_out(KernelContext&, const Tensor& self, Span<const int64_t> size,
                      bool /*implicit*/, Tensor& out) {
  Transfer part;
  read_all(self, part);
  while (part.rank < size.size()) TRY(part.insert(0, -1));
  if (part.rank != size.size()) {
    return fault(Error::InvalidArgument, "a stretch to fewer dimensions");
  }
  const size_t lead = size.size() - self.dim();
  for (size_t i = 0; i < size.size(); ++i) {
    if (size[i] == part.sizes[i] || (size[i] == -1 && i >= lead)) {
      if (i >= lead) continue;
    } else if (size[i] >= 0 && size[i] <= INT32_MAX && (i < lead || part.sizes[i] == 1)) {
      part.sizes[i] = static_cast<int32_t>(size[i]);
      part.strides[kFrom][i] = 0;
      continue;
    }
    return fault(Error::InvalidArgument, "a stretch to sizes that do not fit");
  }
  return copy_part<selected::outputs(Operator::aten_expand_copy_out)>(part, self, out);
}

}  // namespace kerf::portable
