// The floats of a register: what maps and sums of float are made of.
#pragma once

#include "loops/eight_floats.h"

namespace kerf::portable {

using Floats = EightFloats;

}  // namespace kerf::portable
