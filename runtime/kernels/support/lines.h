// Lines: the elements along one dimension, for each position in the others.
#pragma once

#include <stdint.h>

#include "kernels/support/layout.h"

namespace kerf::portable {

// The distance between the elements of a line: 0 of rank 0.
inline int32_t step_along(const Tensor& tensor, size_t dim) {
  if (tensor.dim() == 0) return 0;
  int32_t strides[kMaxRank];
  compute_strides(tensor, strides);
  return strides[dim];
}

inline int32_t length_along(const Tensor& tensor, size_t dim) {
  return tensor.dim() == 0 ? 1 : tensor.size(dim);
}

// Offsets of the first elements of all lines along `dim`, in the order of the memory of
// tensors[0]. The tensors have one shape but for that dimension; none is empty.
template <size_t kTensors>
[[gnu::noinline]] void walk_lines(const Tensor* const (&tensors)[kTensors], size_t dim,
                                  Walk<kTensors>& walk) {
  int32_t strides[kTensors][kMaxRank];
  for (size_t k = 0; k < kTensors; ++k) compute_strides(*tensors[k], strides[k]);
  for (const uint8_t each : tensors[0]->dim_order()) {
    if (each == dim) continue;
    int32_t step[kTensors];
    for (size_t k = 0; k < kTensors; ++k) step[k] = strides[k][each];
    walk.add(tensors[0]->size(each), step);
  }
}

}  // namespace kerf::portable
