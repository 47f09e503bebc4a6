// The larger ones of adjacent int8.
#pragma once

#include <stdint.h>

namespace kerf::integers {

// Whether keep_larger() takes several at a time.
inline constexpr bool kHasMaxima = false;

// to[i] = the larger one of to[i] and from[i]
inline void keep_larger(int8_t* to, const int8_t* from, int32_t count) {
  for (; count > 0; --count, ++to, ++from) *to = *from > *to ? *from : *to;
}

}  // namespace kerf::integers
