// The origin that a binary records.
#pragma once

#include <stdint.h>

namespace kerf::selected {

// SHA-256 of the plan (build/<target>/plan.json) that this binary was generated from: in section
// .kerf_plan of every binary that finds kernels (selected/kernels.cpp keeps it there).
[[gnu::section(".kerf_plan")]] extern const uint8_t kPlanDigest[32];

}  // namespace kerf::selected
