// Repeats a tensor along its dimensions.
#include "kernels/portable/repeat.h"

#include "kernels/portable/transfer.h"
#include "selected/dtypes.h"
#include "selected/operators.h"

namespace kerf::portable {

// out[i_0, i_1, ..] = self[i_0 mod n_0, i_1 mod n_1, ..], self having leading dimensions of size 1
// Any dim orders; out must not alias.   Source: aten::repeat.out
Error repeat_out(KernelContext&, const Tensor& self, Span<const int64_t> repeats, Tensor& out) {
  if (repeats.size() < self.dim() || repeats.size() > kMaxRank)
    return fault(Error::InvalidArgument, "fewer repeats than dimensions");
  if (self.scalar_type() != out.scalar_type()) {
    return fault(Error::InvalidType, "the output's dtype is not the input's");
  }
  Transfer whole;
  read_all(self, whole);
  while (whole.rank < repeats.size()) TRY(whole.insert(0, 1));
  int32_t sizes[kMaxRank];
  for (size_t i = 0; i < whole.rank; ++i) {
    if (repeats[i] < 0 || repeats[i] > INT32_MAX || repeats[i] * whole.sizes[i] > INT32_MAX)
      return fault(Error::InvalidArgument, "impossible repeats");
    sizes[i] = static_cast<int32_t>(repeats[i]) * whole.sizes[i];
  }
  TRY(resize(out, {sizes, whole.rank}));
  if (out.numel() == 0) return Error::Ok;
  compute_strides(out, whole.strides[kTo]);
  // Each dimension is one of repeats around one of positions; those of size 1 are left out.
  Transfer part;
  for (size_t i = 0; i < whole.rank; ++i) {
    const int32_t stride = whole.strides[kTo][i];
    const int32_t loops[2][3] = {
        {static_cast<int32_t>(repeats[i]), 0, stride * whole.sizes[i]},
        {whole.sizes[i], whole.strides[kFrom][i], stride},
    };
    for (const auto& [size, from, to] : loops) {
      if (size == 1) continue;
      TRY(part.insert(part.rank, size));
      part.strides[kFrom][part.rank - 1] = from;
      part.strides[kTo][part.rank - 1] = to;
    }
  }
  return move_part<selected::outputs(Operator::aten_repeat_out)>(part, self, out);
}

}  // namespace kerf::portable
