// The kernels that this build selects.
#pragma once

#include "core/span.h"
#include "executor/kernel.h"

namespace kerf::selected {

// Sorted by name; kernels of one operator in order of preference.
Span<const Kernel> kernels();

}  // namespace kerf::selected
