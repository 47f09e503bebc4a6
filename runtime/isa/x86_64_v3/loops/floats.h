// The floats of a register: what maps and sums of float are made of.
#pragma once

#include "isa/x86_64_v3/loops/eight_floats.h"

namespace kerf::portable {

using Floats = EightFloats;

}  // namespace kerf::portable
