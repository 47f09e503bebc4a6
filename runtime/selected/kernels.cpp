// The registration table and the plan that it comes from, in read-only memory.
#include "selected/kernels.h"

#include "selected/capacity.h"
#include "selected/identity.h"

namespace kerf::selected {

// The functions that run the kernels are defined by the sources of their families. Generated from
// the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.kernel_functions(plan)) ]]]
// [[[end]]]

namespace {

constexpr DtypeSet kArgumentDtypes[] = {
// [[[cog import cog; from codegen import emit; cog.out(emit.argument_dtypes(plan)) ]]]
// [[[end]]]
};

// Sorted by name; one row stands for none: C++ has no empty array.
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

}  // namespace

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
const uint8_t kPlanDigest[32] = {
// [[[cog import cog; from codegen import emit; cog.out(emit.plan_digest(plan)) ]]]
// [[[end]]]
};
// clang-format on

Span<const Kernel> kernels() {
  // A use that costs an address: without one, no linker would keep the digest.
  __asm__ volatile("" : : "r"(kPlanDigest));
  return {kKernels, kKernelCount};
}

}  // namespace kerf::selected
