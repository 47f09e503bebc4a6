// Facts of the selected calls that let a kernel drop code. A kernel asks selected::needs(Operator,
// Trait).
#pragma once

#include <stdint.h>

namespace kerf {

// A trait is needed where some selected call, or one that the sources say too little about, has the
// property. Where it is not needed, the kernel keeps a check that returns NotSupported.
// codegen/traits.py derives each from the calls of the programs; the names there are the same.
enum class Trait : uint8_t {
  broadcast,        // tensor operands differ in shape
  permuted,         // a tensor's dim order is not 0, 1, .., rank-1
  mixed,            // tensors, outputs included, differ in dtype
  alpha,            // the `alpha` or `beta` factor is not 1
  transposed,       // convolution: transposed
  dilated,          // convolution: a dilation other than 1
  one_dimensional,  // convolution: one spatial dimension
  bias,             // convolution: has a bias
  outer_reduction,  // reduction over a set of dimensions other than the last ones in order of
                    // memory; all are the last
  real,             // a number among the arguments is a double
};

using TraitSet = uint32_t;
constexpr TraitSet trait_set(Trait trait) { return TraitSet{1} << static_cast<unsigned>(trait); }

}  // namespace kerf
