// The largest and the smallest elements, and where they are.
#pragma once

#include "core/optional.h"
#include "core/span.h"
#include "kernels/context.h"
#include "kernels/dispatch.h"
#include "kernels/facts.h"
#include "kernels/portable/reduced_dims.h"
#include "kernels/portable/reduction.h"
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

template <typename Facts, bool kLargest, bool kWalks>
Error reduce_extremes(const Tensor& self, DimSet reduced, bool keepdim, Tensor& out) {
  KERF_TRY((same_dtype<one_dtype(Facts::self.dtypes, Facts::out.dtypes)>(self, out)));
  KERF_TRY(check_not_empty(self, reduced));
  KERF_TRY(resize_reduced(self, reduced, keepdim, out));
  Places<kWalks> places(self, out, out, reduced, false);
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    T* to = out.mutable_data_ptr<T>();
    return reduce<T, false>(
        self, out.scalar_type(), places, Extreme<T, kLargest>{},
        [to](int32_t n, int32_t, const auto& extreme) { store(to + n, extreme.best); });
  });
}

template <typename Facts, bool kLargest>
Error reduce_extremes_dims(const Tensor& self, Span<const int64_t> dims, bool keepdim,
                           Tensor& out) {
  DimSet reduced;
  KERF_TRY(read_dims(dims, self.dim(), reduced));
  constexpr bool kWalks = needs<Facts>(Trait::outer_reduction);
  KERF_TRY(check_walk<kWalks>(self, out, reduced));
  return reduce_extremes<Facts, kLargest, kWalks>(self, reduced, keepdim, out);
}

// out[kept] = largest element over the reduced dimensions of self
// NaN where one is; `dim` empty: all dimensions.   Source: aten::amax.out
template <typename Facts>
Error amax_out(KernelContext&, const Tensor& self, Span<const int64_t> dim, bool keepdim,
               Tensor& out) {
  return reduce_extremes_dims<Facts, true>(self, dim, keepdim, out);
}

// The same with the smallest.   Source: aten::amin.out
template <typename Facts>
Error amin_out(KernelContext&, const Tensor& self, Span<const int64_t> dim, bool keepdim,
               Tensor& out) {
  return reduce_extremes_dims<Facts, false>(self, dim, keepdim, out);
}

// out = largest element of self: NaN where one is   Source: aten::max.unary_out
template <typename Facts>
Error max_unary_out(KernelContext&, const Tensor& self, Tensor& out) {
  return reduce_extremes<Facts, true, false>(self, all_dims(self.dim()), false, out);
}

// out = smallest element of self: NaN where one is   Source: aten::min.unary_out
template <typename Facts>
Error min_unary_out(KernelContext&, const Tensor& self, Tensor& out) {
  return reduce_extremes<Facts, false, false>(self, all_dims(self.dim()), false, out);
}

// Writes the extreme elements to `values` where kValues, and their positions among those that are
// reduced, in row-major order, to `indices`.
template <DtypeSet kTypes, bool kLargest, bool kWalks, bool kValues>
Error find_extremes(const Tensor& self, DimSet reduced, bool keepdim, Tensor& values,
                    Tensor& indices) {
  if (indices.scalar_type() != ScalarType::Long)
    return fault(Error::InvalidType, "an output of indices that is not Long");
  KERF_TRY(check_not_empty(self, reduced));
  KERF_TRY(check_walk<kWalks>(self, values, reduced));
  KERF_TRY(resize_reduced(self, reduced, keepdim, values));
  if (kValues) {
    if (!kWalks) KERF_TRY(row_major(indices));
    KERF_TRY(resize(indices, values.sizes()));
  }
  Places<kWalks> places(self, values, indices, reduced, true);
  return dispatch<kTypes>(self.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    T* to = values.mutable_data_ptr<T>();
    int64_t* at = indices.mutable_data_ptr<int64_t>();
    return reduce<T, false>(self, self.scalar_type(), places, Extreme<T, kLargest>{},
                            [=](int32_t n, int32_t second, const auto& extreme) {
                              if constexpr (kValues) store(to + n, extreme.best);
                              at[kValues ? second : n] = extreme.index;
                            });
  });
}

template <typename Facts, bool kLargest>
Error find_indices(const Tensor& self, const Optional<int64_t>& dim, bool keepdim, Tensor& out) {
  DimSet reduced = all_dims(self.dim());
  if (dim) KERF_TRY(read_dim(*dim, self.dim(), reduced));
  return find_extremes<Facts::self.dtypes, kLargest, needs<Facts>(Trait::outer_reduction), false>(
      self, reduced, keepdim, out, out);
}

// out[kept] = position along `dim` of the largest element of self, the first NaN where one is
// `dim` absent: the position among all elements in row-major order. The first of equals.
// Source: aten::argmax.out
template <typename Facts>
Error argmax_out(KernelContext&, const Tensor& self, const Optional<int64_t>& dim, bool keepdim,
                 Tensor& out) {
  return find_indices<Facts, true>(self, dim, keepdim, out);
}

// The same with the smallest.   Source: aten::argmin.out
template <typename Facts>
Error argmin_out(KernelContext&, const Tensor& self, const Optional<int64_t>& dim, bool keepdim,
                 Tensor& out) {
  return find_indices<Facts, false>(self, dim, keepdim, out);
}

template <DtypeSet kSelf, DtypeSet kValues, bool kLargest, bool kWalks>
Error find_both(const Tensor& self, int64_t dim, bool keepdim, Tensor& values, Tensor& indices) {
  KERF_TRY((same_dtype<one_dtype(kSelf, kValues)>(self, values)));
  DimSet reduced;
  KERF_TRY(read_dim(dim, self.dim(), reduced));
  return find_extremes<kValues, kLargest, kWalks, true>(self, reduced, keepdim, values, indices);
}

// values[kept], indices[kept] = largest element along `dim` of self, and its position
// The first NaN where one is; the first of equals.   Source: aten::max.dim_max
template <typename Facts>
Error max_dim_max(KernelContext&, const Tensor& self, int64_t dim, bool keepdim, Tensor& values,
                  Tensor& indices) {
  return find_both<Facts::self.dtypes, Facts::max.dtypes, true,
                   needs<Facts>(Trait::outer_reduction)>(self, dim, keepdim, values, indices);
}

// The same with the smallest.   Source: aten::min.dim_min
template <typename Facts>
Error min_dim_min(KernelContext&, const Tensor& self, int64_t dim, bool keepdim, Tensor& values,
                  Tensor& indices) {
  return find_both<Facts::self.dtypes, Facts::min.dtypes, false,
                   needs<Facts>(Trait::outer_reduction)>(self, dim, keepdim, values, indices);
}

}  // namespace kerf::portable
