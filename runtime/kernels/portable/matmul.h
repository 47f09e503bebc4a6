// Matrix products.
#pragma once

#include "kernels/context.h"
#include "kernels/dispatch.h"
#include "kernels/facts.h"
#include "loops/sums.h"
#include "tensor/broadcast.h"
#include "tensor/promote.h"
#include "tensor/scalar.h"

namespace kerf::portable {
// Checks the operands of out[M,N] = a[M,K] b[K,N] and resizes `out`.
template <bool kOneDtype>
Error check_product(const Tensor& a, const Tensor& b, Tensor& out) {
  if (!kOneDtype &&
      (a.scalar_type() != out.scalar_type() || b.scalar_type() != out.scalar_type())) {
    return fault(Error::InvalidType, "a matrix product of several dtypes");
  }
  if (a.dim() != 2 || b.dim() != 2 || a.size(1) != b.size(0)) {
    return fault(Error::InvalidArgument, "operands that do not make a matrix product");
  }
  const int32_t sizes[] = {a.size(0), b.size(1)};
  return resize(out, sizes);
}

// out = start + a b, where start[m,n] = start[m * start_strides[0] + n * start_strides[1]].
template <typename T>
void multiply(const Tensor& a, const Tensor& b, const T* start, const int32_t* start_strides,
              Tensor& out) {
  int32_t a_strides[2];
  int32_t b_strides[2];
  int32_t out_strides[2];
  compute_strides(a, a_strides);
  compute_strides(b, b_strides);
  compute_strides(out, out_strides);
  if (a.size(1) == 0)
    a_strides[0] = b_strides[1] = 0;  // no terms: the pointers may be null and stay where they are
  Sums<T> sums;
  sums.step.input = b_strides[1];
  sums.step.start = start_strides[1];
  sums.step.out = out_strides[1];
  sums.terms[0] = sums.terms[1] = {1, 0, 0};
  sums.terms[2] = {a.size(1), b_strides[0], a_strides[1]};
  for (int32_t m = 0; m < out.size(0); ++m) {
    sums.input = b.const_data_ptr<T>();
    sums.weight = a.const_data_ptr<T>() + m * a_strides[0];
    sums.start = start + m * start_strides[0];
    sums.out = out.mutable_data_ptr<T>() + m * out_strides[0];
    sums.run(out.size(1));
  }
}

// out = alpha * out + beta * start; start is not read where beta is 0.
template <typename T>
void scale(const T* start, const int32_t* start_strides, WrapOf<T> beta, WrapOf<T> alpha,
           Tensor& out) {
  int32_t out_strides[2];
  compute_strides(out, out_strides);
  for (int32_t m = 0; m < out.size(0); ++m) {
    for (int32_t n = 0; n < out.size(1); ++n) {
      T* at = out.mutable_data_ptr<T>() + m * out_strides[0] + n * out_strides[1];
      WrapOf<T> sum = alpha * static_cast<WrapOf<T>>(load(at));
      if (beta != WrapOf<T>{})
        sum += beta *
               static_cast<WrapOf<T>>(load(start + m * start_strides[0] + n * start_strides[1]));
      store(at, sum);
    }
  }
}

// Errors of all: InvalidArgument (operands that are not matrices or do not fit, out cannot have the
// shape); InvalidType (dtypes that differ); NotSupported (factors not selected).

// out[m,n] = sum_k self[m,k] * mat2[k,n]
// Any dim orders; Half and BFloat16 are summed in float, integers wrap; out must not alias.
// Source: aten::mm.out
template <typename Facts>
Error mm_out(KernelContext&, const Tensor& self, const Tensor& mat2, Tensor& out) {
  constexpr bool kOneDtype = one_dtype(Facts::self.dtypes, Facts::mat2.dtypes, Facts::out.dtypes);
  KERF_TRY(check_product<kOneDtype>(self, mat2, out));
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    constexpr T kZero{};
    constexpr int32_t kRepeat[] = {0, 0};
    multiply<T>(self, mat2, &kZero, kRepeat, out);
    return Error::Ok;
  });
}

// out[m,n] = beta * self[m,n] + alpha * sum_k mat1[m,k] * mat2[k,n]
// self is expanded to [M,N], and not read where beta is 0. Any dim orders; Half and BFloat16 are
// summed in float, integers wrap; out must not alias.
// Source: aten::addmm.out
template <typename Facts>
Error addmm_out(KernelContext&, const Tensor& self, const Tensor& mat1, const Tensor& mat2,
                const Scalar& beta, const Scalar& alpha, Tensor& out) {
  constexpr bool kScaled = !Facts::alpha.is(1) || !Facts::beta.is(1);
  constexpr bool kOneDtype =
      one_dtype(Facts::self.dtypes, Facts::mat1.dtypes, Facts::mat2.dtypes, Facts::out.dtypes);
  KERF_TRY(check_product<kOneDtype>(mat1, mat2, out));
  if (!kOneDtype && self.scalar_type() != out.scalar_type())
    return fault(Error::InvalidType, "a matrix product of several dtypes");
  int32_t strides[2];
  KERF_TRY(expand_strides(self, out.sizes(), strides));
  const bool scaled = !alpha.is_one() || !beta.is_one();
  if (scaled && !kScaled) {
    return fault(Error::NotSupported, "factors other than 1 were not selected");
  }
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    const T* start = self.const_data_ptr<T>();
    if constexpr (kScaled) {
      if (scaled) {
        constexpr T kZero{};
        constexpr int32_t kRepeat[] = {0, 0};
        multiply<T>(mat1, mat2, &kZero, kRepeat, out);
        scale(start, strides, convert<WrapOf<T>>(beta), convert<WrapOf<T>>(alpha), out);
        return Error::Ok;
      }
    }
    multiply<T>(mat1, mat2, start, strides, out);
    return Error::Ok;
  });
}

}  // namespace kerf::portable
