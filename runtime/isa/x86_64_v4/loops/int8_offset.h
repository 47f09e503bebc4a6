// Who adds the offset of inputs to products of int8: the same as by AVX2.
#pragma once

#include "isa/x86_64_v3/loops/int8_offset.h"
