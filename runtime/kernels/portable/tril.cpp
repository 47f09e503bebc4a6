// Triangles of matrices.
#include "kernels/portable/tril.h"

#include "kernels/portable/transfer.h"
#include "selected/dtypes.h"
#include "selected/operators.h"

namespace kerf::portable {
namespace {

// Sets columns [begin, end) of a row to zero: zero is zero bits in every dtype.
void clear(uint8_t* row, int32_t begin, int32_t end, size_t step, size_t bytes) {
  if (begin < 0) begin = 0;
  for (row += static_cast<size_t>(begin) * step; begin < end; ++begin, row += step)
    libc::fill(row, 0, bytes);
}

// `diagonal` is the first column of row 0 that is cut (kUpper: that is kept).
template <DtypeSet kTypes, bool kUpper>
Error cut(const Tensor& self, int64_t diagonal, Tensor& out) {
  if (self.dim() < 2) return fault(Error::InvalidArgument, "a triangle of less than a matrix");
  Transfer all;
  read_all(self, all);
  TRY(copy_part<kTypes>(all, self, out));
  if (out.numel() == 0) return Error::Ok;
  const size_t last = out.dim() - 1;
  const int32_t rows = out.size(last - 1);
  const int32_t columns = out.size(last);
  // Beyond these all or none of the matrix is cut.
  if (diagonal < -rows) diagonal = -rows;
  if (diagonal > columns) diagonal = columns;
  const unsigned shift = element_shift(out.scalar_type());
  const size_t column_step = static_cast<size_t>(all.strides[kTo][last]) << shift;
  const size_t row_step = static_cast<size_t>(all.strides[kTo][last - 1]) << shift;
  Walk<1> matrices;
  for (size_t i = 0; i + 2 < out.dim(); ++i) matrices.add(out.size(i), {all.strides[kTo][i]});
  do {
    for (int32_t n = 0; n < matrices.count(); ++n) {
      const auto offset = static_cast<size_t>(matrices.offset(0) + n * matrices.step(0));
      uint8_t* row = out.mutable_data_ptr<uint8_t>() + (offset << shift);
      for (int32_t i = 0; i < rows; ++i, row += row_step) {
        const int64_t bound = diagonal + i;
        const auto edge = static_cast<int32_t>(bound < columns ? bound : columns);
        if constexpr (kUpper) clear(row, 0, edge, column_step, size_t{1} << shift);
        if constexpr (!kUpper) clear(row, edge, columns, column_step, size_t{1} << shift);
      }
    }
  } while (matrices.next());
  return Error::Ok;
}

}  // namespace

// out[.., i, j] = self[.., i, j] where j - i <= diagonal, else 0
// Any dim orders; out must not alias.   Source: aten::tril.out
Error tril_out(KernelContext&, const Tensor& self, int64_t diagonal, Tensor& out) {
  const int64_t first_cut = diagonal < INT64_MAX ? diagonal + 1 : diagonal;
  return cut<selected::outputs(Operator::aten_tril_out), false>(self, first_cut, out);
}

// out[.., i, j] = self[.., i, j] where j - i >= diagonal, else 0
// Any dim orders; out must not alias.   Source: aten::triu.out
Error triu_out(KernelContext&, const Tensor& self, int64_t diagonal, Tensor& out) {
  return cut<selected::outputs(Operator::aten_triu_out), true>(self, diagonal, out);
}

}  // namespace kerf::portable
