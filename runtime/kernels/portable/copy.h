// Moves elements without looking at them: one loop per element size, whatever the dtypes.
#pragma once

#include <stdint.h>

#include "core/fault.h"
#include "core/libc.h"
#include "kernels/portable/layout.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// Unsigned integers that may stand for elements of any type.
using Word8 [[gnu::may_alias]] = uint8_t;
using Word16 [[gnu::may_alias]] = uint16_t;
using Word32 [[gnu::may_alias]] = uint32_t;
using Word64 [[gnu::may_alias]] = uint64_t;

// Whether a dtype of `types` has elements of 2^shift bytes.
constexpr bool has_shift(DtypeSet types, unsigned shift) {
  for (int number = 0; number < 32; ++number) {
    if (!is_scalar_type(number)) continue;
    const ScalarType type = static_cast<ScalarType>(number);
    if (contains(types, type) && element_shift(type) == shift) return true;
  }
  return false;
}

// Fills `to` in the order of its memory with the elements that `walk` visits.
template <typename Word>
[[gnu::noinline]] void copy_words(Walk<1>& walk, const void* from, void* to) {
  Word* out = static_cast<Word*>(to);
  do {
    const Word* in = static_cast<const Word*>(from) + walk.offset(0);
    const int32_t step = walk.step(0);
    for (int32_t n = walk.count(); n > 0; --n) {
      *out++ = *in;
      in += step;
    }
  } while (walk.next());
}

// Fills `out` with the elements of `self` that `walk` visits. Both have one dtype, and `out` is not
// empty. Error: NotSupported where the dtype is not in kTypes.
template <DtypeSet kTypes>
Error copy_walk(Walk<1>& walk, const Tensor& self, Tensor& out) {
  if (contains(kTypes, out.scalar_type())) {
    const void* from = self.const_data_ptr();
    void* to = out.mutable_data_ptr();
    const unsigned shift = element_shift(out.scalar_type());
    if constexpr (has_shift(kTypes, 2)) {
      if (shift == 2) return copy_words<Word32>(walk, from, to), Error::Ok;
    }
    if constexpr (has_shift(kTypes, 0)) {
      if (shift == 0) return copy_words<Word8>(walk, from, to), Error::Ok;
    }
    if constexpr (has_shift(kTypes, 1)) {
      if (shift == 1) return copy_words<Word16>(walk, from, to), Error::Ok;
    }
    if constexpr (has_shift(kTypes, 3)) {
      if (shift == 3) return copy_words<Word64>(walk, from, to), Error::Ok;
    }
  }
  return fault(Error::NotSupported, "a dtype that was not selected for the operator");
}

// Fills `out` with the elements of `self`: both have one dtype and shape. Error as copy_walk().
template <DtypeSet kTypes>
Error copy_layout(const Tensor& self, Tensor& out) {
  if (out.numel() == 0) return Error::Ok;
  int32_t strides[1][kMaxRank];
  compute_strides(self, strides[0]);
  Walk<1> walk;
  walk_storage(walk, out, strides);
  return copy_walk<kTypes>(walk, self, out);
}

// Fills `out` with the bytes of `self`: both have one dtype, shape and dim order.
inline void copy_all(const Tensor& self, Tensor& out) {
  if (out.nbytes() == 0) return;  // the pointers may be null
  libc::move(out.mutable_data_ptr(), self.const_data_ptr(), out.nbytes());
}

}  // namespace kerf::portable
