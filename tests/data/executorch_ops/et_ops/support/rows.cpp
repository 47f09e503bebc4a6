#include "et_ops/support/rows.h"

#include <executorch/runtime/core/exec_aten/util/tensor_util.h>

namespace et_ops {

Rows rows_of(const executorch::aten::Tensor& tensor) {
  const int64_t last = executorch::runtime::nonzero_dim(tensor) - 1;
  return {static_cast<int64_t>(executorch::runtime::getLeadingDims(tensor, last)),
          static_cast<int64_t>(executorch::runtime::nonempty_size(tensor, last))};
}

}  // namespace et_ops
