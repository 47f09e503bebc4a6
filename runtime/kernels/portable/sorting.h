// The first elements of an order, and all of them.
#pragma once

#include <stdint.h>

#include "core/optional.h"
#include "core/span.h"
#include "kernels/context.h"
#include "kernels/dispatch.h"
#include "kernels/facts.h"
#include "kernels/support/lines.h"
#include "tensor/element.h"

namespace kerf::portable {

// The best elements of a line, with the last in their order at the root of a heap, in the memory of
// the outputs. Elements are ordered by value, with NaN above all numbers, then by position.
template <typename T>
struct BestElements {
  T* values;
  int64_t* indices;
  int32_t value_step;
  int32_t index_step;
  bool largest;

  struct Item {
    T value;
    int64_t index;
  };

  Item at(int32_t i) const { return {values[i * value_step], indices[i * index_step]}; }
  void put(int32_t i, const Item& item) const {
    values[i * value_step] = item.value;
    indices[i * index_step] = item.index;
  }

  static bool above(const T& a, const T& b) {
    const ValueOf<T> x = load(&a);
    const ValueOf<T> y = load(&b);
    if constexpr (Element<T>::kFloating) {
      if (x != x) return y == y;
    }
    return x > y;
  }
  bool before(const Item& a, const Item& b) const {
    if (above(a.value, b.value)) return largest;
    if (above(b.value, a.value)) return !largest;
    return a.index < b.index;
  }

  // Moves `item` down from `place` in a heap of `count`.
  [[gnu::noinline]] void sink(const Item& item, int32_t place, int32_t count) const {
    for (;;) {
      if (place >= count / 2) break;
      int32_t child = 2 * place + 1;
      if (child + 1 < count && before(at(child), at(child + 1))) ++child;
      if (!before(item, at(child))) break;
      put(place, at(child));
      place = child;
    }
    put(place, item);
  }

  // Takes the best `count` of `size` >= count elements and sorts them.
  void take(const T* from, int32_t step, int32_t size, int32_t count) const {
    if (count == 0) return;
    for (int32_t i = 0; i < size; ++i) {
      const Item item{from[i * step], i};
      if (i < count) {
        put(i, item);
        if (i == count - 1) {
          for (int32_t place = count / 2; place-- > 0;) sink(at(place), place, count);
        }
      } else if (before(item, at(0))) {
        sink(item, 0, count);
      }
    }
    for (int32_t last = count - 1; last > 0; --last) {
      const Item item = at(last);
      put(last, at(0));
      sink(item, 0, last);
    }
  }
};

// What elements of T are sorted as: bytes of Bool, which a program may hold with any value.
template <typename T>
struct SortedAs : TypeTag<T> {};
template <>
struct SortedAs<bool> : TypeTag<uint8_t> {};

// values[..,i,..] = element i along `dim` of self in descending order with `largest`, else in
// ascending order, for i < count; indices[..,i,..] = its position. Equal elements are in the order
// of their positions. Any dim orders; outputs must not alias.
// Errors: InvalidArgument (outputs that cannot have the shape); InvalidType (values whose dtype is
// not the input's, indices that are not Long); NotSupported (not selected).
template <DtypeSet kSelf, DtypeSet kValues>
Error take_best(const Tensor& self, size_t dim, int32_t count, bool largest, Tensor& values,
                Tensor& indices) {
  KERF_TRY((same_dtype<one_dtype(kSelf, kValues)>(self, values)));
  if (indices.scalar_type() != ScalarType::Long)
    return fault(Error::InvalidType, "an output of indices that is not Long");
  int32_t sizes[kMaxRank];
  for (size_t i = 0; i < self.dim(); ++i) sizes[i] = i == dim ? count : self.size(i);
  KERF_TRY(resize(values, {sizes, self.dim()}));
  KERF_TRY(resize(indices, {sizes, self.dim()}));
  if (values.numel() == 0) return Error::Ok;
  const int32_t size = length_along(self, dim);
  const int32_t step = step_along(self, dim);
  const int32_t value_step = step_along(values, dim);
  const int32_t index_step = step_along(indices, dim);
  Walk<3> walk;
  walk_lines<3>({&values, &indices, &self}, dim, walk);
  return dispatch<kValues>(values.scalar_type(), [&](auto tag) {
    using T = typename SortedAs<typename decltype(tag)::Type>::Type;
    do {
      for (int32_t line = 0; line < walk.count(); ++line) {
        const BestElements<T> best{
            values.mutable_data_ptr<T>() + walk.offset(0) + line * walk.step(0),
            indices.mutable_data_ptr<int64_t>() + walk.offset(1) + line * walk.step(1), value_step,
            index_step, largest};
        best.take(self.const_data_ptr<T>() + walk.offset(2) + line * walk.step(2), step, size,
                  count);
      }
    } while (walk.next());
    return Error::Ok;
  });
}

// values, indices = the `k` largest elements along `dim` of self, or the smallest, in their order
// also where `sorted` is not requested. NaN is the largest. PyTorch has the same values, but other
// indices of equal ones: its CPU takes them as the C++ library's selection leaves them. Both agree
// for rows of up to three elements, and for k = 1 of 64 or more.
// Errors: InvalidArgument (a dimension that does not exist, more elements than it has), and those
// of take_best().   Source: aten::topk.values
template <typename Facts>
Error topk_values(KernelContext&, const Tensor& self, int64_t k, int64_t dim, bool largest,
                  bool /*sorted*/, Tensor& values, Tensor& indices) {
  size_t along;
  KERF_TRY(wrap_dim(dim, self.dim(), along));
  if (k < 0 || k > length_along(self, along))
    return fault(Error::InvalidArgument, "more elements than the dimension has");
  const int32_t count = self.dim() == 0 ? 1 : static_cast<int32_t>(k);
  return take_best<Facts::self.dtypes, Facts::values.dtypes>(self, along, count, largest, values,
                                                             indices);
}

// values, indices = all elements along `dim` of self, in order; equal ones stay in theirs. NaN is
// the largest.
// Errors: InvalidArgument (a dimension that does not exist), and those of take_best().
// Source: aten::sort.values_stable
template <typename Facts>
Error sort_values_stable(KernelContext&, const Tensor& self, const Optional<bool>& /*stable*/,
                         int64_t dim, bool descending, Tensor& values, Tensor& indices) {
  size_t along;
  KERF_TRY(wrap_dim(dim, self.dim(), along));
  return take_best<Facts::self.dtypes, Facts::values.dtypes>(self, along, length_along(self, along),
                                                             descending, values, indices);
}

// Sorts as sort.values_stable does.   Source: aten::sort.values
template <typename Facts>
Error sort_values(KernelContext& context, const Tensor& self, int64_t dim, bool descending,
                  Tensor& values, Tensor& indices) {
  return sort_values_stable<Facts>(context, self, {}, dim, descending, values, indices);
}

}  // namespace kerf::portable
