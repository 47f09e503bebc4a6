// The backends of this build.
#pragma once

#include "core/span.h"
#include "delegate/backend.h"

namespace kerf::selected {

Span<const BackendRow> backends();

}  // namespace kerf::selected
