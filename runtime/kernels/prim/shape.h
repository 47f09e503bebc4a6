// The shape of a tensor as numbers.
#pragma once

#include "core/result.h"
#include "kernels/support/numbers.h"
#include "tensor/tensor.h"

namespace kerf::prim {
inline Error wrap_shape_dim(const Tensor& self, int64_t& dim) {
  const int64_t rank = static_cast<int64_t>(self.dim());
  if (dim < 0) dim += rank;
  return dim >= 0 && dim < rank ? Error::Ok
                                : fault(Error::InvalidArgument, "a tensor has no such dimension");
}

// out = the size of dimension dim.   Source: aten::sym_size.int
template <typename Facts>
Error sym_size_int(KernelContext&, const Tensor& self, int64_t dim, Scalar& out) {
  KERF_TRY(wrap_shape_dim(self, dim));
  out = int64_t{self.size(static_cast<size_t>(dim))};
  return Error::Ok;
}

// out = the stride of dimension dim, in elements.   Source: aten::sym_stride.int
template <typename Facts>
Error sym_stride_int(KernelContext&, const Tensor& self, int64_t dim, Scalar& out) {
  KERF_TRY(wrap_shape_dim(self, dim));
  int32_t strides[kMaxRank];
  compute_strides(self, strides);
  out = int64_t{strides[dim]};
  return Error::Ok;
}

// out = the number of elements.   Source: aten::sym_numel
template <typename Facts>
Error sym_numel(KernelContext&, const Tensor& self, Scalar& out) {
  out = static_cast<int64_t>(self.numel());
  return Error::Ok;
}

}  // namespace kerf::prim
