// Copies with dimensions of size 1 more or less.
#include "kernels/portable/squeeze_copy.h"

#include "kernels/portable/transfer.h"
#include "selected/dtypes.h"
#include "selected/operators.h"

namespace kerf::portable {
namespace {

template <DtypeSet kTypes>
Error squeeze(const Tensor& self, Span<const int64_t> dims, Tensor& out) {
  uint32_t seen = 0;
  for (const int64_t dim : dims) {
    size_t at;
    TRY(wrap_dim(dim, self.dim(), at));
    if ((seen >> at & 1u) != 0) return fault(Error::InvalidArgument, "a dimension named twice");
    seen |= 1u << at;
  }
  Transfer part;
  read_all(self, part);
  for (size_t i = self.dim(); i-- > 0;) {
    if ((seen >> i & 1u) != 0 && self.size(i) == 1) part.remove(i);
  }
  return copy_part<kTypes>(part, self, out);
}

}  // namespace

// out = self without dimension `dim`, if its size is 1
// Any dim orders; out must not alias.   Source: aten::squeeze_copy.dim_out
Error squeeze_copy_dim_out(KernelContext&, const Tensor& self, int64_t dim, Tensor& out) {
  return squeeze<selected::outputs(Operator::aten_squeeze_copy_dim_out)>(self, {&dim, 1}, out);
}

// out = self without those dimensions of `dim` whose size is 1
// Any dim orders; out must not alias.   Source: aten::squeeze_copy.dims_out
Error squeeze_copy_dims_out(KernelContext&, const Tensor& self, Span<const int64_t> dim,
                            Tensor& out) {
  return squeeze<selected::outputs(Operator::aten_squeeze_copy_dims_out)>(self, dim, out);
}

// out[.., 0, ..] = self[.., ..], the new dimension being `dim`
// Any dim orders; out must not alias.   Source: aten::unsqueeze_copy.out
Error unsqueeze_copy_out(KernelContext&, const Tensor& self, int64_t dim, Tensor& out) {
  size_t at;
  TRY(wrap_dim(dim, self.dim() + 1, at));
  Transfer part;
  read_all(self, part);
  TRY(part.insert(at, 1));
  return copy_part<selected::outputs(Operator::aten_unsqueeze_copy_out)>(part, self, out);
}

}  // namespace kerf::portable
