// Messages: none is kept, so that their text costs no byte.
#pragma once

#include <inttypes.h>

#include "executorch/runtime/platform/compiler.h"

#define ET_LOG_ENABLED 0
#define ET_LOG(level, ...) ((void)0)
