// Exchanges two dimensions.
#include "kernels/portable/transpose_copy.h"

#include "kernels/portable/transfer.h"
#include "selected/dtypes.h"
#include "selected/operators.h"

namespace kerf::portable {
namespace {

template <DtypeSet kTypes>
Error transpose(const Tensor& self, size_t a, size_t b, Tensor& out) {
  Transfer part;
  read_all(self, part);
  if (a != b) {
    const int32_t stride = part.strides[kFrom][a];
    part.strides[kFrom][a] = part.strides[kFrom][b];
    part.strides[kFrom][b] = stride;
    part.sizes[a] = self.size(b);
    part.sizes[b] = self.size(a);
  }
  return copy_part<kTypes>(part, self, out);
}

}  // namespace

// out[.., j, .., i, ..] = self[.., i, .., j, ..]
// Any dim orders; out must not alias.   Source: aten::transpose_copy.int_out
Error transpose_copy_out(KernelContext&, const Tensor& self, int64_t dim0, int64_t dim1,
                         Tensor& out) {
  size_t a;
  size_t b;
  TRY(wrap_dim(dim0, self.dim(), a));
  TRY(wrap_dim(dim1, self.dim(), b));
  return transpose<selected::outputs(Operator::aten_transpose_copy_int_out)>(self, a, b, out);
}

// out[j, i] = self[i, j]; below two dimensions out = self
// Any dim orders; out must not alias.   Source: aten::t_copy.out
Error t_copy_out(KernelContext&, const Tensor& self, Tensor& out) {
  if (self.dim() > 2) return fault(Error::InvalidArgument, "a matrix of more than two dimensions");
  constexpr DtypeSet kTypes = selected::outputs(Operator::aten_t_copy_out);
  return transpose<kTypes>(self, 0, self.dim() == 2 ? 1 : 0, out);
}

}  // namespace kerf::portable
