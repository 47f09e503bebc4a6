// Shapes that operands are expanded to, and their strides then.
#pragma once

#include "core/fault.h"
#include "tensor/tensor.h"

namespace kerf {

// Sets `shape`, in sizes[kMaxRank], to the one that `a` and `b` are both expanded to.
// Ok; InvalidArgument where two sizes differ and neither is 1.
inline Error broadcast(Span<const int32_t> a, Span<const int32_t> b, int32_t* sizes,
                       Span<const int32_t>& shape) {
  const Span<const int32_t> longer = a.size() < b.size() ? b : a;
  const Span<const int32_t> shorter = a.size() < b.size() ? a : b;
  const size_t lead = longer.size() - shorter.size();
  for (size_t i = 0; i < longer.size(); ++i) {
    sizes[i] = longer[i];
    if (i < lead || shorter[i - lead] == sizes[i] || shorter[i - lead] == 1) continue;
    if (sizes[i] != 1)
      return fault(Error::InvalidArgument, "operands whose shapes cannot be broadcast");
    sizes[i] = shorter[i - lead];
  }
  shape = {sizes, longer.size()};
  return Error::Ok;
}

// Resizes `out` to the shape that `a` and `b` are both expanded to.
// Ok; InvalidArgument where two sizes differ and neither is 1; or what resize() returns.
inline Error resize_to_broadcast(Tensor& out, const Tensor& a, const Tensor& b) {
  int32_t sizes[kMaxRank];
  Span<const int32_t> shape;
  KERF_TRY(broadcast(a.sizes(), b.sizes(), sizes, shape));
  return resize(out, shape);
}

// The same for three.
inline Error resize_to_broadcast(Tensor& out, const Tensor& a, const Tensor& b, const Tensor& c) {
  int32_t two[kMaxRank];
  int32_t three[kMaxRank];
  Span<const int32_t> shape;
  KERF_TRY(broadcast(a.sizes(), b.sizes(), two, shape));
  KERF_TRY(broadcast(shape, c.sizes(), three, shape));
  return resize(out, shape);
}

// Writes the strides of `tensor` expanded to `shape`: 0 where it repeats. strides[shape.size()].
// Ok; InvalidArgument where it cannot be expanded to that.
[[gnu::noinline]] inline Error expand_strides(const Tensor& tensor, Span<const int32_t> shape,
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
