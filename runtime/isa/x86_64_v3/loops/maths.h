// Functions of floating-point numbers and, where code need not be small, of registers of float.
#pragma once

#ifdef __OPTIMIZE_SIZE__
#include "isa/scalar/loops/maths.h"
#else
#include "isa/scalar/loops/vector_maths.h"
#endif
