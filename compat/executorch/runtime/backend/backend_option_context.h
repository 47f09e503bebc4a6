// What a backend gets with its options: nothing.
#pragma once

namespace executorch::runtime {

class BackendOptionContext final {};

}  // namespace executorch::runtime

namespace torch::executor {
using ::executorch::runtime::BackendOptionContext;
}
