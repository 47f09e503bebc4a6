// Where the constants of compiled programs are.
#pragma once

#include <stdint.h>

#include "selected/program.h"

// Defined in build/<target>/weights.cpp, where the linker places them.
extern "C" const uint8_t kerf_weights[];

namespace kerf::compiled {

inline constexpr bool kWeightsInFile = !kWeightsLinked && kWeightBytes != 0;

// The weights: linked, or in the model's file at `file`, which is not read otherwise.
inline const uint8_t* weights_of(const void* file) {
  if constexpr (kWeightsLinked && kWeightBytes != 0) return kerf_weights;
  return static_cast<const uint8_t*>(file);
}

}  // namespace kerf::compiled
