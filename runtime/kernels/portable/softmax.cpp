// Softmax.
#include "kernels/portable/softmax.h"

#include "core/libc.h"
#include "kernels/dispatch.h"
#include "kernels/portable/layout.h"
#include "selected/dtypes.h"
#include "selected/operators.h"
#include "tensor/element.h"
#include "tensor/promote.h"

namespace kerf::portable {
namespace {

// Normalises from[0], from[step], .. from[(count - 1) * step].
template <typename T>
void softmax_of(const T* from, T* to, int32_t step, int32_t count) {
  using V = ValueOf<T>;
  V largest = load(from);
  for (int32_t i = 1; i < count; ++i) {
    const V x = load(from + i * step);
    if (!(x <= largest)) largest = x;  // a NaN becomes the largest, and every result
  }
  V sum{0};
  for (int32_t i = 0; i < count; ++i) {
    const V x = libc::exp(load(from + i * step) - largest);
    if constexpr (sizeof(T) == sizeof(V)) store(to + i * step, x);
    sum += x;
  }
  for (int32_t i = 0; i < count; ++i) {
    // Of a narrow type the exponential is computed again rather than rounded twice.
    V x;
    if constexpr (sizeof(T) == sizeof(V)) {
      x = load(to + i * step);
    } else {
      x = libc::exp(load(from + i * step) - largest);
    }
    store(to + i * step, x / sum);
  }
}

}  // namespace

// out[..,i,..] = exp(self[..,i,..] - m) / sum_j exp(self[..,j,..] - m), m the largest
// i and j along `dim`. Half and BFloat16 are computed in float; out may be self where its type is
// neither; one dim order.   Source: aten::_softmax.out
Error softmax_out(KernelContext&, const Tensor& self, int64_t dim, bool half_to_float,
                  Tensor& out) {
  if (half_to_float) return fault(Error::InvalidArgument, "a softmax that changes the dtype");
  size_t wrapped;
  TRY(wrap_dim(dim, self.dim(), wrapped));
  TRY(resize_alike(self, out));
  return dispatch<selected::outputs(Operator::aten__softmax_out) & kFloatingTypes>(
      out.scalar_type(), [&](auto tag) {
        using T = typename decltype(tag)::Type;
        if (out.numel() == 0) return Error::Ok;
        const Around shape = out.dim() == 0 ? Around{1, 1, 1} : around(out, wrapped);
        for (int32_t outer = 0; outer < shape.outer; ++outer) {
          for (int32_t inner = 0; inner < shape.inner; ++inner) {
            const int32_t first = outer * shape.size * shape.inner + inner;
            softmax_of(self.const_data_ptr<T>() + first, out.mutable_data_ptr<T>() + first,
                       shape.inner, shape.size);
          }
        }
        return Error::Ok;
      });
}

}  // namespace kerf::portable
