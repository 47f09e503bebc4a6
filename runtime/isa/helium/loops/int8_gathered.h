// How many windows are gathered for a product at once: fours, or threes, as products take them.
#pragma once

#include <stdint.h>

#include "core/small.h"

namespace kerf::integers {

// Those of `terms` inputs each.
constexpr int32_t gathered_at_once(int32_t terms) {
  if (kSmall || terms <= 16) return terms <= 32 ? 16 : 4;
  return terms <= 32 ? 15 : 3;
}

}  // namespace kerf::integers
