// Which dimensions are reduced, and where the elements are that each output is made of.
#pragma once

#include <stdint.h>

#include "core/optional.h"
#include "core/span.h"
#include "kernels/support/layout.h"

namespace kerf::portable {

// Dimensions as bits; bit i is dimension i.
using DimSet = uint32_t;
constexpr bool has(DimSet dims, size_t dim) { return (dims >> dim & 1u) != 0; }
constexpr DimSet all_dims(size_t rank) { return (DimSet{1} << rank) - 1; }

// Sets `reduced` to what `dims` names, to all `rank` dimensions where it is empty.
// Ok; InvalidArgument where a dimension does not exist or is named twice.
inline Error read_dims(Span<const int64_t> dims, size_t rank, DimSet& reduced) {
  const DimSet all = all_dims(rank);
  reduced = all;
  if (dims.empty()) return Error::Ok;
  DimSet named = 0;
  for (const int64_t dim : dims) {
    size_t wrapped;
    KERF_TRY(wrap_dim(dim, rank, wrapped));
    if (has(named, wrapped))
      return fault(Error::InvalidArgument, "a dimension that is reduced twice");
    named |= DimSet{1} << wrapped;
  }
  reduced = named & all;  // dimension 0 of rank 0 is none
  return Error::Ok;
}

// Ok, or InvalidArgument where a dimension of `reduced` has no elements, of which none can be
// chosen.
inline Error check_not_empty(const Tensor& self, DimSet reduced) {
  for (size_t i = 0; i < self.dim(); ++i) {
    if (has(reduced, i) && self.size(i) == 0)
      return fault(Error::InvalidArgument, "the largest or smallest of no elements");
  }
  return Error::Ok;
}

// Gives `out` the shape of `self` without the reduced dimensions, or with size 1 for them. Errors
// as resize().
inline Error resize_reduced(const Tensor& self, DimSet reduced, bool keepdim, Tensor& out) {
  int32_t sizes[kMaxRank];
  size_t rank = 0;
  for (size_t i = 0; i < self.dim(); ++i) {
    if (!has(reduced, i)) {
      sizes[rank++] = self.size(i);
    } else if (keepdim) {
      sizes[rank++] = 1;
    }
  }
  return resize(out, {sizes, rank});
}

// Whether the reduced dimensions are the last ones and `self` and `out` are row-major: then each
// element of `out` reduces the next run of `self`.
inline bool is_inner(const Tensor& self, const Tensor& out, DimSet reduced) {
  const DimSet end = DimSet{1} << self.dim();
  const DimSet lowest = reduced & (0 - reduced);
  return (reduced == 0 || reduced + lowest == end) && is_contiguous(self) && is_contiguous(out);
}

// The dimension of `self` that is dimension `dim` of an output of rank `out_rank`.
inline uint8_t dim_of_output(const Tensor& self, DimSet reduced, size_t out_rank, size_t dim) {
  if (out_rank == self.dim()) return static_cast<uint8_t>(dim);
  uint8_t from = 0;
  for (;; ++from) {
    if (has(reduced, from)) continue;
    if (dim-- == 0) return from;
  }
}

// Offsets: `kept` into `self` and `second` for the elements of `out` in the order of its memory,
// `runs` into `self` for those that each is made of: in the order of their memory or, with
// `ordered`, in that of their dimensions. `second` has the shape of `out`. None is empty.
inline void walk_reduction(const Tensor& self, const Tensor& out, const Tensor& second,
                           DimSet reduced, bool ordered, Walk<2>& kept, Walk<1>& runs) {
  int32_t strides[kMaxRank];
  compute_strides(self, strides);
  int32_t second_strides[kMaxRank];
  compute_strides(second, second_strides);
  for (const uint8_t dim : out.dim_order()) {
    const uint8_t from = dim_of_output(self, reduced, out.dim(), dim);
    if (!has(reduced, from)) kept.add(self.size(from), {strides[from], second_strides[dim]});
  }
  for (size_t i = 0; i < self.dim(); ++i) {
    const size_t dim = ordered ? i : self.dim_order()[i];
    if (has(reduced, dim)) runs.add(self.size(dim), {strides[dim]});
  }
}

}  // namespace kerf::portable
