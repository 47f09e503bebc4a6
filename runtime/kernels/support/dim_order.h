// The `dim_order` argument of copying operators.
#pragma once

#include <stdint.h>

#include "core/fault.h"
#include "core/optional.h"
#include "core/span.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// Ok where `dim_order` is absent or is that of `out`; else InvalidArgument.
inline Error check_dim_order(const Optional<Span<const int64_t>>& dim_order, const Tensor& out) {
  if (!dim_order) return Error::Ok;
  bool same = dim_order->size() == out.dim();
  for (size_t i = 0; same && i < out.dim(); ++i) same = (*dim_order)[i] == out.dim_order()[i];
  return same ? Error::Ok
              : fault(Error::InvalidArgument, "an output whose dim order is not the requested one");
}

}  // namespace kerf::portable
