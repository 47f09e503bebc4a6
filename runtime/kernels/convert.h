// Changes the dtype of a run of elements: compiled once for all kernels, with a loop for each pair
// of dtypes that some selected call converts (selected/conversions.h).
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "tensor/scalar_type.h"

namespace kerf {

// Elements `step` apart, the first of them `offset` elements after `data`.
struct Run {
  ScalarType type;
  const void* data;
  int32_t offset;
  int32_t step;
};

// Elements that kernels convert at a time, into a buffer of their own.
inline constexpr int32_t kConvertedRun = 32;

// Writes the first `count` elements of `from` to `to`, contiguously, as elements of dtype `type`,
// which differs from theirs. Error: NotSupported where no selected call converts so.
Error convert_run(const Run& from, ScalarType type, void* to, int32_t count);

}  // namespace kerf
