// Products of real matrices with quantized ones.
#pragma once

#include <stdint.h>

#include "core/optional.h"
#include "kernels/context.h"
#include "kernels/dispatch.h"
#include "kernels/support/parameters.h"

namespace kerf::quantized {

// The strides of a matrix.
struct MatrixSteps {
  int32_t row;
  int32_t column;

  explicit MatrixSteps(const Tensor& matrix) {
    int32_t strides[kMaxRank];
    compute_strides(matrix, strides);
    row = strides[0];
    column = strides[1];
  }
};

// Ok; InvalidArgument where `input`, `weight` or `scales` are not of the ranks of a product, where
// `zero_points` have not the shape of `scales`, or where scales are not those of weight's rows;
// InvalidType where dtypes of input, scales and zero points differ.
[[gnu::noinline]] inline Error check_factors(const Tensor& input, const Tensor& weight,
                                             const Tensor& scales, const Tensor* zero_points) {
  const bool ranks =
      input.dim() == 2 && weight.dim() == 2 && scales.dim() >= 1 && scales.dim() <= 2;
  if (!ranks || scales.size(0) != weight.size(0))
    return fault(Error::InvalidArgument, "factors that are not matrices with scales for rows");
  if (zero_points != nullptr && !same_shape(*zero_points, scales))
    return fault(Error::InvalidArgument, "zero points that are not those of scales");
  const ScalarType type = input.scalar_type();
  if (scales.scalar_type() != type ||
      (zero_points != nullptr && zero_points->scalar_type() != type))
    return fault(Error::InvalidType, "scales whose dtype is not the input's");
  return Error::Ok;
}

// out[i,j] = sum_k input[i,k] * ((weight[k,j] - zero_points[k]) * scales[k])
// Half and BFloat16 are computed in float and rounded once. Any dim orders; `out` must not alias.
// Errors: InvalidArgument as check_factors(), `scales` is a matrix, shapes that do not fit, `out`
// cannot have the shape); InvalidType (dtypes but weight's differ); NotSupported (not selected).
// Source: quantized_decomposed::mixed_mm.out
template <typename Facts>
Error mixed_mm_out(KernelContext&, const Tensor& input, const Tensor& weight, const Tensor& scales,
                   const Optional<Tensor>& zero_points, Tensor& out) {
  const Tensor* zeros = zero_points ? &*zero_points : nullptr;
  KERF_TRY(check_factors(input, weight, scales, zeros));
  if (input.size(1) != weight.size(0) || scales.dim() != 1)
    return fault(Error::InvalidArgument, "matrices whose sizes do not fit");
  if (out.scalar_type() != input.scalar_type())
    return fault(Error::InvalidType, "a product whose dtype is not the input's");
  const int32_t sizes[] = {input.size(0), weight.size(1)};
  KERF_TRY(resize(out, {sizes, 2}));
  const MatrixSteps x_step(input);
  const MatrixSteps w_step(weight);
  const MatrixSteps to_step(out);
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    using V = ValueOf<T>;
    for (int32_t i = 0; i < sizes[0]; ++i) {
      for (int32_t j = 0; j < sizes[1]; ++j) {
        V sum{0};
        for (int32_t k = 0; k < input.size(1); ++k) {
          const T* const x = input.const_data_ptr<T>() + (i * x_step.row + k * x_step.column);
          const int8_t* const w =
              weight.const_data_ptr<int8_t>() + (j * w_step.column + k * w_step.row);
          auto number = static_cast<V>(*w);
          if (Facts::weight_zero_points.present() && zeros != nullptr)
            number -= load(zeros->const_data_ptr<T>() + k);
          sum += load(x) * (number * load(scales.const_data_ptr<T>() + k));
        }
        store(out.mutable_data_ptr<T>() + i * to_step.row + j * to_step.column, sum);
      }
    }
    return Error::Ok;
  });
}

// out[i,j] = sum_k input[i,k] * (weight[j,k] - zero_points[j,g]) * scales[j,g]
// g = k / ceil(columns / groups), one group where scales have one dimension; a scale multiplies the
// sum of its group. Half and BFloat16 are computed in float and rounded once. Any dim orders; `out`
// must not alias.
// Errors: InvalidArgument (as check_factors(), shapes that do not fit, out's dtype is not `dtype`,
// input's by default, `out` cannot have the shape); InvalidType (dtypes of input, scales and zero
// points differ); NotSupported (not selected).   Source: quantized_decomposed::mixed_linear.out
template <typename Facts>
Error mixed_linear_out(KernelContext&, const Tensor& input, const Tensor& weight,
                       const Tensor& scales, const Optional<Tensor>& zero_points,
                       const Optional<int64_t>& dtype, Tensor& out) {
  const Tensor* zeros = zero_points ? &*zero_points : nullptr;
  KERF_TRY(check_factors(input, weight, scales, zeros));
  KERF_TRY(check_dtype(dtype ? *dtype : static_cast<int64_t>(input.scalar_type()), out));
  const int32_t columns = input.size(1);
  const int32_t groups = scales.dim() == 2 ? scales.size(1) : 1;
  if (columns != weight.size(1) || groups == 0)
    return fault(Error::InvalidArgument, "matrices whose sizes do not fit");
  const int32_t sizes[] = {input.size(0), weight.size(0)};
  KERF_TRY(resize(out, {sizes, 2}));
  int32_t group_steps[kMaxRank] = {};
  int32_t zero_steps[kMaxRank] = {};
  compute_strides(scales, group_steps);
  compute_strides(zeros != nullptr ? *zeros : scales, zero_steps);
  const int32_t group = columns / groups + (columns % groups != 0 ? 1 : 0);
  MatrixSteps x_step(input);
  MatrixSteps w_step(weight);
  if (columns == 0) x_step.row = w_step.row = 0;  // the pointers may be null
  const MatrixSteps to_step(out);
  return dispatch<Facts::input.dtypes>(input.scalar_type(), [&](auto tag) {
    return dispatch<Facts::out.dtypes>(out.scalar_type(), [&](auto to_tag) {
      using T = typename decltype(tag)::Type;
      using To = typename decltype(to_tag)::Type;
      using V = ValueOf<T>;
      for (int32_t i = 0; i < sizes[0]; ++i) {
        for (int32_t j = 0; j < sizes[1]; ++j) {
          const T* x = input.const_data_ptr<T>() + i * x_step.row;
          const int8_t* w = weight.const_data_ptr<int8_t>() + j * w_step.row;
          V sum{0};
          for (int32_t k = 0, g = 0; k < columns; ++g) {
            const int32_t end = columns - k > group ? k + group : columns;
            V zero{0};
            if (Facts::weight_zero_points.present() && zeros != nullptr) {
              zero = load(zeros->const_data_ptr<T>() + j * zero_steps[0] + g * zero_steps[1]);
            }
            V part{0};
            for (; k < end; ++k) {
              part += load(x + k * x_step.column) * (static_cast<V>(w[k * w_step.column]) - zero);
            }
            sum +=
                part * load(scales.const_data_ptr<T>() + j * group_steps[0] + g * group_steps[1]);
          }
          store(out.mutable_data_ptr<To>() + i * to_step.row + j * to_step.column,
                convert<ValueOf<To>>(sum));
        }
      }
      return Error::Ok;
    });
  });
}

}  // namespace kerf::quantized
