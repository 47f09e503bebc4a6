// Elements of one tensor or another.
#pragma once

#include "kernels/context.h"
#include "kernels/support/binary.h"
#include "kernels/support/copy.h"

namespace kerf::portable {

// to[i] = b[i] where the truth value condition[i] is `*wanted`; other elements stay as they are.
template <typename Word>
void chosen_row(void* to, const void* condition, int32_t condition_step, const void* b,
                int32_t b_step, int32_t count, const void* wanted) {
  using Any [[gnu::may_alias]] = Word;
  Any* out = static_cast<Any*>(to);
  const uint8_t* holds = static_cast<const uint8_t*>(condition);
  const Any* from = static_cast<const Any*>(b);
  const bool choice = *static_cast<const bool*>(wanted);
  for (; count != 0; --count, ++out, holds += condition_step, from += b_step) {
    if ((*holds != 0) == choice) *out = *from;
  }
}

// out[i] = self[i] where condition[i], else other[i]: all expanded to one shape, self and other
// promoted to one dtype, out's. out may be self or other, of its own layout.
// Errors: InvalidArgument (shapes that cannot be broadcast or that out cannot have); InvalidType
// (out's dtype is not what self's and other's promote to); NotSupported (not selected).
// Source: aten::where.self_out
template <typename Facts>
Error where_self_out(KernelContext&, const Tensor& condition, const Tensor& self,
                     const Tensor& other, Tensor& out) {
  constexpr bool kOneDtype = one_dtype(Facts::self.dtypes, Facts::other.dtypes, Facts::out.dtypes);
  // The condition has another dtype.
  constexpr bool kMixed = !kOneDtype;
  if constexpr (!kOneDtype) KERF_TRY((check_result<0, kMixed>(self, other, out)));
  if constexpr (needs<Facts>(Trait::broadcast)) {
    KERF_TRY(resize_to_broadcast(out, condition, self, other));
  } else {
    KERF_TRY(resize_binary<Facts>(self, other, out));
    KERF_TRY(resize_binary<Facts>(self, condition, out));
  }
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&](auto tag) {
    using Word = typename WordOf<sizeof(typename decltype(tag)::Type)>::Type;
    bool choice = true;
    const BinaryRow row = chosen_row<Word>;
    if constexpr (!kBinaryWalks<Facts> && !kMixed) {
      const int32_t count = static_cast<int32_t>(out.numel());
      const Tensor* const both[] = {&self, &other};
      for (const Tensor* each : both) {
        row(out.mutable_data_ptr(), condition.const_data_ptr(), 1, each->const_data_ptr(), 1, count,
            &choice);
        choice = false;
      }
      return Error::Ok;
    } else {
      const RowTypes types{condition.scalar_type(), tag.kDtype};
      KERF_TRY(walk_binary<kMixed>(condition, self, out, row, &choice, types));
      choice = false;
      return walk_binary<kMixed>(condition, other, out, row, &choice, types);
    }
  });
}

}  // namespace kerf::portable
