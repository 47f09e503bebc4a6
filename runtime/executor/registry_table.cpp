// The `table` form: the generated array is the registry. No RAM, no constructor.
#include "executor/registry.h"
#include "selected/kernels.h"

namespace kerf {

Span<const Kernel> registered_kernels() { return selected::kernels(); }

Error registration_status() { return Error::Ok; }

}  // namespace kerf
