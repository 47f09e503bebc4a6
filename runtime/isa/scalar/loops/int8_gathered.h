// How many outputs are gathered for a product at once where its loops pack weights for each.
#pragma once

#include <stdint.h>

namespace kerf::integers {

// So many outputs of `terms` inputs as a part of the first cache has room for: weights are packed
// few times then.
constexpr int32_t gathered_at_once(int32_t terms) {
  const int32_t eights = 512 / (terms < 1 ? 1 : terms);
  return 8 * (eights < 1 ? 1 : eights);
}

}  // namespace kerf::integers
