// Copies elements of a tensor's memory at given distances.
#include "kernels/portable/as_strided_copy.h"

#include "kernels/portable/transfer.h"
#include "selected/dtypes.h"
#include "selected/operators.h"

namespace kerf::portable {

// out[i_0, i_1, ..] = memory[storage_offset + i_0 * stride[0] + i_1 * stride[1] + ..], the memory
// being self's in whatever dim order
// out must not alias.   Source: aten::as_strided_copy.out
Error as_strided_copy_out(KernelContext&, const Tensor& self, Span<const int64_t> size,
                          Span<const int64_t> stride, const Optional<int64_t>& storage_offset,
                          Tensor& out) {
  if (size.size() != stride.size() || size.size() > kMaxRank)
    return fault(Error::InvalidArgument, "sizes and strides of different ranks");
  const int64_t start = storage_offset ? *storage_offset : 0;
  const auto count = static_cast<int64_t>(self.numel());
  if (start < 0 || start > count)
    return fault(Error::InvalidArgument, "a start outside of the tensor");
  Transfer part;
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
  return copy_part<selected::outputs(Operator::aten_as_strided_copy_out)>(part, self, out);
}

}  // namespace kerf::portable
