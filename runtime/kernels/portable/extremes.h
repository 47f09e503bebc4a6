// The largest and the smallest elements, and where they are.
#pragma once

#include "core/optional.h"
#include "core/span.h"
#include "kernels/context.h"
#include "kernels/dispatch.h"
#include "kernels/facts.h"
#include "kernels/portable/reduction.h"
#include "kernels/support/reduced_runs.h"
#include "tensor/element.h"

namespace kerf::portable {

// The largest number of V, or the smallest: infinity of a floating type.
template <typename V, bool kLargest>
constexpr V limit() {
  if constexpr (kIsFloating<V>) {
    return kLargest ? static_cast<V>(__builtin_inf()) : static_cast<V>(-__builtin_inf());
  } else if constexpr (V(2) == V(1) || V(-1) > V(0)) {
    return kLargest ? static_cast<V>(-1) : V(0);
  } else {
    constexpr V kLowest = static_cast<V>(uint64_t{1} << (8 * sizeof(V) - 1));
    return kLargest ? static_cast<V>(~kLowest) : kLowest;
  }
}

// The accumulator of the largest element, or of the smallest: the first of equals, the first NaN.
template <typename T, bool kLargest>
struct Extreme {
  using V = ValueOf<T>;
  V best = limit<V, !kLargest>();
  int32_t index = 0;  // of the best
  int32_t next = 0;   // of the next element

  void add(V x) {
    bool better = kLargest ? x > best : x < best;
    if constexpr (kIsFloating<V>) better = better || (x != x && best == best);
    if (better) {
      best = x;
      index = next;
    }
    ++next;
  }
  V result() const { return best; }
};

// The kernels of this file take any dim orders; outputs must not alias. Errors of all:
// InvalidArgument (a dimension that does not exist, is named twice or has no elements, an output
// that cannot have the shape); InvalidType (values whose dtype is not the input's, indices that are
// not Long); NotSupported (not selected).

// The extreme of the elements of the output that `places` is at.
template <typename T, bool kLargest, typename Places>
Extreme<T, kLargest> find_extreme(Places& places) {
  Extreme<T, kLargest> extreme;
  places.template each_run<T>([&](const T* from, int32_t step, int32_t count) {
    add_elements(extreme, from, step, count);
  });
  return extreme;
}

template <DtypeSet kTypes, bool kLargest, typename Places>
Error write_extremes(Places& places, const Tensor& self) {
  return dispatch<kTypes>(self.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    places.template each_output<T, void>(
        [](Places& each, T* to, void*) { store(to, find_extreme<T, kLargest>(each).best); });
    return Error::Ok;
  });
}

template <typename Facts, bool kLargest>
Error reduce_extremes(const Tensor& self, const Span<const int64_t>& dims, bool keepdim,
                      Tensor& out) {
  KERF_TRY((same_dtype<one_dtype(Facts::self.dtypes, Facts::out.dtypes)>(self, out)));
  PlacesOf<Facts> places(self, dims, kSomeElements | (keepdim ? kKeepDims : 0), out, nullptr);
  KERF_TRY(places.error());
  return write_extremes<Facts::out.dtypes, kLargest>(places, self);
}

template <typename Facts, bool kLargest>
Error reduce_extremes_all(const Tensor& self, Tensor& out) {
  KERF_TRY((same_dtype<one_dtype(Facts::self.dtypes, Facts::out.dtypes)>(self, out)));
  KERF_TRY(check_not_empty(self, all_dims(self.dim())));
  InnerPlaces places(self, out);
  KERF_TRY(places.error());
  return write_extremes<Facts::out.dtypes, kLargest>(places, self);
}

// out[kept] = largest element over the reduced dimensions of self
// NaN where one is; `dim` empty: all dimensions.   Source: aten::amax.out
template <typename Facts>
Error amax_out(KernelContext&, const Tensor& self, Span<const int64_t> dim, bool keepdim,
               Tensor& out) {
  return reduce_extremes<Facts, true>(self, dim, keepdim, out);
}

// Finds the smallest instead.   Source: aten::amin.out
template <typename Facts>
Error amin_out(KernelContext&, const Tensor& self, Span<const int64_t> dim, bool keepdim,
               Tensor& out) {
  return reduce_extremes<Facts, false>(self, dim, keepdim, out);
}

// out = largest element of self: NaN where one is   Source: aten::max.unary_out
template <typename Facts>
Error max_unary_out(KernelContext&, const Tensor& self, Tensor& out) {
  return reduce_extremes_all<Facts, true>(self, out);
}

// out = smallest element of self: NaN where one is   Source: aten::min.unary_out
template <typename Facts>
Error min_unary_out(KernelContext&, const Tensor& self, Tensor& out) {
  return reduce_extremes_all<Facts, false>(self, out);
}

// Ok, or InvalidType.
inline Error check_indices(const Tensor& indices) {
  if (indices.scalar_type() != ScalarType::Long)
    return fault(Error::InvalidType, "an output of indices that is not Long");
  return Error::Ok;
}

// Positions are those among the elements that are reduced, in row-major order.
template <typename Facts, bool kLargest>
Error find_indices(const Tensor& self, const Optional<int64_t>& dim, bool keepdim, Tensor& out) {
  KERF_TRY(check_indices(out));
  PlacesOf<Facts> places(self, {&dim.value(), dim.has_value()},
                         kSomeElements | kInRowMajor | (keepdim ? kKeepDims : 0), out, nullptr);
  KERF_TRY(places.error());
  return dispatch<Facts::self.dtypes>(self.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    places.template each_output<int64_t, void>([](PlacesOf<Facts>& each, int64_t* to, void*) {
      *to = find_extreme<T, kLargest>(each).index;
    });
    return Error::Ok;
  });
}

// out[kept] = position along `dim` of the largest element of self, the first NaN where one is
// `dim` absent: the position among all elements in row-major order. The first of equals.
// Source: aten::argmax.out
template <typename Facts>
Error argmax_out(KernelContext&, const Tensor& self, const Optional<int64_t>& dim, bool keepdim,
                 Tensor& out) {
  return find_indices<Facts, true>(self, dim, keepdim, out);
}

// Finds the place of the smallest instead.   Source: aten::argmin.out
template <typename Facts>
Error argmin_out(KernelContext&, const Tensor& self, const Optional<int64_t>& dim, bool keepdim,
                 Tensor& out) {
  return find_indices<Facts, false>(self, dim, keepdim, out);
}

template <DtypeSet kSelf, DtypeSet kValues, bool kLargest, typename Places>
Error find_both(const Tensor& self, int64_t dim, bool keepdim, Tensor& values, Tensor& indices) {
  KERF_TRY((same_dtype<one_dtype(kSelf, kValues)>(self, values)));
  KERF_TRY(check_indices(indices));
  Places places(self, {&dim, 1}, kSomeElements | kInRowMajor | (keepdim ? kKeepDims : 0), values,
                &indices);
  KERF_TRY(places.error());
  return dispatch<kValues>(self.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    places.template each_output<T, int64_t>([](Places& each, T* to, int64_t* index) {
      const Extreme<T, kLargest> extreme = find_extreme<T, kLargest>(each);
      store(to, extreme.best);
      *index = extreme.index;
    });
    return Error::Ok;
  });
}

// values[kept], indices[kept] = largest element along `dim` of self, and its position
// The first NaN where one is; the first of equals.   Source: aten::max.dim_max
template <typename Facts>
Error max_dim_max(KernelContext&, const Tensor& self, int64_t dim, bool keepdim, Tensor& values,
                  Tensor& indices) {
  return find_both<Facts::self.dtypes, Facts::max.dtypes, true, PlacesOf<Facts>>(self, dim, keepdim,
                                                                                 values, indices);
}

// Finds the smallest and its place instead.   Source: aten::min.dim_min
template <typename Facts>
Error min_dim_min(KernelContext&, const Tensor& self, int64_t dim, bool keepdim, Tensor& values,
                  Tensor& indices) {
  return find_both<Facts::self.dtypes, Facts::min.dtypes, false, PlacesOf<Facts>>(
      self, dim, keepdim, values, indices);
}

}  // namespace kerf::portable
