// Which part of a dimension a slice is.
#pragma once

#include <stdint.h>

#include "core/fault.h"
#include "core/optional.h"
#include "core/result.h"

namespace kerf::portable {

// Positions begin, begin + step, .. of one dimension, `count` of them.
struct Slice {
  int32_t begin;
  int32_t count;
  int32_t step;
};

// `position`, counted from the end where negative, clamped to 0 .. size.
inline int32_t clamp_position(int64_t position, int32_t size) {
  if (position < 0) position += size;
  if (position < 0) return 0;
  return position > size ? size : static_cast<int32_t>(position);
}

// The slice [start:end:step] of a dimension of `size`: Python's. InvalidArgument where step < 1.
[[gnu::noinline]] inline Error slice_of(int32_t size, const Optional<int64_t>& start,
                                        const Optional<int64_t>& end, int64_t step, Slice& slice) {
  if (step < 1) return fault(Error::InvalidArgument, "a slice whose step is not positive");
  const int32_t first = clamp_position(start ? *start : 0, size);
  const int32_t length = (end ? clamp_position(*end, size) : size) - first;
  // A step beyond the dimension is one to its end.
  const int32_t stride = step < size ? static_cast<int32_t>(step) : (size == 0 ? 1 : size);
  slice = {first, length <= 0 ? 0 : (length - 1) / stride + 1, stride};
  return Error::Ok;
}

// Wraps a position counted from the end. InvalidArgument outside [-size, size).
inline Error wrap_index(int64_t index, int32_t size, int32_t& wrapped) {
  if (index < 0) index += size;
  wrapped = static_cast<int32_t>(index);
  return index >= 0 && index < size
             ? Error::Ok
             : fault(Error::InvalidArgument, "an index that is out of range");
}

}  // namespace kerf::portable
