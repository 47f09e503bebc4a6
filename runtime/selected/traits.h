// Which traits the selected calls of each operator need: what a kernel may leave out otherwise.
#pragma once

#include "kernels/trait.h"
#include "selected/operators.h"

namespace kerf::selected {

// One row for each Operator, for compile-time use only. Generated from the plan; refresh with `nox
// -s gen`.
// clang-format off
inline constexpr TraitSet kOperatorTraits[] = {
// [[[cog import cog; from codegen import emit; cog.out(emit.trait_sets(plan)) ]]]
0,  // aten::_native_batch_norm_legit_no_training.out
0,  // aten::_softmax.out
trait_set(Trait::mixed) | trait_set(Trait::permuted),  // aten::_to_copy.out
trait_set(Trait::mixed) | trait_set(Trait::permuted),  // aten::add.Scalar_out
trait_set(Trait::alpha) | trait_set(Trait::broadcast) | trait_set(Trait::mixed) | trait_set(Trait::permuted),  // aten::add.out
trait_set(Trait::alpha),  // aten::addmm.out
0,  // aten::avg_pool2d.out
trait_set(Trait::permuted),  // aten::clone.out
trait_set(Trait::bias) | trait_set(Trait::dilated) | trait_set(Trait::one_dimensional) | trait_set(Trait::transposed),  // aten::convolution.out
trait_set(Trait::permuted),  // aten::hardtanh.out
trait_set(Trait::mixed) | trait_set(Trait::outer_reduction),  // aten::mean.out
0,  // aten::mm.out
trait_set(Trait::broadcast) | trait_set(Trait::mixed) | trait_set(Trait::permuted),  // aten::mul.out
0,  // aten::permute_copy.out
trait_set(Trait::permuted),  // aten::relu.out
0,  // aten::view_copy.out
trait_set(Trait::permuted),  // dim_order_ops::_clone_dim_order.out
trait_set(Trait::mixed) | trait_set(Trait::permuted),  // dim_order_ops::_to_dim_order_copy.out
// [[[end]]] (sum: Nt/REDn7Gl)
};
// clang-format on

constexpr bool needs(Operator op, Trait trait) {
  return (kOperatorTraits[static_cast<unsigned>(op)] & trait_set(trait)) != 0;
}

}  // namespace kerf::selected
