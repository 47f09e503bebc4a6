// Pads a tensor with a number.
#pragma once

#include <stdint.h>

#include "core/span.h"
#include "kernels/context.h"
#include "kernels/facts.h"
#include "kernels/support/fill.h"
#include "kernels/support/strided_copy.h"
#include "tensor/scalar.h"

namespace kerf::portable {

// out[.., before + i, ..] = self[.., i, ..], value elsewhere
// pad: before and after, the last dimension first; negative numbers crop. Any dim orders; `out`
// must not alias. Errors: InvalidArgument (`pad` is not in pairs or too long, a size below 0, `out`
// cannot have the shape); InvalidType (out's dtype is not self's); NotSupported (a dtype that was
// not selected).   Source: aten::constant_pad_nd.out
template <typename Facts>
Error constant_pad_nd_out(KernelContext&, const Tensor& self, Span<const int64_t> pad,
                          const Scalar& value, Tensor& out) {
  if (self.scalar_type() != out.scalar_type()) {
    return fault(Error::InvalidType, "the output's dtype is not the input's");
  }
  if (pad.size() % 2 != 0 || pad.size() / 2 > self.dim())
    return fault(Error::InvalidArgument, "padding that is not in pairs, or of too many dimensions");
  StridedCopy part;
  read_all(self, part);
  int32_t sizes[kMaxRank];
  int32_t before[kMaxRank] = {};
  for (size_t i = 0; i < self.dim(); ++i) sizes[i] = self.size(i);
  for (size_t i = 0; i < pad.size(); i += 2) {
    const size_t dim = self.dim() - 1 - i / 2;
    const int64_t low = pad[i];
    const int64_t high = pad[i + 1];
    constexpr int64_t kLimit = INT32_MAX;
    if (low < -kLimit || low > kLimit || high < -kLimit || high > kLimit)
      return fault(Error::InvalidArgument, "impossible padding");
    const int64_t size = sizes[dim] + low + high;
    if (size < 0 || size > kLimit) return fault(Error::InvalidArgument, "impossible padding");
    // What is left of the tensor where negative padding crops it.
    const int64_t first = low < 0 ? -low : 0;
    const int64_t kept = sizes[dim] - first + (high < 0 ? high : 0);
    sizes[dim] = static_cast<int32_t>(size);
    part.sizes[dim] = kept > 0 ? static_cast<int32_t>(kept) : 0;
    if (kept > 0) part.start[kFrom] += static_cast<int32_t>(first) * part.strides[kFrom][dim];
    before[dim] = low > 0 ? static_cast<int32_t>(low) : 0;
  }
  KERF_TRY(resize(out, {sizes, self.dim()}));
  KERF_TRY(fill_all<Facts::out.dtypes>(value, out));
  if (numel_of(part.shape()) == 0) return Error::Ok;
  compute_strides(out, part.strides[kTo]);
  for (size_t i = 0; i < self.dim(); ++i) part.start[kTo] += before[i] * part.strides[kTo][i];
  return move_part<Facts::out.dtypes>(part, self, out);
}

}  // namespace kerf::portable
