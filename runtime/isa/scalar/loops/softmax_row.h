// Softmax of a row by vectors.
#pragma once

#include <stdint.h>

namespace kerf::portable {

// Whether there are vectors of T, and softmax_row() has written
//   to[i] = e^(from[i] - m) / sum over j of e^(from[j] - m), m the largest
// for i < count, which is not 0. `to` may be `from`.
template <typename T>
bool softmax_row(T*, const T*, int32_t) {
  return false;
}

}  // namespace kerf::portable
