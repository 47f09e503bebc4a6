// Axes of windows, for the loops over planes.
#pragma once

#include <stdint.h>

#include "kernels/support/window.h"
#include "loops/planes.h"

namespace kerf::portable {

template <bool kDilated>
PlaneAxis plane_axis(const Window<kDilated>& window, int32_t weight_stride) {
  return {window.in,      window.out,      window.kernel, window.stride,
          window.padding, window.spread(), weight_stride};
}

}  // namespace kerf::portable
