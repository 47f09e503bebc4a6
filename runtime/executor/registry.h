// The kernels of this binary, sorted by name, in one of two forms: a table in read-only memory
// (registry_table.cpp) or an array that is filled at start-up (registry_dynamic.cpp). A build
// links one of them.
#pragma once

#include "core/error.h"
#include "core/span.h"
#include "executor/kernel.h"

namespace kerf {

// All kernels, sorted by name in ASCII order.
Span<const Kernel> registered_kernels();

// The result of start-up registration: Ok, RegistrationExceedingMaxKernels,
// RegistrationAlreadyRegistered.
Error registration_status();

// The index in registered_kernels() of the first kernel of operator `name`.`overload`; the number
// of all kernels where there is none. `overload` may be "".
size_t find_kernel(const char* name, const char* overload);

// Whether `kernel` is one of operator `name`.`overload`.
bool is_kernel_of(const Kernel& kernel, const char* name, const char* overload);

// `dynamic` form only: adds kernels, for libraries that are built outside Kerf. Their rows and
// names outlive the process's last use of the registry. Stops at the first fault and keeps it for
// registration_status(). Errors: RegistrationExceedingMaxKernels, RegistrationAlreadyRegistered
// (same name, a common dtype in inputs and outputs).
Error register_kernels(Span<const Kernel> kernels);

}  // namespace kerf
