// Softmax of a row of float, a register at a time.
#pragma once

#include <stdint.h>

#include "isa/scalar/loops/softmax_row.h"
#include "loops/maths.h"

#ifndef __OPTIMIZE_SIZE__
namespace kerf::portable {

// Calls f(i, lanes, count) for each register of `count` floats: how many of its lanes are there.
template <typename F>
void for_registers(int32_t count, F f) {
  for (int32_t i = 0; i < count; i += Floats::kLanes)
    f(i, count - i < Floats::kLanes ? count - i : Floats::kLanes);
}

// A sum is added in as many parts as a register has lanes.
inline bool softmax_row(float* to, const float* from, int32_t count) {
  Floats most = Floats::all(*from);
  for_registers(count, [&](int32_t i, int32_t there) {
    const Floats x = Floats::read_or(most, from + i, Floats::below(there));
    most = select(more_or_nan(x, most), x, most);
  });
  float lanes[Floats::kLanes];
  most.write(lanes);
  float largest = lanes[0];
  for (const float each : lanes) {
    if (!(each <= largest)) largest = each;  // one that is NaN makes all results so
  }
  Floats sums = Floats::all(0);
  for_registers(count, [&](int32_t i, int32_t there) {
    const Floats::Mask mask = Floats::below(there);
    const Floats x = maths::exp(Floats::read(from + i, mask) - largest);
    x.write(to + i, there);
    sums = select(mask, sums + x, sums);
  });
  const float sum = sum_lanes(sums);
  for_registers(count, [&](int32_t i, int32_t there) {
    (Floats::read(to + i, Floats::below(there)) / Floats::all(sum)).write(to + i, there);
  });
  return true;
}

}  // namespace kerf::portable
#endif
