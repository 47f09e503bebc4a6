// c10::complex.
#pragma once

#include "executorch/runtime/core/portable_type/complex.h"
