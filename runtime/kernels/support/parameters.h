// Scales, zero points and ranges of quantized numbers: how they are checked and read, and the walk
// over the elements that each is for.
#pragma once

#include <stdint.h>

#include "core/fault.h"
#include "kernels/facts.h"
#include "kernels/support/layout.h"
#include "kernels/support/positions.h"
#include "loops/quantize.h"
#include "tensor/broadcast.h"
#include "tensor/promote.h"
#include "tensor/tensor.h"
#include "tensor/walk.h"

namespace kerf::quantized {

// What quantized numbers may be.
struct Range {
  int32_t low;
  int32_t high;
};

// All that fit in an element of `type`: Byte, Char, Short, Int or UInt16.
constexpr Range range_of(ScalarType type) {
  const unsigned bits = 8u << element_shift(type);
  if (type == ScalarType::Byte || type == ScalarType::UInt16) {
    return {0, static_cast<int32_t>((1u << bits) - 1)};
  }
  const auto high = static_cast<int32_t>((1u << (bits - 1)) - 1);
  return {-high - 1, high};
}

// Ok; InvalidArgument where `dtype` is not the number of tensor's.
inline Error check_dtype(int64_t dtype, const Tensor& tensor) {
  return dtype == static_cast<int64_t>(tensor.scalar_type())
             ? Error::Ok
             : fault(Error::InvalidArgument, "a tensor that is not of the requested dtype");
}

// Sets `range` to quant_min .. quant_max, to quant_max alone where it is the smaller one. Ok;
// InvalidArgument as check_dtype(), or where an end is not a number of out's dtype.
[[gnu::noinline]] inline Error read_range(int64_t quant_min, int64_t quant_max, int64_t dtype,
                                          const Tensor& out, Range& range) {
  KERF_TRY(check_dtype(dtype, out));
  const Range all = range_of(out.scalar_type());
  if (quant_min < all.low || quant_max > all.high || quant_max < all.low)
    return fault(Error::InvalidArgument, "a range beyond that of the output's dtype");
  range = {static_cast<int32_t>(quant_min < quant_max ? quant_min : quant_max),
           static_cast<int32_t>(quant_max)};
  return Error::Ok;
}

// Ok; InvalidArgument where `zero_point` is further from 0 than 2^21, for elements of four bytes
// than 2^31: no quantized number is near, and differences would be rounded.
inline Error check_zero_point(int64_t zero_point, ScalarType type) {
  const int64_t most = element_shift(type) == 2 ? INT32_MAX : 1 << 21;
  return zero_point >= -most && zero_point <= most
             ? Error::Ok
             : fault(Error::InvalidArgument, "a zero point far from every quantized number");
}

// Element `at` of scales, whose dtype, Float or Double, is in kTypes.
template <typename V, DtypeSet kTypes>
V scale_at(const Tensor& scales, int32_t at) {
  if constexpr (!contains(kTypes, ScalarType::Double)) {
    return static_cast<V>(scales.const_data_ptr<float>()[at]);
  } else {
    if (contains(kTypes, ScalarType::Float) && scales.scalar_type() == ScalarType::Float)
      return static_cast<V>(scales.const_data_ptr<float>()[at]);
    return static_cast<V>(scales.const_data_ptr<double>()[at]);
  }
}

// 1 / scale_at(), divided in the scales' dtype.
template <typename V, DtypeSet kTypes>
V inverse_at(const Tensor& scales, int32_t at) {
  if constexpr (!contains(kTypes, ScalarType::Double)) {
    return static_cast<V>(1 / scales.const_data_ptr<float>()[at]);
  } else {
    if (contains(kTypes, ScalarType::Float) && scales.scalar_type() == ScalarType::Float)
      return static_cast<V>(1 / scales.const_data_ptr<float>()[at]);
    return static_cast<V>(1 / scales.const_data_ptr<double>()[at]);
  }
}

// Ok; InvalidArgument where a scale or a zero point for all elements is not a single one.
inline Error check_single(const Tensor& scale, const Tensor& zero_point) {
  return scale.numel() == 1 && zero_point.numel() == 1
             ? Error::Ok
             : fault(Error::InvalidArgument, "a scale or a zero point that is not a single one");
}

// Strides of the three operands of a walk by parameters.
struct Strides {
  int32_t of[3][kMaxRank];
};

// Sets the strides, by dimension of `input`, of what has one element for each position of `axis`.
// Ok; InvalidArgument where `axis` does not exist, or there are other numbers of positions, scales
// and zero points; a single one is for all.
[[gnu::noinline]] inline Error channel_strides(const Tensor& input, const Tensor& scales,
                                               const Tensor* zero_points, int64_t axis,
                                               Strides& strides) {
  if (input.dim() == 0) return fault(Error::InvalidArgument, "a dimension that does not exist");
  size_t wrapped;
  KERF_TRY(portable::wrap_dim(axis, input.dim(), wrapped));
  const size_t count = scales.numel();
  const bool whole = scales.dim() > 0 && static_cast<size_t>(scales.size(0)) == count;
  const bool each = static_cast<size_t>(input.size(wrapped)) == count;
  if (!whole || (!each && count != 1) || (zero_points != nullptr && zero_points->numel() != count))
    return fault(Error::InvalidArgument, "scales that are not one for each channel");
  compute_strides(input, strides.of[0]);
  for (size_t i = 0; i < input.dim(); ++i) {
    strides.of[1][i] = i == wrapped && count != 1 ? 1 : 0;
    strides.of[2][i] = zero_points != nullptr ? strides.of[1][i] : 0;
  }
  return Error::Ok;
}

// Gives `out` the shape that `input`, `scales` and `zero_points` are expanded to, and sets their
// strides. Ok; InvalidArgument where they are not one for each row of `input`, where shapes cannot
// be expanded, or as resize().
[[gnu::noinline]] inline Error token_strides(const Tensor& input, const Tensor& scales,
                                             const Tensor& zero_points, Tensor& out,
                                             Strides& strides) {
  const size_t rank = input.dim();
  const size_t rows = numel_of({input.sizes().data(), rank == 0 ? 0 : rank - 1});
  if (scales.numel() != rows || zero_points.numel() != rows)
    return fault(Error::InvalidArgument, "scales that are not one for each row");
  KERF_TRY(resize_to_broadcast(out, input, scales, zero_points));
  KERF_TRY(expand_strides(input, out.sizes(), strides.of[0]));
  KERF_TRY(expand_strides(scales, out.sizes(), strides.of[1]));
  return expand_strides(zero_points, out.sizes(), strides.of[2]);
}

// Calls run(offset, step, count, scale, zero_point) for runs of elements, in the order of out's
// memory, that have one scale and one zero point, which are given by their offsets. Returns the
// first Error that a call returns. `out` is not empty.
template <typename F>
Error for_runs(const Tensor& out, const Strides& strides, F run) {
  Walk<3> walk;
  portable::walk_storage(walk, out, strides.of);
  do {
    const bool one = walk.step(1) == 0 && walk.step(2) == 0;
    const int32_t count = one ? walk.count() : 1;
    for (int32_t i = 0; i < walk.count(); i += count) {
      KERF_TRY(run(walk.offset(0) + i * walk.step(0), walk.step(0), count,
                   walk.offset(1) + i * walk.step(1), walk.offset(2) + i * walk.step(2)));
    }
  } while (walk.next());
  return Error::Ok;
}

}  // namespace kerf::quantized
