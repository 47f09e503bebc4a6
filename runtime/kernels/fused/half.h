// Convolutions and products of Float with weights that are stored in 16 bits.
#pragma once

#include <stdint.h>

#include "core/optional.h"
#include "core/span.h"
#include "kernels/context.h"
#include "kernels/facts.h"
#include "kernels/fused/products.h"
#include "kernels/portable/convolution.h"
#include "kernels/portable/matmul.h"
#include "loops/widen.h"
#include "tensor/half.h"

namespace kerf::fused {

// Results are those of the operator with the same weights in Float. Some filters are widened at a
// time, in scratch, and computed before the next ones. All tensors are row-major; `out` must not
// alias.

// Weights that are widened at a time, unless one filter has more.
inline constexpr int32_t kWidened = 1024;

// The arguments of the kernels of Float that compute some filters.
template <typename Facts>
struct Widened : Facts {
  static constexpr TensorFacts weight = {Facts::input.dtypes, Facts::weight.ranks, false, false};
  static constexpr NumberFacts transposed = {2, false, Known::integer, 0};
  static constexpr TraitSet traits = Facts::traits & ~trait_set(Trait::mixed_dtypes);
};

// The filters that are widened at a time, of `filters` with `terms` weights each: at least one.
inline int32_t widened_filters(int32_t filters, int32_t terms) {
  const int32_t most = terms < kWidened ? kWidened / terms : 1;
  return most < filters ? most : filters;
}

// out[.., n] = clamp(bias[n] + sum over k of input[.., k] * weight[n, k], min, max)
// Errors: InvalidArgument (shapes or dim orders that do not fit, no terms, out cannot have the
// shape); NotSupported (a bias was not selected); MemoryAllocationFailed.
// Source: kerf::half_linear.out, aten::linear.out
template <typename Facts>
Error half_linear_out(KernelContext& context, const Tensor& input, const Tensor& weight,
                      const Optional<Tensor>& bias, double min, double max, Tensor& out) {
  constexpr bool kBias = Facts::bias.present();
  if (bias && !kBias) return fault(Error::NotSupported, "a bias was not selected");
  const Tensor* const added = kBias && bias ? &*bias : nullptr;
  int32_t start[] = {0, 0};
  KERF_TRY(portable::check_linear(input, weight, added, out, start[1]));
  if (weight.dim() != 2 || weight.size(1) == 0 || !is_contiguous(input) || !is_contiguous(weight) ||
      !is_contiguous(out))
    return fault(Error::InvalidArgument, "a product that is not of rows and filters");
  if (out.numel() == 0) return Error::Ok;
  const int32_t filters = weight.size(0);
  const int32_t terms = weight.size(1);
  const int32_t rows = static_cast<int32_t>(out.numel()) / filters;
  const int32_t most = widened_filters(filters, terms);
  auto* const weights = context.scratch<float>(static_cast<size_t>(most * terms));
  if (weights == nullptr) return Error::MemoryAllocationFailed;
  constexpr float kZero = 0;
  const float* from = &kZero;
  if constexpr (kBias) {
    if (bias) from = bias->const_data_ptr<float>();
  }
  const portable::MatrixView<float> a{input.mutable_data_ptr<float>(), {rows, terms}, {terms, 1}};
  const auto* stored = weight.const_data_ptr<Half>();
  for (int32_t first = 0; first < filters; first += most) {
    const int32_t some = filters - first < most ? filters - first : most;
    portable::widen_row(weights, stored, some * terms);
    stored += some * terms;
    const portable::MatrixView<float> b{weights, {terms, some}, {1, terms}};
    portable::MatrixView<float> result{
        out.mutable_data_ptr<float>() + first, {rows, some}, {filters, 1}};
    portable::multiply_bounded<float>(context.threads(), a, b, from, start, bounds_of(min, max),
                                      result);
    from += start[1] * some;
  }
  return Error::Ok;
}

// Sets the shape of the result of a convolution. InvalidArgument where its arguments do not fit.
[[gnu::noinline]] inline Error resize_convolved(const Tensor& input, const Tensor& weight,
                                                const portable::AxisLists& lists, int64_t groups,
                                                Tensor& out) {
  const size_t rank = input.dim();
  if (rank < 3 || rank > 4 || weight.dim() != rank || out.dim() != rank)
    return fault(Error::InvalidArgument, "a convolution of other ranks");
  if (!is_contiguous(input) || !is_contiguous(weight) || !is_contiguous(out))
    return fault(Error::InvalidArgument, "an image that is not row-major");
  if (groups < 1 || groups > input.size(1) || weight.numel() == 0 ||
      groups * weight.size(1) != input.size(1) || weight.size(0) % groups != 0)
    return fault(Error::InvalidArgument, "channels that the groups do not divide");
  int32_t sizes[] = {input.size(0), weight.size(0), 0, 0};
  for (size_t i = 0; i + 2 < rank; ++i) {
    portable::Window<true> axis;
    axis.in = input.size(2 + i);
    axis.kernel = weight.size(2 + i);
    KERF_TRY(portable::read_window(lists, i, rank - 2, false, axis));
    sizes[2 + i] = axis.out;
  }
  return resize(out, {sizes, rank});
}

// out = clamp(convolution(input, weight, bias), min, max), as aten::convolution.out convolves what
// is not transposed.
// Errors: InvalidArgument (ranks, sizes, dim orders, groups or axes that do not fit, no weights,
// out cannot have the shape); NotSupported (form not selected); MemoryAllocationFailed.
// Source: kerf::half_convolution.out, aten::convolution.out
template <typename Facts>
Error half_convolution_out(KernelContext& context, const Tensor& input, const Tensor& weight,
                           const Optional<Tensor>& bias, Span<const int64_t> stride,
                           Span<const int64_t> padding, Span<const int64_t> dilation,
                           int64_t groups, double min, double max, Tensor& out) {
  static constexpr uint8_t kOrder[] = {0, 1, 2, 3};
  KERF_TRY(resize_convolved(input, weight, {stride, padding, dilation, {}}, groups, out));
  const int32_t filters = weight.size(0);
  if (bias && bias->numel() != static_cast<size_t>(filters))
    return fault(Error::InvalidArgument, "a bias that is not one number for each channel");
  if (out.numel() == 0) return Error::Ok;
  const size_t rank = input.dim();
  const int32_t images = input.size(0);
  const int32_t depth = weight.size(1);
  const int32_t channels = input.size(1);
  const int32_t terms = static_cast<int32_t>(weight.numel()) / filters;
  const int32_t plane = static_cast<int32_t>(input.numel()) / (images * channels);
  const int32_t out_plane = static_cast<int32_t>(out.numel()) / (images * filters);
  // Whole groups, or some filters of one.
  const int32_t group = filters / static_cast<int32_t>(groups);
  int32_t most = widened_filters(filters, terms);
  if (most > group) most -= most % group;
  auto* const weights = context.scratch<float>(static_cast<size_t>(most * terms));
  if (weights == nullptr) return Error::MemoryAllocationFailed;
  const size_t used = context.scratch_used();
  const auto* stored = weight.const_data_ptr<Half>();
  int32_t sizes[3][4];
  for (size_t i = 2; i < rank; ++i) {
    sizes[0][i] = input.size(i);
    sizes[1][i] = weight.size(i);
    sizes[2][i] = out.size(i);
  }
  sizes[0][0] = sizes[2][0] = 1;
  sizes[1][1] = depth;
  const Tensor part(ScalarType::Float, rank, sizes[1], kOrder, weights);
  int32_t some;
  for (int32_t first = 0; first < filters; first += some) {
    const int32_t left = most < group ? group - first % group : filters - first;
    some = left < most ? left : most;
    portable::widen_row(weights, stored, some * terms);
    stored += some * terms;
    const int32_t some_groups = some < group ? 1 : some / group;
    sizes[0][1] = some_groups * depth;
    sizes[1][0] = sizes[2][1] = some;
    Optional<Tensor> added;
    if (bias)
      added = Tensor(ScalarType::Float, 1, &some, kOrder, bias->mutable_data_ptr<float>() + first);
    for (int32_t n = 0; n < images; ++n) {
      const int32_t channel = n * channels + first / group * depth;
      const Tensor image(ScalarType::Float, rank, sizes[0], kOrder,
                         input.mutable_data_ptr<float>() + channel * plane);
      Tensor result(ScalarType::Float, rank, sizes[2], kOrder,
                    out.mutable_data_ptr<float>() + (n * filters + first) * out_plane);
      KERF_TRY(portable::convolution_bounded<Widened<Facts>>(
          context, image, part, added, stride, padding, dilation, false, {}, some_groups,
          bounds_of(min, max), result));
      context.free_scratch(used);
    }
  }
  return Error::Ok;
}

}  // namespace kerf::fused
