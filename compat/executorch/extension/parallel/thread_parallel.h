// Loops that may run in parts.
#pragma once

#include "executorch/runtime/kernel/thread_parallel_interface.h"
