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

// A tensor of lines, of rank 2 or 3, as one of images with a single row. It shares data, and the
// line's sizes are those that it has when the view is made.
class LinesAsPlanes {
 public:
  explicit LinesAsPlanes(const Tensor& lines) : lines_(lines) {
    const size_t last = lines.dim() - 1;
    for (size_t i = 0; i <= lines.dim(); ++i) {
      sizes_[i] = i < last ? lines.size(i) : i == last ? 1 : lines.size(last);
      // A row's place in the order does not matter: it is the innermost.
      const uint8_t dim = i == lines.dim() ? static_cast<uint8_t>(last) : lines.dim_order()[i];
      order_[i] = i < lines.dim() && dim == last ? static_cast<uint8_t>(last + 1) : dim;
    }
  }

  Tensor planes() const {
    return Tensor(lines_.scalar_type(), lines_.dim() + 1, static_cast<const int32_t*>(sizes_),
                  order_, lines_.mutable_data_ptr());
  }

 private:
  const Tensor& lines_;
  int32_t sizes_[4];
  uint8_t order_[4];
};

}  // namespace kerf::portable
