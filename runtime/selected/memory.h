// How much memory the selected methods need.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "executor/method.h"
#include "tensor/temp_needs.h"

namespace kerf::selected {

// Counts of one method, from its program.
struct MethodNeeds {
  size_t values;
  size_t slots;
  size_t dynamic_dims;
  size_t instructions;
  size_t operators;
  size_t delegates = 0;  // bytes
};

// One row for each method of each model, after an empty one. Generated from the plan; refresh with
// `nox -s gen`.
// clang-format off
inline constexpr MethodNeeds kMethodNeeds[] = {
    {},
// [[[cog import cog; from codegen import emit; cog.out(emit.method_needs(plan)) ]]]
// [[[end]]] (sum: 1B2M2Y8Asg)
};

// The calls of all methods that no other call exceeds, after an empty row.
inline constexpr TempNeeds kTempNeeds[] = {
    {},
// [[[cog import cog; from codegen import emit; cog.out(emit.temp_needs(plan)) ]]]
// [[[end]]] (sum: 1B2M2Y8Asg)
};

// Bytes of each planned memory, the most over all methods, memory id 1 at index 1. Index 0 is unused, as in a program.
inline constexpr uint64_t kPlannedBytes[] = {
    0,
// [[[cog import cog; from codegen import emit; cog.out(emit.planned_memory(plan)) ]]]
// [[[end]]] (sum: 1B2M2Y8Asg)
};
// clang-format on

// Whether the models are known, so that the sums below are bounds.
inline constexpr size_t kMethodCount = sizeof kMethodNeeds / sizeof kMethodNeeds[0] - 1;
inline constexpr size_t kPlannedCount = sizeof kPlannedBytes / sizeof kPlannedBytes[0] - 1;

constexpr size_t method_bytes(const MethodNeeds& needs) {
  return Method::memory_bytes(needs.values, needs.slots, needs.dynamic_dims, needs.instructions,
                              needs.operators, needs.delegates);
}

// What Method::load() takes at most from a method arena, and what it requires of a temp arena; both
// are aligned to 8. Either may be 0, which no array can be: Block<kTempBytes> can.
inline constexpr size_t kMethodBytes = kMethodCount == 0 ? 0 : largest(kMethodNeeds, method_bytes);
inline constexpr size_t kTempBytes = largest(kTempNeeds, temp_bytes);

}  // namespace kerf::selected
