// The shape of a tensor as numbers.
#include "kernels/prim/shape.h"

#include "core/fault.h"
#include "core/result.h"

namespace kerf::prim {
namespace {

Error wrap(const Tensor& self, int64_t& dim) {
  const int64_t rank = static_cast<int64_t>(self.dim());
  if (dim < 0) dim += rank;
  return dim >= 0 && dim < rank ? Error::Ok
                                : fault(Error::InvalidArgument, "a tensor has no such dimension");
}

}  // namespace

// out = the size of dimension dim.   Source: aten::sym_size.int
Error sym_size_int(KernelContext&, const Tensor& self, int64_t dim, Scalar& out) {
  TRY(wrap(self, dim));
  out = int64_t{self.size(static_cast<size_t>(dim))};
  return Error::Ok;
}

// out = the stride of dimension dim, in elements.   Source: aten::sym_stride.int
Error sym_stride_int(KernelContext&, const Tensor& self, int64_t dim, Scalar& out) {
  TRY(wrap(self, dim));
  int32_t strides[kMaxRank];
  compute_strides(self, strides);
  out = int64_t{strides[dim]};
  return Error::Ok;
}

// out = the number of elements.   Source: aten::sym_numel
Error sym_numel(KernelContext&, const Tensor& self, Scalar& out) {
  out = static_cast<int64_t>(self.numel());
  return Error::Ok;
}

}  // namespace kerf::prim
