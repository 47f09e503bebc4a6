// Normalisation of a row by vectors.
#pragma once

#include <stdint.h>

namespace kerf::portable {

// Whether there are vectors of T for so many elements, and moments_row() has found the mean of
// from[i], i < count, which is not 0, and the sum of squares of their differences from it.
template <typename T, typename V>
bool moments_row(const T*, int32_t, V&, V&) {
  return false;
}

// Whether there are, and normalize_row() has written
//   to[i] = (from[i] - mean) * scale * weight[i] + bias[i], each step rounded
// without weights or bias that are null. `to` may be `from`.
template <typename T, typename P, typename V>
bool normalize_row(T*, const T*, int32_t, V, V, const P*, const P*) {
  return false;
}

}  // namespace kerf::portable
