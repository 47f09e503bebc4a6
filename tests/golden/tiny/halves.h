// Templates of the tiny library: tests compile the table that names them, and never link it.
#pragma once

#include "kernels/context.h"
#include "kernels/facts.h"
#include "tensor/scalar.h"
#include "tensor/tensor.h"

namespace tiny {

template <typename Facts>
kerf::Error half_of_out(kerf::KernelContext&, const kerf::Tensor&, kerf::Tensor&) {
  static_assert(Facts::self.present() && Facts::out.present());
  return kerf::Error::NotSupported;
}

template <typename Facts>
kerf::Error half_of_number(kerf::KernelContext&, const kerf::Scalar&, kerf::Scalar&) {
  static_assert(Facts::number.may_be_double());
  return kerf::Error::NotSupported;
}

}  // namespace tiny
