// c10::Half.
#pragma once

#include "executorch/runtime/core/portable_type/short_float.h"
