// The registration table, in read-only memory.
#include "selected/kernels.h"

#include "kernels/adapter.h"
#include "selected/capacity.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.kernel_headers(plan)) ]]]
// [[[end]]]
// clang-format on

namespace kerf::selected {
namespace {

// A plan without kernels leaves one empty row: C++ has no array of none.
// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
constexpr Kernel kKernels[kKernelCount == 0 ? 1 : kKernelCount] = {
// [[[cog import cog; from codegen import emit; cog.out(emit.kernel_table(plan)) ]]]
// [[[end]]]
};
// clang-format on

constexpr bool not_after(const char* a, const char* b) {
  for (; *a != '\0' && *a == *b; ++a) ++b;
  return static_cast<unsigned char>(*a) <= static_cast<unsigned char>(*b);
}

constexpr bool is_sorted() {
  for (size_t i = 1; i < kKernelCount; ++i) {
    if (!not_after(kKernels[i - 1].name, kKernels[i].name)) return false;
  }
  return true;
}
static_assert(is_sorted(), "lookup is a binary search");

constexpr bool is_unique() {
  for (size_t i = 1; i < kKernelCount; ++i) {
    const Kernel& a = kKernels[i - 1];
    const Kernel& b = kKernels[i];
    const bool same_name = not_after(b.name, a.name);  // they are sorted
    if (same_name && a.function == b.function) return false;
  }
  return true;
}
static_assert(is_unique(), "a kernel stands in the table twice");

}  // namespace

Span<const Kernel> kernels() { return {kKernels, kKernelCount}; }

}  // namespace kerf::selected
