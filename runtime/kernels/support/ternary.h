// Loops of the operators that compute each element of the output from those of three operands.
#pragma once

#include "kernels/support/binary.h"

namespace kerf::portable {

// to[i] = f(from[0][i * steps[0]], from[1][..], from[2][..]) for i < count, on elements of a type
// that only the row knows. `to` may be an operand whose step is 1.
using TernaryRow = void (*)(void* to, const void* const (&from)[3], const int32_t (&steps)[3],
                            int32_t count, const void* f);

template <typename T, typename F>
void ternary_row(void* to, const void* const (&from)[3], const int32_t (&steps)[3], int32_t count,
                 const void* f) {
  T* out = static_cast<T*>(to);
  const T* a = static_cast<const T*>(from[0]);
  const T* b = static_cast<const T*>(from[1]);
  const T* c = static_cast<const T*>(from[2]);
  const F& map = *static_cast<const F*>(f);
  for (; count != 0; --count, a += steps[0], b += steps[1], c += steps[2]) {
    store(out++, map(static_cast<WrapOf<T>>(load(a)), static_cast<WrapOf<T>>(load(b)),
                     static_cast<WrapOf<T>>(load(c))));
  }
}

// out = f of three tensors of its dtype, expanded to its shape. Error: InvalidArgument (a shape
// that cannot be expanded to out's).
[[gnu::noinline]] inline Error walk_ternary(const Tensor* const (&operands)[3], Tensor& out,
                                            TernaryRow row, const void* f) {
  if (out.numel() == 0) return Error::Ok;
  int32_t strides[3][kMaxRank];
  for (size_t k = 0; k < 3; ++k) {
    KERF_TRY(expand_strides(*operands[k], out.sizes(), strides[k]));
  }
  Walk<3> walk;
  walk_storage(walk, out, strides);
  char* to = out.mutable_data_ptr<char>();
  do {
    const void* from[3];
    int32_t steps[3];
    for (size_t k = 0; k < 3; ++k) {
      from[k] = element_at(*operands[k], walk.offset(k));
      steps[k] = walk.step(k);
    }
    row(to, from, steps, walk.count(), f);
    to += static_cast<size_t>(walk.count()) << element_shift(out.scalar_type());
  } while (walk.next());
  return Error::Ok;
}

// out = f(a, b, c): a complete kernel on three tensors of out's dtype, expanded to one shape.
// f = make(tag) maps three WrapOf<T> to one, where T is the type of the tag.
// Errors: InvalidType (the dtypes differ); InvalidArgument (shapes that cannot be broadcast, or
// that `out` cannot have); NotSupported (dtypes, shapes or dim orders that were not selected).
template <typename Facts, typename Make>
Error ternary_with(const Tensor& a, const Tensor& b, const Tensor& c, Tensor& out, Make make) {
  const Tensor* const operands[] = {&a, &b, &c};
  for (const Tensor* each : operands) KERF_TRY(same_dtype(*each, out));
  if constexpr (needs<Facts>(Trait::broadcast)) {
    KERF_TRY(resize_to_broadcast(out, a, b, c));
  } else {
    KERF_TRY(resize_binary<Facts>(a, b, out));
    KERF_TRY(resize_binary<Facts>(a, c, out));
  }
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&](auto tag) -> Error {
    const auto f = make(tag);
    const TernaryRow row = ternary_row<typename decltype(tag)::Type, decltype(f)>;
    if constexpr (kBinaryWalks<Facts>) {
      return walk_ternary(operands, out, row, &f);
    } else {
      const void* const from[] = {a.const_data_ptr(), b.const_data_ptr(), c.const_data_ptr()};
      row(out.mutable_data_ptr(), from, {1, 1, 1}, static_cast<int32_t>(out.numel()), &f);
      return Error::Ok;
    }
  });
}

}  // namespace kerf::portable
