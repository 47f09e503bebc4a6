// What a binary says of its origin.
#pragma once

#include <stdint.h>

namespace kerf::selected {

// SHA-256 of the plan (build/<target>/plan.json) that this binary was generated from. Lies in
// section .kerf_plan.
extern const uint8_t kPlanDigest[32];

}  // namespace kerf::selected
