// Copies of rows of bytes: how rows of a few are copied is decided once for all.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/libc.h"
#include "isa/x86_64_v3/loops/copy_bytes.h"

namespace kerf::portable {

inline void copy_rows(int8_t* to, int32_t to_pitch, const int8_t* from, int32_t from_pitch,
                      int32_t rows, int32_t count) {
  by_length(static_cast<size_t>(count), [&](auto copy) __attribute__((always_inline)) {
    for (int32_t i = rows; i > 0; --i, from += from_pitch, to += to_pitch) copy(to, from);
  });
}

}  // namespace kerf::portable
