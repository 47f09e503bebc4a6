// The planes of images: what pooling and resizing work on.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "tensor/tensor.h"

namespace kerf::portable {

// The planes of images of rank 3 or 4: two loops, over images and channels, and the strides of a
// plane.
struct Planes {
  explicit Planes(const Tensor& image) {
    int32_t strides[4] = {};
    const size_t lead = 4 - image.dim();
    compute_strides(image, strides + lead);
    for (size_t i = 0; i < 2; ++i) {
      step[i] = strides[i];
      inner[i] = strides[2 + i];
      count[i] = i < lead ? 1 : image.size(i - lead);
    }
  }
  int32_t offset(int32_t image, int32_t channel) const {
    return image * step[0] + channel * step[1];
  }

  int32_t count[2];
  int32_t step[2];
  int32_t inner[2];  // from one row or column to the next
};

}  // namespace kerf::portable
