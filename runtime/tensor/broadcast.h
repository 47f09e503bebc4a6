// Shapes that operands are stretched to, and the strides they then have.
#pragma once

#include "core/fault.h"
#include "tensor/tensor.h"

namespace kerf {

// Resizes `out` to the shape that `a` and `b` are both stretched to.
// Ok; InvalidArgument where two sizes differ and neither is 1; or what resize() returns.
inline Error resize_to_broadcast(Tensor& out, const Tensor& a, const Tensor& b) {
  const Tensor& longer = a.dim() < b.dim() ? b : a;
  const Tensor& shorter = a.dim() < b.dim() ? a : b;
  const size_t lead = longer.dim() - shorter.dim();
  int32_t sizes[kMaxRank];
  for (size_t i = 0; i < longer.dim(); ++i) {
    sizes[i] = longer.size(i);
    if (i < lead || shorter.size(i - lead) == sizes[i] || shorter.size(i - lead) == 1) continue;
    if (sizes[i] != 1)
      return fault(Error::InvalidArgument, "operands whose shapes cannot be broadcast");
    sizes[i] = shorter.size(i - lead);
  }
  return resize(out, {sizes, longer.dim()});
}

// Whether `tensor` can be stretched to `shape`.
inline bool broadcasts_to(const Tensor& tensor, Span<const int32_t> shape) {
  if (tensor.dim() > shape.size()) return false;
  const size_t lead = shape.size() - tensor.dim();
  for (size_t i = 0; i < tensor.dim(); ++i) {
    if (tensor.size(i) != 1 && tensor.size(i) != shape[lead + i]) return false;
  }
  return true;
}

// Strides of `tensor` stretched to `rank` dimensions: 0 where it repeats. strides[rank].
inline void broadcast_strides(const Tensor& tensor, size_t rank, int32_t* strides) {
  const size_t lead = rank - tensor.dim();
  for (size_t i = 0; i < lead; ++i) strides[i] = 0;
  compute_strides(tensor, strides + lead);
  for (size_t i = 0; i < tensor.dim(); ++i) {
    if (tensor.size(i) == 1) strides[lead + i] = 0;
  }
}

}  // namespace kerf
