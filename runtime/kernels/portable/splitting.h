// Copies the parts of one dimension, each to its own output.
#pragma once

#include <stdint.h>

#include "core/span.h"
#include "kernels/context.h"
#include "kernels/facts.h"
#include "kernels/support/strided_copy.h"

namespace kerf::portable {

// The kernels of this file take any dim orders; outputs must not alias. Errors of all:
// InvalidArgument (`dim` does not exist, `out` does not have as many tensors as there are parts, or
// one cannot have its part's shape, and those above each kernel); InvalidType (a dtype that is not
// self's); NotSupported (a dtype that was not selected).

// `out` becomes `size` positions of dimension `at`, from `begin` on.
template <DtypeSet kTypes>
[[gnu::noinline]] Error copy_split(const Tensor& self, size_t at, int32_t begin, int32_t size,
                                   Tensor& out) {
  StridedCopy part;
  read_all(self, part);
  part.start[kFrom] = size == 0 ? 0 : begin * part.strides[kFrom][at];
  part.sizes[at] = size;
  return copy_part<kTypes>(part, self, out);
}

// Wraps `dim`. Ok; InvalidArgument where it does not exist, as in a tensor of rank 0.
inline Error wrap_split_dim(int64_t dim, const Tensor& self, size_t& at) {
  KERF_TRY(wrap_dim(dim, self.dim(), at));
  return self.dim() != 0 ? Error::Ok
                         : fault(Error::InvalidArgument, "a split of a tensor of rank 0");
}

inline Error wrong_part_count() {
  return fault(Error::InvalidArgument, "a split whose number of parts is not that of outputs");
}

// out[k][.., i, ..] = self[.., k * split_size + i, ..]
// The last part may be smaller. InvalidArgument: split_size < 0, or 0 for a dimension that is not
// empty.   Source: aten::split_copy.Tensor_out
template <typename Facts>
Error split_copy_tensor_out(KernelContext&, const Tensor& self, int64_t split_size, int64_t dim,
                            Span<Tensor> out) {
  size_t at;
  KERF_TRY(wrap_split_dim(dim, self, at));
  const int32_t size = self.size(at);
  if (split_size < 0 || (split_size == 0 && size != 0)) {
    return fault(Error::InvalidArgument, "a split into parts without a size");
  }
  int32_t begin = 0;
  for (Tensor& part : out) {
    const int32_t rest = size - begin;
    const int32_t taken = split_size < rest ? static_cast<int32_t>(split_size) : rest;
    // An empty dimension has one part.
    if (taken == 0 && (size != 0 || out.size() != 1)) return wrong_part_count();
    KERF_TRY(copy_split<Facts::out.dtypes>(self, at, begin, taken, part));
    begin += taken;
  }
  return begin == size && !out.empty() ? Error::Ok : wrong_part_count();
}

// out[k][.., i, ..] = self[.., split_sizes[0] + .. + split_sizes[k - 1] + i, ..]
// InvalidArgument: split_sizes do not add up to the dimension.
// Source: aten::split_with_sizes_copy.out
template <typename Facts>
Error split_with_sizes_copy_out(KernelContext&, const Tensor& self, Span<const int64_t> split_sizes,
                                int64_t dim, Span<Tensor> out) {
  size_t at;
  KERF_TRY(wrap_split_dim(dim, self, at));
  if (split_sizes.size() != out.size()) return wrong_part_count();
  int32_t begin = 0;
  for (size_t i = 0; i < out.size(); ++i) {
    if (split_sizes[i] < 0 || split_sizes[i] > self.size(at) - begin) {
      return fault(Error::InvalidArgument, "a part that is not inside the dimension");
    }
    const auto size = static_cast<int32_t>(split_sizes[i]);
    KERF_TRY(copy_split<Facts::out.dtypes>(self, at, begin, size, out[i]));
    begin += size;
  }
  return begin == self.size(at) ? Error::Ok
                                : fault(Error::InvalidArgument, "a split of less than the whole");
}

// out[k][.., ..] = self[.., k, ..]   Source: aten::unbind_copy.int_out
template <typename Facts>
Error unbind_copy_int_out(KernelContext&, const Tensor& self, int64_t dim, Span<Tensor> out) {
  size_t at;
  KERF_TRY(wrap_split_dim(dim, self, at));
  if (static_cast<size_t>(self.size(at)) != out.size()) return wrong_part_count();
  StridedCopy part;
  read_all(self, part);
  const int32_t stride = part.strides[kFrom][at];
  part.remove(at);
  for (Tensor& each : out) {
    KERF_TRY(copy_part<Facts::out.dtypes>(part, self, each));
    part.start[kFrom] += stride;
  }
  return Error::Ok;
}

}  // namespace kerf::portable
