// Complex elements and their parts.
#pragma once

#include <stdint.h>

#include "core/fault.h"
#include "kernels/context.h"
#include "kernels/support/elementwise.h"
#include "kernels/support/strided_copy.h"
#include "tensor/complex.h"

namespace kerf::portable {

// Any dim orders where they were selected. Errors of all: InvalidType (out's dtype does not follow
// from self's); InvalidArgument (out cannot have the shape, or one of too many dimensions);
// NotSupported (dtypes or dim orders that were not selected).

// out[i] = real(self[i]) - imag(self[i]) j, where elements that are not complex have no imag
// out may be self.   Source: aten::_conj_physical.out
template <typename Facts>
Error conj_physical_out(KernelContext&, const Tensor& self, Tensor& out) {
  constexpr DtypeSet kComplex = Facts::out.dtypes & kComplexTypes;
  using Layouts = LayoutsOf<Facts>;
  if constexpr (kComplex != Facts::out.dtypes) {
    if (!is_complex(self.scalar_type())) return copy_alike<Facts>(self, out);
  }
  KERF_TRY(Layouts::resize(self, out));
  return dispatch<kComplex>(out.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    return map_unary<T, Layouts, false>(self, out, [](auto x) {
      x.imag = -x.imag;
      return x;
    });
  });
}

// out[.., 0] = real(self[..]), out[.., 1] = imag(self[..])
// out must not alias.   Source: aten::view_as_real_copy.out
template <typename Facts>
Error view_as_real_copy_out(KernelContext&, const Tensor& self, Tensor& out) {
  if (!is_complex(self.scalar_type()) || part_type(self.scalar_type()) != out.scalar_type())
    return fault(Error::InvalidType, "an output whose dtype is not that of the input's parts");
  StridedCopy parts;
  read_all(self, parts);
  KERF_TRY(parts.insert(self.dim(), 2));
  KERF_TRY(resize(out, parts.shape()));
  if (out.numel() == 0) return Error::Ok;
  // Strides count no more elements than out has, so that they do not overflow.
  for (size_t i = 0; i < self.dim(); ++i) parts.strides[kFrom][i] *= 2;
  parts.strides[kFrom][self.dim()] = 1;
  compute_strides(out, parts.strides[kTo]);
  Walk<2> walk;
  walk_copy(walk, parts, out);
  return move_walk<Facts::out.dtypes>(walk, self.const_data_ptr(), out);
}

}  // namespace kerf::portable
