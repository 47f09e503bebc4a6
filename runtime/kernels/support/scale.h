// What the arguments of quantized operators must be.
#pragma once

#include <stdint.h>

#include "core/fault.h"
#include "core/result.h"
#include "loops/int8.h"
#include "tensor/int32.h"
#include "tensor/scalar_type.h"

namespace kerf::integers {

// Whether rescale() takes them.
inline bool possible_scale(int32_t multiplier, int32_t shift) {
  return multiplier >= 0 && static_cast<uint32_t>(shift) + 31 <= 62;
}

// Ok, or InvalidArgument outside of what rescale() takes.
[[gnu::noinline]] inline Error check_scale(const Scale& scale) {
  if (!possible_scale(scale.multiplier, scale.shift))
    return fault(Error::InvalidArgument, "a scale that is not one of CMSIS-NN");
  return Error::Ok;
}

// Whether all are int8: zero points and bounds of activations.
template <typename... Number>
constexpr bool all_int8(Number... numbers) {
  return ((static_cast<uint32_t>(numbers) - static_cast<uint32_t>(INT8_MIN)) | ...) <= UINT8_MAX;
}

// Ok, or InvalidArgument where a number is not an int8.
template <typename... Number>
Error check_int8(Number... numbers) {
  if (!all_int8(numbers...)) return fault(Error::InvalidArgument, "a number that is not an int8");
  return Error::Ok;
}

// Ok, or InvalidArgument where a number has more than 15 bits: what is subtracted from a factor,
// the zero point or that of a factor to which a number was added, as in x * (x + 3). What is left
// has 16 bits, and a product of two 32.
template <typename... Number>
Error check_factor_zeros(Number... numbers) {
  if ((((static_cast<uint32_t>(numbers) + 0x4000u) | ...)) < 0x8000u) return Error::Ok;
  return fault(Error::InvalidArgument, "a zero point of more than 15 bits");
}

// Ok, or InvalidArgument where a number is not of `type`, which is in kTypes: Char or Short.
template <DtypeSet kTypes, typename... Number>
Error check_quantized(ScalarType type, Number... numbers) {
  if constexpr (contains(kTypes, ScalarType::Short)) {
    if (type == ScalarType::Short) {
      if (((numbers == static_cast<int16_t>(numbers)) && ...)) return Error::Ok;
      return fault(Error::InvalidArgument, "a number that is not an int16");
    }
  }
  return check_int8(numbers...);
}

// The negative of the zero point of inputs or weights, which CMSIS-NN adds to them, as the zero
// point or back. Wraps.
constexpr int32_t negative(int32_t number) {
  return static_cast<int32_t>(0 - static_cast<uint32_t>(number));
}

}  // namespace kerf::integers
