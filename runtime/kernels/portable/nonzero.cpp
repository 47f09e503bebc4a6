// Where elements are not zero.
#include "kernels/portable/nonzero.h"

#include "kernels/dispatch.h"
#include "kernels/portable/layout.h"
#include "selected/dtypes.h"
#include "selected/operators.h"
#include "tensor/element.h"

namespace kerf::portable {
namespace {

// Counts the elements that are not zero, up to `most`, and, where `to` is not null, writes their
// coordinates.
template <typename T>
int32_t visit(const Tensor& self, const int32_t* strides, int64_t* to, int32_t most) {
  int32_t found = 0;
  int32_t at[kMaxRank] = {};
  int32_t offset = 0;
  for (size_t left = self.numel(); left > 0 && found < most; --left) {
    if (load(self.const_data_ptr<T>() + offset) != 0) {
      ++found;
      for (size_t i = 0; to != nullptr && i < self.dim(); ++i) *to++ = at[i];
    }
    for (size_t i = self.dim(); i-- > 0;) {
      offset += strides[i];
      if (++at[i] < self.size(i)) break;
      offset -= self.size(i) * strides[i];
      at[i] = 0;
    }
  }
  return found;
}

}  // namespace

// out[k] = coordinates of the k-th element of self that is not 0, in row-major order
// out: Long[found, rank]; self of any dim order.   Source: aten::nonzero.out
Error nonzero_out(KernelContext&, const Tensor& self, Tensor& out) {
  if (out.scalar_type() != ScalarType::Long)
    return fault(Error::InvalidType, "an output of coordinates that is not Long");
  TRY(row_major(out));
  int32_t strides[kMaxRank];
  compute_strides(self, strides);
  constexpr DtypeSet kTypes = selected::inputs(Operator::aten_nonzero_out);
  return dispatch<kTypes>(self.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    const int32_t found = visit<T>(self, strides, nullptr, INT32_MAX);
    const int32_t shape[] = {found, static_cast<int32_t>(self.dim())};
    TRY(resize(out, {shape, 2}));
    // Not more than were counted, even where a hostile program puts `out` over `self`.
    visit<T>(self, strides, out.mutable_data_ptr<int64_t>(), found);
    return Error::Ok;
  });
}

}  // namespace kerf::portable
