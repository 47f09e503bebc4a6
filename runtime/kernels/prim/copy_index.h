// Stacks the results of a loop.
#pragma once

#include "core/libc.h"
#include "core/result.h"
#include "kernels/support/numbers.h"
#include "tensor/tensor.h"

namespace kerf::prim {
// Whether `row` has the dtype and the layout of copy_to[i].
inline bool has_row_layout(const Tensor& row, const Tensor& copy_to) {
  if (copy_to.dim() != row.dim() + 1 || copy_to.scalar_type() != row.scalar_type()) return false;
  if (copy_to.dim_order()[0] != 0) return false;
  for (size_t i = 0; i < row.dim(); ++i) {
    if (copy_to.dim_order()[i + 1] != row.dim_order()[i] + 1) return false;
  }
  return true;
}

// copy_to[index] = copy_from   copy_to: [rows, ...], copy_from: [...]
// Source: executorch_prim::et_copy_index.tensor; shape semantics as Emitter._emit_map describes
// them (grows by a row).
template <typename Facts>
Error et_copy_index_tensor(KernelContext&, Tensor& copy_to, const Tensor& copy_from,
                           int64_t index) {
  if (!has_row_layout(copy_from, copy_to)) {
    return fault(Error::InvalidArgument,
                 "a result of a loop is not a row of the tensor that stacks them");
  }
  if (index < 0 || index >= INT32_MAX)
    return fault(Error::InvalidArgument, "a row's index is out of range");
  int32_t sizes[kMaxRank];
  sizes[0] = copy_to.is_dynamic() ? static_cast<int32_t>(index) + 1 : copy_to.size(0);
  if (index >= sizes[0]) return fault(Error::InvalidArgument, "a row's index is out of range");
  if (copy_from.dim() != 0)
    libc::copy(sizes + 1, copy_from.sizes().data(), copy_from.dim() * sizeof(int32_t));
  KERF_TRY(resize(copy_to, {sizes, copy_to.dim()}));
  const size_t bytes = copy_from.nbytes();
  uint8_t* row = copy_to.mutable_data_ptr<uint8_t>() + static_cast<size_t>(index) * bytes;
  if (bytes != 0) libc::copy(row, copy_from.const_data_ptr(), bytes);
  return Error::Ok;
}

}  // namespace kerf::prim
