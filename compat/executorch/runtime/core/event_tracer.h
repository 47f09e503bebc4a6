// Events of ExecuTorch's tracer are not recorded.
#pragma once

namespace executorch::runtime {

class EventTracer;

}  // namespace executorch::runtime

namespace torch::executor {
using ::executorch::runtime::EventTracer;
}
