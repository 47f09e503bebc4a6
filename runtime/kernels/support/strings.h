// Arguments that are strings.
#pragma once

#include <stddef.h>

#include "core/libc.h"
#include "core/span.h"

namespace kerf::portable {

// Whether `string` is `word`, which ends in NUL.
inline bool equals(Span<const char> string, const char* word) {
  const size_t length = libc::length(word);
  return string.size() == length && libc::equal(string.data(), word, length);
}

}  // namespace kerf::portable
