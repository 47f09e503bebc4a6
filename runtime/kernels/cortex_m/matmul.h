// Products of quantized matrices.
#pragma once

#include <stdint.h>

#include "core/span.h"
#include "kernels/facts.h"
#include "kernels/support/products.h"

namespace kerf::cortex_m {

// Ok, or InvalidArgument where a matrix is not row-major.
[[gnu::noinline]] inline Error check_rows(const Tensor& a, const Tensor& b, const Tensor& out) {
  if (!is_contiguous(a) || !is_contiguous(b) || !is_contiguous(out))
    return fault(Error::InvalidArgument, "a matrix that is not row-major");
  return Error::Ok;
}

// out[.., m] = clamp(rescale(b[m] + sum over k of
//     (input[.., k] + input_offset) * (weights[m, k] + filter_offset)) + output_offset)
// b: bias, or 0. With kernel_sum instead b[m] + sum over k of input[.., k] * (weights[m, k] +
// filter_offset) where b is kernel_sum, which holds the rest. One scale, the first of the lists;
// sums modulo 2^32. out must not alias. Errors: InvalidArgument (ranks, sizes, dim orders, scales,
// offsets or bounds that are not possible, out cannot have the shape); MemoryAllocationFailed;
// NotSupported (a bias, a kernel_sum or an offset that was not selected).
// Source: cortex_m::quantized_linear.out, arm_fully_connected_s8 of CMSIS-NN
template <typename Facts>
Error quantized_linear_out(KernelContext& context, const Tensor& input, const Tensor& weights,
                           const Optional<Tensor>& bias, const Optional<Tensor>& kernel_sum,
                           Int32 input_offset, Int32 filter_offset, Int32 output_offset,
                           Span<const int64_t> requantize_multipliers,
                           Span<const int64_t> requantize_shifts, Int32 activation_max,
                           Int32 activation_min, Tensor& out) {
  constexpr bool kChecks = !proves<Facts>(Proof::checked);
  const size_t rank = input.dim();
  if constexpr (kChecks) {
    if (rank < 1 || weights.dim() != 2 || input.size(rank - 1) != weights.size(1))
      return fault(Error::InvalidArgument, "rows and weights that do not fit");
    if (requantize_multipliers.empty() || requantize_shifts.empty())
      return fault(Error::InvalidArgument, "a result without a scale");
    KERF_TRY(check_rows(input, weights, out));
  }
  const integers::Scale scale{Int32(requantize_multipliers[0]), Int32(requantize_shifts[0])};
  const int32_t weight_offset = filter_offset;
  if constexpr (kChecks) {
    KERF_TRY(integers::check_scale(scale));
    KERF_TRY(integers::check_int8(integers::negative(weight_offset)));
  }
  integers::Int8Product product;
  product.weights = weights.const_data_ptr<int8_t>();
  product.filters = weights.size(0);
  product.terms = weights.size(1);
  product.result.scale_step = 0;
  product.out_pitch = product.filters;
  KERF_TRY(integers::read_bounds<kChecks>(output_offset, activation_min, activation_max,
                                          product.result));
  if constexpr (kChecks) {
    int32_t sizes[kMaxRank];
    for (size_t i = 0; i < rank; ++i) sizes[i] = input.size(i);
    sizes[rank - 1] = product.filters;
    KERF_TRY(resize(out, {sizes, rank}));
    if (out.numel() == 0) return Error::Ok;
  }
  product.result.multiplier = &scale.multiplier;
  product.result.shift = integers::byte_of(scale.shift);
  if (Facts::kernel_sum.present() && kernel_sum) {
    KERF_TRY(integers::check_per_filter<kChecks>(*kernel_sum, product.filters));
    product.result.start = kernel_sum->const_data_ptr<int32_t>();
  } else if constexpr (Facts::kernel_sum.absent || !Facts::kernel_sum.present()) {
    const int32_t* begin = nullptr;
    if (bias) {
      KERF_TRY(integers::check_per_filter<kChecks>(*bias, product.filters));
      begin = bias->const_data_ptr<int32_t>();
    }
    const int32_t offset = input_offset;
    if constexpr (kChecks) KERF_TRY(integers::check_int8(integers::negative(offset)));
    int32_t* start = context.scratch<int32_t>(static_cast<size_t>(product.filters));
    if (start == nullptr) return Error::MemoryAllocationFailed;
    integers::fold_offsets(context, start, begin, product.weights, product.filters, product.terms,
                           offset, weight_offset);
    product.result.start = start;
  } else {
    return fault(Error::NotSupported, "a bias instead of a kernel sum was not selected");
  }
  if constexpr (kMostParts > 1) {
    if (weight_offset == 0) {
      return integers::run_product(context, product, input.const_data_ptr<int8_t>(),
                                   static_cast<int32_t>(out.numel()) / product.filters,
                                   out.mutable_data_ptr<int8_t>());
    }
  }
  const int32_t rows = proves<Facts>(Proof::row) && proves<Facts>(Proof::packed)
                           ? 1
                           : static_cast<int32_t>(out.numel()) / product.filters;
  using Product = typename integers::ProductOf<proves<Facts>(Proof::packed)>::Type;
  const int32_t bytes = integers::scratch_bytes_of<Product>(product.terms, rows, product.filters);
  KERF_TRY(integers::allocate_scratch(context, bytes, product.scratch));
  const auto* from = input.const_data_ptr<int8_t>();
  auto* to = out.mutable_data_ptr<int8_t>();
  if constexpr (proves<Facts>(Proof::packed)) {
    const Product packed{product};
    if constexpr (proves<Facts>(Proof::row)) {
      packed.run_row(from, to);
    } else {
      packed.run(from, product.terms, rows, to);
    }
    return Error::Ok;
  }
  if (weight_offset == 0) {
    product.run(from, product.terms, rows, to);
  } else if constexpr (!Facts::filter_offset.is(0)) {
    integers::run_with_offset(product, from, rows, to, weight_offset);
  } else {
    return fault(Error::NotSupported, "a filter offset that was not selected");
  }
  return Error::Ok;
}

// out[b, m, n] = clamp(rescale(sum over k of (lhs[b, m, k] + lhs_zero_point) *
//     (rhs_transposed[b, n, k] + rhs_zero_point)) + output_zero_point): the first two are the
// negatives of zero points. Sums modulo 2^32; out must not alias. Errors: InvalidArgument (ranks,
// sizes, dim orders, a scale or zero points that are not possible, out cannot have the shape);
// MemoryAllocationFailed.   Source: cortex_m::quantized_batch_matmul.out, arm_batch_matmul_s8 of
// CMSIS-NN
template <typename Facts>
Error quantized_batch_matmul_out(KernelContext& context, const Tensor& lhs, Int32 lhs_zero_point,
                                 const Tensor& rhs_transposed, Int32 rhs_zero_point,
                                 Int32 output_zero_point, Int32 output_multiplier,
                                 Int32 output_shift, const Tensor&, Tensor& out) {
  if (lhs.dim() != 3 || rhs_transposed.dim() != 3 || lhs.size(0) != rhs_transposed.size(0) ||
      lhs.size(2) != rhs_transposed.size(2))
    return fault(Error::InvalidArgument, "batches of matrices that do not fit");
  KERF_TRY(check_rows(lhs, rhs_transposed, out));
  const int32_t offset = lhs_zero_point;
  const int32_t weight_offset = rhs_zero_point;
  const integers::Scale scale{output_multiplier, output_shift};
  integers::Int8Product product;
  KERF_TRY(integers::check_int8(integers::negative(offset), integers::negative(weight_offset)));
  KERF_TRY(integers::check_scale(scale));
  KERF_TRY(integers::read_bounds(output_zero_point, INT8_MIN, INT8_MAX, product.result));
  const int32_t rows = lhs.size(1);
  product.filters = rhs_transposed.size(1);
  product.terms = lhs.size(2);
  const int32_t sizes[] = {lhs.size(0), rows, product.filters};
  KERF_TRY(resize(out, {sizes, 3}));
  if (out.numel() == 0) return Error::Ok;
  int32_t* start = context.scratch<int32_t>(static_cast<size_t>(product.filters));
  if (start == nullptr) return Error::MemoryAllocationFailed;
  product.weights = rhs_transposed.const_data_ptr<int8_t>();
  product.result.scale_step = 0;
  product.out_pitch = product.filters;
  product.result.multiplier = &scale.multiplier;
  product.result.shift = integers::byte_of(scale.shift);
  product.result.start = start;
  [[maybe_unused]] integers::DividedProduct divided(context, product, rows);
  if constexpr (kMostParts > 1) {
    KERF_TRY(divided.allocate(context));
    product.scratch = divided.scratch();
  } else {
    KERF_TRY(integers::allocate_scratch(
        context, integers::product_scratch_bytes(product.terms, rows), product.scratch));
  }
  const auto* from = lhs.const_data_ptr<int8_t>();
  auto* to = out.mutable_data_ptr<int8_t>();
  for (int32_t n = sizes[0]; n > 0; --n) {
    integers::fold_offsets(context, start, nullptr, product.weights, product.filters, product.terms,
                           offset, weight_offset);
    if (weight_offset == 0) {
      if constexpr (kMostParts > 1) {
        divided.run(product, from, product.terms, to);
      } else {
        product.run(from, product.terms, rows, to);
      }
    } else {
      integers::run_with_offset(product, from, rows, to, weight_offset);
    }
    from += rows * product.terms;
    product.weights += product.filters * product.terms;
    to += rows * product.filters;
  }
  return Error::Ok;
}

}  // namespace kerf::cortex_m
