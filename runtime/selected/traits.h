// Which traits the selected calls of each operator need: what a kernel may leave out otherwise.
#pragma once

#include "kernels/trait.h"
#include "selected/operators.h"

namespace kerf::selected {

// One row for each Operator, for compile-time use only. Generated from the plan; refresh with `nox -s gen`.
// clang-format off
inline constexpr TraitSet kOperatorTraits[] = {
// [[[cog import cog; from codegen import emit; cog.out(emit.trait_sets(plan)) ]]]
// [[[end]]]
};
// clang-format on

constexpr bool needs(Operator op, Trait trait) {
  return (kOperatorTraits[static_cast<unsigned>(op)] & trait_set(trait)) != 0;
}

}  // namespace kerf::selected
