// Products of int8 matrices: of pixels, rows of inputs, and filters, rows of weights.
#pragma once

#include <stdint.h>

#include "core/fault.h"
#include "core/optional.h"
#include "kernels/context.h"
#include "kernels/cortex_m/scale.h"
#include "kernels/cortex_m/sums.h"
#include "tensor/tensor.h"

namespace kerf::cortex_m {

// Where the elements of filters are: `terms` of each, in elements.
struct FilterSteps {
  int32_t filter;
  int32_t term;
};

// start[m] = bias[m] + offset * (sum of the terms of filter m + terms * weight_offset), modulo
// 2^32: what the zero points of inputs and weights add to every sum. `bias` may be null.
[[gnu::noinline]] inline void fold_offsets(int32_t* start, const int32_t* bias,
                                           const int8_t* weight, FilterSteps step, int32_t filters,
                                           int32_t terms, int32_t offset, int32_t weight_offset) {
  for (; filters > 0; --filters, weight += step.filter) {
    uint32_t sum = static_cast<uint32_t>(terms) * static_cast<uint32_t>(weight_offset);
    const int8_t* w = weight;
    for (int32_t n = terms; n > 0; --n, w += step.term) sum += static_cast<uint32_t>(*w);
    sum *= static_cast<uint32_t>(offset);
    if (bias != nullptr) sum += static_cast<uint32_t>(*bias++);
    *start++ = static_cast<int32_t>(sum);
  }
}

// Ok, or InvalidArgument where a tensor has not one Int for each of `filters`.
[[gnu::noinline]] inline Error check_per_filter(const Tensor& tensor, int32_t filters) {
  if (tensor.numel() != static_cast<size_t>(filters))
    return fault(Error::InvalidArgument, "not one number for each filter");
  return Error::Ok;
}

// Ok where `multipliers` and `shifts` have one scale for each of `filters`; else InvalidArgument.
[[gnu::noinline]] inline Error check_scales(const Tensor& multipliers, const Tensor& shifts,
                                            int32_t filters) {
  KERF_TRY(check_per_filter(multipliers, filters));
  KERF_TRY(check_per_filter(shifts, filters));
  const auto* multiplier = multipliers.const_data_ptr<int32_t>();
  const auto* shift = shifts.const_data_ptr<int32_t>();
  for (; filters > 0; --filters) {
    if (!possible_scale(*multiplier++, *shift++))
      return fault(Error::InvalidArgument, "a scale that is not one of CMSIS-NN");
  }
  return Error::Ok;
}

// The bounds of outputs. Ok, or InvalidArgument where one is not an int8.
[[gnu::noinline]] inline Error read_bounds(int64_t offset, int64_t low, int64_t high,
                                           Int8Result& result) {
  KERF_TRY(read_int8(offset, result.offset));
  KERF_TRY(read_int8(low, result.low));
  KERF_TRY(read_int8(high, result.high));
  result.base = 0;
  return Error::Ok;
}

// out[p * out_pitch + m] = sum over k < terms of inputs[p * pitch + k] * weights[m * terms + k], as
// `result` makes it int8.
struct Product {
  const int8_t* weights;
  int32_t filters;
  int32_t terms;
  Int8Result result;
  int32_t scale_step;  // 0: one scale for all filters
  int32_t out_pitch;

  // Computes the filters of one pixel: four at a time have the pixel in common.
  [[gnu::noinline]] void run_one(const int8_t* input, int8_t* out) const {
    Int8Sums sums{input,
                  weights,
                  terms,
                  result,
                  out,
                  {0, 4 * terms, 4, 4 * scale_step, 4},
                  {0, terms, 1, scale_step, 1}};
    sums.run(filters / 4);
    // Each of the rest is computed four times.
    sums.lane = {0, 0, 0, 0, 0};
    sums.tile = {0, terms, 1, scale_step, 1};
    sums.run(filters % 4);
  }

  // Computes those of `pixels`: four of them at a time have each filter in common.
  [[gnu::noinline]] void run(const int8_t* inputs, int32_t pitch, int32_t pixels,
                             int8_t* out) const {
    for (; pixels >= 4; pixels -= 4) {
      Int8Sums sums{weights,
                    inputs,
                    terms,
                    result,
                    out,
                    {terms, 0, 1, scale_step, 1},
                    {0, pitch, 0, 0, out_pitch}};
      sums.run(filters);
      inputs += 4 * pitch;
      out += 4 * out_pitch;
    }
    for (; pixels > 0; --pixels) {
      run_one(inputs, out);
      inputs += pitch;
      out += out_pitch;
    }
  }

  // run() for weights that have a zero point: -weight_offset.
  [[gnu::noinline]] void run_with_offset(const int8_t* inputs, int32_t pixels, int8_t* out,
                                         int32_t weight_offset) {
    for (; pixels > 0; --pixels) {
      fold_offsets(&result.base, nullptr, inputs, {0, 1}, 1, terms, weight_offset, 0);
      run_one(inputs, out);
      inputs += terms;
      out += out_pitch;
    }
  }
};

}  // namespace kerf::cortex_m
