// The `dynamic` form: a fixed array that is filled at start-up and kept sorted by name.
#include "core/fault.h"
#include "core/libc.h"
#include "executor/registry.h"
#include "selected/capacity.h"
#include "selected/kernels.h"

namespace kerf {
namespace {

Kernel registered[selected::kKernelCapacity];
size_t registered_count;
Error status;

// Whether a row is one of the plan's, which may share dtypes: of those, the first that takes a call
// runs it.
bool is_selected(const Kernel& kernel) {
  for (const Kernel& row : selected::kernels()) {
    if (row.function == kernel.function) return true;
  }
  return false;
}

// Whether some call has dtypes that are in both.
bool overlap(const DtypeSet* a, const DtypeSet* b) {
  for (;; ++a, ++b) {
    if ((*a & *b & kAnyDtype) == 0) return false;
    if (((*a | *b) & kLastArgument) != 0) return true;
  }
}

Error add(const Kernel& kernel) {
  // After those of the same name: they are in order of preference.
  size_t at = 0;
  for (; at < registered_count; ++at) {
    const int order = libc::compare(registered[at].name, kernel.name);
    if (order > 0) break;
    if (order == 0 && overlap(registered[at].dtypes, kernel.dtypes) &&
        !(is_selected(registered[at]) && is_selected(kernel))) {
      return fault(Error::RegistrationAlreadyRegistered, "a kernel is registered twice",
                   kernel.name);
    }
  }
  if (registered_count == selected::kKernelCapacity) {
    return fault(Error::RegistrationExceedingMaxKernels, "more kernels than [registry] capacity",
                 kernel.name);
  }
  libc::move(registered + at + 1, registered + at, (registered_count - at) * sizeof(Kernel));
  registered[at] = kernel;
  ++registered_count;
  return Error::Ok;
}

// Runs before main, in any order with the constructors of other libraries: the array needs none
// itself.
[[gnu::constructor]] void register_selected_kernels() {
  static_cast<void>(register_kernels(selected::kernels()));
}

}  // namespace

Error register_kernels(Span<const Kernel> kernels) {
  for (const Kernel& kernel : kernels) {
    if (const Error error = add(kernel); error != Error::Ok) {
      if (status == Error::Ok) status = error;
      return error;
    }
  }
  return Error::Ok;
}

Span<const Kernel> registered_kernels() { return {registered, registered_count}; }

Error registration_status() { return status; }

}  // namespace kerf
