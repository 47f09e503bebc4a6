// Shapes that operands are stretched to, and the strides they then have.
#pragma once

#include "core/fault.h"
#include "core/result.h"
#include "tensor/tensor.h"

namespace kerf {

// Writes the shape that `a` and `b` are both stretched to; its rank is the larger one.
// sizes[kMaxRank]. Ok; InvalidArgument where two sizes differ and neither is 1.
inline Error broadcast_shape(const Tensor& a, const Tensor& b, int32_t* sizes) {
  const Tensor& longer = a.dim() < b.dim() ? b : a;
  const Tensor& shorter = a.dim() < b.dim() ? a : b;
  const size_t lead = longer.dim() - shorter.dim();
  for (size_t i = 0; i < longer.dim(); ++i) {
    sizes[i] = longer.size(i);
    if (i < lead || shorter.size(i - lead) == sizes[i] || shorter.size(i - lead) == 1) continue;
    if (sizes[i] != 1)
      return fault(Error::InvalidArgument, "operands whose shapes cannot be broadcast");
    sizes[i] = shorter.size(i - lead);
  }
  return Error::Ok;
}

// Resizes `out` to the shape that `a` and `b` are both stretched to.
// Ok; InvalidArgument as broadcast_shape() and resize().
inline Error resize_to_broadcast(Tensor& out, const Tensor& a, const Tensor& b) {
  int32_t sizes[kMaxRank];
  TRY(broadcast_shape(a, b, sizes));
  return resize(out, {sizes, a.dim() < b.dim() ? b.dim() : a.dim()});
}

// Writes the strides of `tensor` stretched to `shape`: 0 where it repeats. strides[shape.size()].
// Ok; InvalidArgument where it cannot be stretched to that.
[[gnu::noinline]] inline Error stretch(const Tensor& tensor, Span<const int32_t> shape,
                                       int32_t* strides) {
  if (tensor.dim() > shape.size()) {
    return fault(Error::InvalidArgument, "an operand of too high a rank");
  }
  const size_t lead = shape.size() - tensor.dim();
  compute_strides(tensor, strides + lead);
  for (size_t i = 0; i < shape.size(); ++i) {
    if (i < lead || tensor.size(i - lead) == 1) {
      strides[i] = 0;
    } else if (tensor.size(i - lead) != shape[i]) {
      return fault(Error::InvalidArgument, "an operand whose shape cannot be broadcast");
    }
  }
  return Error::Ok;
}

}  // namespace kerf
