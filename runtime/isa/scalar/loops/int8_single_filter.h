// Whether there are loops of Int8SingleFilter.
#pragma once

namespace kerf::integers {

inline constexpr bool kHasSingleFilter = false;

}  // namespace kerf::integers
