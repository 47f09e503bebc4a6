// The least and the largest of numbers.
#pragma once

#include <stdint.h>

#include "tensor/element.h"

namespace kerf::portable {

// Makes `least` and `most` those of them and of from[i * step], i < count; NaN where one is.
template <typename T, typename V>
void extend(const T* from, int32_t step, int32_t count, V& least, V& most) {
  for (; count > 0; --count, from += step) {
    const V x = load(from);
    if (!(x >= least)) least = least != least ? least : x;
    if (!(x <= most)) most = most != most ? most : x;
  }
}

}  // namespace kerf::portable
