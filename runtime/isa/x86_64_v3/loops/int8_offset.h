// Who adds the offset of inputs to products of int8: the loops, which sum weights in any case.
#pragma once

namespace kerf::integers {

inline constexpr bool kAddsOffset = true;

}  // namespace kerf::integers
