// The origin that a binary records.
#pragma once

#include <stdint.h>

#ifndef KERF_PLAN_SECTION
#define KERF_PLAN_SECTION ".kerf_plan"
#endif

namespace kerf::selected {

// The first 32 bytes are the SHA-256 of the plan (build/<target>/plan.json) that this binary was
// generated from. The plan's description for `nox -s covers` follows, unless the target has
// select.describe = false: its format is in codegen/description.py. In section .kerf_plan of every
// binary: selected/kernels.cpp keeps it where kernels are looked up, compiled/call.cpp in compiled
// programs, which have no description.
[[gnu::section(KERF_PLAN_SECTION)]] extern const uint8_t kPlanDigest[];

}  // namespace kerf::selected
