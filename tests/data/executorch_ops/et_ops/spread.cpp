// The smaller and the larger of each pair of elements, of shapes that are broadcast, the result's
// dimensions permuted by `order`: it resizes, and reads by strides.
#include <c10/util/irange.h>
#include <executorch/runtime/kernel/kernel_includes.h>

#include <algorithm>
#include <tuple>

namespace et_ops {
namespace native {

using executorch::aten::ArrayRef;
using executorch::aten::IntArrayRef;
using executorch::aten::SizesType;
using executorch::aten::Tensor;
using executorch::runtime::Error;
using executorch::runtime::KernelRuntimeContext;
using executorch::runtime::kTensorDimensionLimit;

namespace {

// The position of an element of `tensor` at a coordinate of the broadcast shape.
size_t position(const Tensor& tensor, const size_t* coordinate, ssize_t rank) {
  size_t found = 0;
  for (const auto d : c10::irange(tensor.dim())) {
    if (tensor.size(d) != 1) found += coordinate[rank - tensor.dim() + d] * tensor.strides()[d];
  }
  return found;
}

}  // namespace

std::tuple<Tensor&, Tensor&> spread_out(KernelRuntimeContext& ctx, const Tensor& x, const Tensor& y,
                                        IntArrayRef order, Tensor& low, Tensor& high) {
  std::tuple<Tensor&, Tensor&> results(low, high);
  const ssize_t rank = std::max(x.dim(), y.dim());
  ET_KERNEL_CHECK(ctx, static_cast<ssize_t>(order.size()) == rank, InvalidArgument, results);
  SizesType shape[kTensorDimensionLimit];
  SizesType permuted[kTensorDimensionLimit];
  for (const auto d : c10::irange(rank)) {
    const ssize_t of_x = d - (rank - x.dim());
    const ssize_t of_y = d - (rank - y.dim());
    const SizesType a = of_x < 0 ? 1 : x.size(of_x);
    const SizesType b = of_y < 0 ? 1 : y.size(of_y);
    ET_KERNEL_CHECK(ctx, a == b || a == 1 || b == 1, InvalidArgument, results);
    shape[d] = a == 1 ? b : a;
  }
  for (const auto d : c10::irange(rank)) permuted[d] = shape[order[d]];
  for (const Tensor& out : {low, high}) {
    ET_KERNEL_CHECK(
        ctx,
        executorch::runtime::resize_tensor(
            out, ArrayRef<SizesType>(permuted, static_cast<size_t>(rank))) == Error::Ok,
        InvalidArgument, results);
  }
  ET_SWITCH_REAL_TYPES_AND(Bool, x.scalar_type(), ctx, "spread.out", CTYPE, [&]() {
    const CTYPE* const from_x = x.const_data_ptr<CTYPE>();
    const CTYPE* const from_y = y.const_data_ptr<CTYPE>();
    for (const auto i : c10::irange(low.numel())) {
      size_t place[kTensorDimensionLimit];
      size_t coordinate[kTensorDimensionLimit];
      executorch::runtime::indexToCoordinate(low, static_cast<size_t>(i), place);
      for (const auto d : c10::irange(rank)) coordinate[order[d]] = place[d];
      const CTYPE a = from_x[position(x, coordinate, rank)];
      const CTYPE b = from_y[position(y, coordinate, rank)];
      low.mutable_data_ptr<CTYPE>()[i] = std::min(a, b);
      high.mutable_data_ptr<CTYPE>()[i] = std::max(a, b);
    }
  });
  return results;
}

}  // namespace native
}  // namespace et_ops
