// Rows of elements that change their dtype.
#pragma once

#include <stdint.h>

#include "tensor/element.h"

namespace kerf::portable {

// to[i] = from[i * from_step] as a To for i < count, by the rules of convert(). The rows do not
// overlap.
template <typename From, typename To>
[[gnu::noinline]] void convert_row(To* to, const From* from, int32_t from_step, int32_t count) {
  for (; count > 0; --count, from += from_step) store(to++, convert<ValueOf<To>>(load(from)));
}

}  // namespace kerf::portable
