// The registration table, in read-only memory.
#include "selected/kernels.h"

#include "kernels/adapter.h"
#include "selected/capacity.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.kernel_headers(plan)) ]]]
#include "kernels/portable/add.h"
#include "kernels/portable/avg_pool2d.h"
#include "kernels/portable/batch_norm.h"
#include "kernels/portable/clone.h"
#include "kernels/portable/convolution.h"
#include "kernels/portable/hardtanh.h"
#include "kernels/portable/matmul.h"
#include "kernels/portable/mean.h"
#include "kernels/portable/mul.h"
#include "kernels/portable/permute_copy.h"
#include "kernels/portable/relu.h"
#include "kernels/portable/softmax.h"
#include "kernels/portable/to_copy.h"
#include "kernels/portable/view_copy.h"
// [[[end]]] (sum: /7YZuJKAkN)
// clang-format on

namespace kerf::selected {
namespace {

// A plan without kernels leaves one empty row: C++ has no array of none.
// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
constexpr Kernel kKernels[kKernelCount == 0 ? 1 : kKernelCount] = {
// [[[cog import cog; from codegen import emit; cog.out(emit.kernel_table(plan)) ]]]
{"aten::_native_batch_norm_legit_no_training.out", adapt<&kerf::portable::batch_norm_no_training_out>, 0x80e0, 0x80e0},
{"aten::_softmax.out", adapt<&kerf::portable::softmax_out>, 0x80e0, 0x80e0},
{"aten::_to_copy.out", adapt<&kerf::portable::to_copy_out>, 0xf8ff, 0xf8ff},
{"aten::add.Scalar_out", adapt<&kerf::portable::add_scalar_out>, 0xf8ff, 0xf8ff},
{"aten::add.out", adapt<&kerf::portable::add_out>, 0xf8ff, 0xf8ff},
{"aten::addmm.out", adapt<&kerf::portable::addmm_out>, 0xf0ff, 0xf0ff},
{"aten::avg_pool2d.out", adapt<&kerf::portable::avg_pool2d_out>, 0x80e0, 0x80e0},
{"aten::clone.out", adapt<&kerf::portable::clone_out>, 0xf8ff, 0xf8ff},
{"aten::convolution.out", adapt<&kerf::portable::convolution_out>, 0x80e0, 0x80e0},
{"aten::hardtanh.out", adapt<&kerf::portable::hardtanh_out>, 0xf0ff, 0xf0ff},
{"aten::mean.out", adapt<&kerf::portable::mean_out>, 0xf8ff, 0x80e0},
{"aten::mm.out", adapt<&kerf::portable::mm_out>, 0xf0ff, 0xf0ff},
{"aten::mul.out", adapt<&kerf::portable::mul_out>, 0xf8ff, 0xf8ff},
{"aten::permute_copy.out", adapt<&kerf::portable::permute_copy_out>, 0xf8ff, 0xf8ff},
{"aten::relu.out", adapt<&kerf::portable::relu_out>, 0xf0ff, 0xf0ff},
{"aten::view_copy.out", adapt<&kerf::portable::view_copy_out>, 0xf8ff, 0xf8ff},
{"dim_order_ops::_clone_dim_order.out", adapt<&kerf::portable::clone_dim_order_out>, 0xf8ff, 0xf8ff},
{"dim_order_ops::_to_dim_order_copy.out", adapt<&kerf::portable::to_dim_order_copy_out>, 0xf8ff, 0xf8ff},
// [[[end]]] (sum: fToxlwkOSR)
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
