// Products of int8 matrices: of pixels, rows of inputs, and filters, rows of weights.
#pragma once

#include <stdint.h>

#include "core/fault.h"
#include "core/optional.h"
#include "kernels/context.h"
#include "kernels/support/scale.h"
#include "kernels/support/window.h"
#include "loops/int8_product.h"
#include "loops/int8_scales.h"
#include "loops/int8_scratch.h"
#include "loops/int8_sum.h"
#include "memory/threads.h"
#include "tensor/tensor.h"

namespace kerf::integers {

// start[m] = bias[m] + offset * (sum of the terms of filter m + terms * weight_offset), modulo
// 2^32: what the zero points of inputs and weights add to every sum. `bias` may be null.
[[gnu::noinline]] inline void fold_offsets(int32_t* start, const int32_t* bias,
                                           const int8_t* weights, int32_t filters, int32_t terms,
                                           int32_t offset, int32_t weight_offset) {
  for (; filters > 0; --filters, weights += terms) {
    uint32_t sum = static_cast<uint32_t>(terms) * static_cast<uint32_t>(weight_offset);
    sum = (sum + sum_int8(weights, terms)) * static_cast<uint32_t>(offset);
    if (bias != nullptr) sum += static_cast<uint32_t>(*bias++);
    *start++ = static_cast<int32_t>(sum);
  }
}

// Folds the offsets with the filters divided among the caller's threads.
inline void fold_offsets(const Threads& threads, int32_t* start, const int32_t* bias,
                         const int8_t* weights, int32_t filters, int32_t terms, int32_t offset,
                         int32_t weight_offset) {
  if constexpr (kMostParts == 1) {
    fold_offsets(start, bias, weights, filters, terms, offset, weight_offset);
  } else {
    constexpr int32_t kFilterSums = 8;  // are summed in the time of a multiplication
    const int32_t parts = threads.parts(filters, int64_t{filters} * terms / kFilterSums);
    threads.run(parts, filters, [&](int32_t, int32_t begin, int32_t end) {
      fold_offsets(start + begin, bias == nullptr ? nullptr : bias + begin, weights + begin * terms,
                   end - begin, terms, offset, weight_offset);
    });
  }
}

// The product of weights that are stored as the loops read them, or one filter after the other.
template <bool kPacked, bool kFolded = false>
struct ProductOf {
  using Type = Int8Product;
};
template <>
struct ProductOf<true, false> {
  using Type = Int8PackedProduct;
};

// Int8PackedProduct, where `start` already has what the offset of inputs adds.
struct Int8FoldedProduct : Int8Product {
  static constexpr bool kPacked = true;
  static constexpr bool kFolded = true;

  void run(const int8_t* inputs, int32_t pitch, int32_t pixels, int8_t* out) const {
    Int8PackedProduct{*this}.run(inputs, pitch, pixels, out);
  }
};
template <>
struct ProductOf<true, true> {
  using Type = Int8FoldedProduct;
};

// Scratch of a product.
template <typename Product>
int32_t scratch_bytes_of(int32_t terms, int32_t pixels, [[maybe_unused]] int32_t filters) {
  const int32_t bytes = product_scratch_bytes(terms, pixels);
  if constexpr (Product::kPacked && kPackedLayout == 1) {
    const int32_t paired = paired_terms_bytes(terms) + paired_filters_bytes(filters);
    if (pixels >= Product::kLeastPixels && bytes < paired) return paired;
  }
  return bytes;
}

// Ok, or InvalidArgument where a tensor has not one Int for each of `filters`.
[[gnu::noinline]] inline Error check_per_filter(const Tensor& tensor, int32_t filters) {
  if (tensor.numel() != static_cast<size_t>(filters))
    return fault(Error::InvalidArgument, "not one number for each filter");
  return Error::Ok;
}

// Whether shifts of `tensor`, whose dtype is in kTypes, have four bytes, as exporters store them.
template <DtypeSet kTypes>
bool are_wide(const Tensor& tensor) {
  if constexpr (!contains(kTypes, ScalarType::Int)) return false;
  return !contains(kTypes, ScalarType::Char) || tensor.scalar_type() == ScalarType::Int;
}

// Ok where `multipliers` and `shifts` have one scale for each of `filters`, else InvalidArgument.
template <DtypeSet kShifts>
[[gnu::noinline]] Error check_scales(const Tensor& multipliers, const Tensor& shifts,
                                     int32_t filters) {
  KERF_TRY(check_per_filter(multipliers, filters));
  KERF_TRY(check_per_filter(shifts, filters));
  const auto* multiplier = multipliers.const_data_ptr<int32_t>();
  const bool wide = are_wide<kShifts>(shifts);
  if constexpr (kScaleLoops) {
    if (wide && possible_scales(multiplier, shifts.const_data_ptr<int32_t>(), filters))
      return Error::Ok;
  }
  for (int32_t m = 0; m < filters; ++m) {
    const int32_t shift =
        wide ? shifts.const_data_ptr<int32_t>()[m] : shifts.const_data_ptr<int8_t>()[m];
    if (!possible_scale(*multiplier++, shift))
      return fault(Error::InvalidArgument, "a scale that is not one of CMSIS-NN");
  }
  return Error::Ok;
}

// Sets `shift` to the shifts of `tensor` in bytes, which are copied if they have more.
// Error: MemoryAllocationFailed.
template <DtypeSet kTypes>
Error read_shifts(KernelContext& context, const Tensor& tensor, const int8_t*& shift) {
  shift = tensor.const_data_ptr<int8_t>();
  if (!are_wide<kTypes>(tensor)) return Error::Ok;
  const auto count = static_cast<size_t>(tensor.numel());
  auto* const narrowed = context.scratch<int8_t>(count);
  if (narrowed == nullptr) return Error::MemoryAllocationFailed;
  const auto* from = tensor.const_data_ptr<int32_t>();
  if constexpr (kScaleLoops) {
    narrow_shifts(narrowed, from, static_cast<int32_t>(count));
  } else {
    for (size_t i = 0; i < count; ++i) narrowed[i] = static_cast<int8_t>(from[i]);
  }
  shift = narrowed;
  return Error::Ok;
}

// Sets the offset and bounds of outputs: InvalidArgument where one is not an int8, else Ok.
template <bool kChecks = true>
Error read_bounds(Int32 offset, Int32 low, Int32 high, Int8Result& result) {
  if constexpr (kChecks) KERF_TRY(check_int8(offset, low, high));
  result.offset = offset;
  result.low = low;
  result.high = high;
  result.base = 0;
  return Error::Ok;
}

// check_per_filter() unless the build has checked it.
template <bool kChecks>
Error check_per_filter(const Tensor& tensor, int32_t filters) {
  return kChecks ? check_per_filter(tensor, filters) : Error::Ok;
}

// Sets `scratch` to `bytes` for a loop, or null where it needs none. Error: MemoryAllocationFailed.
inline Error allocate_scratch(KernelContext& context, int32_t bytes, void*& scratch) {
  scratch = nullptr;
  if (bytes == 0) return Error::Ok;
  scratch = context.scratch<uint32_t>(static_cast<size_t>(bytes) / sizeof(uint32_t));
  return scratch == nullptr ? Error::MemoryAllocationFailed : Error::Ok;
}

// How a product of some pixels is divided among the caller's threads: by pixels, or by filters
// where these are more.
class DividedProduct {
 public:
  DividedProduct(const Threads& threads, const Int8Product& product, int32_t pixels)
      : threads_(threads),
        pixels_(pixels),
        by_filters_(product.filters > pixels),
        units_(portable::ceil_div(by_filters_ ? product.filters : pixels, kUnit)),
        words_(static_cast<size_t>(product_scratch_bytes(product.terms, pixels)) /
               sizeof(uint32_t)) {
    parts_ = threads.parts(units_, int64_t{product.filters} * pixels * product.terms);
  }

  // Allocates the scratch of all parts. Error: MemoryAllocationFailed.
  Error allocate(KernelContext& context) {
    if (words_ == 0) return Error::Ok;
    scratch_ = context.scratch_of_parts<uint32_t>(parts_, words_);
    return scratch_ == nullptr ? Error::MemoryAllocationFailed : Error::Ok;
  }

  // Scratch of the first part; null where the loops need none.
  void* scratch() const { return scratch_; }

  // product.run(inputs, pitch, pixels, out)
  void run(const Int8Product& product, const int8_t* inputs, int32_t pitch, int8_t* out) const {
    threads_.run(parts_, units_, [&](int32_t part, int32_t begin, int32_t end) {
      const int32_t first = begin * kUnit;
      const int32_t count =
          (end == units_ ? (by_filters_ ? product.filters : pixels_) : end * kUnit) - first;
      Int8Product some = product;
      some.scratch = scratch_ + static_cast<size_t>(part) * words_;
      if (!by_filters_)
        return some.run(inputs + first * pitch, pitch, count, out + first * product.out_pitch);
      some.weights += first * product.terms;
      some.result.skip(first);
      some.filters = count;
      some.run(inputs, pitch, pixels_, out + first);
    });
  }

 private:
  static constexpr int32_t kUnit = 16;  // what loops compute at a time, at most: fewer are slower

  Threads threads_;
  int32_t pixels_;
  bool by_filters_;
  int32_t units_;
  size_t words_;
  int32_t parts_;
  uint32_t* scratch_ = nullptr;
};

// Allocates the scratch of `product` and runs it. Error: MemoryAllocationFailed.
inline Error run_product(KernelContext& context, Int8Product& product, const int8_t* inputs,
                         int32_t pixels, int8_t* out) {
  DividedProduct divided(context, product, pixels);
  KERF_TRY(divided.allocate(context));
  divided.run(product, inputs, product.terms, out);
  return Error::Ok;
}

// product.run() for rows of `terms` inputs and weights that have a zero point: -weight_offset.
[[gnu::noinline]] inline void run_with_offset(Int8Product& product, const int8_t* inputs,
                                              int32_t pixels, int8_t* out, int32_t weight_offset) {
  for (; pixels > 0; --pixels) {
    product.result.base = static_cast<int32_t>(sum_int8(inputs, product.terms) *
                                               static_cast<uint32_t>(weight_offset));
    product.run(inputs, product.terms, 1, out);
    inputs += product.terms;
    out += product.out_pitch;
  }
}

}  // namespace kerf::integers
