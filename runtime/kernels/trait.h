// Facts of the selected calls that let a kernel drop code. A kernel asks selected::needs(Operator, Trait).
#pragma once

#include <stdint.h>

namespace kerf {

// A trait is needed where some selected call, or one that the sources say too little about, has the property.
// Where it is not needed, the kernel keeps a check that returns NotSupported.
// codegen/traits.py derives each from the calls of the programs; the names there are the same.
enum class Trait : uint8_t {
  broadcast,        // tensor operands differ in shape
  permuted,         // a tensor's dim order is not 0, 1, .., rank-1
  alpha,            // the `alpha` (and `beta`) factor is not 1
  transposed,       // convolution: transposed
  dilated,          // convolution, pooling: a dilation other than 1
  grouped,          // convolution: groups other than 1 and other than depthwise
  depthwise,        // convolution: groups == input channels > 1
  dense,            // convolution: groups == 1, not pointwise
  pointwise,        // convolution: groups == 1, kernel 1, stride 1, no padding, 2 spatial dimensions
  one_dimensional,  // convolution: one spatial dimension
  bias,             // convolution: has a bias
  inner_reduction,  // reduction over the innermost dimensions only
  outer_reduction,  // reduction over any other set of dimensions
};

using TraitSet = uint32_t;
constexpr TraitSet trait_set(Trait trait) { return TraitSet{1} << static_cast<unsigned>(trait); }

}  // namespace kerf
