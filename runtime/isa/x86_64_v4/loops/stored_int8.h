// How inputs are stored that are multiplied by int8.
#pragma once

#include <stdint.h>

namespace kerf::fused {

inline constexpr int32_t kStoredInt8 = 1;  // bytes of one

}  // namespace kerf::fused
