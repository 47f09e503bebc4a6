// Copies elements as words of their size: one loop per element size, whatever the dtypes.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "kernels/dispatch.h"
#include "kernels/facts.h"
#include "kernels/support/layout.h"
#include "loops/copy.h"
#include "loops/copy_bytes.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// What kBytes bytes are copied as: an unsigned integer, or two.
template <size_t kBytes>
struct WordOf;
template <>
struct WordOf<1> : TypeTag<uint8_t> {};
template <>
struct WordOf<2> : TypeTag<uint16_t> {};
template <>
struct WordOf<4> : TypeTag<uint32_t> {};
template <>
struct WordOf<8> : TypeTag<uint64_t> {};
struct [[gnu::may_alias]] TwoWords {
  uint64_t words[2];
};
template <>
struct WordOf<16> : TypeTag<TwoWords> {};

// Fills `to` in the order of its memory with the elements that `walk` visits. Of bytes, which are
// mostly quantized images, a plane at a time where a row for each pixel would be short; of larger
// elements the code would cost more than it gains.
template <typename Word>
[[gnu::noinline]] void copy_words(Walk<1>& walk, const void* from, void* to) {
  Word* out = static_cast<Word*>(to);
  const int32_t step = sizeof(Word) == 1 ? walk.lengthen() : 1;
  int32_t at = 0;
  do {
    const Word* in = static_cast<const Word*>(from) + walk.offset(0);
    copy_row(out + at, step, in, walk.step(0), walk.count());
    if (++at == step) {
      at = 0;
      out += step * walk.count();
    }
  } while (walk.next());
}

// Fills `out` with the elements of `self` that `walk` visits. Both have one dtype, and `out` is not
// empty. Error: NotSupported where the dtype is not in kTypes.
template <DtypeSet kTypes>
Error copy_walk(Walk<1>& walk, const Tensor& self, Tensor& out) {
  return dispatch<kTypes>(out.scalar_type(), [&](auto tag) {
    using Word = typename WordOf<sizeof(typename decltype(tag)::Type)>::Type;
    copy_words<Word>(walk, self.const_data_ptr(), out.mutable_data_ptr());
    return Error::Ok;
  });
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
  copy_bytes(out.mutable_data_ptr(), self.const_data_ptr(), out.nbytes());
}

// Gives `out` the shape of `self` and sets `source` to self's elements in the order of out's
// memory: to self's memory or, with MixedLayouts, to copies in `out`, each of which may be
// overwritten once it is read. Errors: as resize_like(); NotSupported with OneLayout where the dim
// orders differ.
template <typename Layouts, DtypeSet kSelf, DtypeSet kOut>
Error read_in_layout_of(const Tensor& self, Tensor& out, const void*& source) {
  source = self.const_data_ptr();
  constexpr bool kOneDtype = one_dtype(kSelf, kOut);
  if constexpr (Layouts::kWalks) {
    KERF_TRY(resize_like<kOneDtype>(self, out));
    if (same_dim_order(self, out)) return Error::Ok;
    source = out.const_data_ptr();
    return copy_layout<kOut>(self, out);
  } else {
    return resize_alike<kOneDtype>(self, out);
  }
}

// out[i] = self[i]: a complete copying kernel. Errors: InvalidType, InvalidArgument as
// resize_like(); NotSupported (dim orders that were not selected).
template <typename Facts>
Error copy_alike(const Tensor& self, Tensor& out) {
  if constexpr (needs<Facts>(Trait::mixed_layouts)) {
    KERF_TRY(resize_like(self, out));
    return copy_layout<Facts::out.dtypes>(self, out);
  } else {
    if constexpr (!proves_alike<Facts>())
      KERF_TRY(resize_alike<one_dtype(Facts::self.dtypes, Facts::out.dtypes)>(self, out));
    copy_all(self, out);
    return Error::Ok;
  }
}

}  // namespace kerf::portable
