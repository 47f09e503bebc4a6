// Positions of one dimension by number.
#pragma once

#include <stdint.h>

#include "core/libc.h"
#include "kernels/context.h"
#include "kernels/facts.h"
#include "kernels/support/positions.h"
#include "kernels/support/strided_copy.h"

namespace kerf::portable {

// Copies self[.., index[i], ..] to out[.., i, ..], where `dims` dimensions of `out`, those of
// `index`, replace dimension `at` of `self`. A `self` without dimensions counts as one position.
// Errors: InvalidArgument (an index that is out of range); NotSupported (dtype not in kTypes).
template <DtypeSet kTypes, DtypeSet kIndices>
[[gnu::noinline]] Error copy_positions(const Tensor& self, size_t at, const Tensor& index,
                                       size_t dims, Tensor& out) {
  int32_t strides[kMaxRank];
  int32_t from[kMaxRank] = {};
  int32_t to[kMaxRank] = {};
  compute_strides(self, from);
  compute_strides(out, to);
  Walk<2> walk;  // over the elements of one position
  bool empty = false;
  for (const size_t dim : out.dim_order()) {
    if (dim >= at && dim < at + dims) continue;
    if (out.size(dim) == 0) {
      empty = true;
      break;
    }
    walk.add(out.size(dim), {from[dim < at ? dim : dim + 1 - dims], to[dim]});
  }
  if (index.numel() == 0) return Error::Ok;
  compute_strides(index, strides);
  Walk<2> places;  // of the index and of out
  for (size_t i = 0; i < index.dim(); ++i) places.add(index.size(i), {strides[i], to[at + i]});
  const int32_t size = self.dim() == 0 ? 1 : self.size(at);
  do {
    for (int32_t i = 0; i < places.count(); ++i) {
      int32_t position;
      KERF_TRY(position_at<kIndices>(index, places.offset(kFrom) + i * places.step(kFrom), size,
                                     position));
      if (empty) continue;
      walk.start(kFrom, position * from[at]);
      walk.start(kTo, places.offset(kTo) + i * places.step(kTo));
      KERF_TRY(move_walk<kTypes>(walk, self.const_data_ptr(), out));
    }
  } while (places.next());
  return Error::Ok;
}

// Looks up where all are row-major and `index` replaces the first dimension of a matrix: rows are
// copied as bytes. Errors: InvalidArgument (an index that is out of range); NotSupported (a tensor
// that is not row-major).
template <DtypeSet kIndices>
Error copy_rows(const Tensor& matrix, const Tensor& index, Tensor& out) {
  KERF_TRY(row_major(matrix));
  KERF_TRY(row_major(index));
  KERF_TRY(row_major(out));
  const size_t bytes = static_cast<size_t>(matrix.size(1)) << element_shift(out.scalar_type());
  uint8_t* to = out.mutable_data_ptr<uint8_t>();
  const auto count = static_cast<int32_t>(index.numel());
  for (int32_t i = 0; i < count; ++i) {
    int32_t row;
    KERF_TRY(position_at<kIndices>(index, i, matrix.size(0), row));
    if (bytes == 0) continue;  // the pointers may be null
    libc::move(to, matrix.const_data_ptr<uint8_t>() + static_cast<size_t>(row) * bytes, bytes);
    to += bytes;
  }
  return Error::Ok;
}

// out[.., j] = weight[indices[..], j]   weight: [rows, columns]
// padding_idx, scale_grad_by_freq and sparse matter to gradients only. Any dim orders; `out` must
// not alias. Errors: InvalidArgument (`weight` is not a matrix, an index that is out of range,
// `out` cannot have the shape); InvalidType (out's dtype is not weight's, indices that are neither
// Int nor Long); NotSupported (dtypes that were not selected).   Source: aten::embedding.out
template <typename Facts>
Error embedding_out(KernelContext&, const Tensor& weight, const Tensor& indices,
                    int64_t /*padding_idx*/, bool /*scale_grad_by_freq*/, bool /*sparse*/,
                    Tensor& out) {
  KERF_TRY(check_index_type<Facts::indices.dtypes>(indices));
  if (weight.scalar_type() != out.scalar_type()) {
    return fault(Error::InvalidType, "the output's dtype is not the weight's");
  }
  const size_t dims = indices.dim();
  if (weight.dim() != 2 || dims >= kMaxRank)
    return fault(Error::InvalidArgument, "weights that are not a matrix");
  int32_t sizes[kMaxRank];
  for (size_t i = 0; i < dims; ++i) sizes[i] = indices.size(i);
  sizes[dims] = weight.size(1);
  KERF_TRY(resize(out, {sizes, dims + 1}));
  if constexpr (Facts::weight.permuted || Facts::indices.permuted || Facts::out.permuted) {
    return copy_positions<Facts::out.dtypes, Facts::indices.dtypes>(weight, 0, indices, dims, out);
  } else {
    return copy_rows<Facts::indices.dtypes>(weight, indices, out);
  }
}

// out[.., i, ..] = self[.., index[i], ..]
// An index of rank 0 keeps the dimension, with size 1. Any dim orders; `out` must not alias.
// Errors: InvalidArgument (`dim` does not exist, `index` has more than one dimension, or not one
// element where `self` has no dimension, or is out of range, `out` cannot have the shape);
// InvalidType (out's dtype is not self's, an index that is neither Int nor Long);
// NotSupported (dtypes that were not selected).   Source: aten::index_select.out
template <typename Facts>
Error index_select_out(KernelContext&, const Tensor& self, int64_t dim, const Tensor& index,
                       Tensor& out) {
  KERF_TRY(check_index_type<Facts::index.dtypes>(index));
  if (self.scalar_type() != out.scalar_type()) {
    return fault(Error::InvalidType, "the output's dtype is not the input's");
  }
  size_t at;
  KERF_TRY(wrap_dim(dim, self.dim(), at));
  if (index.dim() > 1 || (self.dim() == 0 && index.numel() != 1))
    return fault(Error::InvalidArgument, "a selection by more than one dimension");
  int32_t sizes[kMaxRank];
  for (size_t i = 0; i < self.dim(); ++i) sizes[i] = self.size(i);
  sizes[at] = static_cast<int32_t>(index.numel());
  KERF_TRY(resize(out, {sizes, self.dim()}));
  return copy_positions<Facts::out.dtypes, Facts::index.dtypes>(self, at, index, 1, out);
}

}  // namespace kerf::portable
