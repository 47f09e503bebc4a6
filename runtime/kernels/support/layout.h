// Relations that kernels require of an input and an output, and the walk from one's layout to the
// other's.
#pragma once

#include "core/fault.h"
#include "core/result.h"
#include "kernels/facts.h"
#include "tensor/tensor.h"
#include "tensor/walk.h"

namespace kerf::portable {

// Ok, or InvalidType where the dtypes differ; with kOneDtype they cannot, and nothing is checked.
template <bool kOneDtype = false>
Error same_dtype(const Tensor& self, const Tensor& out) {
  if (!kOneDtype && self.scalar_type() != out.scalar_type()) {
    return fault(Error::InvalidType, "the output's dtype is not the input's");
  }
  return Error::Ok;
}

// Gives `out` the shape of `self`. Errors: as same_dtype(); InvalidArgument as resize().
template <bool kOneDtype = false>
Error resize_like(const Tensor& self, Tensor& out) {
  KERF_TRY(same_dtype<kOneDtype>(self, out));
  return resize(out, self.sizes());
}

// Ok, or NotSupported where the orders of `a` and `b` in memory differ: the check of a kernel that
// has no walk because no selected call needs Trait::mixed_layouts.
[[gnu::noinline]] inline Error same_layout(const Tensor& a, const Tensor& b) {
  if (!same_dim_order(a, b))
    return fault(Error::NotSupported, "dim orders that differ were not selected");
  return Error::Ok;
}

// resize_like() and same_layout().
template <bool kOneDtype = false>
[[gnu::noinline]] Error resize_alike(const Tensor& self, Tensor& out) {
  KERF_TRY(resize_like<kOneDtype>(self, out));
  return same_layout(self, out);
}

// Ok, or NotSupported where `tensor` is not row-major.
[[gnu::noinline]] inline Error row_major(const Tensor& tensor) {
  if (!is_contiguous(tensor))
    return fault(Error::NotSupported, "a dim order that was not selected");
  return Error::Ok;
}

// Wraps a dimension counted from the end. Ok; InvalidArgument outside [-rank, rank), where rank 0
// counts as 1.
inline Error wrap_dim(int64_t dim, size_t rank, size_t& wrapped) {
  const uint64_t count = rank == 0 ? 1 : rank;
  const uint64_t result = static_cast<uint64_t>(dim) + (dim < 0 ? count : 0);
  wrapped = static_cast<size_t>(result);
  return result < count ? Error::Ok
                        : fault(Error::InvalidArgument, "a dimension that does not exist");
}

// A tensor as nested arrays [outer][size][inner] around one dimension, whatever its dim order.
struct DimSplit {
  int32_t outer;
  int32_t size;
  int32_t inner;
};

// `dim` < rank. Not for empty tensors.
inline DimSplit split_at(const Tensor& tensor, size_t dim) {
  int32_t strides[kMaxRank];
  compute_strides(tensor, strides);
  const int32_t size = tensor.size(dim);
  return {static_cast<int32_t>(tensor.numel()) / (size * strides[dim]), size, strides[dim]};
}

// Loops over `out` in the order of its memory; operand k goes by strides[k] of each dimension of
// `out`.
template <size_t kOperands>
void walk_storage(Walk<kOperands>& walk, const Tensor& out, const int32_t (*strides)[kMaxRank]) {
  for (const uint8_t dim : out.dim_order()) {
    int32_t step[kOperands];
    for (size_t k = 0; k < kOperands; ++k) step[k] = strides[k][dim];
    walk.add(out.size(dim), step);
  }
}

// LayoutsOf<Facts>, one of the following two, has for the tensors `self` and `out`:
//   constexpr bool kWalks   whether their dim orders may differ
//   Error check(self, out)
//     Ok, or NotSupported where the dim orders differ and may not.
//   Error resize<kOneDtype>(self, out)
//     Gives `out` the shape of `self`. Errors: as resize_like(), then check().
//   void for_rows(self, out, row)
//     Calls row(offset, step, count) for rows of elements of `self`, in the order of out's memory.
//     Both have one shape.

// No selected call needs Trait::mixed_layouts.
struct OneLayout {
  static constexpr bool kWalks = false;

  [[gnu::always_inline]] static Error check(const Tensor& self, const Tensor& out) {
    return same_layout(self, out);
  }

  template <bool kOneDtype = false>
  [[gnu::always_inline]] static Error resize(const Tensor& self, Tensor& out) {
    return resize_alike<kOneDtype>(self, out);
  }

  template <typename Row>
  static void for_rows(const Tensor& self, const Tensor& out, Row row);
};

struct MixedLayouts {
  static constexpr bool kWalks = true;

  [[gnu::always_inline]] static Error check(const Tensor&, const Tensor&) { return Error::Ok; }

  template <bool kOneDtype = false>
  [[gnu::always_inline]] static Error resize(const Tensor& self, Tensor& out) {
    return resize_like<kOneDtype>(self, out);
  }

  template <typename Row>
  static void for_rows(const Tensor& self, const Tensor& out, Row row);
};

template <typename Row>
void OneLayout::for_rows(const Tensor&, const Tensor& out, Row row) {
  row(0, 1, static_cast<int32_t>(out.numel()));
}

template <typename Row>
void MixedLayouts::for_rows(const Tensor& self, const Tensor& out, Row row) {
  if (out.numel() == 0) return;
  int32_t strides[1][kMaxRank];
  compute_strides(self, strides[0]);
  Walk<1> walk;
  walk_storage(walk, out, strides);
  do {
    row(walk.offset(0), walk.step(0), walk.count());
  } while (walk.next());
}

template <typename Facts>
using LayoutsOf = IfNeeds<Facts, Trait::mixed_layouts, MixedLayouts, OneLayout>;

}  // namespace kerf::portable
