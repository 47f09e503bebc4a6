// Copies to another shape: any, or with dimensions of size 1 added or removed.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/fault.h"
#include "core/span.h"
#include "kernels/context.h"
#include "kernels/support/copy.h"
#include "kernels/support/copy_in_order.h"
#include "kernels/support/layout.h"
#include "kernels/support/strided_copy.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// Writes the shape with sizes `size`, one of which may be -1, of `count` elements: InvalidArgument
// where there is none.
[[gnu::noinline]] inline Error infer_shape(Span<const int64_t> size, int32_t count,
                                           int32_t* shape) {
  if (size.size() > kMaxRank) return fault(Error::InvalidArgument, "a view of too many dimensions");
  int64_t known = 1;
  size_t inferred = size.size();
  for (size_t i = 0; i < size.size(); ++i) {
    if (size[i] == -1 && inferred == size.size()) {
      inferred = i;
    } else if (size[i] < 0 || size[i] > INT32_MAX) {
      return fault(Error::InvalidArgument, "a view of impossible sizes");
    } else {
      // Beyond int32 the product only grows, unless a 0 follows.
      known = known > INT32_MAX && size[i] != 0 ? known : known * size[i];
      shape[i] = static_cast<int32_t>(size[i]);
    }
  }
  if (inferred != size.size()) {
    if (known == 0 || known > INT32_MAX || count % static_cast<int32_t>(known) != 0) {
      return fault(Error::InvalidArgument, "a view whose sizes do not divide the elements");
    }
    shape[inferred] = count / static_cast<int32_t>(known);
  } else if (known != count) {
    return fault(Error::InvalidArgument, "a view of another number of elements");
  }
  return Error::Ok;
}

// out[k] = self[k], where k counts elements in row-major order and `out` has the shape `size`; one
// size may be -1: it follows from the others
// Any dim orders; out must not alias. Errors: InvalidArgument (sizes that do not hold self's
// elements, out cannot have them); InvalidType (out's dtype is not self's); NotSupported (a dtype
// or a dim order that was not selected).   Source: aten::view_copy.out
template <typename Facts>
Error view_copy_out(KernelContext&, const Tensor& self, Span<const int64_t> size, Tensor& out) {
  if (self.scalar_type() != out.scalar_type()) {
    return fault(Error::InvalidType, "the output's dtype is not the input's");
  }
  int32_t shape[kMaxRank];
  KERF_TRY(infer_shape(size, static_cast<int32_t>(self.numel()), shape));
  KERF_TRY(resize(out, {shape, size.size()}));
  if constexpr (Facts::self.permuted || Facts::out.permuted) {
    const bool same = same_shape(self, out) && same_dim_order(self, out);
    if (!same && !(is_contiguous(self) && is_contiguous(out))) {
      return copy_in_order<Facts::out.dtypes>(self, 0, out);
    }
  } else {
    KERF_TRY(row_major(self));
    KERF_TRY(row_major(out));
  }
  copy_all(self, out);
  return Error::Ok;
}

// Makes `part` read `self` without those of `dims` whose size is 1. InvalidArgument for a dimension
// that does not exist or is named twice.
[[gnu::noinline]] inline Error read_squeezed(const Tensor& self, Span<const int64_t> dims,
                                             StridedCopy& part) {
  uint32_t seen = 0;
  for (const int64_t dim : dims) {
    size_t at;
    KERF_TRY(wrap_dim(dim, self.dim(), at));
    if ((seen >> at & 1u) != 0) return fault(Error::InvalidArgument, "a dimension named twice");
    seen |= 1u << at;
  }
  read_all(self, part);
  for (size_t i = self.dim(); i-- > 0;) {
    if ((seen >> i & 1u) != 0 && self.size(i) == 1) part.remove(i);
  }
  return Error::Ok;
}

// out = self without dimension `dim`, if its size is 1
// Any dim orders; out must not alias. Errors: InvalidArgument (a dimension that does not exist);
// others as copy_part().   Source: aten::squeeze_copy.dim_out
template <typename Facts>
Error squeeze_copy_dim_out(KernelContext&, const Tensor& self, int64_t dim, Tensor& out) {
  StridedCopy part;
  KERF_TRY(read_squeezed(self, {&dim, 1}, part));
  return copy_part<Facts::out.dtypes>(part, self, out);
}

// out = self without those dimensions of `dim` whose size is 1
// Any dim orders; out must not alias. Errors: InvalidArgument (a dimension that does not exist or
// is named twice); others as copy_part().   Source: aten::squeeze_copy.dims_out
template <typename Facts>
Error squeeze_copy_dims_out(KernelContext&, const Tensor& self, Span<const int64_t> dim,
                            Tensor& out) {
  StridedCopy part;
  KERF_TRY(read_squeezed(self, dim, part));
  return copy_part<Facts::out.dtypes>(part, self, out);
}

// out[.., 0, ..] = self[.., ..], the new dimension being `dim`
// Any dim orders; out must not alias. Errors: InvalidArgument (a dimension that does not exist,
// too many dimensions); others as copy_part().   Source: aten::unsqueeze_copy.out
template <typename Facts>
Error unsqueeze_copy_out(KernelContext&, const Tensor& self, int64_t dim, Tensor& out) {
  size_t at;
  KERF_TRY(wrap_dim(dim, self.dim() + 1, at));
  StridedCopy part;
  read_all(self, part);
  KERF_TRY(part.insert(at, 1));
  return copy_part<Facts::out.dtypes>(part, self, out);
}

}  // namespace kerf::portable
