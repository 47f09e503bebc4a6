// The kernels of this binary, sorted by name, in one of two forms: a table in read-only memory
// (registry_table.cpp) or an array that kernels enter at start-up (registry_dynamic.cpp). A build
// links one of them.
#pragma once

#include "core/error.h"
#include "core/span.h"
#include "executor/kernel.h"

namespace kerf {

// All kernels, sorted by name in ASCII order.
Span<const Kernel> registered_kernels();

// What start-up registration ended with: Ok, RegistrationExceedingMaxKernels,
// RegistrationAlreadyRegistered.
Error registration_status();

// Where the kernels of operator `name`.`overload` start among registered_kernels(); their count
// where there is none. `overload` may be "".
size_t find_kernel(const char* name, const char* overload);

// Whether `kernel` is one of operator `name`.`overload`.
bool is_kernel_of(const Kernel& kernel, const char* name, const char* overload);

// `dynamic` form only: adds kernels, for libraries that are built outside Kerf. Their rows and
// names outlive the process's last use of the registry. Stops at the first fault and keeps it for
// registration_status(). Errors: RegistrationExceedingMaxKernels, RegistrationAlreadyRegistered
// (same name, a common dtype in inputs and outputs).
Error register_kernels(Span<const Kernel> kernels);

}  // namespace kerf
