// Rows of a tensor: runs of its last dimension.
#pragma once

#include <executorch/runtime/core/exec_aten/exec_aten.h>

namespace et_ops {

struct Rows {
  int64_t count;
  int64_t length;
};

Rows rows_of(const executorch::aten::Tensor& tensor);

}  // namespace et_ops
