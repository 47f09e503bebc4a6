// Whether two tensors are nearly equal.
#pragma once

#include "core/libc.h"
#include "kernels/context.h"
#include "kernels/support/binary.h"

namespace kerf::portable {

template <typename T>
struct Close {
  using V = ValueOf<T>;
  // Integers and bools are compared as Float.
  static constexpr bool kExact = !Element<T>::kFloating;

  double rtol;
  double atol;
  bool equal_nan;

  bool operator()(V a, V b) const {
    if constexpr (kExact) {
      return a == b || near<float>(static_cast<float>(a), static_cast<float>(b));
    } else {
      return a == b || (equal_nan && a != a && b != b) || near<T>(a, b);
    }
  }

  // Each step is rounded to an element of type R.
  template <typename R>
  bool near(ValueOf<R> a, ValueOf<R> b) const {
    using W = ValueOf<R>;
    const W share = rounded<R>(static_cast<W>(rtol) * b);
    const W error = size_of(rounded<R>(a - b));
    const W allowed = size_of(rounded<R>(static_cast<W>(atol) + share));
    return error <= allowed && error - error == 0;
  }
  template <typename W>
  static W size_of(W value) {
    return value < 0 ? -value : value;
  }
};

// out = whether |self[i] - other[i]| <= atol + rtol * |other[i]| for all i, with self and other of
// one dtype expanded to one shape, or both are equal, or NaN with equal_nan   out has one element.
// Errors: InvalidType (dtypes that differ); InvalidArgument (shapes that cannot be broadcast, a
// negative tolerance, an output of several elements); NotSupported (not selected).
// Source: aten::allclose.out of ExecuTorch, torch.allclose
template <typename Facts>
Error allclose_out(KernelContext&, const Tensor& self, const Tensor& other, double rtol,
                   double atol, bool equal_nan, bool, Tensor& out) {
  if (self.scalar_type() != other.scalar_type())
    return fault(Error::InvalidType, "tensors whose dtypes differ");
  if (!(rtol >= 0) || !(atol >= 0)) return fault(Error::InvalidArgument, "a negative tolerance");
  int32_t sizes[kMaxRank];
  for (size_t dim = 0; dim < out.dim(); ++dim) sizes[dim] = 1;
  KERF_TRY(resize(out, {sizes, out.dim()}));
  Span<const int32_t> shape;
  KERF_TRY(broadcast(self.sizes(), other.sizes(), sizes, shape));
  int32_t strides[2][kMaxRank];
  KERF_TRY(expand_strides(self, shape, strides[0]));
  KERF_TRY(expand_strides(other, shape, strides[1]));
  Walk<2> walk;
  bool empty = false;
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    const int32_t steps[2] = {strides[0][dim], strides[1][dim]};
    if (shape[dim] == 0) {
      empty = true;
    } else {
      walk.add(shape[dim], steps);
    }
  }
  bool close = true;
  const Error error = dispatch<Facts::self.dtypes>(self.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    const Close<T> is_close{rtol, atol, equal_nan};
    if (empty) return Error::Ok;
    do {
      const T* a = self.const_data_ptr<T>() + walk.offset(0);
      const T* b = other.const_data_ptr<T>() + walk.offset(1);
      for (int32_t i = 0; i < walk.count() && close; ++i, a += walk.step(0), b += walk.step(1)) {
        close = is_close(load(a), load(b));
      }
    } while (close && walk.next());
    return Error::Ok;
  });
  KERF_TRY(error);
  *out.mutable_data_ptr<bool>() = close;
  return Error::Ok;
}

}  // namespace kerf::portable
