// Triangles of matrices.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/fault.h"
#include "core/libc.h"
#include "kernels/context.h"
#include "kernels/support/strided_copy.h"
#include "tensor/tensor.h"
#include "tensor/walk.h"

namespace kerf::portable {

// Sets columns [begin, end) of a row to zero: zero is zero bits in every dtype.
inline void clear_columns(uint8_t* row, int32_t begin, int32_t end, size_t step, size_t bytes) {
  if (begin < 0) begin = 0;
  for (row += static_cast<size_t>(begin) * step; begin < end; ++begin, row += step)
    libc::fill(row, 0, bytes);
}

// Sets one triangle of the matrices of `out`, which is not empty and has the strides `strides`, to
// zero. `diagonal` is the first column of row 0 that is cleared (kUpper: that is kept).
template <bool kUpper>
[[gnu::noinline]] void clear_triangle(const int32_t* strides, int64_t diagonal, Tensor& out) {
  const size_t last = out.dim() - 1;
  const int32_t rows = out.size(last - 1);
  const int32_t columns = out.size(last);
  // Beyond these bounds, all or none of the matrix is cleared.
  if (diagonal < -rows) diagonal = -rows;
  if (diagonal > columns) diagonal = columns;
  const unsigned shift = element_shift(out.scalar_type());
  const size_t column_step = static_cast<size_t>(strides[last]) << shift;
  const size_t row_step = static_cast<size_t>(strides[last - 1]) << shift;
  Walk<1> matrices;
  for (size_t i = 0; i + 2 < out.dim(); ++i) matrices.add(out.size(i), {strides[i]});
  do {
    for (int32_t n = 0; n < matrices.count(); ++n) {
      const auto offset = static_cast<size_t>(matrices.offset(0) + n * matrices.step(0));
      uint8_t* row = out.mutable_data_ptr<uint8_t>() + (offset << shift);
      for (int32_t i = 0; i < rows; ++i, row += row_step) {
        const int64_t bound = diagonal + i;
        const auto edge = static_cast<int32_t>(bound < columns ? bound : columns);
        if constexpr (kUpper) clear_columns(row, 0, edge, column_step, size_t{1} << shift);
        if constexpr (!kUpper) clear_columns(row, edge, columns, column_step, size_t{1} << shift);
      }
    }
  } while (matrices.next());
}

// out = self with one triangle cleared. Errors: InvalidArgument (fewer than two dimensions); others
// as copy_part().
template <DtypeSet kTypes, bool kUpper>
Error keep_triangle(const Tensor& self, int64_t diagonal, Tensor& out) {
  if (self.dim() < 2) return fault(Error::InvalidArgument, "a triangle of less than a matrix");
  StridedCopy all;
  read_all(self, all);
  KERF_TRY(copy_part<kTypes>(all, self, out));
  if (out.numel() != 0) clear_triangle<kUpper>(all.strides[kTo], diagonal, out);
  return Error::Ok;
}

// out[.., i, j] = self[.., i, j] where j - i <= diagonal, else 0
// Any dim orders; out must not alias. Errors as keep_triangle().   Source: aten::tril.out
template <typename Facts>
Error tril_out(KernelContext&, const Tensor& self, int64_t diagonal, Tensor& out) {
  const int64_t first_cleared = diagonal < INT64_MAX ? diagonal + 1 : diagonal;
  return keep_triangle<Facts::out.dtypes, false>(self, first_cleared, out);
}

// out[.., i, j] = self[.., i, j] where j - i >= diagonal, else 0
// Any dim orders; out must not alias. Errors as keep_triangle().   Source: aten::triu.out
template <typename Facts>
Error triu_out(KernelContext&, const Tensor& self, int64_t diagonal, Tensor& out) {
  return keep_triangle<Facts::out.dtypes, true>(self, diagonal, out);
}

}  // namespace kerf::portable
