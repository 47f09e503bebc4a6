// Positions of one dimension by number.
#include "kernels/portable/index_select.h"

#include "kernels/portable/positions.h"
#include "kernels/portable/transfer.h"
#include "selected/dtypes.h"
#include "selected/operators.h"

namespace kerf::portable {

// out[.., i, ..] = self[.., index[i], ..]
// Any dim orders; out must not alias.   Source: aten::index_select.out
Error index_select_out(KernelContext&, const Tensor& self, int64_t dim, const Tensor& index,
                       Tensor& out) {
  constexpr Operator kOperator = Operator::aten_index_select_out;
  constexpr DtypeSet kIndices = selected::inputs(kOperator) & kIndexTypes;
  TRY(check_index_type<kIndices>(index));
  if (self.scalar_type() != out.scalar_type()) {
    return fault(Error::InvalidType, "the output's dtype is not the input's");
  }
  size_t at;
  TRY(wrap_dim(dim, self.dim(), at));
  if (self.dim() == 0 || index.dim() > 1)
    return fault(Error::InvalidArgument, "a selection of rank 0 or by a matrix");
  const auto count = static_cast<int32_t>(index.numel());
  Transfer part;
  read_all(self, part);
  part.sizes[at] = count;
  TRY(resize(out, part.shape()));
  compute_strides(out, part.strides[kTo]);
  part.sizes[at] = 1;
  Walk<2> walk;
  const bool empty = numel_of(part.shape()) == 0;
  if (!empty) walk_transfer(walk, part, out);
  for (int32_t i = 0; i < count; ++i) {
    int32_t position;
    TRY(position_at<kIndices>(index, i, self.size(at), position));
    if (empty) continue;
    walk.start(kFrom, position * part.strides[kFrom][at]);
    walk.start(kTo, i * part.strides[kTo][at]);
    TRY(transfer_walk<selected::outputs(kOperator)>(walk, self.const_data_ptr(), out));
  }
  return Error::Ok;
}

}  // namespace kerf::portable
