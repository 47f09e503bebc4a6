// Error codes are Kerf's, whose names and numbers are ExecuTorch's.
#pragma once

#include "core/error.h"
#include "core/fault.h"
#include "executorch/runtime/platform/assert.h"

namespace executorch::runtime {

using ::kerf::Error;

constexpr const char* to_string(Error) { return ""; }

}  // namespace executorch::runtime

namespace torch::executor {
using ::executorch::runtime::Error;
}

#define ET_CHECK_OR_RETURN_ERROR(condition, error, ...)                      \
  do {                                                                       \
    if (ET_UNLIKELY(!(condition)))                                           \
      return ::kerf::fault(::executorch::runtime::Error::error, #condition); \
  } while (false)
#define ET_CHECK_OK_OR_RETURN_ERROR(expression, ...)                  \
  do {                                                                \
    if (const auto kerf_error_ = (expression);                        \
        ET_UNLIKELY(kerf_error_ != ::executorch::runtime::Error::Ok)) \
      return kerf_error_;                                             \
  } while (false)
#define ET_CHECK_OR_RETURN_FALSE(condition, ...) \
  do {                                           \
    if (ET_UNLIKELY(!(condition))) return false; \
  } while (false)
#define ET_LOG_AND_RETURN_IF_FALSE(condition) ET_CHECK_OR_RETURN_FALSE(condition, "")
#define ET_LOG_MSG_AND_RETURN_IF_FALSE ET_CHECK_OR_RETURN_FALSE
