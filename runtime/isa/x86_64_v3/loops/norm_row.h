// Normalisation of a row of float, a register at a time.
#pragma once

#include <stdint.h>

#include "isa/scalar/loops/norm_row.h"
#include "loops/floats.h"

#ifndef __OPTIMIZE_SIZE__
namespace kerf::portable {

// In two passes, as moments.h has them. Sums are added in as many parts as a register has lanes: of
// more elements than these, which lose too much so, others are taken.
inline bool moments_row(const float* from, int32_t count, float& mean, float& squares) {
  if (count > 4096) return false;
  const auto divisor = static_cast<float>(count);
  float remainder = 0;
  mean = *from;
  for (int pass = 0; pass < 2; ++pass) {
    const Floats least = Floats::all(mean);
    Floats differences = Floats::all(0);
    Floats products = Floats::all(0);
    for (int32_t i = 0; i < count; i += Floats::kLanes) {
      const Floats x = Floats::read_or(least, from + i, Floats::below(count - i)) - least;
      differences = differences + x;
      products = products + x * x;
    }
    remainder = sum_lanes(differences) / divisor;
    mean += remainder;
    squares = sum_lanes(products);
  }
  squares -= remainder * remainder * divisor;
  if (squares < 0) squares = 0;
  return true;
}

inline bool normalize_row(float* to, const float* from, int32_t count, float mean, float scale,
                          const float* weight, const float* bias) {
  for (int32_t i = 0; i < count; i += Floats::kLanes) {
    const Floats::Mask mask = Floats::below(count - i);
    Floats x = (Floats::read(from + i, mask) - Floats::all(mean)) * Floats::all(scale);
    if (weight != nullptr) x = x * Floats::read(weight + i, mask);
    if (bias != nullptr) x = x + Floats::read(bias + i, mask);
    x.write(to + i, count - i < Floats::kLanes ? count - i : Floats::kLanes);
  }
  return true;
}

}  // namespace kerf::portable
#endif
