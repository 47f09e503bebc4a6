// Copies of rows of bytes.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "loops/copy_bytes.h"

namespace kerf::portable {

// to[i * to_pitch + k] = from[i * from_pitch + k] for i < rows and k < count. Both do not overlap.
inline void copy_rows(int8_t* to, int32_t to_pitch, const int8_t* from, int32_t from_pitch,
                      int32_t rows, int32_t count) {
  for (; rows > 0; --rows) {
    copy_bytes(to, from, static_cast<size_t>(count));
    from += from_pitch;
    to += to_pitch;
  }
}

}  // namespace kerf::portable
