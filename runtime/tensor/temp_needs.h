// How much temporary memory calls of kernels take.
#pragma once

#include <stddef.h>

#include "core/optional.h"
#include "tensor/tensor.h"

namespace kerf {

// What one kernel call takes from the temp arena: items of its lists, and bytes of its scratch.
struct TempNeeds {
  size_t int_items;
  size_t bool_items;
  size_t tensors;
  size_t optional_tensors;
  size_t scratch;
};

// Enough whatever the order of a call's arguments: no list needs an alignment above 8, and each
// item of a list of bools counts 8 bytes.
constexpr size_t temp_bytes(const TempNeeds& needs) {
  constexpr auto whole = [](size_t bytes) { return (bytes + 7) / 8 * 8; };
  return (needs.int_items + needs.bool_items) * 8 + needs.tensors * whole(sizeof(Tensor)) +
         needs.optional_tensors * whole(sizeof(Optional<Tensor>)) + whole(needs.scratch);
}

// The largest `bytes(row)` of all rows.
template <typename Row, size_t kRows>
constexpr size_t largest(const Row (&rows)[kRows], size_t (*bytes)(const Row&)) {
  size_t most = 0;
  for (const Row& row : rows) most = bytes(row) > most ? bytes(row) : most;
  return most;
}

}  // namespace kerf
