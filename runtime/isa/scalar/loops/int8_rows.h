// Rows of sums and products of int8: portable::map_row() with Int8Adder and Int8Multiplier. An
// instruction set with rows of its own overloads map_row() for these function objects, in their
// namespace.
#pragma once

#include "isa/scalar/loops/int8.h"
#include "isa/scalar/loops/map.h"
