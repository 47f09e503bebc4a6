// Elements whose positions in several dimensions are elements of indices.
#include "kernels/portable/index.h"

#include "kernels/portable/positions.h"
#include "kernels/portable/transfer.h"
#include "selected/dtypes.h"
#include "selected/operators.h"
#include "tensor/broadcast.h"
#include "tensor/element.h"

namespace kerf::portable {
namespace {

// The result of an indexing has the dimensions of the indices, broadcast, where the first indexed
// dimension is, in front where there are others between them; and the dimensions without index.
struct Indexing {
  Span<const Optional<Tensor>> indices;
  size_t rank = 0;  // of all indices, broadcast
  size_t at = 0;    // where in the result their dimensions are
  int32_t sizes[kMaxRank];
  Transfer result;  // strides[kFrom]: of the indexed tensor, 0 in the dimensions of the indices
};

// Makes the shape of all indices broadcast.
Error broadcast_indices(Indexing& indexing) {
  for (const Optional<Tensor>& index : indexing.indices) {
    if (!index) continue;
    const size_t rank = index->dim();
    // Sizes are aligned at their ends.
    for (; indexing.rank < rank; ++indexing.rank) {
      for (size_t i = indexing.rank; i > 0; --i) indexing.sizes[i] = indexing.sizes[i - 1];
      indexing.sizes[0] = 1;
    }
    for (size_t i = 0; i < rank; ++i) {
      int32_t& size = indexing.sizes[indexing.rank - rank + i];
      if (size == 1) size = index->size(i);
      if (size != index->size(i) && index->size(i) != 1)
        return fault(Error::InvalidArgument, "indices whose shapes cannot be broadcast");
    }
  }
  return Error::Ok;
}

// Checks and describes self[indices].
template <DtypeSet kIndices>
Error begin(const Tensor& self, Span<const Optional<Tensor>> indices, Indexing& indexing) {
  if (indices.size() > self.dim())
    return fault(Error::InvalidArgument, "more indices than dimensions");
  indexing.indices = indices;
  TRY(broadcast_indices(indexing));
  Transfer& result = indexing.result;
  read_all(self, result);
  size_t first = kMaxRank;
  size_t last = 0;
  size_t count = 0;
  for (size_t i = indices.size(); i-- > 0;) {
    if (!indices[i]) continue;
    if (const ScalarType type = indices[i]->scalar_type();
        type == ScalarType::Bool || type == ScalarType::Byte) {
      return fault(Error::NotSupported, "a mask as index");
    }
    TRY(check_index_type<kIndices>(*indices[i]));
    last = count++ == 0 ? i : last;
    first = i;
    result.remove(i);
  }
  if (count == 0) return fault(Error::InvalidArgument, "an indexing without index");
  indexing.at = last - first + 1 == count ? first : 0;
  for (size_t i = indexing.rank; i-- > 0;) {
    TRY(result.insert(indexing.at, indexing.sizes[i]));
  }
  return Error::Ok;
}

// Goes through the dimensions of the indices in row-major order.
struct Odometer {
  int32_t at[kMaxRank] = {};

  bool next(const Indexing& indexing) {
    for (size_t i = indexing.rank; i-- > 0;) {
      if (++at[i] < indexing.sizes[i]) return true;
      at[i] = 0;
    }
    return false;
  }
};

// Where in its memory `index` has the element for the place `at` of all indices.
int32_t offset_in(const Tensor& index, const Indexing& indexing, const int32_t* at) {
  int32_t strides[kMaxRank];
  compute_strides(index, strides);
  int32_t offset = 0;
  for (size_t i = 0; i < index.dim(); ++i) {
    if (index.size(i) != 1) offset += at[indexing.rank - index.dim() + i] * strides[i];
  }
  return offset;
}

// Where in `self` the elements begin that the indices name at one place.
template <DtypeSet kIndices>
[[gnu::noinline]] Error offset_of(const Indexing& indexing, const int32_t* at, const int32_t* sizes,
                                  const int32_t* strides, int32_t& offset) {
  offset = 0;
  for (size_t i = 0; i < indexing.indices.size(); ++i) {
    if (!indexing.indices[i]) continue;
    const Tensor& index = *indexing.indices[i];
    int32_t position;
    TRY(wrap_index(index_at<kIndices>(index, offset_in(index, indexing, at)), sizes[i], position));
    offset += position * strides[i];
  }
  return Error::Ok;
}

// visit(walk) for each place of the indices: the walk is then over the elements of operand kFrom
// and kTo. `indexed` is the operand that is indexed, a view of `self`; the other has the shape of
// the result and result.strides[other].
template <DtypeSet kIndices, typename Visit>
Error for_each(Indexing& indexing, const Tensor& self, size_t indexed, Visit visit) {
  Transfer& result = indexing.result;
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
    TRY(offset_of<kIndices>(indexing, place.at, self.sizes().data(), self_strides, offset));
    walk.start(indexed, offset);
    offset = 0;
    for (size_t i = 0; i < indexing.rank; ++i)
      offset += place.at[i] * result.strides[other][indexing.at + i];
    walk.start(other, offset);
    TRY(visit(walk));
  } while (place.next(indexing));
  return Error::Ok;
}

template <typename T>
[[gnu::noinline]] void add_elements(Walk<2>& walk, const T* from, T* to) {
  do {
    for (int32_t i = 0; i < walk.count(); ++i) {
      T* sum = to + walk.offset(kTo) + i * walk.step(kTo);
      const T* summand = from + walk.offset(kFrom) + i * walk.step(kFrom);
      store(sum, static_cast<WrapOf<T>>(load(sum)) + static_cast<WrapOf<T>>(load(summand)));
    }
  } while (walk.next());
}

// self[indices] = values, or += values
template <Operator kOperator>
Error put(Tensor& self, Span<const Optional<Tensor>> indices, const Tensor& values,
          bool accumulate) {
  constexpr DtypeSet kIndices = selected::inputs(kOperator) & kIndexTypes;
  constexpr DtypeSet kTypes = selected::outputs(kOperator);
  if (values.scalar_type() != self.scalar_type())
    return fault(Error::InvalidType, "values of another dtype than the tensor");
  Indexing indexing;
  TRY(begin<kIndices>(self, indices, indexing));
  Transfer& result = indexing.result;
  for (size_t i = 0; i < result.rank; ++i) result.strides[kTo][i] = result.strides[kFrom][i];
  TRY(stretch(values, result.shape(), result.strides[kFrom]));
  return for_each<kIndices>(indexing, self, kTo, [&](Walk<2>& walk) {
    if (!accumulate) return transfer_walk<kTypes>(walk, values.const_data_ptr(), self);
    return dispatch<kTypes>(self.scalar_type(), [&](auto tag) {
      using T = typename decltype(tag)::Type;
      add_elements(walk, values.const_data_ptr<T>(), self.mutable_data_ptr<T>());
      return Error::Ok;
    });
  });
}

}  // namespace

// out[i.., j..] = self[indices_0[i..], indices_1[i..], .., j..] with the dimensions as for Indexing
// Any dim orders; out must not alias.   Source: aten::index.Tensor_out
Error index_out(KernelContext&, const Tensor& self, Span<const Optional<Tensor>> indices,
                Tensor& out) {
  constexpr Operator kOperator = Operator::aten_index_Tensor_out;
  constexpr DtypeSet kIndices = selected::inputs(kOperator) & kIndexTypes;
  if (self.scalar_type() != out.scalar_type()) {
    return fault(Error::InvalidType, "the output's dtype is not the input's");
  }
  Indexing indexing;
  TRY(begin<kIndices>(self, indices, indexing));
  TRY(resize(out, indexing.result.shape()));
  compute_strides(out, indexing.result.strides[kTo]);
  return for_each<kIndices>(indexing, self, kFrom, [&](Walk<2>& walk) {
    return transfer_walk<selected::outputs(kOperator)>(walk, self.const_data_ptr(), out);
  });
}

// out = self, but out[indices_0[i..], indices_1[i..], .., j..] = values[i.., j..], or += them,
// integers modulo 2^bits; values are stretched
// Any dim orders; out must not alias.   Source: aten::index_put.out
Error index_put_out(KernelContext&, const Tensor& self, Span<const Optional<Tensor>> indices,
                    const Tensor& values, bool accumulate, Tensor& out) {
  constexpr Operator kOperator = Operator::aten_index_put_out;
  Transfer all;
  read_all(self, all);
  TRY(copy_part<selected::outputs(kOperator)>(all, self, out));
  return put<kOperator>(out, indices, values, accumulate);
}

// The same in place.   Source: aten::index_put_
Error index_put_(KernelContext&, Tensor& self, Span<const Optional<Tensor>> indices,
                 const Tensor& values, bool accumulate) {
  return put<Operator::aten_index_put_>(self, indices, values, accumulate);
}

}  // namespace kerf::portable
