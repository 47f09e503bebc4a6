// Copies of adjacent bytes: of whole tensors, or of the few that a window sees.
#pragma once

#include <stddef.h>

#include "core/libc.h"

namespace kerf::portable {

// to[i] = from[i] for i < count. `to` may be `from`; else they do not overlap.
inline void copy_bytes(void* to, const void* from, size_t count) { libc::move(to, from, count); }

}  // namespace kerf::portable
