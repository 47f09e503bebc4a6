// Whether a number is out of the range of a type.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "executorch/runtime/core/portable_type/complex.h"

namespace c10 {

// Whether `from` as a To would be another number. Infinities and NaN fit where To has them; with
// `strict_unsigned`, no negative number fits an unsigned To, else those fit whose size does.
template <typename To, typename From>
bool overflows(From from, bool strict_unsigned = false) {
  using Limits = std::numeric_limits<To>;
  if constexpr (std::is_same_v<To, bool>) {
    return false;
  } else if constexpr (std::is_integral_v<From>) {
    if constexpr (!Limits::is_integer) return false;
    if constexpr (Limits::is_integer) {
      if constexpr (std::is_signed_v<From>) {
        if (!Limits::is_signed) {
          if (from < 0) {
            return strict_unsigned ||
                   0 - static_cast<uint64_t>(from) > static_cast<uint64_t>(Limits::max());
          }
        } else if (from < 0) {
          return static_cast<int64_t>(from) < static_cast<int64_t>(Limits::lowest());
        }
      }
      return static_cast<uint64_t>(from) > static_cast<uint64_t>(Limits::max());
    }
    return false;
  } else {
    if (Limits::has_infinity && std::isinf(static_cast<double>(from))) return false;
    if (!Limits::has_quiet_NaN && from != from) return true;
    return from < static_cast<From>(Limits::lowest()) || from > static_cast<From>(Limits::max());
  }
}

}  // namespace c10
