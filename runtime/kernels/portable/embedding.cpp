// Rows of a table by number.
#include "kernels/portable/embedding.h"

#include "core/libc.h"
#include "kernels/portable/layout.h"
#include "kernels/portable/positions.h"
#include "selected/dtypes.h"
#include "selected/operators.h"

namespace kerf::portable {

// out[.., j] = weight[indices[..], j]   weight: [rows, columns]
// Row-major; out must not alias.   Source: aten::embedding.out
Error embedding_out(KernelContext&, const Tensor& weight, const Tensor& indices,
                    int64_t /*padding_idx*/, bool /*scale_grad_by_freq*/, bool /*sparse*/,
                    Tensor& out) {
  constexpr DtypeSet kIndices = selected::inputs(Operator::aten_embedding_out) & kIndexTypes;
  TRY(check_index_type<kIndices>(indices));
  if (weight.scalar_type() != out.scalar_type()) {
    return fault(Error::InvalidType, "the output's dtype is not the weight's");
  }
  if (weight.dim() != 2 || indices.dim() >= kMaxRank)
    return fault(Error::InvalidArgument, "weights that are no matrix");
  TRY(row_major(weight));
  TRY(row_major(indices));
  TRY(row_major(out));
  int32_t sizes[kMaxRank];
  for (size_t i = 0; i < indices.dim(); ++i) sizes[i] = indices.size(i);
  sizes[indices.dim()] = weight.size(1);
  TRY(resize(out, {sizes, indices.dim() + 1}));
  const size_t bytes = static_cast<size_t>(weight.size(1)) << element_shift(weight.scalar_type());
  uint8_t* to = out.mutable_data_ptr<uint8_t>();
  const auto count = static_cast<int32_t>(indices.numel());
  for (int32_t i = 0; i < count; ++i) {
    int32_t row;
    TRY(position_at<kIndices>(indices, i, weight.size(0), row));
    if (bytes == 0) continue;  // the pointers may be null
    libc::move(to, weight.const_data_ptr<uint8_t>() + static_cast<size_t>(row) * bytes, bytes);
    to += bytes;
  }
  return Error::Ok;
}

}  // namespace kerf::portable
