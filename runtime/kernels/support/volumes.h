// Volumes: what is pooled in three dimensions.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "tensor/tensor.h"

namespace kerf::portable {

// The volumes of a tensor of rank 4 or 5: two loops, over batches and channels, and the strides of
// a volume.
struct Volumes {
  explicit Volumes(const Tensor& tensor) {
    int32_t strides[5] = {};
    const size_t lead = 5 - tensor.dim();
    compute_strides(tensor, strides + lead);
    for (size_t i = 0; i < 3; ++i) inner[i] = strides[2 + i];
    for (size_t i = 0; i < 2; ++i) {
      step[i] = strides[i];
      count[i] = i < lead ? 1 : tensor.size(i - lead);
    }
  }
  int32_t offset(int32_t batch, int32_t channel) const {
    return batch * step[0] + channel * step[1];
  }

  int32_t count[2];
  int32_t step[2];
  int32_t inner[3];
};

// Calls visit(batch, channel, place) for each place, three numbers below `sizes`, of all volumes.
template <typename Visit>
void for_places(const Volumes& volumes, const int32_t (&sizes)[3], Visit visit) {
  int32_t at[3];
  for (int32_t n = 0; n < volumes.count[0]; ++n) {
    for (int32_t c = 0; c < volumes.count[1]; ++c) {
      for (at[0] = 0; at[0] < sizes[0]; ++at[0]) {
        for (at[1] = 0; at[1] < sizes[1]; ++at[1]) {
          for (at[2] = 0; at[2] < sizes[2]; ++at[2]) visit(n, c, at);
        }
      }
    }
  }
}

}  // namespace kerf::portable
