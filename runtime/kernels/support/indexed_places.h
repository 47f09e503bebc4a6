// The places of a tensor that indices and masks select: what indexing reads and writes.
#pragma once

#include <stdint.h>

#include "core/libc.h"
#include "core/optional.h"
#include "core/span.h"
#include "kernels/support/positions.h"
#include "kernels/support/strided_copy.h"

namespace kerf::portable {

inline constexpr DtypeSet kMaskTypes = dtype_set(ScalarType::Byte) | dtype_set(ScalarType::Bool);

// A mask while it is used as an index: it is read in place, from one true element to the next.
struct MaskPlace {
  int32_t count;  // of true elements
  int32_t at;     // the current one, by its number in row-major order
};

// The result of an indexing has the dimensions of the indices, broadcast, where the first indexed
// dimension is, or first where others are between them; and the dimensions without an index.
template <DtypeSet kIndices>
struct Indexing {
  static constexpr bool kMasks = (kIndices & kMaskTypes) != 0;

  Span<const Optional<Tensor>> indices;
  size_t rank = 0;  // of all indices, broadcast
  size_t at = 0;    // where in the result their dimensions are
  int32_t sizes[kMaxRank];
  StridedCopy result;  // strides[kFrom]: of the indexed tensor, 0 in the dimensions of the indices
  MaskPlace masks[kMasks ? kMaxRank : 1];  // of those indices that are masks
};

inline bool is_mask(const Tensor& index) { return contains(kMaskTypes, index.scalar_type()); }

[[gnu::noinline]] inline int32_t count_true(const Tensor& mask) {
  int32_t count = 0;
  for (size_t i = mask.numel(); i-- > 0;) {
    if (mask.const_data_ptr<uint8_t>()[i] != 0) ++count;
  }
  return count;
}

// Advances `at` to the next true element. InvalidArgument where there is none: more were counted,
// so that the mask is in memory that the kernel writes.
[[gnu::noinline]] inline Error next_true(const Tensor& mask, int32_t& at) {
  int32_t strides[kMaxRank];
  compute_strides(mask, strides);
  const auto count = static_cast<int32_t>(mask.numel());
  while (++at < count) {
    const int32_t offset = offset_of_element(mask.sizes(), strides, at);
    if (mask.const_data_ptr<uint8_t>()[offset] != 0) return Error::Ok;
  }
  return fault(Error::InvalidArgument, "a mask that changes while it is read");
}

// Broadcasts `sizes` and `shape` to one shape, in `sizes`. Ok; InvalidArgument where there is none.
[[gnu::noinline]] inline Error broadcast_index(Span<const int32_t> shape, int32_t* sizes,
                                               size_t& rank) {
  // Sizes are aligned at their ends.
  for (; rank < shape.size(); ++rank) {
    for (size_t i = rank; i > 0; --i) sizes[i] = sizes[i - 1];
    sizes[0] = 1;
  }
  for (size_t i = 0; i < shape.size(); ++i) {
    int32_t& size = sizes[rank - shape.size() + i];
    if (size == 1) size = shape[i];
    if (size != shape[i] && shape[i] != 1)
      return fault(Error::InvalidArgument, "indices whose shapes cannot be broadcast");
  }
  return Error::Ok;
}

// Removes the dimensions of `self` whose bits are set in `covered` from `result`, all of self.
// Returns where the dimensions of the indices are.
[[gnu::noinline]] inline size_t remove_covered(const Tensor& self, uint32_t covered,
                                               StridedCopy& result) {
  size_t first = 0;
  read_all(self, result);
  for (size_t dim = self.dim(); dim-- > 0;) {
    if ((covered >> dim & 1u) == 0) continue;
    first = dim;
    result.remove(dim);
  }
  const uint32_t from_first = covered >> first;
  return (from_first & (from_first + 1)) == 0 ? first : 0;
}

// Checks index `i` for the dimensions of `self` from `dim` on, and broadcasts its shape with that
// of the indices before. `dims`: how many dimensions it covers.
template <DtypeSet kIndices>
Error add_index(const Tensor& self, size_t dim, size_t i, Indexing<kIndices>& indexing,
                size_t& dims) {
  const Tensor& index = *indexing.indices[i];
  KERF_TRY((check_index_type<kIndices, kIndexTypes | kMaskTypes>(index)));
  if constexpr (Indexing<kIndices>::kMasks) {
    if (is_mask(index)) {
      dims = index.dim();
      // Like PyTorch's, a mask without dimensions selects everything, whatever it holds.
      if (dims == 0) return Error::Ok;
      if (dims > self.dim() - dim ||
          !libc::equal(index.sizes().data(), self.sizes().data() + dim, dims * sizeof(int32_t))) {
        return fault(Error::InvalidArgument, "a mask whose sizes are not those of the dimensions");
      }
      MaskPlace& mask = indexing.masks[i];
      mask = {count_true(index), -1};
      return broadcast_index({&mask.count, 1}, indexing.sizes, indexing.rank);
    }
  }
  return broadcast_index(index.sizes(), indexing.sizes, indexing.rank);
}

// Checks and describes self[indices].
template <DtypeSet kIndices>
Error begin_indexing(const Tensor& self, Span<const Optional<Tensor>> indices,
                     Indexing<kIndices>& indexing) {
  indexing.indices = indices;
  uint32_t covered = 0;  // bit d: an index covers dimension d
  size_t dim = 0;
  if (indices.size() > self.dim())
    return fault(Error::InvalidArgument, "more indices than dimensions");
  for (size_t i = 0; i < indices.size(); ++i) {
    size_t dims = 1;
    if (dim == self.dim()) return fault(Error::InvalidArgument, "more indices than dimensions");
    if (indices[i]) {
      KERF_TRY(add_index(self, dim, i, indexing, dims));
      covered |= ((1u << dims) - 1) << dim;
    }
    dim += dims;
  }
  if (covered == 0) return fault(Error::InvalidArgument, "an indexing without an index");
  indexing.at = remove_covered(self, covered, indexing.result);
  for (size_t i = indexing.rank; i-- > 0;) {
    KERF_TRY(indexing.result.insert(indexing.at, indexing.sizes[i]));
  }
  return Error::Ok;
}

// Goes through `rank` dimensions of `sizes` in row-major order.
struct Odometer {
  int32_t at[kMaxRank] = {};

  [[gnu::noinline]] bool next(const int32_t* sizes, size_t rank) {
    for (size_t i = rank; i-- > 0;) {
      if (++at[i] < sizes[i]) return true;
      at[i] = 0;
    }
    return false;
  }
};

// The offset of the element of `index` for place at[rank] of the indices.
[[gnu::noinline]] inline int32_t offset_in_index(const Tensor& index, size_t rank,
                                                 const int32_t* at) {
  int32_t strides[kMaxRank];
  compute_strides(index, strides);
  int32_t offset = 0;
  for (size_t i = 0; i < index.dim(); ++i) {
    if (index.size(i) != 1) offset += at[rank - index.dim() + i] * strides[i];
  }
  return offset;
}

// Moves to the true element of a mask for the place whose last coordinate is `last`; places come in
// row-major order.
inline Error move_mask(const Tensor& mask, int32_t last, MaskPlace& place) {
  if (last == 0) place.at = -1;
  return last == 0 || place.count != 1 ? next_true(mask, place.at) : Error::Ok;
}

// The offset of the elements that the indices select at one place, in a tensor of `sizes` and
// `strides`.
template <DtypeSet kIndices>
[[gnu::noinline]] Error offset_of(Indexing<kIndices>& indexing, const int32_t* at,
                                  const int32_t* sizes, const int32_t* strides, int32_t& offset) {
  offset = 0;
  size_t dim = 0;
  for (size_t i = 0; i < indexing.indices.size(); ++i) {
    if (!indexing.indices[i]) {
      ++dim;
      continue;
    }
    const Tensor& index = *indexing.indices[i];
    if constexpr (Indexing<kIndices>::kMasks) {
      if (is_mask(index)) {
        if (index.dim() == 0) continue;
        MaskPlace& mask = indexing.masks[i];
        KERF_TRY(move_mask(index, at[indexing.rank - 1], mask));
        offset += offset_of_element(index.sizes(), strides + dim, mask.at);
        dim += index.dim();
        continue;
      }
    }
    if constexpr ((kIndices & kIndexTypes) != 0) {
      int32_t position;
      const int32_t element = offset_in_index(index, indexing.rank, at);
      KERF_TRY(wrap_index(index_at<kIndices>(index, element), sizes[dim], position));
      offset += position * strides[dim++];
    }
  }
  return Error::Ok;
}

// visit(walk) for each place of the indices: the walk is then over the elements of operand kFrom
// and kTo. `indexed` is the operand that is indexed, a view of `self`; the other has the shape of
// the result and result.strides[other].
template <DtypeSet kIndices, typename Visit>
Error for_each_place(Indexing<kIndices>& indexing, const Tensor& self, size_t indexed,
                     Visit visit) {
  StridedCopy& result = indexing.result;
  const size_t other = 1 - indexed;
  int32_t self_strides[kMaxRank];
  compute_strides(self, self_strides);
  for (const int32_t size : result.shape()) {
    if (size == 0) return Error::Ok;
  }
  Walk<2> walk;
  for (size_t i = 0; i < result.rank; ++i) {
    if (i >= indexing.at && i < indexing.at + indexing.rank) continue;
    walk.add(result.sizes[i], {result.strides[kFrom][i], result.strides[kTo][i]});
  }
  Odometer place;
  do {
    int32_t offset;
    KERF_TRY(offset_of(indexing, place.at, self.sizes().data(), self_strides, offset));
    walk.start(indexed, offset);
    offset = 0;
    for (size_t i = 0; i < indexing.rank; ++i)
      offset += place.at[i] * result.strides[other][indexing.at + i];
    walk.start(other, offset);
    KERF_TRY(visit(walk));
  } while (place.next(indexing.sizes, indexing.rank));
  return Error::Ok;
}

}  // namespace kerf::portable
