// Conditions that a kernel holds for certain: where one fails, the program stops, as in ExecuTorch.
#pragma once

#include "executorch/runtime/platform/compiler.h"
#include "executorch/runtime/platform/log.h"

namespace executorch::runtime {

[[noreturn]] inline void runtime_abort() { __builtin_trap(); }

}  // namespace executorch::runtime

namespace torch::executor {
using ::executorch::runtime::runtime_abort;
}

#define ET_CHECK_MSG(condition, ...)                                       \
  do {                                                                     \
    if (ET_UNLIKELY(!(condition))) ::executorch::runtime::runtime_abort(); \
  } while (false)
#define ET_CHECK(condition) ET_CHECK_MSG(condition, "")
#define ET_ASSERT_UNREACHABLE() ::executorch::runtime::runtime_abort()
#define ET_ASSERT_UNREACHABLE_MSG(...) ::executorch::runtime::runtime_abort()

#define ET_DCHECK_MSG(condition, ...) ((void)0)
#define ET_DCHECK(condition) ((void)0)
#define ET_DEBUG_ONLY [[maybe_unused]]
