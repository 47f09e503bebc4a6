// Distances between rows.
#pragma once

#include <stdint.h>

#include "core/libc.h"
#include "core/optional.h"
#include "kernels/context.h"
#include "kernels/dispatch.h"
#include "kernels/facts.h"
#include "kernels/portable/reduction.h"
#include "kernels/support/layout.h"
#include "tensor/broadcast.h"
#include "tensor/element.h"

namespace kerf::portable {

// Elements of a tensor, `step` apart.
template <typename T>
struct Row {
  const T* at;
  int32_t step;
};

// (sum over i < count of |a[i] - b[i]|^p)^(1/p)
// The number of differences that are not 0 for p = 0, the largest for infinity. 0 of no elements;
// NaN where one is NaN.
template <typename T>
[[gnu::noinline]] T distance(Row<T> a, Row<T> b, int32_t count, T p) {
  const bool infinite = p == static_cast<T>(__builtin_inf());
  T largest{0};
  Sum<T> sum(count);
  for (; count > 0; --count, a.at += a.step, b.at += b.step) {
    T size = *a.at - *b.at;
    if (size < T{0}) size = -size;
    if (size > largest || size != size) largest = size;
    if (p == T{0}) {
      sum.add(size > T{0} ? T{1} : size);
    } else if (p == T{2}) {
      sum.add(size * size);
    } else if (!infinite) {
      sum.add(p == T{1} ? size : libc::pow(size, p));
    }
  }
  if (infinite) return largest;
  const T total = sum.result();
  if (p == T{2}) return libc::sqrt(total);
  return p == T{0} || p == T{1} ? total : libc::pow(total, T{1} / p);
}

// out[..,i,j] = (sum_k |x1[..,i,k] - x2[..,j,k]|^p)^(1/p)
// x1: [..,P,M], x2: [..,R,M], leading dimensions are broadcast; out must not alias. Any dim orders.
// For p = 2 PyTorch may compute it from products, which is less accurate: `compute_mode` changes
// nothing here.
// Errors: InvalidArgument (shapes that do not fit, p below 0, an unknown mode, out cannot have the
// shape); InvalidType (tensors of several dtypes); NotSupported (not selected).
// Source: aten::_cdist_forward.out
template <typename Facts>
Error cdist_forward_out(KernelContext&, const Tensor& x1, const Tensor& x2, double p,
                        const Optional<int64_t>& compute_mode, Tensor& out) {
  KERF_TRY(same_dtype(x1, x2));
  KERF_TRY(same_dtype(x1, out));
  const size_t rank = x1.dim() > x2.dim() ? x1.dim() : x2.dim();
  if (x1.dim() < 2 || x2.dim() < 2 || x1.size(x1.dim() - 1) != x2.size(x2.dim() - 1))
    return fault(Error::InvalidArgument, "distances of tensors that are not rows of one length");
  if (!(p >= 0)) return fault(Error::InvalidArgument, "distances of a norm below 0");
  if (compute_mode && (*compute_mode < 0 || *compute_mode > 2))
    return fault(Error::InvalidArgument, "an unknown mode of computing distances");
  const int32_t count = x1.size(x1.dim() - 1);
  int32_t sizes[kMaxRank];
  Span<const int32_t> shape;
  KERF_TRY(broadcast({x1.sizes().data(), x1.dim() - 2}, {x2.sizes().data(), x2.dim() - 2}, sizes,
                     shape));
  sizes[rank - 2] = x1.size(x1.dim() - 2);
  sizes[rank - 1] = x2.size(x2.dim() - 2);
  KERF_TRY(resize(out, {sizes, rank}));
  if (out.numel() == 0) return Error::Ok;
  // At first they are operands of the shape [.., P or R, M].
  int32_t strides[2][kMaxRank];
  int32_t steps[2];
  const Tensor* rows[] = {&x1, &x2};
  for (size_t k = 0; k < 2; ++k) {
    int32_t own[kMaxRank];
    compute_strides(*rows[k], own);
    const size_t lead = rank - rows[k]->dim();
    for (size_t i = 0; i < rank; ++i) {
      // The pointers may be null where rows have no elements.
      const bool repeats = i < lead || rows[k]->size(i - lead) == 1 || count == 0;
      strides[k][i] = repeats ? 0 : own[i - lead];
    }
    steps[k] = own[rows[k]->dim() - 1];
  }
  strides[1][rank - 1] = strides[1][rank - 2];
  strides[1][rank - 2] = 0;
  strides[0][rank - 1] = 0;
  Walk<2> walk;
  walk_storage(walk, out, strides);
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    T* to = out.mutable_data_ptr<T>();
    do {
      for (int32_t i = 0; i < walk.count(); ++i) {
        *to++ = distance<T>({x1.const_data_ptr<T>() + walk.offset(0) + i * walk.step(0), steps[0]},
                            {x2.const_data_ptr<T>() + walk.offset(1) + i * walk.step(1), steps[1]},
                            count, static_cast<T>(p));
      }
    } while (walk.next());
    return Error::Ok;
  });
}

// out = distances of the rows i < j of self, in the order (0, 1), (0, 2), .., (1, 2), ..
// self: [N,M], out: [N * (N - 1) / 2]; out must not alias. Any dim order.
// Errors: InvalidArgument (self is no matrix, p below 0, out cannot have the shape); InvalidType
// (out's dtype is not self's); NotSupported (not selected).   Source: aten::_pdist_forward.out
template <typename Facts>
Error pdist_forward_out(KernelContext&, const Tensor& self, double p, Tensor& out) {
  KERF_TRY((same_dtype<one_dtype(Facts::self.dtypes, Facts::out.dtypes)>(self, out)));
  if (self.dim() != 2 || !(p >= 0))
    return fault(Error::InvalidArgument, "distances of no matrix, or of a norm below 0");
  const int64_t rows = self.size(0);
  const int64_t pairs = rows * (rows - 1) / 2;
  if (pairs > INT32_MAX) return fault(Error::InvalidArgument, "distances of too many rows");
  const int32_t count = static_cast<int32_t>(pairs);
  KERF_TRY(resize(out, {&count, 1}));
  if (count == 0) return Error::Ok;
  int32_t strides[kMaxRank] = {};
  if (self.numel() != 0) compute_strides(self, strides);
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    T* to = out.mutable_data_ptr<T>();
    const T* from = self.const_data_ptr<T>();
    for (int32_t i = 0; i < self.size(0); ++i) {
      for (int32_t j = i + 1; j < self.size(0); ++j) {
        *to++ = distance<T>({from + i * strides[0], strides[1]},
                            {from + j * strides[0], strides[1]}, self.size(1), static_cast<T>(p));
      }
    }
    return Error::Ok;
  });
}

}  // namespace kerf::portable
