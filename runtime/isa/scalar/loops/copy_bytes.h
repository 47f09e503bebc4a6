// Copies of adjacent bytes: of whole tensors, or of the few that a window sees.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/libc.h"

namespace kerf::portable {

// to[i] = from[i] for i < count. `to` may be `from`; else they do not overlap.
inline void copy_bytes(void* to, const void* from, size_t count) { libc::move(to, from, count); }

// Sets `count` bytes to `value`.
inline void fill_bytes(void* to, int32_t value, size_t count) { libc::fill(to, value, count); }

}  // namespace kerf::portable
