// Copies a diagonal of two dimensions.
#include "kernels/portable/diagonal_copy.h"

#include "kernels/portable/transfer.h"
#include "selected/dtypes.h"
#include "selected/operators.h"

namespace kerf::portable {

// out[.., i] = self[.., i, .., offset + i, ..], dim1 and dim2 being the two; below the main
// diagonal self[.., i - offset, .., i, ..]
// Any dim orders; out must not alias.   Source: aten::diagonal_copy.out
Error diagonal_copy_out(KernelContext&, const Tensor& self, int64_t offset, int64_t dim1,
                        int64_t dim2, Tensor& out) {
  size_t a;
  size_t b;
  TRY(wrap_dim(dim1, self.dim(), a));
  TRY(wrap_dim(dim2, self.dim(), b));
  if (a == b) return fault(Error::InvalidArgument, "a diagonal of one dimension");
  // The dimension in which the diagonal starts later, and by how much: all of it where there is
  // none.
  const size_t late = offset < 0 ? a : b;
  const uint64_t distance =
      offset < 0 ? 0 - static_cast<uint64_t>(offset) : static_cast<uint64_t>(offset);
  const auto size = static_cast<uint64_t>(self.size(late));
  const auto skipped = static_cast<int32_t>(distance < size ? distance : size);
  const int32_t rest = self.size(late) - skipped;
  const int32_t other = self.size(late == a ? b : a);
  Transfer part;
  read_all(self, part);
  // Of dimensions of size 1 the sum may overflow; then nothing goes by it.
  const uint32_t stride =
      static_cast<uint32_t>(part.strides[kFrom][a]) + static_cast<uint32_t>(part.strides[kFrom][b]);
  part.start[kFrom] = rest == 0 ? 0 : skipped * part.strides[kFrom][late];
  part.remove(a > b ? a : b);
  part.remove(a > b ? b : a);
  TRY(part.insert(part.rank, rest < other ? rest : other));
  part.strides[kFrom][part.rank - 1] = static_cast<int32_t>(stride);
  return copy_part<selected::outputs(Operator::aten_diagonal_copy_out)>(part, self, out);
}

}  // namespace kerf::portable
