// Who adds the offset of inputs to products of int8.
#pragma once

namespace kerf::integers {

// Whether Int8Product adds an offset to inputs; else its callers add it to what sums begin with.
inline constexpr bool kAddsOffset = false;

}  // namespace kerf::integers
