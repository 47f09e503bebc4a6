// Scales of filters as exporters store them, a multiplier and a shift of four bytes for each, where
// an instruction set has loops for them: none.
#pragma once

#include <stdint.h>

namespace kerf::integers {

// Whether there are such loops.
inline constexpr bool kScaleLoops = false;

// Whether rescale() takes all, for i < count.
bool possible_scales(const int32_t* multiplier, const int32_t* shift, int32_t count);

// to[i] = the lowest byte of from[i], for i < count.
void narrow_shifts(int8_t* to, const int32_t* from, int32_t count);

}  // namespace kerf::integers
