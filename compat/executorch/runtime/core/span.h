// Several elements in a row, which others own, are Kerf's Span.
#pragma once

#include "core/span.h"

namespace executorch::runtime {
using ::kerf::Span;
}
namespace torch::executor {
using ::executorch::runtime::Span;
}
