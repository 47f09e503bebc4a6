// All that kernels usually need.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "executorch/runtime/core/exec_aten/exec_aten.h"
#include "executorch/runtime/core/exec_aten/util/scalar_type_util.h"
#include "executorch/runtime/core/exec_aten/util/tensor_util.h"
#include "executorch/runtime/kernel/kernel_runtime_context.h"

// The name of an operator, as a template argument.
#define ET_USE_STRUCTURAL_OPERATOR_NAME 0
#define ET_OPERATOR_NAME_TYPE const char*
#define ET_DEFINE_OPERATOR_NAME(variable, name) static constexpr const char variable[] = name

// Profiling of kernels: none.
#define EXECUTORCH_SCOPE_PROF(...)
#define EXECUTORCH_PROFILE_INSTRUCTION_SCOPE(...)

namespace torch::executor::native {
using namespace ::executorch::runtime;
}
