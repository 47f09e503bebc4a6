// The element of a tensor as a number.
#pragma once

#include "kernels/dispatch.h"
#include "kernels/support/numbers.h"
#include "tensor/element.h"
#include "tensor/tensor.h"

namespace kerf::prim {

// out = self[0], the only element.   Source: aten::_local_scalar_dense
template <typename Facts>
Error local_scalar_dense(KernelContext&, const Tensor& self, Scalar& out) {
  if (self.numel() != 1)
    return fault(Error::InvalidArgument, "only a tensor of one element has an item");
  return dispatch<Facts::self.dtypes>(self.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    const ValueOf<T> value = load(self.const_data_ptr<T>());
    if constexpr (Element<T>::kFloating) {
      out = static_cast<double>(value);
    } else if constexpr (sizeof(T) == 1 && T(2) == T(1)) {
      out = static_cast<bool>(value);
    } else {
      out = static_cast<int64_t>(value);
      if (T(-1) > T(0) && out.integer() < 0) return overflow();
    }
    return Error::Ok;
  });
}

}  // namespace kerf::prim
