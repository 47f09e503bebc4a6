// The registration table and the plan that it comes from, in read-only memory.
#include "selected/kernels.h"

#include "kernels/adapter.h"
#include "selected/capacity.h"
#include "selected/identity.h"

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
#include "kernels/prim/arithmetic.h"
#include "kernels/prim/choice.h"
#include "kernels/prim/comparison.h"
#include "kernels/prim/copy_index.h"
#include "kernels/prim/division.h"
#include "kernels/prim/item.h"
#include "kernels/prim/rounding.h"
#include "kernels/prim/shape.h"
#include "kernels/prim/view.h"
// [[[end]]] (sum: r0FUHgcjNw)
// clang-format on

namespace kerf::selected {
namespace {

// A plan without kernels leaves one empty row: C++ has no array of none.
// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
constexpr Kernel kKernels[kKernelCount == 0 ? 1 : kKernelCount] = {
// [[[cog import cog; from codegen import emit; cog.out(emit.kernel_table(plan)) ]]]
{"aten::_local_scalar_dense", adapt<&kerf::prim::local_scalar_dense>, 0xf8ff, 0xf8ff},
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
{"aten::sym_numel", adapt<&kerf::prim::sym_numel>, 0xf8ff, 0xf8ff},
{"aten::sym_size.int", adapt<&kerf::prim::sym_size_int>, 0xf8ff, 0xf8ff},
{"aten::sym_stride.int", adapt<&kerf::prim::sym_stride_int>, 0xf8ff, 0xf8ff},
{"aten::view_copy.out", adapt<&kerf::portable::view_copy_out>, 0xf8ff, 0xf8ff},
{"dim_order_ops::_clone_dim_order.out", adapt<&kerf::portable::clone_dim_order_out>, 0xf8ff, 0xf8ff},
{"dim_order_ops::_to_dim_order_copy.out", adapt<&kerf::portable::to_dim_order_copy_out>, 0xf8ff, 0xf8ff},
{"executorch_prim::add.Scalar", adapt<&kerf::prim::add_scalar>, 0xf8ff, 0xf8ff},
{"executorch_prim::ceil.Scalar", adapt<&kerf::prim::ceil_scalar>, 0xf8ff, 0xf8ff},
{"executorch_prim::eq.Scalar", adapt<&kerf::prim::eq_scalar>, 0xf8ff, 0xf8ff},
{"executorch_prim::et_copy_index.tensor", adapt<&kerf::prim::et_copy_index>, 0xf8ff, 0xf8ff},
{"executorch_prim::et_view.default", adapt<&kerf::prim::et_view>, 0xf8ff, 0xf8ff},
{"executorch_prim::floordiv.Scalar", adapt<&kerf::prim::floordiv_scalar>, 0xf8ff, 0xf8ff},
{"executorch_prim::floordiv.int", adapt<&kerf::prim::floordiv_int>, 0xf8ff, 0xf8ff},
{"executorch_prim::ge.Scalar", adapt<&kerf::prim::ge_scalar>, 0xf8ff, 0xf8ff},
{"executorch_prim::gt.Scalar", adapt<&kerf::prim::gt_scalar>, 0xf8ff, 0xf8ff},
{"executorch_prim::le.Scalar", adapt<&kerf::prim::le_scalar>, 0xf8ff, 0xf8ff},
{"executorch_prim::lt.Scalar", adapt<&kerf::prim::lt_scalar>, 0xf8ff, 0xf8ff},
{"executorch_prim::mod.Scalar", adapt<&kerf::prim::mod_int>, 0xf8ff, 0xf8ff},
{"executorch_prim::mod.int", adapt<&kerf::prim::mod_int>, 0xf8ff, 0xf8ff},
{"executorch_prim::mul.Scalar", adapt<&kerf::prim::mul_scalar>, 0xf8ff, 0xf8ff},
{"executorch_prim::neg.Scalar", adapt<&kerf::prim::neg_scalar>, 0xf8ff, 0xf8ff},
{"executorch_prim::round.Scalar", adapt<&kerf::prim::round_scalar>, 0xf8ff, 0xf8ff},
{"executorch_prim::sub.Scalar", adapt<&kerf::prim::sub_scalar>, 0xf8ff, 0xf8ff},
{"executorch_prim::sym_float.Scalar", adapt<&kerf::prim::sym_float_scalar>, 0xf8ff, 0xf8ff},
{"executorch_prim::sym_int.Scalar", adapt<&kerf::prim::trunc_scalar>, 0xf8ff, 0xf8ff},
{"executorch_prim::sym_ite.Scalar", adapt<&kerf::prim::sym_ite_scalar>, 0xf8ff, 0xf8ff},
{"executorch_prim::sym_max.Scalar", adapt<&kerf::prim::sym_max_scalar>, 0xf8ff, 0xf8ff},
{"executorch_prim::sym_min.Scalar", adapt<&kerf::prim::sym_min_scalar>, 0xf8ff, 0xf8ff},
{"executorch_prim::sym_not.Scalar", adapt<&kerf::prim::sym_not_scalar>, 0xf8ff, 0xf8ff},
{"executorch_prim::truediv.Scalar", adapt<&kerf::prim::truediv_scalar>, 0xf8ff, 0xf8ff},
{"executorch_prim::trunc.Scalar", adapt<&kerf::prim::trunc_scalar>, 0xf8ff, 0xf8ff},
// [[[end]]] (sum: fESUAt29fj)
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

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
const uint8_t kPlanDigest[32] = {
// [[[cog import cog; from codegen import emit; cog.out(emit.plan_digest(plan)) ]]]
0x30, 0x16, 0x93, 0x7a, 0xb2, 0x6f, 0xd3, 0xa5,
0xfc, 0x2a, 0xeb, 0xc9, 0x3b, 0xc6, 0x56, 0x0c,
0xec, 0xc3, 0xa3, 0x39, 0xb2, 0xab, 0x99, 0x16,
0xf5, 0xad, 0x34, 0x08, 0x4e, 0xd7, 0xa5, 0xb3,
// [[[end]]] (sum: g6R1ftVat4)
};
// clang-format on

Span<const Kernel> kernels() {
  // A use that costs an address: without one, no linker would keep the digest.
  __asm__ volatile("" : : "r"(kPlanDigest));
  return {kKernels, kKernelCount};
}

}  // namespace kerf::selected
