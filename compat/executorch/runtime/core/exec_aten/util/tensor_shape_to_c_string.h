// Shapes in messages: no message is kept, so that each is the empty string.
#pragma once

#include <array>

#include "executorch/runtime/core/array_ref.h"
#include "executorch/runtime/core/exec_aten/util/tensor_dimension_limit.h"
#include "executorch/runtime/core/span.h"

namespace executorch::runtime {

inline constexpr size_t kTensorShapeStringSizeLimit = 1;

template <typename Shape>
constexpr std::array<char, kTensorShapeStringSizeLimit> tensor_shape_to_c_string(const Shape&) {
  return {};
}

}  // namespace executorch::runtime
