// Which dimensions are reduced, and the walks over the elements that are kept and summed.
#pragma once

#include <stdint.h>

#include "core/optional.h"
#include "core/span.h"
#include "kernels/portable/layout.h"

namespace kerf::portable {

// Dimensions as bits; bit i is dimension i.
using DimSet = uint32_t;
constexpr bool has(DimSet dims, size_t dim) { return (dims >> dim & 1u) != 0; }

// Sets `reduced` to what `dims` names, to all `rank` dimensions where it is absent or empty.
// Ok; InvalidArgument where a dimension does not exist or is named twice.
inline Error read_dims(const Optional<Span<const int64_t>>& dims, size_t rank, DimSet& reduced) {
  const DimSet all = (DimSet{1} << rank) - 1;
  reduced = all;
  if (!dims || dims->empty()) return Error::Ok;
  DimSet named = 0;
  for (const int64_t dim : *dims) {
    size_t wrapped;
    KERF_TRY(wrap_dim(dim, rank, wrapped));
    if (has(named, wrapped))
      return fault(Error::InvalidArgument, "a dimension that is reduced twice");
    named |= DimSet{1} << wrapped;
  }
  reduced = named & all;  // dimension 0 of rank 0 is none
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

// Offsets into `self`: `kept` for the elements of `out` in the order of its memory, `summed` for
// those that are summed to each. Neither tensor is empty.
inline void walk_reduction(const Tensor& self, const Tensor& out, DimSet reduced, Walk<1>& kept,
                           Walk<1>& summed) {
  int32_t strides[kMaxRank];
  compute_strides(self, strides);
  uint8_t kept_dims[kMaxRank];
  size_t count = 0;
  for (uint8_t i = 0; i < self.dim(); ++i) {
    if (!has(reduced, i) || out.dim() == self.dim()) kept_dims[count++] = i;
  }
  for (const uint8_t dim : out.dim_order()) {
    const uint8_t from = kept_dims[dim];
    if (!has(reduced, from)) kept.add(self.size(from), {strides[from]});
  }
  for (const uint8_t dim : self.dim_order()) {
    if (has(reduced, dim)) summed.add(self.size(dim), {strides[dim]});
  }
}

}  // namespace kerf::portable
