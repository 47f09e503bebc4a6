// Puts tensors beside each other.
#include "kernels/portable/cat.h"

#include "kernels/portable/transfer.h"
#include "kernels/trait.h"
#include "selected/dtypes.h"
#include "selected/operators.h"
#include "selected/traits.h"
#include "tensor/promote.h"

namespace kerf::portable {
namespace {

template <Operator kOperator>
Error check_type(const Tensor& tensor, const Tensor& out) {
  if (tensor.scalar_type() == out.scalar_type()) return Error::Ok;
  if (!selected::needs(kOperator, Trait::mixed))
    return fault(Error::NotSupported, "dtypes that differ were not selected");
  return can_cast(tensor.scalar_type(), out.scalar_type())
             ? Error::Ok
             : fault(Error::InvalidType, "a dtype that cannot become the output's");
}

template <Operator kOperator>
Error put(const Transfer& part, const Tensor& tensor, Tensor& out) {
  constexpr DtypeSet kTypes = selected::outputs(kOperator);
  if constexpr (selected::needs(kOperator, Trait::mixed)) {
    return convert_part<kTypes, selected::inputs(kOperator)>(part, tensor, out);
  }
  return move_part<kTypes>(part, tensor, out);
}

bool fits_everything(const Tensor& tensor) { return tensor.dim() == 1 && tensor.size(0) == 0; }

// Whether the sizes are those of `sizes`, but for dimension `at`.
bool fits_beside(const Tensor& tensor, Span<const int32_t> sizes, size_t at) {
  bool fits = tensor.dim() == sizes.size();
  for (size_t i = 0; fits && i < sizes.size(); ++i) fits = i == at || tensor.size(i) == sizes[i];
  return fits;
}

// Gives `out` the shape of all `tensors` beside each other.
template <Operator kOperator>
Error resize_to_all(Span<const Tensor> tensors, int64_t dim, Tensor& out, size_t& at) {
  if (tensors.empty()) return fault(Error::InvalidArgument, "no tensors to put beside each other");
  const Tensor* model = tensors.begin();
  while (fits_everything(*model) && model + 1 != tensors.end()) ++model;
  TRY(wrap_dim(dim, model->dim(), at));
  if (model->dim() == 0)
    return fault(Error::InvalidArgument, "tensors of rank 0 beside each other");
  int32_t sizes[kMaxRank];
  for (size_t i = 0; i < model->dim(); ++i) sizes[i] = model->size(i);
  int64_t total = 0;
  for (const Tensor& tensor : tensors) {
    TRY(check_type<kOperator>(tensor, out));
    if (fits_everything(tensor)) continue;
    if (!fits_beside(tensor, model->sizes(), at))
      return fault(Error::InvalidArgument, "tensors that do not fit beside each other");
    total += tensor.size(at);
  }
  // Neither the tensors nor their sizes are so many that the sum overflows.
  if (total > INT32_MAX) return fault(Error::InvalidArgument, "tensors of too many elements");
  sizes[at] = static_cast<int32_t>(total);
  return resize(out, {sizes, model->dim()});
}

}  // namespace

// out[.., begin_k + i, ..] = tensors[k][.., i, ..] with begin_k = sum of the sizes before
// Any dim orders; out must not alias.   Source: aten::cat.out
Error cat_out(KernelContext&, Span<const Tensor> tensors, int64_t dim, Tensor& out) {
  size_t at = 0;
  TRY(resize_to_all<Operator::aten_cat_out>(tensors, dim, out, at));
  Transfer part;
  compute_strides(out, part.strides[kTo]);
  for (const Tensor& tensor : tensors) {
    if (fits_everything(tensor)) continue;
    read_all(tensor, part);
    TRY(put<Operator::aten_cat_out>(part, tensor, out));
    part.start[kTo] += tensor.size(at) * part.strides[kTo][at];
  }
  return Error::Ok;
}

// out[.., k, ..] = tensors[k][..]
// Any dim orders; out must not alias.   Source: aten::stack.out
Error stack_out(KernelContext&, Span<const Tensor> tensors, int64_t dim, Tensor& out) {
  if (tensors.empty() || tensors.size() > INT32_MAX)
    return fault(Error::InvalidArgument, "no tensors to put on each other");
  size_t at = 0;
  TRY(wrap_dim(dim, tensors[0].dim() + 1, at));
  Transfer part;
  read_all(tensors[0], part);
  TRY(part.insert(at, static_cast<int32_t>(tensors.size())));
  TRY(resize(out, part.shape()));
  compute_strides(out, part.strides[kTo]);
  for (const Tensor& tensor : tensors) {
    TRY(check_type<Operator::aten_stack_out>(tensor, out));
    if (!same_shape(tensor, tensors[0]))
      return fault(Error::InvalidArgument, "tensors of different shapes on each other");
    read_all(tensor, part);
    TRY(part.insert(at, 1));
    TRY(put<Operator::aten_stack_out>(part, tensor, out));
    part.start[kTo] += part.strides[kTo][at];
  }
  return Error::Ok;
}

}  // namespace kerf::portable
