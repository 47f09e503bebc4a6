// Functions of floating-point numbers, of registers of float too.
#pragma once

#include "isa/scalar/loops/vector_maths.h"
