// Elements whose positions in several dimensions are elements of indices.
#pragma once

#include <stdint.h>

#include "core/optional.h"
#include "core/span.h"
#include "kernels/context.h"
#include "kernels/facts.h"
#include "kernels/support/indexed_places.h"
#include "tensor/broadcast.h"
#include "tensor/element.h"

namespace kerf::portable {

// The kernels of this file take any dim orders; `out` must not alias. An index is Int or Long,
// negative ones counting from the end, for one dimension; or a mask, Bool or Byte, for as many
// dimensions as it has, which acts like one index for each of them: the positions of its true
// elements in row-major order. A dimension without an index stays whole. Errors of all:
// InvalidArgument (no index, more than dimensions, a mask whose sizes are not the dimensions',
// indices that cannot be broadcast or are out of range, values that do not fit, `out` cannot have
// the shape); InvalidType (out's or values' dtype is not self's, a dtype that no index has);
// NotSupported (dtypes that were not selected). An error may leave the output partly written.

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

// self[indices] = values, or += values where `accumulate`.
template <typename Facts, DtypeSet kTypes>
Error put_values(Tensor& self, Span<const Optional<Tensor>> indices, const Tensor& values,
                 bool accumulate) {
  constexpr bool kSets = !Facts::accumulate.is(1);
  constexpr bool kAdds = !Facts::accumulate.is(0);
  if (accumulate ? !kAdds : !kSets)
    return fault(Error::NotSupported, "an `accumulate` that was not selected");
  if (values.scalar_type() != self.scalar_type())
    return fault(Error::InvalidType, "values whose dtype is not the tensor's");
  Indexing<Facts::indices.dtypes> indexing;
  KERF_TRY(begin_indexing(self, indices, indexing));
  StridedCopy& result = indexing.result;
  for (size_t i = 0; i < result.rank; ++i) result.strides[kTo][i] = result.strides[kFrom][i];
  KERF_TRY(expand_strides(values, result.shape(), result.strides[kFrom]));
  return for_each_place(indexing, self, kTo, [&](Walk<2>& walk) {
    if constexpr (kAdds) {
      if (accumulate) {
        return dispatch<kTypes>(self.scalar_type(), [&](auto tag) {
          using T = typename decltype(tag)::Type;
          add_elements(walk, values.const_data_ptr<T>(), self.mutable_data_ptr<T>());
          return Error::Ok;
        });
      }
    }
    if constexpr (kSets) return move_walk<kTypes>(walk, values.const_data_ptr(), self);
    return Error::NotSupported;  // checked above
  });
}

// out[i.., j..] = self[indices_0[i..], indices_1[i..], .., j..] with the dimensions as for Indexing
// Source: aten::index.Tensor_out
template <typename Facts>
Error index_tensor_out(KernelContext&, const Tensor& self, Span<const Optional<Tensor>> indices,
                       Tensor& out) {
  if (self.scalar_type() != out.scalar_type()) {
    return fault(Error::InvalidType, "the output's dtype is not the input's");
  }
  Indexing<Facts::indices.dtypes> indexing;
  KERF_TRY(begin_indexing(self, indices, indexing));
  KERF_TRY(resize(out, indexing.result.shape()));
  compute_strides(out, indexing.result.strides[kTo]);
  return for_each_place(indexing, self, kFrom, [&](Walk<2>& walk) {
    return move_walk<Facts::out.dtypes>(walk, self.const_data_ptr(), out);
  });
}

// out = self, but out[indices_0[i..], indices_1[i..], .., j..] = values[i.., j..], or += them,
// integers modulo 2^bits; values are expanded
// A place that is indexed twice gets the last value or, with `accumulate`, the sum.
// Source: aten::index_put.out
template <typename Facts>
Error index_put_out(KernelContext&, const Tensor& self, Span<const Optional<Tensor>> indices,
                    const Tensor& values, bool accumulate, Tensor& out) {
  StridedCopy all;
  read_all(self, all);
  KERF_TRY(copy_part<Facts::out.dtypes>(all, self, out));
  return put_values<Facts, Facts::out.dtypes>(out, indices, values, accumulate);
}

// Puts in place.   Source: aten::index_put_
template <typename Facts>
Error index_put_(KernelContext&, Tensor& self, Span<const Optional<Tensor>> indices,
                 const Tensor& values, bool accumulate) {
  return put_values<Facts, Facts::self.dtypes>(self, indices, values, accumulate);
}

}  // namespace kerf::portable
