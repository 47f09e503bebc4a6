// Replaces a part of one dimension.
#include "kernels/portable/slice_scatter.h"

#include "kernels/portable/slices.h"
#include "kernels/portable/transfer.h"
#include "kernels/trait.h"
#include "selected/dtypes.h"
#include "selected/operators.h"
#include "selected/traits.h"
#include "tensor/promote.h"

namespace kerf::portable {
namespace {

// `out` becomes `self`, with `src` where `part` writes; src has its shape.
template <Operator kOperator>
Error replace_part(const Tensor& self, const Transfer& part, const Tensor& src, Tensor& out) {
  constexpr DtypeSet kTypes = selected::outputs(kOperator);
  constexpr bool kMixed = selected::needs(kOperator, Trait::mixed);
  if (!kMixed && src.scalar_type() != out.scalar_type())
    return fault(Error::NotSupported, "dtypes that differ were not selected");
  Transfer all;
  read_all(self, all);
  TRY(copy_part<kTypes>(all, self, out));
  if constexpr (kMixed) return convert_part<kTypes, selected::inputs(kOperator)>(part, src, out);
  return move_part<kTypes>(part, src, out);
}

Error wrong_shape() {
  return fault(Error::InvalidArgument, "a part of another shape than it replaces");
}

}  // namespace

// out = self, but out[.., start + i * step, ..] = src[.., i, ..] as self's dtype
// Any dim orders; out must not alias.   Source: aten::slice_scatter.out
Error slice_scatter_out(KernelContext&, const Tensor& self, const Tensor& src, int64_t dim,
                        const Optional<int64_t>& start, const Optional<int64_t>& end, int64_t step,
                        Tensor& out) {
  size_t at;
  TRY(wrap_dim(dim, self.dim(), at));
  if (self.dim() == 0 || src.dim() != self.dim()) return wrong_shape();
  Slice slice;
  TRY(slice_of(self.size(at), start, end, step, slice));
  for (size_t i = 0; i < self.dim(); ++i) {
    if (src.size(i) != (i == at ? slice.count : self.size(i))) return wrong_shape();
  }
  TRY(resize(out, self.sizes()));
  Transfer part;
  write_all(out, part);
  read_all(src, part);
  part.start[kTo] = slice.count == 0 ? 0 : slice.begin * part.strides[kTo][at];
  part.strides[kTo][at] *= slice.step;
  return replace_part<Operator::aten_slice_scatter_out>(self, part, src, out);
}

// out = self, but out[.., index, ..] = src[.., ..] as self's dtype
// Any dim orders; out must not alias.   Source: aten::select_scatter.out
Error select_scatter_out(KernelContext&, const Tensor& self, const Tensor& src, int64_t dim,
                         int64_t index, Tensor& out) {
  size_t at;
  TRY(wrap_dim(dim, self.dim(), at));
  if (self.dim() == 0 || src.dim() + 1 != self.dim()) return wrong_shape();
  int32_t position;
  TRY(wrap_index(index, self.size(at), position));
  for (size_t i = 0; i < src.dim(); ++i) {
    if (src.size(i) != self.size(i < at ? i : i + 1)) return wrong_shape();
  }
  TRY(resize(out, self.sizes()));
  Transfer part;
  write_all(out, part);
  read_all(src, part);
  TRY(part.insert(at, 1));
  part.start[kTo] = position * part.strides[kTo][at];
  return replace_part<Operator::aten_select_scatter_out>(self, part, src, out);
}

}  // namespace kerf::portable
