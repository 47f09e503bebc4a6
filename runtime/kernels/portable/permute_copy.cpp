// Reorders dimensions.
#include "kernels/portable/permute_copy.h"

#include "kernels/portable/copy.h"
#include "kernels/portable/layout.h"
#include "selected/dtypes.h"
#include "selected/operators.h"

namespace kerf::portable {

// out[i_0, i_1, ..] = self[j_0, j_1, ..] with j[dims[k]] = i_k
// Any dim orders; out must not alias.   Source: aten::permute_copy.out
Error permute_copy_out(KernelContext&, const Tensor& self, Span<const int64_t> dims, Tensor& out) {
  const size_t rank = self.dim();
  if (dims.size() != rank)
    return fault(Error::InvalidArgument, "a permutation of another rank than the tensor's");
  if (self.scalar_type() != out.scalar_type()) {
    return fault(Error::InvalidType, "the output's dtype is not the input's");
  }
  int32_t from_strides[kMaxRank];
  compute_strides(self, from_strides);
  int32_t sizes[kMaxRank];
  int32_t strides[1][kMaxRank];
  uint32_t seen = 0;
  for (size_t i = 0; i < rank; ++i) {
    size_t dim;
    TRY(wrap_dim(dims[i], rank, dim));
    seen |= 1u << dim;
    sizes[i] = self.size(dim);
    strides[0][i] = from_strides[dim];
  }
  if (seen + 1 != 1u << rank)
    return fault(Error::InvalidArgument, "a permutation that names a dimension twice");
  TRY(resize(out, {sizes, rank}));
  if (out.numel() == 0) return Error::Ok;
  Walk<1> walk;
  walk_storage(walk, out, strides);
  return copy_walk<selected::outputs(Operator::aten_permute_copy_out)>(walk, self, out);
}

}  // namespace kerf::portable
