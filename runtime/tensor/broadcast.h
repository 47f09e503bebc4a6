// Shapes that operands are expanded to, and their strides then.
#pragma once

#include "core/fault.h"
#include "tensor/tensor.h"

namespace kerf {

// Sets `shape`, in sizes[kMaxRank], to the one that `a` and `b` are both expanded to.
// Ok; InvalidArgument where two sizes differ and neither is 1.
inline Error broadcast(Span<const int32_t> a, Span<const int32_t> b, int32_t* sizes,
                       Span<const int32_t>& shape) {
  const size_t rank = a.size() < b.size() ? b.size() : a.size();
  // Missing leading dimensions count as 1.
  const auto size_of = [rank](Span<const int32_t> of, size_t dim) {
    return dim + of.size() < rank ? 1 : of[dim + of.size() - rank];
  };
  for (size_t i = 0; i < rank; ++i) {
    const int32_t one = size_of(a, i);
    const int32_t other = size_of(b, i);
    if (one != other && one != 1 && other != 1)
      return fault(Error::InvalidArgument, "operands whose shapes cannot be broadcast");
    sizes[i] = one == 1 ? other : one;
  }
  shape = {sizes, rank};
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

// Resizes `out` to the broadcast shape of three tensors.
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
