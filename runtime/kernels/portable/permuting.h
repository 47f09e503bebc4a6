// Copies with dimensions in another order.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/fault.h"
#include "core/span.h"
#include "kernels/context.h"
#include "kernels/support/copy.h"
#include "kernels/support/layout.h"
#include "kernels/support/strided_copy.h"
#include "tensor/tensor.h"
#include "tensor/walk.h"

namespace kerf::portable {

// out[i_0, i_1, ..] = self[j_0, j_1, ..] with j[dims[k]] = i_k
// Any dim orders; out must not alias. Errors: InvalidArgument (dims do not permute self's
// dimensions, out cannot have the shape); InvalidType (out's dtype is not self's); NotSupported (a
// dtype that was not selected).   Source: aten::permute_copy.out
template <typename Facts>
Error permute_copy_out(KernelContext&, const Tensor& self, Span<const int64_t> dims, Tensor& out) {
  const size_t rank = self.dim();
  if (dims.size() != rank)
    return fault(Error::InvalidArgument, "a permutation whose rank is not the tensor's");
  if (self.scalar_type() != out.scalar_type()) {
    return fault(Error::InvalidType, "the output's dtype is not the input's");
  }
  int32_t from_strides[kMaxRank];
  compute_strides(self, from_strides);
  int32_t sizes[kMaxRank];
  int32_t strides[1][kMaxRank];
  uint32_t seen = 0;
  for (size_t i = 0; i < rank; ++i) {
    size_t dim;
    KERF_TRY(wrap_dim(dims[i], rank, dim));
    seen |= 1u << dim;
    sizes[i] = self.size(dim);
    strides[0][i] = from_strides[dim];
  }
  if (seen + 1 != 1u << rank)
    return fault(Error::InvalidArgument, "a permutation that names a dimension twice");
  KERF_TRY(resize(out, {sizes, rank}));
  if (out.numel() == 0) return Error::Ok;
  Walk<1> walk;
  walk_storage(walk, out, strides);
  return copy_walk<Facts::out.dtypes>(walk, self, out);
}

// out = self with dimensions a and b exchanged. Errors as copy_part().
template <DtypeSet kTypes>
Error exchange_dims(const Tensor& self, size_t a, size_t b, Tensor& out) {
  StridedCopy part;
  read_all(self, part);
  if (a != b) {
    const int32_t stride = part.strides[kFrom][a];
    part.strides[kFrom][a] = part.strides[kFrom][b];
    part.strides[kFrom][b] = stride;
    part.sizes[a] = self.size(b);
    part.sizes[b] = self.size(a);
  }
  return copy_part<kTypes>(part, self, out);
}

// out[.., j, .., i, ..] = self[.., i, .., j, ..]
// Any dim orders; out must not alias. Errors: InvalidArgument (a dimension that does not exist);
// others as copy_part().   Source: aten::transpose_copy.int_out
template <typename Facts>
Error transpose_copy_int_out(KernelContext&, const Tensor& self, int64_t dim0, int64_t dim1,
                             Tensor& out) {
  size_t a;
  size_t b;
  KERF_TRY(wrap_dim(dim0, self.dim(), a));
  KERF_TRY(wrap_dim(dim1, self.dim(), b));
  return exchange_dims<Facts::out.dtypes>(self, a, b, out);
}

// out[j, i] = self[i, j]; below two dimensions out = self
// Any dim orders; out must not alias. Errors: InvalidArgument (more than two dimensions); others as
// copy_part().   Source: aten::t_copy.out
template <typename Facts>
Error t_copy_out(KernelContext&, const Tensor& self, Tensor& out) {
  if (self.dim() > 2) return fault(Error::InvalidArgument, "a matrix of more than two dimensions");
  return exchange_dims<Facts::out.dtypes>(self, 0, self.dim() == 2 ? 1 : 0, out);
}

}  // namespace kerf::portable
