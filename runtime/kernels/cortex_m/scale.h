// What the arguments of quantized operators must be.
#pragma once

#include <stdint.h>

#include "core/fault.h"
#include "core/optional.h"
#include "core/result.h"
#include "core/span.h"
#include "loops/rescale.h"
#include "tensor/tensor.h"

namespace kerf::cortex_m {

// A scale of CMSIS-NN: multiplier / 2^31 * 2^shift.
struct Scale {
  int32_t multiplier;
  int32_t shift;
};

// Ok, or InvalidArgument outside of what rescale() takes.
[[gnu::noinline]] inline Error read_scale(int64_t multiplier, int64_t shift, Scale& scale) {
  if (multiplier < 0 || multiplier > INT32_MAX || shift < -31 || shift > 31)
    return fault(Error::InvalidArgument, "a scale that is not one of CMSIS-NN");
  scale = {static_cast<int32_t>(multiplier), static_cast<int32_t>(shift)};
  return Error::Ok;
}

// rescale() for loops that are not worth a copy of it.
[[gnu::noinline]] inline int32_t rescaled(int32_t x, const Scale& scale) {
  return rescale(x, scale.multiplier, scale.shift);
}

// Narrows `number`. Ok, or InvalidArgument outside [low, high].
[[gnu::noinline]] inline Error read_within(int64_t number, int32_t low, int32_t high,
                                           int32_t& value) {
  if (number < low || number > high)
    return fault(Error::InvalidArgument, "a number that the quantized type cannot have");
  value = static_cast<int32_t>(number);
  return Error::Ok;
}

// An int8: a zero point or a bound of an activation.
inline Error read_int8(int64_t number, int32_t& value) {
  return read_within(number, INT8_MIN, INT8_MAX, value);
}

// The negative of a zero point, which CMSIS-NN adds to inputs and weights.
inline Error read_input_offset(int64_t number, int32_t& value) {
  return read_within(number, -INT8_MAX, -INT8_MIN, value);
}

}  // namespace kerf::cortex_m
