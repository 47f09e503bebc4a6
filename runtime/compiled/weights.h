// Where the constants of compiled programs are.
#pragma once

#include "core/span.h"
#include "selected/program.h"

// Defined in build/<target>/weights.cpp, where the linker places them.
extern "C" const uint8_t kerf_weights[];

namespace kerf::compiled {

// The weights: linked; or those in the model's file, whose bytes `model` returns; or none.
inline const uint8_t* weights(Span<const uint8_t> (*model)()) {
  if constexpr (kWeightBytes == 0) return nullptr;
  if constexpr (kWeightsLinked) return kerf_weights;
  return model().data();
}

}  // namespace kerf::compiled
