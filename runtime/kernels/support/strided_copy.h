// Copies elements from a part of one tensor to a part of another, whatever the dtypes and dim
// orders.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/fault.h"
#include "core/libc.h"
#include "core/result.h"
#include "core/span.h"
#include "kernels/convert.h"
#include "kernels/support/copy.h"
#include "kernels/support/layout.h"
#include "loops/copy.h"
#include "tensor/tensor.h"
#include "tensor/walk.h"

namespace kerf::portable {

// The operands of a strided copy.
inline constexpr size_t kFrom = 0;
inline constexpr size_t kTo = 1;

// One nest of dimensions over two tensors: the first offset and the strides of each.
struct StridedCopy {
  size_t rank = 0;
  int32_t sizes[kMaxRank];
  int32_t strides[2][kMaxRank];
  int32_t start[2] = {0, 0};

  Span<const int32_t> shape() const { return {sizes, rank}; }

  // Inserts a dimension of stride 0 before `dim` <= rank. InvalidArgument where there are kMaxRank.
  [[gnu::noinline]] Error insert(size_t dim, int32_t size) {
    if (rank == kMaxRank) return fault(Error::InvalidArgument, "a tensor of too many dimensions");
    for (size_t i = rank++; i > dim; --i) {
      sizes[i] = sizes[i - 1];
      strides[kFrom][i] = strides[kFrom][i - 1];
    }
    sizes[dim] = size;
    strides[kFrom][dim] = 0;
    return Error::Ok;
  }

  // Removes dimension `dim` < rank.
  [[gnu::noinline]] void remove(size_t dim) {
    --rank;
    for (size_t i = dim; i < rank; ++i) {
      sizes[i] = sizes[i + 1];
      strides[kFrom][i] = strides[kFrom][i + 1];
    }
  }
};

// Makes `copy` read all of `self`; its destination remains to be set.
[[gnu::noinline]] inline void read_all(const Tensor& self, StridedCopy& copy) {
  copy.rank = self.dim();
  for (size_t i = 0; i < self.dim(); ++i) copy.sizes[i] = self.size(i);
  compute_strides(self, copy.strides[kFrom]);
  copy.start[kFrom] = 0;
}

// Makes `copy` write all of `out`; its source remains to be set.
[[gnu::noinline]] inline void write_all(const Tensor& out, StridedCopy& copy) {
  copy.rank = out.dim();
  for (size_t i = 0; i < out.dim(); ++i) copy.sizes[i] = out.size(i);
  compute_strides(out, copy.strides[kTo]);
  copy.start[kTo] = 0;
}

// Loops over the elements of `copy`, none of whose sizes is 0, in the order of out's memory
// where `out` has the same rank.
[[gnu::noinline]] inline void walk_copy(Walk<2>& walk, const StridedCopy& copy, const Tensor& out) {
  for (size_t i = 0; i < copy.rank; ++i) {
    const size_t dim = copy.rank == out.dim() ? out.dim_order()[i] : i;
    walk.add(copy.sizes[dim], {copy.strides[kFrom][dim], copy.strides[kTo][dim]});
  }
  walk.start(kFrom, copy.start[kFrom]);
  walk.start(kTo, copy.start[kTo]);
}

template <typename Word>
[[gnu::noinline]] void copy_words_between(Walk<2>& walk, const void* from, void* to) {
  do {
    const Word* in = static_cast<const Word*>(from) + walk.offset(kFrom);
    Word* out = static_cast<Word*>(to) + walk.offset(kTo);
    const int32_t in_step = walk.step(kFrom);
    const int32_t out_step = walk.step(kTo);
    int32_t n = walk.count();
    if (in_step == 1 && out_step == 1) {
      libc::move(out, in, static_cast<size_t>(n) * sizeof(Word));
      n = 0;
    }
    copy_row(out, out_step, in, in_step, n);
  } while (walk.next());
}

// Moves what `walk` visits from memory `from` to `out`, both of out's dtype.
// Error: NotSupported where that is not in kTypes.
template <DtypeSet kTypes>
Error move_walk(Walk<2>& walk, const void* from, Tensor& out) {
  return dispatch<kTypes>(out.scalar_type(), [&](auto tag) {
    using Word = typename WordOf<sizeof(typename decltype(tag)::Type)>::Type;
    copy_words_between<Word>(walk, from, out.mutable_data_ptr());
    return Error::Ok;
  });
}

// Moves the elements of `copy` from `self` to `out`, which have one dtype.
// Error: NotSupported where the dtype is not in kTypes.
template <DtypeSet kTypes>
[[gnu::noinline]] Error move_part(const StridedCopy& copy, const Tensor& self, Tensor& out) {
  if (numel_of(copy.shape()) == 0) return Error::Ok;
  Walk<2> walk;
  walk_copy(walk, copy, out);
  return move_walk<kTypes>(walk, self.const_data_ptr(), out);
}

// Converts what `walk` visits from self's dtype to out's; they differ.
[[gnu::noinline]] inline Error convert_walk(Walk<2>& walk, const Tensor& self, Tensor& out) {
  const size_t bytes = element_bytes(out.scalar_type());
  do {
    const int32_t run = walk.step(kTo) == 1 ? walk.count() : 1;
    for (int32_t i = 0; i < walk.count(); i += run) {
      const int32_t step = walk.step(kFrom);
      const int32_t to = walk.offset(kTo) + i * walk.step(kTo);
      KERF_TRY(convert_run(
          {self.scalar_type(), self.const_data_ptr(), walk.offset(kFrom) + i * step, step},
          out.scalar_type(), out.mutable_data_ptr<uint8_t>() + static_cast<size_t>(to) * bytes,
          run));
    }
  } while (walk.next());
  return Error::Ok;
}

// Does what move_part() does, and converts to out's dtype. Error: NotSupported also where no
// selected call converts from self's dtype to it.
template <DtypeSet kTypes>
[[gnu::noinline]] Error convert_part(const StridedCopy& copy, const Tensor& self, Tensor& out) {
  if (self.scalar_type() == out.scalar_type()) return move_part<kTypes>(copy, self, out);
  if (numel_of(copy.shape()) == 0) return Error::Ok;
  Walk<2> walk;
  walk_copy(walk, copy, out);
  return convert_walk(walk, self, out);
}

// `out` becomes the part of `self` that `copy` reads: takes its shape and its elements.
// Errors: InvalidType (out's dtype is not self's); InvalidArgument as resize(); NotSupported (the
// dtype is not in kTypes).
template <DtypeSet kTypes>
[[gnu::noinline]] Error copy_part(StridedCopy& copy, const Tensor& self, Tensor& out) {
  if (self.scalar_type() != out.scalar_type()) {
    return fault(Error::InvalidType, "the output's dtype is not the input's");
  }
  KERF_TRY(resize(out, copy.shape()));
  compute_strides(out, copy.strides[kTo]);
  return move_part<kTypes>(copy, self, out);
}

}  // namespace kerf::portable
