// c10::Half and c10::BFloat16.
#pragma once

#include "executorch/runtime/core/portable_type/short_float.h"
