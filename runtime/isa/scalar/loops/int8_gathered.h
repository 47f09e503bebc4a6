// How many windows are gathered for a product at once.
#pragma once

#include <stdint.h>

namespace kerf::integers {

// Those of `terms` inputs each.
constexpr int32_t gathered_at_once(int32_t terms) { return terms <= 32 ? 16 : 4; }

}  // namespace kerf::integers
