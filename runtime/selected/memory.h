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
};

// What one kernel call takes from the temp arena: items of its lists, and bytes of its scratch.
struct TempNeeds {
  size_t int_items;
  size_t bool_items;
  size_t tensors;
  size_t optional_tensors;
  size_t scratch;
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
                              needs.operators);
}

// Each list starts at a multiple of 8 at most, whatever the order of a call's arguments: of a short
// list of small elements, each counts as 8 bytes.
constexpr size_t temp_bytes(const TempNeeds& needs) {
  constexpr auto whole = [](size_t bytes) { return (bytes + 7) / 8 * 8; };
  return (needs.int_items + needs.bool_items) * 8 + needs.tensors * whole(sizeof(Tensor)) +
         needs.optional_tensors * whole(sizeof(Optional<Tensor>)) + whole(needs.scratch);
}

// The most of `bytes(row)` over all rows.
template <typename Row, size_t kRows>
constexpr size_t largest(const Row (&rows)[kRows], size_t (*bytes)(const Row&)) {
  size_t most = 0;
  for (const Row& row : rows) most = bytes(row) > most ? bytes(row) : most;
  return most;
}

// What Method::load() takes at most from a method arena, and what it requires of a temp arena; both
// are aligned to 8. Either may be 0, which no array can be: Block<kTempBytes> can.
inline constexpr size_t kMethodBytes = largest(kMethodNeeds, method_bytes);
inline constexpr size_t kTempBytes = largest(kTempNeeds, temp_bytes);

}  // namespace kerf::selected
