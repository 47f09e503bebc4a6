// How much the loops of int8 take at once: the same as by AVX2.
#pragma once

#include "isa/x86_64_v3/loops/int8_together.h"
