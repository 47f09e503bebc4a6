// Dim orders, and the strides that follow from them.
#pragma once

#include "executorch/runtime/core/error.h"
#include "executorch/runtime/core/exec_aten/util/tensor_dimension_limit.h"

namespace executorch::runtime {

// Whether order[rank] is a permutation of 0 .. rank-1.
template <typename Order>
bool validate_dim_order(const Order* order, size_t rank) {
  uint32_t seen = 0;
  for (size_t i = 0; i < rank; ++i) {
    if (order[i] >= rank) return false;
    seen |= uint32_t{1} << order[i];
  }
  return seen == (uint32_t{1} << rank) - 1;
}

template <typename Order>
bool is_contiguous_dim_order(const Order* order, size_t rank) {
  for (size_t i = 0; i < rank; ++i) {
    if (order[i] != i) return false;
  }
  return true;
}

// Whether an image or a volume has its channels, dimension 1, last.
template <typename Order>
bool is_channels_last_dim_order(const Order* order, size_t rank) {
  if ((rank != 4 && rank != 5) || order[0] != 0 || order[rank - 1] != 1) return false;
  for (size_t i = 1; i + 1 < rank; ++i) {
    if (order[i] != i + 1) return false;
  }
  return true;
}

// A dimension of size 0 counts as 1.
template <typename Size, typename Order, typename Stride>
void dim_order_to_stride_nocheck(const Size* sizes, const Order* order, size_t rank,
                                 Stride* strides) {
  Stride stride = 1;
  for (size_t i = rank; i-- > 0;) {
    strides[order[i]] = stride;
    stride *= static_cast<Stride>(sizes[order[i]] == 0 ? 1 : sizes[order[i]]);
  }
}

// Ok; InvalidArgument where `order` is no permutation.
template <typename Size, typename Order, typename Stride>
Error dim_order_to_stride(const Size* sizes, const Order* order, size_t rank, Stride* strides) {
  ET_CHECK_OR_RETURN_ERROR(validate_dim_order(order, rank), InvalidArgument);
  dim_order_to_stride_nocheck(sizes, order, rank, strides);
  return Error::Ok;
}

// Sorts the dimensions by their strides, the largest first; equal ones keep their order. Ok;
// InvalidArgument where a stride is 0.
template <typename Stride, typename Order>
Error stride_to_dim_order(const Stride* strides, size_t rank, Order* order) {
  for (size_t dim = 0; dim < rank; ++dim) {
    ET_CHECK_OR_RETURN_ERROR(strides[dim] != 0, InvalidArgument);
    size_t place = dim;
    for (; place > 0 && strides[order[place - 1]] < strides[dim]; --place) {
      order[place] = order[place - 1];
    }
    order[place] = static_cast<Order>(dim);
  }
  return Error::Ok;
}

}  // namespace executorch::runtime

namespace torch::executor {
using ::executorch::runtime::dim_order_to_stride;
using ::executorch::runtime::dim_order_to_stride_nocheck;
using ::executorch::runtime::is_channels_last_dim_order;
using ::executorch::runtime::is_contiguous_dim_order;
using ::executorch::runtime::stride_to_dim_order;
}  // namespace torch::executor
