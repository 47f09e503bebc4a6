// Copies a part of one dimension.
#include "kernels/portable/slice_copy.h"

#include "kernels/portable/slices.h"
#include "kernels/portable/transfer.h"
#include "selected/dtypes.h"
#include "selected/operators.h"

namespace kerf::portable {

// out[.., i, ..] = self[.., start + i * step, ..]
// Any dim orders; out must not alias.   Source: aten::slice_copy.Tensor_out
Error slice_copy_out(KernelContext&, const Tensor& self, int64_t dim,
                     const Optional<int64_t>& start, const Optional<int64_t>& end, int64_t step,
                     Tensor& out) {
  size_t at;
  TRY(wrap_dim(dim, self.dim(), at));
  if (self.dim() == 0) return fault(Error::InvalidArgument, "a slice of a tensor of rank 0");
  Slice slice;
  TRY(slice_of(self.size(at), start, end, step, slice));
  Transfer part;
  read_all(self, part);
  part.start[kFrom] = slice.count == 0 ? 0 : slice.begin * part.strides[kFrom][at];
  part.strides[kFrom][at] *= slice.step;
  part.sizes[at] = slice.count;
  return copy_part<selected::outputs(Operator::aten_slice_copy_Tensor_out)>(part, self, out);
}

// out[.., i, ..] = self[.., start + i, ..] for i < length
// Any dim orders; out must not alias.   Source: aten::narrow_copy.out
Error narrow_copy_out(KernelContext&, const Tensor& self, int64_t dim, int64_t start,
                      int64_t length, Tensor& out) {
  size_t at;
  TRY(wrap_dim(dim, self.dim(), at));
  if (self.dim() == 0) return fault(Error::InvalidArgument, "a slice of a tensor of rank 0");
  const int32_t size = self.size(at);
  if (start < 0) start += size;
  if (start < 0 || start > size || length < 0 || length > size - start) {
    return fault(Error::InvalidArgument, "a part that is not inside the dimension");
  }
  Transfer part;
  read_all(self, part);
  part.start[kFrom] = length == 0 ? 0 : static_cast<int32_t>(start) * part.strides[kFrom][at];
  part.sizes[at] = static_cast<int32_t>(length);
  return copy_part<selected::outputs(Operator::aten_narrow_copy_out)>(part, self, out);
}

// out[.., ..] = self[.., index, ..]
// Any dim orders; out must not alias.   Source: aten::select_copy.int_out
Error select_copy_out(KernelContext&, const Tensor& self, int64_t dim, int64_t index, Tensor& out) {
  size_t at;
  TRY(wrap_dim(dim, self.dim(), at));
  if (self.dim() == 0) return fault(Error::InvalidArgument, "a slice of a tensor of rank 0");
  int32_t position;
  TRY(wrap_index(index, self.size(at), position));
  Transfer part;
  read_all(self, part);
  part.start[kFrom] = position * part.strides[kFrom][at];
  part.remove(at);
  return copy_part<selected::outputs(Operator::aten_select_copy_int_out)>(part, self, out);
}

}  // namespace kerf::portable
