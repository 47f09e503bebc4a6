// Fills memory with one element.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/libc.h"
#include "kernels/convert.h"
#include "kernels/dispatch.h"
#include "kernels/support/copy.h"
#include "tensor/element.h"
#include "tensor/scalar.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// The bytes of one element of any dtype.
struct AnyElement {
  uint64_t words[kComplexTypes == 0 ? 1 : 2];
};

// Writes `value` as an element of dtype `type` to the first bytes of `element`: of integers the low
// bits. Error: NotSupported where `type` is not in kTypes.
template <DtypeSet kTypes>
[[gnu::noinline]] Error to_element(const Scalar& value, ScalarType type, AnyElement& element) {
  return dispatch<kTypes>(type, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    T converted;
    store(&converted, convert<ValueOf<T>>(value));
    libc::copy(&element, &converted, sizeof converted);
    return Error::Ok;
  });
}

// Fills with the one element of a tensor without dimensions. Errors: InvalidArgument (it has
// dimensions); NotSupported as convert_run().
[[gnu::noinline]] inline Error to_element(const Tensor& value, ScalarType type,
                                          AnyElement& element) {
  if (value.dim() != 0) return fault(Error::InvalidArgument, "a value that is not one number");
  if (value.scalar_type() == type) {
    libc::copy(&element, value.const_data_ptr(), element_bytes(type));
    return Error::Ok;
  }
  return convert_run({value.scalar_type(), value.const_data_ptr(), 0, 1}, type, &element, 1);
}

template <typename Word>
[[gnu::noinline]] void fill_words(const AnyElement& element, void* to, size_t count) {
  using Any [[gnu::may_alias]] = Word;
  Word word;
  libc::copy(&word, &element, sizeof word);
  for (Any* out = static_cast<Any*>(to); count > 0; --count) *out++ = word;
}

// out[i] = element. Error: NotSupported where out's dtype is not in kTypes.
template <DtypeSet kTypes>
Error fill_with(const AnyElement& element, Tensor& out) {
  return dispatch<kTypes>(out.scalar_type(), [&](auto tag) {
    using Word = typename WordOf<sizeof(typename decltype(tag)::Type)>::Type;
    fill_words<Word>(element, out.mutable_data_ptr(), out.numel());
    return Error::Ok;
  });
}

// out[i] = value. Error: NotSupported where out's dtype is not in kTypes.
template <DtypeSet kTypes>
[[gnu::noinline]] Error fill_all(const Scalar& value, Tensor& out) {
  AnyElement element;
  KERF_TRY(to_element<kTypes>(value, out.scalar_type(), element));
  return fill_with<kTypes>(element, out);
}

}  // namespace kerf::portable
