// The lowest number of a type.
#pragma once

#include <stdint.h>

#include "tensor/element.h"

namespace kerf::portable {

// What nothing is less than: minus infinity, or the lowest integer.
template <typename V>
constexpr V lowest() {
  if constexpr (kIsFloating<V>) {
    return -static_cast<V>(__builtin_inff());
  } else {
    return V(-1) < V(0) ? static_cast<V>(uint64_t{1} << (8 * sizeof(V) - 1)) : V{0};
  }
}

}  // namespace kerf::portable
