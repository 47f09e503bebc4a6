// Elements whose position in one dimension is an element of an index.
#pragma once

#include <stdint.h>

#include "kernels/context.h"
#include "kernels/facts.h"
#include "kernels/support/fill.h"
#include "kernels/support/lowest.h"
#include "kernels/support/positions.h"
#include "kernels/support/strided_copy.h"
#include "kernels/support/strings.h"
#include "tensor/element.h"

namespace kerf::portable {

// The kernels of this file take any dim orders; `out` must not alias. An index is Int or Long and
// does not count from the end; tensors without dimensions count as having one, of size 1. Errors of
// all: InvalidArgument (`dim` does not exist, shapes that do not fit, an index that is out of
// range, `out` cannot have the shape); InvalidType (dtypes that differ, an index of another dtype);
// NotSupported (dtypes that were not selected). An error may leave `out` partly written.

// The elements of an index in the order of its memory, and where the two tensors are at each:
// walk's offsets and `by` times the position.
struct IndexedWalk {
  const Tensor* index;
  int32_t size;   // of the dimension
  int32_t by[2];  // strides of the dimension: 0 where the position does not matter
  Walk<2> walk;
};

// apply(from, to) with the two offsets of each element. InvalidArgument where a position is out of
// range.
template <DtypeSet kIndices, typename Apply>
Error for_each_indexed(IndexedWalk& each, Apply apply) {
  Walk<2>& walk = each.walk;
  int32_t at = 0;
  do {
    for (int32_t i = 0; i < walk.count(); ++i) {
      int32_t position;
      KERF_TRY(position_at<kIndices>(*each.index, at++, each.size, position));
      apply(walk.offset(kFrom) + i * walk.step(kFrom) + position * each.by[kFrom],
            walk.offset(kTo) + i * walk.step(kTo) + position * each.by[kTo]);
    }
  } while (walk.next());
  return Error::Ok;
}

template <DtypeSet kIndices, typename Word>
[[gnu::noinline]] Error move_indexed_words(IndexedWalk& each, const void* from, void* to) {
  using Any [[gnu::may_alias]] = Word;
  return for_each_indexed<kIndices>(each, [=](int32_t in, int32_t out) {
    static_cast<Any*>(to)[out] = static_cast<const Any*>(from)[in];
  });
}

template <DtypeSet kTypes, DtypeSet kIndices>
Error move_indexed(IndexedWalk& each, const void* from, Tensor& out) {
  return dispatch<kTypes>(out.scalar_type(), [&](auto tag) {
    using Word = typename WordOf<sizeof(typename decltype(tag)::Type)>::Type;
    return move_indexed_words<kIndices, Word>(each, from, out.mutable_data_ptr());
  });
}

// The sizes of a tensor, of at least one dimension.
inline Span<const int32_t> sizes_of_vector(const Tensor& tensor) {
  static constexpr int32_t kOne[] = {1};
  return tensor.dim() == 0 ? Span<const int32_t>(kOne) : tensor.sizes();
}

// Ok where `index` is empty, or has the rank of `tensor` and, except in dimension `at`, no larger
// sizes; else InvalidArgument.
[[gnu::noinline]] inline Error check_index_shape(const Tensor& index, const Tensor& tensor,
                                                 size_t at) {
  if (index.numel() == 0) return Error::Ok;
  const Span<const int32_t> sizes = sizes_of_vector(index);
  const Span<const int32_t> most = sizes_of_vector(tensor);
  bool fits = sizes.size() == most.size();
  for (size_t i = 0; fits && i < most.size(); ++i) fits = i == at || sizes[i] <= most[i];
  return fits ? Error::Ok : fault(Error::InvalidArgument, "an index that does not fit");
}

// Loops over `index`, which is not empty, and over two tensors: that of `operand` goes by the
// position in its dimension `at`. A null tensor is one element.
[[gnu::noinline]] inline void begin_indexed(IndexedWalk& each, const Tensor& index, size_t at,
                                            size_t operand, const Tensor* from, const Tensor& to) {
  int32_t strides[2][kMaxRank] = {};
  if (from != nullptr) compute_strides(*from, strides[kFrom]);
  compute_strides(to, strides[kTo]);
  each.index = &index;
  each.size = sizes_of_vector(operand == kFrom ? *from : to)[at];
  each.by[1 - operand] = 0;
  each.by[operand] = strides[operand][at];
  strides[operand][at] = 0;
  walk_storage(each.walk, index, strides);
}

// Checks for a scatter, and `out` becomes `self`.
template <typename Facts>
Error begin_scatter(const Tensor& self, int64_t dim, const Tensor& index, Tensor& out, size_t& at) {
  KERF_TRY(check_index_type<Facts::index.dtypes>(index));
  KERF_TRY(wrap_dim(dim, self.dim(), at));
  KERF_TRY(check_index_shape(index, self, at));
  StridedCopy all;
  read_all(self, all);
  return copy_part<Facts::out.dtypes>(all, self, out);
}

// Checks the source of a scatter. Errors: InvalidType, InvalidArgument.
inline Error check_scattered(const Tensor& self, const Tensor& index, const Tensor& src) {
  if (src.scalar_type() != self.scalar_type())
    return fault(Error::InvalidType, "a source whose dtype is not the tensor's");
  return check_index_shape(index, src, kMaxRank);
}

// out[.., i, ..] = self[.., index[.., i, ..], ..]   Source: aten::gather.out
template <typename Facts>
Error gather_out(KernelContext&, const Tensor& self, int64_t dim, const Tensor& index,
                 bool /*sparse_grad*/, Tensor& out) {
  KERF_TRY(check_index_type<Facts::index.dtypes>(index));
  if (self.scalar_type() != out.scalar_type()) {
    return fault(Error::InvalidType, "the output's dtype is not the input's");
  }
  size_t at = 0;
  KERF_TRY(wrap_dim(dim, self.dim(), at));
  KERF_TRY(check_index_shape(index, self, at));
  KERF_TRY(resize(out, index.sizes()));
  if (index.numel() == 0) return Error::Ok;
  IndexedWalk each;
  begin_indexed(each, index, at, kFrom, &self, out);
  return move_indexed<Facts::out.dtypes, Facts::index.dtypes>(each, self.const_data_ptr(), out);
}

// out = self, but out[.., index[.., i, ..], ..] = src[.., i, ..]
// A position that is indexed twice gets the last element, in the order of index's memory.
// Source: aten::scatter.src_out
template <typename Facts>
Error scatter_src_out(KernelContext&, const Tensor& self, int64_t dim, const Tensor& index,
                      const Tensor& src, Tensor& out) {
  constexpr DtypeSet kTypes = Facts::out.dtypes;
  size_t at = 0;
  KERF_TRY(check_scattered(self, index, src));
  KERF_TRY(begin_scatter<Facts>(self, dim, index, out, at));
  if (index.numel() == 0) return Error::Ok;
  IndexedWalk each;
  begin_indexed(each, index, at, kTo, &src, out);
  return move_indexed<kTypes, Facts::index.dtypes>(each, src.const_data_ptr(), out);
}

// out = self, but out[.., index[.., i, ..], ..] = value   Source: aten::scatter.value_out
template <typename Facts>
Error scatter_value_out(KernelContext&, const Tensor& self, int64_t dim, const Tensor& index,
                        const Scalar& value, Tensor& out) {
  constexpr DtypeSet kTypes = Facts::out.dtypes;
  size_t at = 0;
  KERF_TRY(begin_scatter<Facts>(self, dim, index, out, at));
  if (index.numel() == 0) return Error::Ok;
  AnyElement element;
  KERF_TRY(to_element<kTypes>(value, out.scalar_type(), element));
  IndexedWalk each;
  begin_indexed(each, index, at, kTo, nullptr, out);
  return move_indexed<kTypes, Facts::index.dtypes>(each, &element, out);
}

// out = self, but out[.., index[.., i, ..], ..] += src[.., i, ..], integers modulo 2^bits
// Source: aten::scatter_add.out
template <typename Facts>
Error scatter_add_out(KernelContext&, const Tensor& self, int64_t dim, const Tensor& index,
                      const Tensor& src, Tensor& out) {
  constexpr DtypeSet kTypes = Facts::out.dtypes;
  size_t at = 0;
  KERF_TRY(check_scattered(self, index, src));
  KERF_TRY(begin_scatter<Facts>(self, dim, index, out, at));
  if (index.numel() == 0) return Error::Ok;
  IndexedWalk each;
  begin_indexed(each, index, at, kTo, &src, out);
  return dispatch<kTypes>(out.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    const T* from = src.const_data_ptr<T>();
    T* to = out.mutable_data_ptr<T>();
    return for_each_indexed<Facts::index.dtypes>(each, [=](int32_t in, int32_t sum) {
      store(to + sum,
            static_cast<WrapOf<T>>(load(to + sum)) + static_cast<WrapOf<T>>(load(from + in)));
    });
  });
}

// How scatter_reduce combines elements.
enum class Reduction : uint8_t { sum, product, mean, most, least, unknown };

inline Reduction reduction_of(Span<const char> name) {
  constexpr const char* kNames[] = {"sum", "prod", "mean", "amax", "amin"};
  size_t i = 0;
  while (i < 5 && !equals(name, kNames[i])) ++i;
  return static_cast<Reduction>(i);
}

// What `kind` starts with where the element that is there does not count.
template <typename T>
WrapOf<T> start_of(Reduction kind) {
  if (kind == Reduction::product) return WrapOf<T>{1};
  if (kind != Reduction::most && kind != Reduction::least) return WrapOf<T>{0};
  const ValueOf<T> low = lowest<ValueOf<T>>();
  if (kind == Reduction::most) return static_cast<WrapOf<T>>(low);
  if constexpr (kIsFloating<ValueOf<T>>) {
    return -low;
  } else {
    return static_cast<WrapOf<T>>(static_cast<ValueOf<T>>(~static_cast<WrapOf<T>>(low)));
  }
}

// a and b combined; a NaN is the largest and the least.
template <typename T>
WrapOf<T> combine(Reduction kind, WrapOf<T> a, WrapOf<T> b) {
  if (kind == Reduction::product) return a * b;
  if (kind == Reduction::sum || kind == Reduction::mean) return a + b;
  const auto x = static_cast<ValueOf<T>>(a);
  const auto y = static_cast<ValueOf<T>>(b);
  if (x != x) return a;
  return y != y || (kind == Reduction::most ? y > x : y < x) ? b : a;
}

// sum / count, of integers rounded down.
template <typename V>
V mean_of(V sum, int32_t count) {
  const auto divisor = static_cast<V>(count);
  V quotient = static_cast<V>(sum / divisor);
  if constexpr (!kIsFloating<V>) {
    if (sum < 0 && quotient * divisor != sum) --quotient;
  }
  return quotient;
}

// out = self, but out[.., index[.., i, ..], ..] is the sum, product, mean, maximum or minimum of
// all src[.., i, ..] that have this place, and of self there where `include_self`. Each step is
// rounded to the dtype; integers wrap, and means of them are rounded down. Errors also:
// InvalidArgument (another `reduce`); MemoryAllocationFailed.
// Source: aten::scatter_reduce.two_out
template <typename Facts>
Error scatter_reduce_two_out(KernelContext& context, const Tensor& self, int64_t dim,
                             const Tensor& index, const Tensor& src, Span<const char> reduce,
                             bool include_self, Tensor& out) {
  const Reduction kind = reduction_of(reduce);
  if (kind == Reduction::unknown) return fault(Error::InvalidArgument, "an unknown reduction");
  size_t at = 0;
  KERF_TRY(check_scattered(self, index, src));
  KERF_TRY(begin_scatter<Facts>(self, dim, index, out, at));
  if (index.numel() == 0) return Error::Ok;
  int32_t* counts = nullptr;
  if (kind == Reduction::mean) {
    counts = context.scratch<int32_t>(out.numel());
    if (counts == nullptr) return Error::MemoryAllocationFailed;
    for (size_t i = 0; i < out.numel(); ++i) counts[i] = include_self ? 1 : 0;
  }
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    const T* from = src.const_data_ptr<T>();
    T* to = out.mutable_data_ptr<T>();
    if (!include_self) {
      IndexedWalk each;
      begin_indexed(each, index, at, kTo, &src, out);
      KERF_TRY((for_each_indexed<Facts::index.dtypes>(
          each, [=](int32_t, int32_t place) { store(to + place, start_of<T>(kind)); })));
    }
    IndexedWalk each;
    begin_indexed(each, index, at, kTo, &src, out);
    KERF_TRY((for_each_indexed<Facts::index.dtypes>(each, [=](int32_t in, int32_t place) {
      store(to + place, combine<T>(kind, static_cast<WrapOf<T>>(load(to + place)),
                                   static_cast<WrapOf<T>>(load(from + in))));
      if (counts != nullptr) ++counts[place];
    })));
    for (size_t i = 0; counts != nullptr && i < out.numel(); ++i) {
      if (counts[i] > 1) store(to + i, mean_of(load(to + i), counts[i]));
    }
    return Error::Ok;
  });
}

}  // namespace kerf::portable
