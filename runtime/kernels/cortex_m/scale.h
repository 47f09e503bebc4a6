// What the arguments of quantized operators must be.
#pragma once

#include <stdint.h>

#include "core/fault.h"
#include "core/optional.h"
#include "core/result.h"
#include "core/span.h"
#include "loops/int8.h"
#include "tensor/scalar_type.h"
#include "tensor/tensor.h"

namespace kerf::cortex_m {

// Whether rescale() takes them.
inline bool possible_scale(int32_t multiplier, int32_t shift) {
  return multiplier >= 0 && static_cast<uint32_t>(shift) + 31 <= 62;
}

// Ok, or InvalidArgument outside of what rescale() takes.
[[gnu::noinline]] inline Error read_scale(int64_t multiplier, int64_t shift, Scale& scale) {
  scale = {static_cast<int32_t>(multiplier), static_cast<int32_t>(shift)};
  if (scale.multiplier != multiplier || scale.shift != shift ||
      !possible_scale(scale.multiplier, scale.shift))
    return fault(Error::InvalidArgument, "a scale that is not one of CMSIS-NN");
  return Error::Ok;
}

// An int8: a zero point or a bound of an activation. Ok, or InvalidArgument.
[[gnu::noinline]] inline Error read_int8(int64_t number, int32_t& value) {
  value = static_cast<int8_t>(number);
  if (value != number) return fault(Error::InvalidArgument, "a number that is not an int8");
  return Error::Ok;
}

// What is subtracted from a factor: a zero point, or that of a factor to which a number was added,
// as in x * (x + 3). It has 15 bits: what is left has 16, and a product of two 32. Ok, or
// InvalidArgument.
[[gnu::noinline]] inline Error read_factor_zero(int64_t number, int32_t& value) {
  value = static_cast<int16_t>(2 * static_cast<uint64_t>(number)) / 2;
  if (value != number) return fault(Error::InvalidArgument, "a zero point of more than 15 bits");
  return Error::Ok;
}

// The same without checks of what the build has checked: always Ok.
template <bool kChecks>
Error read_scale(int64_t multiplier, int64_t shift, Scale& scale) {
  if constexpr (kChecks) return read_scale(multiplier, shift, scale);
  scale = {static_cast<int32_t>(multiplier), static_cast<int32_t>(shift)};
  return Error::Ok;
}
template <bool kChecks>
Error read_int8(int64_t number, int32_t& value) {
  if constexpr (kChecks) return read_int8(number, value);
  value = static_cast<int32_t>(number);
  return Error::Ok;
}

template <bool kChecks>
Error read_factor_zero(int64_t number, int32_t& value) {
  if constexpr (kChecks) return read_factor_zero(number, value);
  value = static_cast<int32_t>(number);
  return Error::Ok;
}

// A number of `type`, which is in kTypes: Char or Short. Ok, or InvalidArgument.
template <DtypeSet kTypes, bool kChecks = true>
Error read_quantized(int64_t number, ScalarType type, int32_t& value) {
  if constexpr (!kChecks) return read_int8<false>(number, value);
  if constexpr (contains(kTypes, ScalarType::Short)) {
    if (type == ScalarType::Short) {
      value = static_cast<int16_t>(number);
      if (value != number) return fault(Error::InvalidArgument, "a number that is not an int16");
      return Error::Ok;
    }
  }
  return read_int8(number, value);
}

// The negative of a zero point, which CMSIS-NN adds to inputs and weights.
template <bool kChecks = true>
Error read_input_offset(int64_t number, int32_t& value) {
  KERF_TRY(read_int8<kChecks>(static_cast<int64_t>(0 - static_cast<uint64_t>(number)), value));
  value = -value;
  return Error::Ok;
}

}  // namespace kerf::cortex_m
