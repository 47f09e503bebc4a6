// Whether there are loops of Int8Columns.
#pragma once

namespace kerf::integers {

inline constexpr bool kSumsColumns = false;

}  // namespace kerf::integers
