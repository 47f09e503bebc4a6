// Copies between the memory of a device and that of its host, which are one here.
#pragma once

#include "kernels/context.h"
#include "kernels/support/copy.h"

namespace kerf::portable {

// out[i] = self[i]
// Errors as copy_alike().   Source: et_copy::_h2d_copy.out
template <typename Facts>
Error h2d_copy_out(KernelContext&, const Tensor& self, Tensor& out) {
  return copy_alike<Facts>(self, out);
}

// out[i] = self[i]
// Errors as copy_alike().   Source: et_copy::_d2h_copy.out
template <typename Facts>
Error d2h_copy_out(KernelContext&, const Tensor& self, Tensor& out) {
  return copy_alike<Facts>(self, out);
}

}  // namespace kerf::portable
