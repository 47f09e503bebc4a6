// Matrix products.
#pragma once

#include "core/optional.h"
#include "kernels/context.h"
#include "kernels/dispatch.h"
#include "kernels/facts.h"
#include "kernels/support/run_sums.h"
#include "loops/sums.h"
#include "tensor/broadcast.h"
#include "tensor/promote.h"
#include "tensor/scalar.h"
#include "tensor/walk.h"

namespace kerf::portable {
// A matrix anywhere in memory, with the members of a Tensor that products use.
template <typename T>
struct MatrixView {
  T* data;
  int32_t sizes[2];
  int32_t strides[2];

  int32_t size(size_t dim) const { return sizes[dim]; }
  template <typename>
  const T* const_data_ptr() const {
    return data;
  }
  template <typename>
  T* mutable_data_ptr() const {
    return data;
  }
};

template <typename T>
void compute_strides(const MatrixView<T>& matrix, int32_t* strides) {
  for (size_t i = 0; i < 2; ++i) strides[i] = matrix.strides[i];
}

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

// out = start + a b, bounded, where start[m,n] = start[m * start_strides[0] + n *
// start_strides[1]], of Tensors or MatrixViews.
template <typename T, typename A, typename B, typename Bound, typename Out>
[[gnu::always_inline]] inline void multiply_bounded(Threads threads, const A& a, const B& b,
                                                    const T* start, const int32_t* start_strides,
                                                    const Bound& bound, Out& out) {
  int32_t a_strides[2];
  int32_t b_strides[2];
  int32_t out_strides[2];
  compute_strides(a, a_strides);
  compute_strides(b, b_strides);
  compute_strides(out, out_strides);
  if (a.size(1) == 0)
    a_strides[0] = b_strides[1] = 0;  // no terms: the pointers may be null and stay where they are
  Sums<T, Bound> sums;
  static_cast<Bound&>(sums) = bound;
  sums.input = b.template const_data_ptr<T>();
  sums.weight = a.template const_data_ptr<T>();
  sums.start = start;
  sums.out = out.template mutable_data_ptr<T>();
  sums.row = {a_strides[0], start_strides[0], out_strides[0]};
  sums.column = {b_strides[1], start_strides[1], out_strides[1]};
  sums.terms[0] = sums.terms[1] = {1, 0, 0};
  sums.terms[2] = {a.size(1), b_strides[0], a_strides[1]};
  run_sums(threads, sums, out.size(0), out.size(1));
}

// Multiplies without bounds.
template <typename T, typename A, typename B, typename Out>
void multiply(Threads threads, const A& a, const B& b, const T* start, const int32_t* start_strides,
              Out& out) {
  using Bound = typename EitherType<!kSmall && kAlwaysBounded<T>, Bounds, Unbounded>::Type;
  multiply_bounded<T>(threads, a, b, start, start_strides, Bound{}, out);
}

// out = alpha * out + beta * start; start is not read where beta is 0.
template <typename T, typename Out>
void scale(const T* start, const int32_t* start_strides, WrapOf<T> beta, WrapOf<T> alpha,
           Out& out) {
  int32_t out_strides[2];
  compute_strides(out, out_strides);
  for (int32_t m = 0; m < out.size(0); ++m) {
    for (int32_t n = 0; n < out.size(1); ++n) {
      T* at = out.template mutable_data_ptr<T>() + m * out_strides[0] + n * out_strides[1];
      WrapOf<T> sum = alpha * static_cast<WrapOf<T>>(load(at));
      if (beta != WrapOf<T>{})
        sum += beta *
               static_cast<WrapOf<T>>(load(start + m * start_strides[0] + n * start_strides[1]));
      store(at, sum);
    }
  }
}

// out = beta * start + alpha * a b
template <typename T, bool kScaled, typename A, typename B, typename Out>
void add_product(Threads threads, const T* start, const int32_t* start_strides, const A& a,
                 const B& b, bool scaled, const Scalar& beta, const Scalar& alpha, Out& out) {
  if constexpr (kScaled) {
    if (scaled) {
      constexpr T kZero{};
      constexpr int32_t kRepeat[] = {0, 0};
      multiply<T>(threads, a, b, &kZero, kRepeat, out);
      scale(start, start_strides, convert<WrapOf<T>>(beta), convert<WrapOf<T>>(alpha), out);
      return;
    }
  }
  multiply<T>(threads, a, b, start, start_strides, out);
}

// Errors of all: InvalidArgument (operands that are not matrices or do not fit, out cannot have the
// shape); InvalidType (dtypes that differ); NotSupported (factors not selected).

// out[m,n] = sum_k self[m,k] * mat2[k,n]
// Any dim orders; Half and BFloat16 are summed in float, integers wrap; out must not alias.
// Source: aten::mm.out
template <typename Facts>
Error mm_out(KernelContext& context, const Tensor& self, const Tensor& mat2, Tensor& out) {
  constexpr bool kOneDtype = one_dtype(Facts::self.dtypes, Facts::mat2.dtypes, Facts::out.dtypes);
  KERF_TRY(check_product<kOneDtype>(self, mat2, out));
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&, threads = context.threads()](auto tag) {
    using T = typename decltype(tag)::Type;
    constexpr T kZero{};
    constexpr int32_t kRepeat[] = {0, 0};
    multiply<T>(threads, self, mat2, &kZero, kRepeat, out);
    return Error::Ok;
  });
}

// out[m,n] = beta * self[m,n] + alpha * sum_k mat1[m,k] * mat2[k,n]
// self is expanded to [M,N], and not read where beta is 0. Any dim orders; Half and BFloat16 are
// summed in float, integers wrap; out must not alias.
// Source: aten::addmm.out
template <typename Facts>
Error addmm_out(KernelContext& context, const Tensor& self, const Tensor& mat1, const Tensor& mat2,
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
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&, threads = context.threads()](auto tag) {
    using T = typename decltype(tag)::Type;
    add_product<T, kScaled>(threads, self.const_data_ptr<T>(), strides, mat1, mat2, scaled, beta,
                            alpha, out);
    return Error::Ok;
  });
}

// Ok, or InvalidType where an operand does not have out's dtype.
template <bool kOneDtype>
Error check_dtypes(const Tensor& out, const Tensor& a, const Tensor& b) {
  return kOneDtype || (a.scalar_type() == out.scalar_type() && b.scalar_type() == out.scalar_type())
             ? Error::Ok
             : fault(Error::InvalidType, "a matrix product of several dtypes");
}

// The matrices of a tensor of rank 3.
template <typename T>
class Batch {
 public:
  explicit Batch(const Tensor& tensor) : first_(tensor.mutable_data_ptr<T>()) {
    int32_t strides[3];
    compute_strides(tensor, strides);
    step_ = tensor.numel() == 0 ? 0 : strides[0];  // the pointer may be null
    for (size_t i = 0; i < 2; ++i) {
      sizes_[i] = tensor.size(1 + i);
      strides_[i] = strides[1 + i];
    }
  }

  MatrixView<T> operator[](int32_t index) const {
    return {first_ + index * step_, {sizes_[0], sizes_[1]}, {strides_[0], strides_[1]}};
  }

 private:
  T* first_;
  int32_t step_;
  int32_t sizes_[2];
  int32_t strides_[2];
};

// Checks the operands of out[B,M,N] = a[B,M,K] b[B,K,N] and resizes `out`.
[[gnu::noinline]] inline Error check_batches(const Tensor& a, const Tensor& b, Tensor& out) {
  if (a.dim() != 3 || b.dim() != 3 || a.size(0) != b.size(0) || a.size(2) != b.size(1))
    return fault(Error::InvalidArgument, "operands that do not make matrix products");
  const int32_t sizes[] = {a.size(0), a.size(1), b.size(2)};
  return resize(out, sizes);
}

// out[b,m,n] = sum_k self[b,m,k] * mat2[b,k,n]
// Any dim orders; Half and BFloat16 are summed in float, integers wrap; out must not alias.
// Source: aten::bmm.out
template <typename Facts>
Error bmm_out(KernelContext& context, const Tensor& self, const Tensor& mat2, Tensor& out) {
  constexpr bool kOneDtype = one_dtype(Facts::self.dtypes, Facts::mat2.dtypes, Facts::out.dtypes);
  KERF_TRY(check_dtypes<kOneDtype>(out, self, mat2));
  KERF_TRY(check_batches(self, mat2, out));
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&, threads = context.threads()](auto tag) {
    using T = typename decltype(tag)::Type;
    constexpr T kZero{};
    constexpr int32_t kRepeat[] = {0, 0};
    const Batch<T> a(self);
    const Batch<T> b(mat2);
    const Batch<T> results(out);
    for (int32_t i = 0; i < out.size(0); ++i) {
      MatrixView<T> result = results[i];
      multiply<T>(threads, a[i], b[i], &kZero, kRepeat, result);
    }
    return Error::Ok;
  });
}

// out[b,m,n] = beta * self[b,m,n] + alpha * sum_k batch1[b,m,k] * batch2[b,k,n]
// self is expanded to [B,M,N], and not read where beta is 0. Any dim orders; Half and BFloat16 are
// summed in float, integers wrap; out must not alias.
// Source: aten::baddbmm.out
template <typename Facts>
Error baddbmm_out(KernelContext& context, const Tensor& self, const Tensor& batch1,
                  const Tensor& batch2, const Scalar& beta, const Scalar& alpha, Tensor& out) {
  constexpr bool kScaled = !Facts::alpha.is(1) || !Facts::beta.is(1);
  constexpr bool kOneDtype =
      one_dtype(Facts::self.dtypes, Facts::batch1.dtypes, Facts::batch2.dtypes, Facts::out.dtypes);
  KERF_TRY(check_dtypes<kOneDtype>(out, batch1, batch2));
  KERF_TRY(check_dtypes<kOneDtype>(out, self, self));
  KERF_TRY(check_batches(batch1, batch2, out));
  int32_t strides[3];
  KERF_TRY(expand_strides(self, out.sizes(), strides));
  const bool scaled = !alpha.is_one() || !beta.is_one();
  if (scaled && !kScaled) {
    return fault(Error::NotSupported, "factors other than 1 were not selected");
  }
  if (out.numel() == 0) return Error::Ok;
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&, threads = context.threads()](auto tag) {
    using T = typename decltype(tag)::Type;
    const Batch<T> a(batch1);
    const Batch<T> b(batch2);
    const Batch<T> results(out);
    for (int32_t i = 0; i < out.size(0); ++i) {
      MatrixView<T> result = results[i];
      add_product<T, kScaled>(threads, self.const_data_ptr<T>() + i * strides[0], strides + 1, a[i],
                              b[i], scaled, beta, alpha, result);
    }
    return Error::Ok;
  });
}

// The checks of a linear layer: sets out's shape, and where bias[n] is: 0 apart for all.
[[gnu::noinline]] inline Error check_linear(const Tensor& input, const Tensor& weight,
                                            const Tensor* bias, Tensor& out, int32_t& bias_step) {
  const size_t lead = input.dim() - 1;
  if (input.dim() < 1 || weight.dim() < 1 || weight.dim() > 2 ||
      input.size(lead) != weight.size(weight.dim() - 1))
    return fault(Error::InvalidArgument, "weights that do not fit the input");
  const int32_t outputs = weight.dim() == 2 ? weight.size(0) : 1;
  bias_step = 0;
  if (bias != nullptr) {
    if (bias->dim() >= weight.dim() ||
        (bias->dim() == 1 && bias->size(0) != outputs && bias->size(0) != 1))
      return fault(Error::InvalidArgument, "a bias that is not one number for each output");
    bias_step = bias->dim() == 1 && bias->size(0) == outputs ? 1 : 0;
  }
  int32_t sizes[kMaxRank];
  for (size_t i = 0; i < lead; ++i) sizes[i] = input.size(i);
  sizes[lead] = outputs;
  return resize(out, {sizes, lead + weight.dim() - 1});
}

// linear_out() with bounds of the results.
template <typename Facts, typename Bound>
[[gnu::always_inline]] inline Error linear_bounded(Threads threads, const Tensor& input,
                                                   const Tensor& weight,
                                                   const Optional<Tensor>& bias, const Bound& bound,
                                                   Tensor& out) {
  constexpr bool kBias = Facts::bias.present();
  constexpr bool kOneDtype = one_dtype(Facts::input.dtypes, Facts::weight.dtypes, Facts::out.dtypes,
                                       kBias ? Facts::bias.dtypes : Facts::out.dtypes);
  if (bias && !kBias) return fault(Error::NotSupported, "a bias was not selected");
  const Tensor* added = kBias && bias ? &*bias : nullptr;
  KERF_TRY(check_dtypes<kOneDtype>(out, input, weight));
  if (added != nullptr) KERF_TRY(check_dtypes<kOneDtype>(out, *added, *added));
  int32_t start[] = {0, 0};
  KERF_TRY(check_linear(input, weight, added, out, start[1]));
  if (out.numel() == 0) return Error::Ok;
  const size_t lead = input.dim() - 1;
  int32_t in[kMaxRank] = {};
  int32_t by[2] = {0, 0};
  int32_t to[kMaxRank];
  if (input.numel() != 0) compute_strides(input, in);  // else the pointer may be null
  compute_strides(weight, by + 2 - weight.dim());
  compute_strides(out, to);
  if (weight.dim() == 1) to[lead] = 0;
  Walk<2> walk;  // over the rows of input and out
  for (size_t i = 0; i < lead; ++i) walk.add(input.size(i), {in[i], to[i]});
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&, threads](auto tag) {
    using T = typename decltype(tag)::Type;
    constexpr T kZero{};
    const int32_t terms = input.size(lead);
    const int32_t outputs = weight.dim() == 2 ? weight.size(0) : 1;
    const MatrixView<T> b{weight.mutable_data_ptr<T>(), {terms, outputs}, {by[1], by[0]}};
    do {
      const int32_t rows = walk.count();
      const MatrixView<T> a{
          input.mutable_data_ptr<T>() + walk.offset(0), {rows, terms}, {walk.step(0), in[lead]}};
      MatrixView<T> result{
          out.mutable_data_ptr<T>() + walk.offset(1), {rows, outputs}, {walk.step(1), to[lead]}};
      multiply_bounded<T>(threads, a, b, added == nullptr ? &kZero : added->const_data_ptr<T>(),
                          start, bound, result);
    } while (walk.next());
    return Error::Ok;
  });
}

// out[..,n] = bias[n] + sum_k input[..,k] * weight[n,k]
// A weight [K] has one output, without a dimension; the bias may be one number. Any dim orders;
// Half and BFloat16 are summed in float, integers wrap; out must not alias.
// Source: aten::linear.out
template <typename Facts>
Error linear_out(KernelContext& context, const Tensor& input, const Tensor& weight,
                 const Optional<Tensor>& bias, Tensor& out) {
  using Bound = typename EitherType<!kSmall && Facts::out.dtypes == dtype_set(ScalarType::Float) &&
                                        kAlwaysBounded<float>,
                                    Bounds, Unbounded>::Type;
  return linear_bounded<Facts>(context, input, weight, bias, Bound{}, out);
}

// The product of a matrix and a vector, as that of a row and the matrix turned over: its results
// are adjacent.
template <typename T>
struct VectorProduct {
  VectorProduct(const Tensor& mat, const Tensor& vec, const Tensor& out)
      : row{vec.mutable_data_ptr<T>(), {1, vec.size(0)}, {0, 1}},
        turned{mat.mutable_data_ptr<T>(), {mat.size(1), mat.size(0)}, {}},
        result{out.mutable_data_ptr<T>(), {1, mat.size(0)}, {0, 1}} {
    int32_t strides[2];
    compute_strides(mat, strides);
    turned.strides[0] = strides[1];
    turned.strides[1] = strides[0];
  }
  MatrixView<T> row;
  MatrixView<T> turned;
  MatrixView<T> result;
};

// Checks the operands of out[M] = mat[M,K] vec[K] and resizes `out`.
[[gnu::noinline]] inline Error check_vector_product(const Tensor& mat, const Tensor& vec,
                                                    Tensor& out) {
  if (mat.dim() != 2 || vec.dim() != 1 || mat.size(1) != vec.size(0))
    return fault(Error::InvalidArgument, "operands that do not make a product with a vector");
  const int32_t sizes[] = {mat.size(0)};
  return resize(out, sizes);
}

// out[m] = sum_k self[m,k] * vec[k]
// Half and BFloat16 are summed in float, integers wrap; out must not alias.
// Source: aten::mv.out
template <typename Facts>
Error mv_out(KernelContext& context, const Tensor& self, const Tensor& vec, Tensor& out) {
  constexpr bool kOneDtype = one_dtype(Facts::self.dtypes, Facts::vec.dtypes, Facts::out.dtypes);
  KERF_TRY(check_dtypes<kOneDtype>(out, self, vec));
  KERF_TRY(check_vector_product(self, vec, out));
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&, threads = context.threads()](auto tag) {
    using T = typename decltype(tag)::Type;
    constexpr T kZero{};
    constexpr int32_t kRepeat[] = {0, 0};
    VectorProduct<T> product(self, vec, out);
    multiply<T>(threads, product.row, product.turned, &kZero, kRepeat, product.result);
    return Error::Ok;
  });
}

// out[m] = beta * self[m] + alpha * sum_k mat[m,k] * vec[k]
// self is expanded to [M], and not read where beta is 0. Half and BFloat16 are summed in float,
// integers wrap; out must not alias.
// Source: aten::addmv.out
template <typename Facts>
Error addmv_out(KernelContext& context, const Tensor& self, const Tensor& mat, const Tensor& vec,
                const Scalar& beta, const Scalar& alpha, Tensor& out) {
  constexpr bool kScaled = !Facts::alpha.is(1) || !Facts::beta.is(1);
  constexpr bool kOneDtype =
      one_dtype(Facts::self.dtypes, Facts::mat.dtypes, Facts::vec.dtypes, Facts::out.dtypes);
  KERF_TRY(check_dtypes<kOneDtype>(out, mat, vec));
  KERF_TRY(check_dtypes<kOneDtype>(out, self, self));
  KERF_TRY(check_vector_product(mat, vec, out));
  int32_t strides[] = {0, 0};
  KERF_TRY(expand_strides(self, out.sizes(), strides + 1));
  const bool scaled = !alpha.is_one() || !beta.is_one();
  if (scaled && !kScaled) {
    return fault(Error::NotSupported, "factors other than 1 were not selected");
  }
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&, threads = context.threads()](auto tag) {
    using T = typename decltype(tag)::Type;
    VectorProduct<T> product(mat, vec, out);
    add_product<T, kScaled>(threads, self.const_data_ptr<T>(), strides, product.row, product.turned,
                            scaled, beta, alpha, product.result);
    return Error::Ok;
  });
}

// out = sum_k self[k] * tensor[k]
// Half and BFloat16 are summed in float, integers wrap; out must not alias.
// Source: aten::dot.out
template <typename Facts>
Error dot_out(KernelContext& context, const Tensor& self, const Tensor& tensor, Tensor& out) {
  constexpr bool kOneDtype = one_dtype(Facts::self.dtypes, Facts::tensor.dtypes, Facts::out.dtypes);
  KERF_TRY(check_dtypes<kOneDtype>(out, self, tensor));
  if (self.dim() != 1 || tensor.dim() != 1 || self.size(0) != tensor.size(0))
    return fault(Error::InvalidArgument, "operands that are not vectors of one size");
  KERF_TRY(resize(out, {}));
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&, threads = context.threads()](auto tag) {
    using T = typename decltype(tag)::Type;
    constexpr T kZero{};
    constexpr int32_t kRepeat[] = {0, 0};
    const MatrixView<T> row{self.mutable_data_ptr<T>(), {1, self.size(0)}, {0, 1}};
    const MatrixView<T> column{tensor.mutable_data_ptr<T>(), {tensor.size(0), 1}, {1, 0}};
    MatrixView<T> result{out.mutable_data_ptr<T>(), {1, 1}, {0, 0}};
    multiply<T>(threads, row, column, &kZero, kRepeat, result);
    return Error::Ok;
  });
}

}  // namespace kerf::portable
