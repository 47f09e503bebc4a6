// Moves elements along dimensions; what leaves at one end comes in at the other.
#include "kernels/portable/roll.h"

#include "kernels/portable/transfer.h"
#include "selected/dtypes.h"
#include "selected/operators.h"

namespace kerf::portable {
namespace {

// `number` mod `size` > 0, in [0, size). By bits: a division of 64 bits is a library function that
// nothing else needs.
int32_t modulo(int64_t number, int32_t size) {
  const auto divisor = static_cast<uint32_t>(size);
  const uint64_t magnitude =
      number < 0 ? 0 - static_cast<uint64_t>(number) : static_cast<uint64_t>(number);
  uint32_t rest = 0;
  for (unsigned bit = 64; bit-- > 0;) {
    rest = rest << 1 | static_cast<uint32_t>(magnitude >> bit & 1);
    if (rest >= divisor) rest -= divisor;
  }
  return static_cast<int32_t>(number < 0 && rest != 0 ? divisor - rest : rest);
}

// Moves the elements of `whole` by `shifts`[rank], each below its size: 2^k boxes, where k
// dimensions are shifted.
template <DtypeSet kTypes>
Error move_boxes(const Transfer& whole, const int32_t* shifts, const Tensor& self, Tensor& out) {
  uint32_t shifted = 0;
  for (size_t i = 0; i < whole.rank; ++i) shifted |= (shifts[i] != 0 ? 1u : 0u) << i;
  // Counts through all subsets of `shifted`: the dimensions in which elements come in again.
  uint32_t wrapped = 0;
  do {
    Transfer box = whole;
    for (size_t i = 0; i < whole.rank; ++i) {
      const int32_t kept = whole.sizes[i] - shifts[i];
      const bool wraps = (wrapped >> i & 1u) != 0;
      box.sizes[i] = wraps ? shifts[i] : kept;
      box.start[kFrom] += wraps ? kept * whole.strides[kFrom][i] : 0;
      box.start[kTo] += wraps ? 0 : shifts[i] * whole.strides[kTo][i];
    }
    TRY(move_part<kTypes>(box, self, out));
    wrapped = (wrapped - shifted) & shifted;
  } while (wrapped != 0);
  return Error::Ok;
}

}  // namespace

// out[.., (i + shift) mod size, ..] = self[.., i, ..] for each dimension of `dims`
// Any dim orders; out must not alias.   Source: aten::roll.out
Error roll_out(KernelContext&, const Tensor& self, Span<const int64_t> shifts,
               Span<const int64_t> dims, Tensor& out) {
  const bool flat = dims.empty() && shifts.size() == 1;
  if (!flat && (dims.size() != shifts.size() || dims.empty()))
    return fault(Error::InvalidArgument, "not one shift for each dimension");
  TRY(resize_like(self, out));
  Transfer whole;
  read_all(self, whole);
  write_all(out, whole);
  int32_t by[kMaxRank] = {};
  if (flat) {
    TRY(row_major(self));
    TRY(row_major(out));
    whole.rank = 1;
    whole.sizes[0] = static_cast<int32_t>(self.numel());
    whole.strides[kFrom][0] = 1;
    whole.strides[kTo][0] = 1;
    if (self.numel() != 0) by[0] = modulo(shifts[0], whole.sizes[0]);
  }
  for (size_t i = 0; i < dims.size(); ++i) {
    size_t at;
    TRY(wrap_dim(dims[i], self.dim(), at));
    if (at >= self.dim()) return fault(Error::InvalidArgument, "a roll of a tensor of rank 0");
    if (self.size(at) == 0) continue;
    by[at] += modulo(shifts[i], self.size(at)) - self.size(at);
    if (by[at] < 0) by[at] += self.size(at);
  }
  return move_boxes<selected::outputs(Operator::aten_roll_out)>(whole, by, self, out);
}

}  // namespace kerf::portable
