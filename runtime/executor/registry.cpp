// Lookup by name, the same in both forms.
#include "executor/registry.h"

namespace kerf {
namespace {

// Like strcmp of `full` and "name.overload", without building the latter.
int compare(const char* full, const char* name, const char* overload) {
  while (*name != '\0' && *full == *name) {
    ++full;
    ++name;
  }
  if (*name == '\0' && *overload != '\0') {
    if (*full != '.') return static_cast<uint8_t>(*full) - '.';
    for (++full; *overload != '\0' && *full == *overload; ++full) ++overload;
    return static_cast<uint8_t>(*full) - static_cast<uint8_t>(*overload);
  }
  return static_cast<uint8_t>(*full) - static_cast<uint8_t>(*name);
}

}  // namespace

size_t find_kernel(const char* name, const char* overload) {
  const Span<const Kernel> kernels = registered_kernels();
  // The first row that is not less: rows of one name are adjacent.
  size_t low = 0;
  size_t high = kernels.size();
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (compare(kernels[middle].name, name, overload) < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < kernels.size() && is_kernel_of(kernels[low], name, overload) ? low : kernels.size();
}

bool is_kernel_of(const Kernel& kernel, const char* name, const char* overload) {
  return compare(kernel.name, name, overload) == 0;
}

}  // namespace kerf
