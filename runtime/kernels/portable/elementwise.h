// Loops of the operators that compute each element of the output from the elements at its place.
#pragma once

#include <stdint.h>

#include "kernels/portable/convert.h"
#include "kernels/portable/layout.h"
#include "kernels/trait.h"
#include "loops/map.h"
#include "selected/dtypes.h"
#include "selected/operators.h"
#include "selected/traits.h"
#include "tensor/broadcast.h"
#include "tensor/promote.h"

namespace kerf::portable {

// out[i] = f(self[i]), where `out` has the dtype of T and the shape of `self`; without kPermuted
// also its dim order, without kMixed also its dtype. `f` takes and gives a ValueOf<T>.
// Error: NotSupported where self's dtype is not in kInputs.
template <typename T, bool kPermuted, bool kMixed, DtypeSet kInputs, typename F>
Error map_unary(const Tensor& self, Tensor& out, F f) {
  T* to = out.mutable_data_ptr<T>();
  const T* from = self.const_data_ptr<T>();
  if constexpr (!kPermuted && !kMixed) {
    map_row(to, from, 1, static_cast<int32_t>(out.numel()), f);
  } else {
    if (out.numel() == 0) return Error::Ok;
    int32_t strides[1][kMaxRank];
    compute_strides(self, strides[0]);
    Walk<1> walk;
    walk_storage(walk, out, strides);
    do {
      const int32_t n = walk.count();
      const T* in = from + walk.offset(0);
      int32_t step = walk.step(0);
      if constexpr (kMixed) {
        if (self.scalar_type() != out.scalar_type()) {
          // `out` holds the converted elements until f has seen them.
          TRY(convert_run<kInputs>(self.scalar_type(), self.const_data_ptr(), walk.offset(0), step,
                                   to, n));
          in = to;
          step = 1;
        }
      }
      to = map_row(to, in, step, n, f);
    } while (walk.next());
  }
  return Error::Ok;
}

// out = f(self): the whole of an operator that gives its input's dtype and shape. kTypes: dtypes
// that it is defined for. f = make(TypeTag<T>{}) takes and gives a ValueOf<T>.
// Errors: InvalidType, InvalidArgument as resize_like(); NotSupported (a dtype or dim orders that
// were not selected).
template <Operator kOperator, DtypeSet kTypes, typename Make>
Error unary(const Tensor& self, Tensor& out, Make make) {
  constexpr bool kPermuted = selected::needs(kOperator, Trait::permuted);
  TRY(kPermuted ? resize_like(self, out) : resize_alike(self, out));
  return dispatch<selected::outputs(kOperator) & kTypes>(out.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    return map_unary<T, kPermuted, false, 0>(self, out, make(tag));
  });
}

// Elements of an operand that are converted at a time where dtypes differ.
inline constexpr int32_t kConvertedRun = 32;

// out = f(a, b), stretched to the shape of `out`, which has the dtype of T. Operands of other
// dtypes are converted to it piece by piece. Error: NotSupported where a dtype is not in kInputs.
template <typename T, bool kWalks, bool kMixed, DtypeSet kInputs, typename F>
Error map_binary(const Tensor& a, const Tensor& b, Tensor& out, F f) {
  T* to = out.mutable_data_ptr<T>();
  const T* from_a = a.const_data_ptr<T>();
  const T* from_b = b.const_data_ptr<T>();
  if constexpr (!kWalks && !kMixed) {
    map_row(to, from_a, 1, from_b, 1, static_cast<int32_t>(out.numel()), f);
  } else {
    if (out.numel() == 0) return Error::Ok;
    int32_t strides[2][kMaxRank];
    TRY(stretch(a, out.sizes(), strides[0]));
    TRY(stretch(b, out.sizes(), strides[1]));
    Walk<2> walk;
    walk_storage(walk, out, strides);
    const bool mixed = a.scalar_type() != out.scalar_type() || b.scalar_type() != out.scalar_type();
    do {
      if (!kMixed || !mixed) {
        to = map_row(to, from_a + walk.offset(0), walk.step(0), from_b + walk.offset(1),
                     walk.step(1), walk.count(), f);
        continue;
      }
      if constexpr (kMixed) {
        for (int32_t done = 0; done < walk.count(); done += kConvertedRun) {
          const int32_t rest = walk.count() - done;
          const int32_t count = rest < kConvertedRun ? rest : kConvertedRun;
          T as[kConvertedRun];
          T bs[kConvertedRun];
          TRY(convert_run<kInputs>(a.scalar_type(), a.const_data_ptr(),
                                   walk.offset(0) + done * walk.step(0), walk.step(0), as, count));
          TRY(convert_run<kInputs>(b.scalar_type(), b.const_data_ptr(),
                                   walk.offset(1) + done * walk.step(1), walk.step(1), bs, count));
          to = map_row(to, as, 1, bs, 1, count, f);
        }
      }
    } while (walk.next());
  }
  return Error::Ok;
}

// Checks and resizes for out = f(a, b). Errors as binary().
template <Operator kOperator>
Error check_binary(const Tensor& a, const Tensor& b, Tensor& out) {
  if constexpr (selected::needs(kOperator, Trait::mixed)) {
    const Result<ScalarType> type = result_type(a, b);
    TRY(type.error());
    if (type.get() != out.scalar_type())
      return fault(Error::InvalidType, "an output of another dtype than the result");
  } else if (a.scalar_type() != out.scalar_type() || b.scalar_type() != out.scalar_type()) {
    return fault(Error::NotSupported, "operands whose dtypes differ were not selected");
  }
  if constexpr (selected::needs(kOperator, Trait::broadcast)) {
    return resize_to_broadcast(out, a, b);
  } else {
    if (!same_shape(a, b))
      return fault(Error::NotSupported, "operands whose shapes differ were not selected");
    TRY(resize(out, a.sizes()));
    if constexpr (selected::needs(kOperator, Trait::permuted)) return Error::Ok;
    TRY(same_layout(a, b));
    return same_layout(a, out);
  }
}

// out = f(a, b): the whole of an operator on two tensors, stretched to one shape and promoted to
// one dtype, out's. kTypes: dtypes that it is defined for. f = make(TypeTag<T>{}) takes and gives a
// WrapOf<T>.
// Errors: InvalidArgument (shapes that cannot be broadcast, or that `out` cannot have); InvalidType
// (out's dtype is not what the operands' promote to); NotSupported (dtypes, shapes or dim orders
// that were not selected).
template <Operator kOperator, DtypeSet kTypes, typename Make>
Error binary(const Tensor& a, const Tensor& b, Tensor& out, Make make) {
  constexpr bool kWalks =
      selected::needs(kOperator, Trait::broadcast) || selected::needs(kOperator, Trait::permuted);
  constexpr bool kMixed = selected::needs(kOperator, Trait::mixed);
  TRY(check_binary<kOperator>(a, b, out));
  return dispatch<selected::outputs(kOperator) & kTypes>(out.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    return map_binary<T, kWalks, kMixed, selected::inputs(kOperator)>(a, b, out, make(tag));
  });
}

// out = f(self, number), promoted to one dtype, out's: the whole of an operator on a tensor and a
// number. f = make(TypeTag<T>{}) takes and gives a WrapOf<T> and holds the number. Errors as
// binary().
template <Operator kOperator, DtypeSet kTypes, typename Make>
Error with_number(const Tensor& self, const Scalar& number, Tensor& out, Make make) {
  constexpr bool kPermuted = selected::needs(kOperator, Trait::permuted);
  constexpr bool kMixed = selected::needs(kOperator, Trait::mixed);
  if (result_type(self.scalar_type(), number) != out.scalar_type()) {
    return fault(Error::InvalidType, "an output of another dtype than the result");
  }
  if (!kMixed && self.scalar_type() != out.scalar_type()) {
    return fault(Error::NotSupported, "operands whose dtypes differ were not selected");
  }
  TRY(resize(out, self.sizes()));
  if (!kPermuted) TRY(same_layout(self, out));
  return dispatch<selected::outputs(kOperator) & kTypes>(out.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    const auto f = make(tag);
    return map_unary<T, kPermuted, kMixed, selected::inputs(kOperator)>(
        self, out, [=](ValueOf<T> x) { return f(static_cast<WrapOf<T>>(x)); });
  });
}

// Ok, or InvalidArgument where a factor is floating and the result is not.
inline Error check_factor(const Scalar& factor, const Tensor& out) {
  if (factor.is_floating() && !contains(kFloatingTypes, out.scalar_type())) {
    return fault(Error::InvalidArgument, "a floating factor for a result that is not floating");
  }
  return Error::Ok;
}

}  // namespace kerf::portable
