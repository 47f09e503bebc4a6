// How much memory the selected methods need.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/optional.h"
#include "executor/method.h"

namespace kerf::selected {

// Counts of one method, from its program.
struct MethodNeeds {
  size_t values;
  size_t slots;
  size_t dynamic_dims;
  size_t instructions;
  size_t operators;
  // The longest lists of one kernel call, in items.
  size_t int_items;
  size_t bool_items;
  size_t tensors;
  size_t optional_tensors;
};

// One row for each method of each model, after an empty one. Generated from the plan; refresh with
// `nox -s gen`.
// clang-format off
inline constexpr MethodNeeds kMethodNeeds[] = {
    {},
// [[[cog import cog; from codegen import emit; cog.out(emit.method_needs(plan)) ]]]
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
                              needs.operators);
}

// A list of small elements may leave padding behind it: at most its own size again, so each element
// counts as 8 bytes.
constexpr size_t temp_bytes(const MethodNeeds& needs) {
  constexpr auto whole = [](size_t bytes) { return (bytes + 7) / 8 * 8; };
  return (needs.int_items + needs.bool_items) * 8 + needs.tensors * whole(sizeof(Tensor)) +
         needs.optional_tensors * whole(sizeof(Optional<Tensor>));
}

// The most that one of the methods takes from its method arena and its temp arena, both aligned
// to 8.
constexpr size_t largest(size_t (*of)(const MethodNeeds&)) {
  size_t most = 0;
  for (const MethodNeeds& needs : kMethodNeeds) most = of(needs) > most ? of(needs) : most;
  return most;
}
inline constexpr size_t kMethodBytes = largest(method_bytes);
inline constexpr size_t kTempBytes = largest(temp_bytes);

}  // namespace kerf::selected
