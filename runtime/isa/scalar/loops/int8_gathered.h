// How many outputs are gathered for a product at once where its loops pack weights for each.
#pragma once

#include <stdint.h>

namespace kerf::integers {

// So many outputs of `terms` inputs as a part of the first cache has room for, or 32, where those
// fit the second one: weights are packed few times then.
constexpr int32_t gathered_at_once(int32_t terms) {
  const int32_t eights = 512 / (terms < 1 ? 1 : terms);
  const int32_t least = terms <= 65536 ? 4 : 1;
  return 8 * (eights < least ? least : eights);
}

}  // namespace kerf::integers
