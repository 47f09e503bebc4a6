// Copies of adjacent int8, mostly of few.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/libc.h"

namespace kerf::cortex_m {

// to[i] = from[i] for i < count.
inline void copy_int8(int8_t* to, const int8_t* from, int32_t count) {
  libc::copy(to, from, static_cast<size_t>(count));
}

}  // namespace kerf::cortex_m
