// kTensorDimensionLimit.
#pragma once

#include "executorch/runtime/core/portable_type/scalar_type.h"

namespace torch::executor {
using ::executorch::runtime::kTensorDimensionLimit;
}
