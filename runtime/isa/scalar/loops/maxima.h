// Maxima of the windows of a plane, with their places, where an instruction set has loops for them.
#pragma once

#include <stdint.h>

#include "loops/planes.h"

namespace kerf::portable {

template <typename T>
class Maxima {
 public:
  static constexpr bool kAny = false;

  // Whether run() takes such windows, each of which sees an input.
  static constexpr bool takes(const PlaneWindow&) { return false; }

  explicit Maxima(const PlaneWindow&) {}

  // out[y, x] = the largest input of the window: the last NaN, else the first of equal ones.
  // places[y, x] = its row * columns.in + its column, those of the first input where nothing is
  // more than the lowest number. Rows of `places` are places_pitch apart.
  void run(const T*, T*, int64_t*, int32_t) const {}
};

}  // namespace kerf::portable
