// Elements where a mask is true, and where elements are not zero.
#pragma once

#include <stdint.h>

#include "kernels/context.h"
#include "kernels/facts.h"
#include "kernels/support/fill.h"
#include "kernels/support/positions.h"
#include "kernels/support/strided_copy.h"
#include "tensor/broadcast.h"
#include "tensor/element.h"

namespace kerf::portable {

// The kernels of this file take any dim orders; `out` must not alias. A mask is Bool; it and `self`
// are expanded to one shape. Errors of all: InvalidArgument (shapes that cannot be broadcast or
// that `out` cannot have, and those above each kernel); InvalidType (out's dtype is not self's, a
// mask that is not Bool); NotSupported (dtypes that were not selected).

// Elements that are written one after the other.
struct MaskSource {
  const void* data;
  int32_t step;   // from one to the next: 0 repeats the first
  int32_t count;  // how many there are
  // Not row-major; its elements are read in row-major order instead. Null where there is none.
  const Tensor* ordered;
};

[[gnu::noinline]] inline Error check_masked(const Tensor& self, const Tensor& mask,
                                            const Tensor& out) {
  if (self.scalar_type() != out.scalar_type()) {
    return fault(Error::InvalidType, "the output's dtype is not the input's");
  }
  return mask.scalar_type() == ScalarType::Bool
             ? Error::Ok
             : fault(Error::InvalidType, "a mask that is not Bool");
}

// Writes the elements of `source` where the mask, operand kFrom of `walk`, is true.
template <typename Word, bool kPermuted>
[[gnu::noinline]] Error replace_words(Walk<2>& walk, const bool* mask, const MaskSource& source,
                                      void* out) {
  using Any [[gnu::may_alias]] = Word;
  int32_t strides[kMaxRank];
  if constexpr (kPermuted) compute_strides(*source.ordered, strides);
  int32_t taken = 0;
  do {
    for (int32_t i = 0; i < walk.count(); ++i) {
      if (!load(mask + walk.offset(kFrom) + i * walk.step(kFrom))) continue;
      if (taken == source.count)
        return fault(Error::InvalidArgument, "a mask of more elements than its source has");
      int32_t from = taken;
      if constexpr (kPermuted) from = offset_of_element(source.ordered->sizes(), strides, taken);
      static_cast<Any*>(out)[walk.offset(kTo) + i * walk.step(kTo)] =
          static_cast<const Any*>(source.data)[from];
      taken += source.step;
    }
  } while (walk.next());
  return Error::Ok;
}

// `out`, which has its shape, becomes `self`, with elements of `source` where `mask` is true, in
// row-major order.
template <DtypeSet kTypes, bool kPermuted>
[[gnu::noinline]] Error replace_masked(const Tensor& self, const Tensor& mask,
                                       const MaskSource& source, Tensor& out) {
  StridedCopy all;
  write_all(out, all);
  KERF_TRY(expand_strides(self, out.sizes(), all.strides[kFrom]));
  KERF_TRY(move_part<kTypes>(all, self, out));
  if (out.numel() == 0) return Error::Ok;
  KERF_TRY(expand_strides(mask, out.sizes(), all.strides[kFrom]));
  Walk<2> walk;
  for (size_t i = 0; i < out.dim(); ++i)
    walk.add(out.size(i), {all.strides[kFrom][i], all.strides[kTo][i]});
  return dispatch<kTypes>(out.scalar_type(), [&](auto tag) {
    using Word = typename WordOf<sizeof(typename decltype(tag)::Type)>::Type;
    return replace_words<Word, kPermuted>(walk, mask.const_data_ptr<bool>(), source,
                                          out.mutable_data_ptr());
  });
}

// out[i] = mask[i] ? value : self[i]   Source: aten::masked_fill.Scalar_out
template <typename Facts>
Error masked_fill_scalar_out(KernelContext&, const Tensor& self, const Tensor& mask,
                             const Scalar& value, Tensor& out) {
  constexpr DtypeSet kTypes = Facts::out.dtypes;
  KERF_TRY(check_masked(self, mask, out));
  KERF_TRY(resize_to_broadcast(out, self, mask));
  AnyElement element;
  KERF_TRY(to_element<kTypes>(value, out.scalar_type(), element));
  return replace_masked<kTypes, false>(self, mask, {&element, 0, 1, nullptr}, out);
}

// out[i] = mask[i] ? value[] : self[i]   value: one element of any dtype.
// InvalidArgument: `value` has dimensions.   Source: aten::masked_fill.Tensor_out
template <typename Facts>
Error masked_fill_tensor_out(KernelContext&, const Tensor& self, const Tensor& mask,
                             const Tensor& value, Tensor& out) {
  KERF_TRY(check_masked(self, mask, out));
  KERF_TRY(resize_to_broadcast(out, self, mask));
  AnyElement element;
  KERF_TRY(to_element(value, out.scalar_type(), element));
  return replace_masked<Facts::out.dtypes, false>(self, mask, {&element, 0, 1, nullptr}, out);
}

// out[i] = mask[i] ? source[number of true elements before i] : self[i], in row-major order
// InvalidArgument: `mask` has more true elements than `source` has elements. InvalidType: source's
// dtype is not self's.   Source: aten::masked_scatter.out
template <typename Facts>
Error masked_scatter_out(KernelContext&, const Tensor& self, const Tensor& mask,
                         const Tensor& source, Tensor& out) {
  constexpr bool kPermuted = Facts::source.permuted;
  KERF_TRY(check_masked(self, mask, out));
  if (source.scalar_type() != out.scalar_type())
    return fault(Error::InvalidType, "a source whose dtype is not the tensor's");
  if (!kPermuted) KERF_TRY(row_major(source));
  KERF_TRY(resize_to_broadcast(out, self, mask));
  return replace_masked<Facts::out.dtypes, kPermuted>(
      self, mask, {source.const_data_ptr(), 1, static_cast<int32_t>(source.numel()), &source}, out);
}

// Writes to `to`, or only counts where that is null, the elements of operand 0 of `walk` where
// operand 1 is true. Returns how many there are.
template <typename Word>
[[gnu::noinline]] int32_t select_words(Walk<2>& walk, const void* from, const bool* mask,
                                       void* to) {
  using Any [[gnu::may_alias]] = Word;
  int32_t found = 0;
  do {
    for (int32_t i = 0; i < walk.count(); ++i) {
      if (!load(mask + walk.offset(1) + i * walk.step(1))) continue;
      if (to != nullptr) {
        static_cast<Any*>(to)[found] =
            static_cast<const Any*>(from)[walk.offset(0) + i * walk.step(0)];
      }
      ++found;
    }
  } while (walk.next());
  return found;
}

// out[k] = self[i] for the k-th i with mask[i], in row-major order   out: [found]
// Source: aten::masked_select.out
template <typename Facts>
Error masked_select_out(KernelContext&, const Tensor& self, const Tensor& mask, Tensor& out) {
  KERF_TRY(check_masked(self, mask, out));
  int32_t sizes[kMaxRank];
  Span<const int32_t> shape;
  KERF_TRY(broadcast(self.sizes(), mask.sizes(), sizes, shape));
  int32_t found = 0;
  // The common shape may have more elements than either tensor.
  int64_t count = 1;
  for (const int32_t size : shape) count = count > INT32_MAX && size != 0 ? count : count * size;
  if (count > INT32_MAX) return fault(Error::InvalidArgument, "a mask of too many elements");
  if (count == 0) return resize(out, {&found, 1});
  int32_t strides[2][kMaxRank];
  KERF_TRY(expand_strides(self, shape, strides[0]));
  KERF_TRY(expand_strides(mask, shape, strides[1]));
  Walk<2> walk;
  for (size_t i = 0; i < shape.size(); ++i) walk.add(sizes[i], {strides[0][i], strides[1][i]});
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&](auto tag) {
    using Word = typename WordOf<sizeof(typename decltype(tag)::Type)>::Type;
    const bool* chosen = mask.const_data_ptr<bool>();
    found = select_words<Word>(walk, self.const_data_ptr(), chosen, nullptr);
    KERF_TRY(resize(out, {&found, 1}));
    select_words<Word>(walk, self.const_data_ptr(), chosen, out.mutable_data_ptr());
    return Error::Ok;
  });
}

// Counts the elements that are not zero and, where `to` is not null, writes their
// coordinates: to[k * steps[0] + i * steps[1]] for dimension i of the k-th.
template <typename T>
[[gnu::noinline]] int32_t visit_nonzero(const Tensor& self, const int32_t* strides, int64_t* to,
                                        const int32_t* steps) {
  int32_t found = 0;
  int32_t at[kMaxRank] = {};
  int32_t offset = 0;
  for (size_t left = self.numel(); left > 0; --left) {
    if (load(self.const_data_ptr<T>() + offset) != 0) {
      int32_t next = found++ * steps[0];
      for (size_t i = 0; to != nullptr && i < self.dim(); ++i, next += steps[1]) to[next] = at[i];
    }
    for (size_t i = self.dim(); i-- > 0;) {
      offset += strides[i];
      if (++at[i] < self.size(i)) break;
      offset -= self.size(i) * strides[i];
      at[i] = 0;
    }
  }
  return found;
}

// out[k] = coordinates of the k-th element of self that is not 0, in row-major order
// out: Long[found, rank]. InvalidType: `out` is not Long.   Source: aten::nonzero.out
template <typename Facts>
Error nonzero_out(KernelContext&, const Tensor& self, Tensor& out) {
  if (out.scalar_type() != ScalarType::Long)
    return fault(Error::InvalidType, "an output of coordinates that is not Long");
  int32_t strides[kMaxRank];
  compute_strides(self, strides);
  return dispatch<Facts::self.dtypes>(self.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    int32_t steps[kMaxRank] = {};
    const int32_t found = visit_nonzero<T>(self, strides, nullptr, steps);
    const int32_t shape[] = {found, static_cast<int32_t>(self.dim())};
    KERF_TRY(resize(out, {shape, 2}));
    compute_strides(out, steps);
    visit_nonzero<T>(self, strides, out.mutable_data_ptr<int64_t>(), steps);
    return Error::Ok;
  });
}

}  // namespace kerf::portable
