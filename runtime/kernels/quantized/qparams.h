// Scales and zero points that fit the numbers of a tensor.
#pragma once

#include <stdint.h>

#include "kernels/context.h"
#include "kernels/dispatch.h"
#include "kernels/support/parameters.h"
#include "loops/extent.h"
#include "loops/maths.h"

namespace kerf::quantized {

// The lesser of 0 and all numbers, and the greater; NaN where one of them is.
template <typename V>
struct Extent {
  V least{0};
  V most{0};

  template <typename T>
  void add(const T* from, int32_t step, int32_t count) {
    portable::extend(from, step, count, least, most);
  }
};

// Finds the extent of all elements of `input`, which is not empty.
template <typename V, typename T>
Extent<V> extent_of(const Tensor& input) {
  Extent<V> extent;
  extent.add(input.const_data_ptr<T>(), 1, static_cast<int32_t>(input.numel()));
  return extent;
}

// scale_out[0] = max((most - least) / (quant_max - quant_min), eps)
// zero_point_out[0] = clamp(quant_min - round(least / scale), quant_min, quant_max)
// least = min(0, all of input), most = max(0, all of input). In float, for Half and BFloat16 each
// rounded until `eps` is compared; integers of 32 bits that wrap; NaN becomes the lowest.
// Errors: InvalidArgument (`input` is empty, the range does not hold 0 or not a number of 32 bits,
// `dtype` cannot be quantized to, the outputs cannot have one element); NotSupported (not
// selected).   Source: quantized_decomposed::choose_qparams.Tensor_out
template <typename Facts>
Error choose_qparams_tensor_out(KernelContext&, const Tensor& input, int64_t quant_min,
                                int64_t quant_max, double eps, int64_t dtype, Tensor& scale_out,
                                Tensor& zero_point_out) {
  if (quant_min < INT32_MIN || quant_max > INT32_MAX || quant_min > 0 || quant_max < 0 ||
      quant_min == quant_max)
    return fault(Error::InvalidArgument, "a range of quantized numbers that does not hold 0");
  constexpr auto kUInt16 = static_cast<int64_t>(ScalarType::UInt16);
  if ((dtype < 0 || dtype > static_cast<int64_t>(ScalarType::Int)) && dtype != kUInt16)
    return fault(Error::InvalidArgument, "a dtype that nothing is quantized to");
  if (input.numel() == 0) return fault(Error::InvalidArgument, "parameters for no numbers");
  constexpr int32_t kOne[] = {1};
  KERF_TRY(resize(scale_out, {kOne, 1}));
  KERF_TRY(resize(zero_point_out, {kOne, 1}));
  return dispatch<Facts::input.dtypes>(input.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    const Extent<float> extent = extent_of<float, T>(input);
    const float numbers = Scalar(quant_max - quant_min).to<float>();
    float scale = rounded<T>(rounded<T>(extent.most - extent.least) / numbers);
    const auto least_scale = static_cast<float>(eps);
    if (!(scale >= least_scale) && scale == scale) scale = least_scale;
    const float steps = maths::round_to_even(extent.least / scale);
    const auto zero = static_cast<int32_t>(static_cast<uint32_t>(quant_min) -
                                           static_cast<uint32_t>(convert<int32_t>(steps)));
    scale_out.mutable_data_ptr<double>()[0] = static_cast<double>(scale);
    zero_point_out.mutable_data_ptr<int64_t>()[0] = zero < quant_min   ? quant_min
                                                    : zero > quant_max ? quant_max
                                                                       : zero;
    return Error::Ok;
  });
}

// The scale and the zero point of a row for quantized numbers from -128 to 127, each step rounded
// to a T.
template <typename T>
void choose_for_row(Extent<ValueOf<T>> extent, double& scale_out, int64_t& zero_point_out) {
  using V = ValueOf<T>;
  const V low{-128};
  const V high{127};
  const V least_scale = rounded<T>(V(1.1920928955078125e-07f));  // 2^-23
  V scale = rounded<T>(rounded<T>(extent.most - extent.least) / V{255});
  if (scale < least_scale) scale = least_scale;
  const V least = rounded<T>(extent.least / scale);
  const V most = rounded<T>(extent.most / scale);
  // The end of the range that is further from an integer determines the zero point.
  const V errors = rounded<T>(rounded<T>(low + least) + rounded<T>(high + most));
  V zero = errors > 0 ? rounded<T>(low - least) : rounded<T>(high - most);
  zero = zero < low ? low : zero > high ? high : zero;
  scale_out = static_cast<double>(scale);
  zero_point_out = convert<int64_t>(maths::round_to_even(zero));
}

// For each row of the last dimension, least = min(0, the row), most = max(0, the row):
// scale = max((most - least) / 255, 2^-23)
// zero_point = round(clamp(z, -128, 127)), z = -128 - least / scale where the sum of
// -128 + least / scale and 127 + most / scale is positive, else 127 - most / scale
// In input's dtype, each step rounded; NaN gives NaN and the lowest integer. Outputs have input's
// shape but 1 as last size. Any dim orders. `dtype` is not used.
// Errors: InvalidArgument (rows without elements, outputs that cannot have the shape); NotSupported
// (not selected).   Source: quantized_decomposed::choose_qparams_per_token_asymmetric.out
template <typename Facts>
Error choose_qparams_per_token_asymmetric_out(KernelContext&, const Tensor& input,
                                              int64_t /*dtype*/, Tensor& scale_out,
                                              Tensor& zero_point_out) {
  const size_t rank = input.dim();
  int32_t sizes[kMaxRank];
  for (size_t i = 0; i < rank; ++i) sizes[i] = i + 1 < rank ? input.size(i) : 1;
  const int32_t length = rank == 0 ? 1 : input.size(rank - 1);
  if (length == 0) return fault(Error::InvalidArgument, "rows without elements");
  KERF_TRY(resize(scale_out, {sizes, rank}));
  KERF_TRY(resize(zero_point_out, {sizes, rank}));
  if (input.numel() == 0) return Error::Ok;
  int32_t strides[2][kMaxRank];
  compute_strides(input, strides[0]);
  compute_strides(zero_point_out, strides[1]);
  const int32_t step = rank == 0 ? 1 : strides[0][rank - 1];
  Walk<2> walk;
  portable::walk_storage(walk, scale_out, strides);
  return dispatch<Facts::input.dtypes>(input.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    auto* scale = scale_out.mutable_data_ptr<double>();
    do {
      for (int32_t i = 0; i < walk.count(); ++i) {
        Extent<ValueOf<T>> extent;
        extent.add(input.const_data_ptr<T>() + walk.offset(0) + i * walk.step(0), step, length);
        const int32_t zero_at = walk.offset(1) + i * walk.step(1);
        choose_for_row<T>(extent, *scale++, zero_point_out.mutable_data_ptr<int64_t>()[zero_at]);
      }
    } while (walk.next());
    return Error::Ok;
  });
}

}  // namespace kerf::quantized
