// Narrow planes that registers hold several rows of: none, as these of AVX2 are moved in halves.
#pragma once

#include "isa/scalar/loops/planes.h"

namespace kerf::portable {

struct NarrowPlane {
  static constexpr int32_t columns = 0;

  // Whether run() takes a window of 3x3.
  static constexpr bool takes(const PlaneWindow&) { return false; }

  void begin(const PlaneWindow&) {}

  // As Planes2d::run().
  void run(const float*, const float*, float, float*, const Bounds&) const {}
};

}  // namespace kerf::portable
