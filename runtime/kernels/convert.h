// Changes the dtype of a run of elements: compiled once for all kernels, with a loop for each pair
// of dtypes that some selected call converts (selected/conversions.h).
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "tensor/scalar_type.h"

namespace kerf {

// Elements `step` apart, the first of them `offset` elements behind `data`.
struct Run {
  ScalarType type;
  const void* data;
  int32_t offset;
  int32_t step;
};

// Writes `count` elements of dtype `type` to `to`, one behind the other: those of `from`, whose
// dtype is another one. Error: NotSupported where no selected call converts from it to `type`.
Error convert_run(const Run& from, ScalarType type, void* to, int32_t count);

}  // namespace kerf
