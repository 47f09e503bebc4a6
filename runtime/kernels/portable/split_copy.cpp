// Copies the parts of one dimension, each to an output of its own.
#include "kernels/portable/split_copy.h"

#include "kernels/portable/transfer.h"
#include "selected/dtypes.h"
#include "selected/operators.h"

namespace kerf::portable {
namespace {

// The next output takes `size` positions of dimension `at`, from `begin` on.
template <DtypeSet kTypes>
Error copy_positions(const Tensor& self, size_t at, int32_t begin, int32_t size, Tensor& out) {
  Transfer part;
  read_all(self, part);
  part.start[kFrom] = size == 0 ? 0 : begin * part.strides[kFrom][at];
  part.sizes[at] = size;
  return copy_part<kTypes>(part, self, out);
}

Error check_dim(int64_t dim, const Tensor& self, size_t& at) {
  TRY(wrap_dim(dim, self.dim(), at));
  return self.dim() != 0 ? Error::Ok
                         : fault(Error::InvalidArgument, "a split of a tensor of rank 0");
}

}  // namespace

// out[k][.., i, ..] = self[.., k * split_size + i, ..]
// Any dim orders; outputs must not alias.   Source: aten::split_copy.Tensor_out
Error split_copy_out(KernelContext&, const Tensor& self, int64_t split_size, int64_t dim,
                     Span<Tensor> out) {
  size_t at;
  TRY(check_dim(dim, self, at));
  const int32_t size = self.size(at);
  if (split_size < 0 || (split_size == 0 && size != 0)) {
    return fault(Error::InvalidArgument, "a split into parts without a size");
  }
  int32_t begin = 0;
  for (Tensor& part : out) {
    const int32_t rest = size - begin;
    const int32_t taken = split_size < rest ? static_cast<int32_t>(split_size) : rest;
    // Of a dimension without positions there is one part.
    if (taken == 0 && (size != 0 || out.size() != 1)) {
      return fault(Error::InvalidArgument, "a split into fewer parts than outputs");
    }
    TRY(copy_positions<selected::outputs(Operator::aten_split_copy_Tensor_out)>(self, at, begin,
                                                                                taken, part));
    begin += taken;
  }
  return begin == size && !out.empty()
             ? Error::Ok
             : fault(Error::InvalidArgument, "a split into more parts than outputs");
}

// out[k][.., i, ..] = self[.., split_sizes[0] + .. + split_sizes[k - 1] + i, ..]
// Any dim orders; outputs must not alias.   Source: aten::split_with_sizes_copy.out
Error split_with_sizes_copy_out(KernelContext&, const Tensor& self, Span<const int64_t> split_sizes,
                                int64_t dim, Span<Tensor> out) {
  size_t at;
  TRY(check_dim(dim, self, at));
  if (split_sizes.size() != out.size()) {
    return fault(Error::InvalidArgument, "a split into another number of parts than outputs");
  }
  int32_t begin = 0;
  for (size_t i = 0; i < out.size(); ++i) {
    if (split_sizes[i] < 0 || split_sizes[i] > self.size(at) - begin) {
      return fault(Error::InvalidArgument, "a part that is not inside the dimension");
    }
    const auto size = static_cast<int32_t>(split_sizes[i]);
    TRY(copy_positions<selected::outputs(Operator::aten_split_with_sizes_copy_out)>(self, at, begin,
                                                                                    size, out[i]));
    begin += size;
  }
  return begin == self.size(at) ? Error::Ok
                                : fault(Error::InvalidArgument, "a split of less than the whole");
}

// out[k][.., ..] = self[.., k, ..]
// Any dim orders; outputs must not alias.   Source: aten::unbind_copy.int_out
Error unbind_copy_out(KernelContext&, const Tensor& self, int64_t dim, Span<Tensor> out) {
  size_t at;
  TRY(check_dim(dim, self, at));
  if (static_cast<size_t>(self.size(at)) != out.size()) {
    return fault(Error::InvalidArgument, "a split into another number of parts than outputs");
  }
  Transfer part;
  read_all(self, part);
  const int32_t stride = part.strides[kFrom][at];
  part.remove(at);
  for (Tensor& each : out) {
    TRY(copy_part<selected::outputs(Operator::aten_unbind_copy_int_out)>(part, self, each));
    part.start[kFrom] += stride;
  }
  return Error::Ok;
}

}  // namespace kerf::portable
