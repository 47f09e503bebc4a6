// Copies what a view would show: elements at given strides, in windows, on a diagonal, repeated.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/fault.h"
#include "core/optional.h"
#include "core/span.h"
#include "kernels/context.h"
#include "kernels/support/layout.h"
#include "kernels/support/strided_copy.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// Makes `part` read the elements that as_strided_copy_out() copies. InvalidArgument as there.
[[gnu::noinline]] inline Error read_strided(const Tensor& self, Span<const int64_t> size,
                                            Span<const int64_t> stride, int64_t start,
                                            StridedCopy& part) {
  if (size.size() != stride.size() || size.size() > kMaxRank)
    return fault(Error::InvalidArgument, "sizes and strides of different ranks");
  const auto count = static_cast<int64_t>(self.numel());
  if (start < 0 || start > count)
    return fault(Error::InvalidArgument, "a start outside of the tensor");
  part.rank = size.size();
  part.start[kFrom] = static_cast<int32_t>(start);
  int64_t last = start;
  bool empty = false;
  for (size_t i = 0; i < size.size(); ++i) {
    if (size[i] < 0 || size[i] > INT32_MAX || stride[i] < 0) {
      return fault(Error::InvalidArgument, "impossible sizes or strides");
    }
    part.sizes[i] = static_cast<int32_t>(size[i]);
    empty = empty || size[i] == 0;
    // The only position, or none, is at 0.
    const int64_t step = size[i] < 2 ? 0 : stride[i];
    part.strides[kFrom][i] = static_cast<int32_t>(step);
    if (step > INT32_MAX) last = count;
    // Past the end it stays there: it does not overflow.
    if (last < count) last += (size[i] - 1) * step;
  }
  if (!empty && last >= count)
    return fault(Error::InvalidArgument, "elements outside of the tensor");
  return Error::Ok;
}

// out[i_0, i_1, ..] = memory[storage_offset + i_0 * stride[0] + i_1 * stride[1] + ..], where memory
// is self's, whatever its dim order
// out must not alias. Errors: InvalidArgument (lists of different lengths, negative numbers,
// elements outside of self); others as copy_part().   Source: aten::as_strided_copy.out
template <typename Facts>
Error as_strided_copy_out(KernelContext&, const Tensor& self, Span<const int64_t> size,
                          Span<const int64_t> stride, const Optional<int64_t>& storage_offset,
                          Tensor& out) {
  StridedCopy part;
  KERF_TRY(read_strided(self, size, stride, storage_offset ? *storage_offset : 0, part));
  return copy_part<Facts::out.dtypes>(part, self, out);
}

// out[.., i, .., j] = self[.., i * step + j, ..] for j < size
// Any dim orders; out must not alias. Errors: InvalidArgument (a dimension that does not exist, a
// size outside [0, that of the dimension], step < 1, too many dimensions); others as copy_part().
//   Source: aten::unfold_copy.out
template <typename Facts>
Error unfold_copy_out(KernelContext&, const Tensor& self, int64_t dimension, int64_t size,
                      int64_t step, Tensor& out) {
  size_t at;
  KERF_TRY(wrap_dim(dimension, self.dim(), at));
  const int32_t positions = self.dim() == 0 ? 1 : self.size(at);
  if (size < 0 || size > positions || step < 1)
    return fault(Error::InvalidArgument, "windows that do not fit the dimension");
  StridedCopy part;
  read_all(self, part);
  int32_t stride = 0;
  if (self.dim() != 0) {
    stride = part.strides[kFrom][at];
    const int32_t rest = positions - static_cast<int32_t>(size);
    const bool one = step > rest;  // window; where there are more, the step is below the size
    part.sizes[at] = one ? 1 : rest / static_cast<int32_t>(step) + 1;
    part.strides[kFrom][at] = one ? 0 : static_cast<int32_t>(step) * stride;
  }
  KERF_TRY(part.insert(part.rank, static_cast<int32_t>(size)));
  part.strides[kFrom][part.rank - 1] = stride;
  return copy_part<Facts::out.dtypes>(part, self, out);
}

// out[.., i] = self[.., i, .., offset + i, ..], dim1 and dim2 being the two; below the main
// diagonal self[.., i - offset, .., i, ..]
// Any dim orders; out must not alias. Errors: InvalidArgument (a dimension that does not exist, the
// same twice); others as copy_part().   Source: aten::diagonal_copy.out
template <typename Facts>
Error diagonal_copy_out(KernelContext&, const Tensor& self, int64_t offset, int64_t dim1,
                        int64_t dim2, Tensor& out) {
  size_t a;
  size_t b;
  KERF_TRY(wrap_dim(dim1, self.dim(), a));
  KERF_TRY(wrap_dim(dim2, self.dim(), b));
  if (a == b) return fault(Error::InvalidArgument, "a diagonal of one dimension");
  // The dimension in which the diagonal starts later, and by how much: all of it where the
  // diagonal is empty.
  const size_t late = offset < 0 ? a : b;
  const uint64_t distance =
      offset < 0 ? 0 - static_cast<uint64_t>(offset) : static_cast<uint64_t>(offset);
  const auto size = static_cast<uint64_t>(self.size(late));
  const auto skipped = static_cast<int32_t>(distance < size ? distance : size);
  const int32_t rest = self.size(late) - skipped;
  const int32_t other = self.size(late == a ? b : a);
  StridedCopy part;
  read_all(self, part);
  // For dimensions of size 1 the sum may overflow; then no step is taken by it.
  const uint32_t stride =
      static_cast<uint32_t>(part.strides[kFrom][a]) + static_cast<uint32_t>(part.strides[kFrom][b]);
  part.start[kFrom] = rest == 0 ? 0 : skipped * part.strides[kFrom][late];
  part.remove(a > b ? a : b);
  part.remove(a > b ? b : a);
  KERF_TRY(part.insert(part.rank, rest < other ? rest : other));
  part.strides[kFrom][part.rank - 1] = static_cast<int32_t>(stride);
  return copy_part<Facts::out.dtypes>(part, self, out);
}

// out[i_0, .., j_0, ..] = self[j_0, ..], where self's index is 0 in dimensions of size 1
// A size of -1 keeps the dimension. Any dim orders; out must not alias. Errors: InvalidArgument
// (self cannot be expanded to `size`); others as copy_part().   Source: aten::expand_copy.out
template <typename Facts>
Error expand_copy_out(KernelContext&, const Tensor& self, Span<const int64_t> size,
                      bool /*implicit*/, Tensor& out) {
  if (size.size() < self.dim() || size.size() > kMaxRank) {
    return fault(Error::InvalidArgument, "an expansion to fewer dimensions, or too many");
  }
  StridedCopy part;
  read_all(self, part);
  while (part.rank < size.size()) KERF_TRY(part.insert(0, -1));
  const size_t lead = size.size() - self.dim();
  for (size_t i = 0; i < size.size(); ++i) {
    if (size[i] == part.sizes[i] || (size[i] == -1 && i >= lead)) {
      if (i >= lead) continue;
    } else if (size[i] >= 0 && size[i] <= INT32_MAX && (i < lead || part.sizes[i] == 1)) {
      part.sizes[i] = static_cast<int32_t>(size[i]);
      part.strides[kFrom][i] = 0;
      continue;
    }
    return fault(Error::InvalidArgument, "an expansion to sizes that do not fit");
  }
  return copy_part<Facts::out.dtypes>(part, self, out);
}

}  // namespace kerf::portable
