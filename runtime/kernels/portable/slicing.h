// Copies a part of one dimension, or replaces it.
#pragma once

#include <stdint.h>

#include "core/optional.h"
#include "kernels/context.h"
#include "kernels/facts.h"
#include "kernels/support/slices.h"
#include "kernels/support/strided_copy.h"

namespace kerf::portable {

// The kernels of this file take any dim orders; `out` must not alias. Errors of all:
// InvalidArgument (`dim` does not exist, `out` cannot have the shape, and those above each kernel);
// InvalidType (out's dtype is not self's); NotSupported (dtypes that were not selected).

// Wraps `dim`. Ok; InvalidArgument where it does not exist, as in a tensor of rank 0.
inline Error wrap_sliced_dim(int64_t dim, const Tensor& self, size_t& at) {
  KERF_TRY(wrap_dim(dim, self.dim(), at));
  return self.dim() != 0 ? Error::Ok
                         : fault(Error::InvalidArgument, "a slice of a tensor of rank 0");
}

// out[.., i, ..] = self[.., start + i * step, ..]
// `start` and `end` count from the end where negative and are clamped to the dimension; absent,
// they are its bounds. InvalidArgument: step < 1.   Source: aten::slice_copy.Tensor_out
template <typename Facts>
Error slice_copy_tensor_out(KernelContext&, const Tensor& self, int64_t dim,
                            const Optional<int64_t>& start, const Optional<int64_t>& end,
                            int64_t step, Tensor& out) {
  size_t at;
  KERF_TRY(wrap_sliced_dim(dim, self, at));
  Slice slice;
  KERF_TRY(slice_of(self.size(at), start, end, step, slice));
  StridedCopy part;
  read_all(self, part);
  part.start[kFrom] = slice.count == 0 ? 0 : slice.begin * part.strides[kFrom][at];
  part.strides[kFrom][at] *= slice.step;
  part.sizes[at] = slice.count;
  return copy_part<Facts::out.dtypes>(part, self, out);
}

// out[.., i, ..] = self[.., start + i, ..] for i < length
// InvalidArgument: start .. start + length is not inside the dimension.
// Source: aten::narrow_copy.out
template <typename Facts>
Error narrow_copy_out(KernelContext&, const Tensor& self, int64_t dim, int64_t start,
                      int64_t length, Tensor& out) {
  size_t at;
  KERF_TRY(wrap_sliced_dim(dim, self, at));
  const int32_t size = self.size(at);
  if (start < 0) start += size;
  if (start < 0 || start > size || length < 0 || length > size - start) {
    return fault(Error::InvalidArgument, "a part that is not inside the dimension");
  }
  StridedCopy part;
  read_all(self, part);
  part.start[kFrom] = length == 0 ? 0 : static_cast<int32_t>(start) * part.strides[kFrom][at];
  part.sizes[at] = static_cast<int32_t>(length);
  return copy_part<Facts::out.dtypes>(part, self, out);
}

// out[.., ..] = self[.., index, ..]
// InvalidArgument: `index` is outside [-size, size).   Source: aten::select_copy.int_out
template <typename Facts>
Error select_copy_int_out(KernelContext&, const Tensor& self, int64_t dim, int64_t index,
                          Tensor& out) {
  size_t at;
  KERF_TRY(wrap_sliced_dim(dim, self, at));
  int32_t position;
  KERF_TRY(wrap_index(index, self.size(at), position));
  StridedCopy part;
  read_all(self, part);
  part.start[kFrom] = position * part.strides[kFrom][at];
  part.remove(at);
  return copy_part<Facts::out.dtypes>(part, self, out);
}

// `out` becomes `self`, with the elements of `src` where `part` writes.
template <typename Facts>
Error replace_part(const Tensor& self, const StridedCopy& part, const Tensor& src, Tensor& out) {
  constexpr DtypeSet kTypes = Facts::out.dtypes;
  constexpr bool kMixed = needs<Facts>(Trait::mixed_dtypes);
  if (!kMixed && src.scalar_type() != out.scalar_type())
    return fault(Error::NotSupported, "dtypes that differ were not selected");
  StridedCopy all;
  read_all(self, all);
  KERF_TRY(copy_part<kTypes>(all, self, out));
  if constexpr (kMixed) return convert_part<kTypes>(part, src, out);
  return move_part<kTypes>(part, src, out);
}

inline Error wrong_part_shape() {
  return fault(Error::InvalidArgument, "a part whose shape is not that of what it replaces");
}

// out = self, but out[.., start + i * step, ..] = src[.., i, ..] as self's dtype
// `start` and `end` as for slice_copy. InvalidArgument: step < 1, or `src` does not have the shape
// of the slice.   Source: aten::slice_scatter.out
template <typename Facts>
Error slice_scatter_out(KernelContext&, const Tensor& self, const Tensor& src, int64_t dim,
                        const Optional<int64_t>& start, const Optional<int64_t>& end, int64_t step,
                        Tensor& out) {
  size_t at;
  KERF_TRY(wrap_sliced_dim(dim, self, at));
  if (src.dim() != self.dim()) return wrong_part_shape();
  Slice slice;
  KERF_TRY(slice_of(self.size(at), start, end, step, slice));
  for (size_t i = 0; i < self.dim(); ++i) {
    if (src.size(i) != (i == at ? slice.count : self.size(i))) return wrong_part_shape();
  }
  KERF_TRY(resize(out, self.sizes()));
  StridedCopy part;
  write_all(out, part);
  read_all(src, part);
  part.start[kTo] = slice.count == 0 ? 0 : slice.begin * part.strides[kTo][at];
  part.strides[kTo][at] *= slice.step;
  return replace_part<Facts>(self, part, src, out);
}

// out = self, but out[.., index, ..] = src[.., ..] as self's dtype
// InvalidArgument: `index` is outside [-size, size), or `src` does not have the shape of the part.
// Source: aten::select_scatter.out
template <typename Facts>
Error select_scatter_out(KernelContext&, const Tensor& self, const Tensor& src, int64_t dim,
                         int64_t index, Tensor& out) {
  size_t at;
  KERF_TRY(wrap_sliced_dim(dim, self, at));
  if (src.dim() + 1 != self.dim()) return wrong_part_shape();
  int32_t position;
  KERF_TRY(wrap_index(index, self.size(at), position));
  for (size_t i = 0; i < src.dim(); ++i) {
    if (src.size(i) != self.size(i < at ? i : i + 1)) return wrong_part_shape();
  }
  KERF_TRY(resize(out, self.sizes()));
  StridedCopy part;
  write_all(out, part);
  read_all(src, part);
  KERF_TRY(part.insert(at, 1));
  part.start[kTo] = position * part.strides[kTo][at];
  return replace_part<Facts>(self, part, src, out);
}

}  // namespace kerf::portable
