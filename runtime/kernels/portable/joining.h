// Concatenates and stacks tensors.
#pragma once

#include <stdint.h>

#include "core/span.h"
#include "kernels/context.h"
#include "kernels/facts.h"
#include "kernels/support/strided_copy.h"
#include "tensor/promote.h"

namespace kerf::portable {

// The kernels of this file take any dim orders; `out` must not alias. Errors of both:
// InvalidArgument (no tensors, `dim` does not exist, sizes that do not fit, `out` cannot have the
// shape); InvalidType (a dtype that cannot become out's); NotSupported (dtypes that were not
// selected).

template <typename Facts>
Error check_joined(const Tensor& tensor, const Tensor& out) {
  if (tensor.scalar_type() == out.scalar_type()) return Error::Ok;
  if (!needs<Facts>(Trait::mixed_dtypes))
    return fault(Error::NotSupported, "dtypes that differ were not selected");
  return can_cast(tensor.scalar_type(), out.scalar_type())
             ? Error::Ok
             : fault(Error::InvalidType, "a dtype that cannot become the output's");
}

// Copies all of `tensor` to its part of `out`.
template <typename Facts>
Error copy_joined(const StridedCopy& part, const Tensor& tensor, Tensor& out) {
  if constexpr (needs<Facts>(Trait::mixed_dtypes)) {
    return convert_part<Facts::out.dtypes>(part, tensor, out);
  }
  return move_part<Facts::out.dtypes>(part, tensor, out);
}

// Whether cat() skips `tensor`: an empty one of one dimension, whatever the shape of the others.
inline bool is_skipped(const Tensor& tensor) { return tensor.dim() == 1 && tensor.size(0) == 0; }

// Whether the sizes are `sizes` except in dimension `at`.
inline bool fits_next_to(const Tensor& tensor, Span<const int32_t> sizes, size_t at) {
  bool fits = tensor.dim() == sizes.size();
  for (size_t i = 0; fits && i < sizes.size(); ++i) fits = i == at || tensor.size(i) == sizes[i];
  return fits;
}

// Gives `out` the shape of all `tensors`, concatenated in dimension `at`, which is `dim` wrapped.
template <typename Facts>
Error resize_to_joined(Span<const Tensor> tensors, int64_t dim, Tensor& out, size_t& at) {
  if (tensors.empty()) return fault(Error::InvalidArgument, "no tensors to concatenate");
  const Tensor* model = tensors.begin();
  while (is_skipped(*model) && model + 1 != tensors.end()) ++model;
  KERF_TRY(wrap_dim(dim, model->dim(), at));
  if (model->dim() == 0)
    return fault(Error::InvalidArgument, "tensors of rank 0 cannot be concatenated");
  int32_t sizes[kMaxRank];
  for (size_t i = 0; i < model->dim(); ++i) sizes[i] = model->size(i);
  int64_t total = 0;
  for (const Tensor& tensor : tensors) {
    KERF_TRY(check_joined<Facts>(tensor, out));
    if (is_skipped(tensor)) continue;
    if (!fits_next_to(tensor, model->sizes(), at))
      return fault(Error::InvalidArgument, "tensors whose shapes cannot be concatenated");
    total += tensor.size(at);
  }
  // The tensors are too few, and their sizes too small, for the sum to overflow.
  if (total > INT32_MAX) return fault(Error::InvalidArgument, "tensors of too many elements");
  sizes[at] = static_cast<int32_t>(total);
  return resize(out, {sizes, model->dim()});
}

// out[.., begin_k + i, ..] = tensors[k][.., i, ..] with begin_k the sum of the sizes before
// An empty tensor of one dimension fits everything.   Source: aten::cat.out
template <typename Facts>
Error cat_out(KernelContext&, Span<const Tensor> tensors, int64_t dim, Tensor& out) {
  size_t at = 0;
  KERF_TRY(resize_to_joined<Facts>(tensors, dim, out, at));
  StridedCopy part;
  compute_strides(out, part.strides[kTo]);
  for (const Tensor& tensor : tensors) {
    if (is_skipped(tensor)) continue;
    read_all(tensor, part);
    KERF_TRY(copy_joined<Facts>(part, tensor, out));
    part.start[kTo] += tensor.size(at) * part.strides[kTo][at];
  }
  return Error::Ok;
}

// out[.., k, ..] = tensors[k][..]   Source: aten::stack.out
template <typename Facts>
Error stack_out(KernelContext&, Span<const Tensor> tensors, int64_t dim, Tensor& out) {
  if (tensors.empty() || tensors.size() > INT32_MAX)
    return fault(Error::InvalidArgument, "no tensors to stack");
  size_t at = 0;
  KERF_TRY(wrap_dim(dim, tensors[0].dim() + 1, at));
  StridedCopy part;
  read_all(tensors[0], part);
  KERF_TRY(part.insert(at, static_cast<int32_t>(tensors.size())));
  KERF_TRY(resize(out, part.shape()));
  compute_strides(out, part.strides[kTo]);
  for (const Tensor& tensor : tensors) {
    KERF_TRY(check_joined<Facts>(tensor, out));
    if (!same_shape(tensor, tensors[0]))
      return fault(Error::InvalidArgument, "tensors of different shapes cannot be stacked");
    read_all(tensor, part);
    KERF_TRY(part.insert(at, 1));
    KERF_TRY(copy_joined<Facts>(part, tensor, out));
    part.start[kTo] += part.strides[kTo][at];
  }
  return Error::Ok;
}

}  // namespace kerf::portable
