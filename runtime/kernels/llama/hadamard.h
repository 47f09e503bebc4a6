// Hadamard transforms.
#pragma once

#include <stdint.h>

#include "core/fault.h"
#include "core/libc.h"
#include "kernels/context.h"
#include "kernels/dispatch.h"
#include "kernels/facts.h"
#include "tensor/element.h"
#include "tensor/tensor.h"

namespace kerf::llama {

// The signs of a Hadamard matrix of 28 rows: bit i of word j is 1 where row i of column j is -1.
// Source: what llama::fast_hadamard_transform gives for the columns of the identity.
inline constexpr int32_t kRowsOf28 = 28;
inline constexpr uint32_t kSignsOf28[kRowsOf28] = {
    0x32961FE, 0x65283FD, 0xC85477B, 0x92A8E77, 0x2751C6F, 0x4CA785F, 0x994B0BF,
    0x4B9BF3C, 0x9537EF8, 0x2A6FDF1, 0x54DBBE3, 0xA9B37C7, 0x5366F8F, 0xA4CDF9E,
    0x79F8CDA, 0xF1F5935, 0xE3EF26A, 0xC7DE4D5, 0x8FBC9AB, 0x1F7D356, 0x3CFE62D,
    0xFD0ED66, 0xFA1DACD, 0xF63B51B, 0xEE72AB6, 0xDEE15EC, 0xBFC2B59, 0x7F856B3};

// Transforms rows[count], a power of two: sums and differences of the halves, then of their halves.
template <typename V>
void transform(V* row, int32_t count) {
  for (int32_t half = 1; half < count; half *= 2) {
    for (int32_t i = 0; i < count; i += 2 * half) {
      for (int32_t j = i; j < i + half; ++j) {
        const V first = row[j];
        const V second = row[j + half];
        row[j] = first + second;
        row[j + half] = first - second;
      }
    }
  }
}

// Transforms what is `step` apart, 28 elements.
template <typename V>
void transform_28(V* column, int32_t step) {
  V sums[kRowsOf28] = {};
  for (int32_t j = 0; j < kRowsOf28; ++j) {
    const V x = column[j * step];
    for (int32_t i = 0; i < kRowsOf28; ++i) sums[i] += (kSignsOf28[j] >> i & 1) != 0 ? -x : x;
  }
  for (int32_t i = 0; i < kRowsOf28; ++i) column[i * step] = sums[i];
}

// out[.., :] = H mat[.., :] / sqrt(n): H is the Hadamard matrix of a last dimension of n, a power
// of two, in Sylvester's order; or the product of one of 28 and that of n, where it is 28 n. Half
// is computed in float.   Source: llama::fast_hadamard_transform.out Errors: InvalidType (dtypes
// that differ); InvalidArgument (a last dimension of another size, dim orders other than row-major,
// out cannot have mat's shape); MemoryAllocationFailed.
template <typename Facts>
Error fast_hadamard_transform_out(KernelContext& context, const Tensor& mat, Tensor& out) {
  if (mat.scalar_type() != out.scalar_type())
    return fault(Error::InvalidType, "a transform to another dtype");
  if (mat.dim() == 0 || !is_contiguous(mat) || !is_contiguous(out))
    return fault(Error::InvalidArgument, "a transform of a number, or of columns");
  const int32_t size = mat.size(mat.dim() - 1);
  const int32_t blocks = size % kRowsOf28 == 0 ? kRowsOf28 : 1;
  const int32_t count = size / blocks;
  if (count == 0 || (count & (count - 1)) != 0)
    return fault(Error::InvalidArgument, "a transform of neither 2^n nor 28 * 2^n elements");
  KERF_TRY(resize(out, mat.sizes()));
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    using V = ValueOf<T>;
    constexpr bool kNarrow = sizeof(T) != sizeof(V);
    V* row = nullptr;
    if constexpr (kNarrow) {
      row = context.scratch<V>(static_cast<size_t>(size));
      if (row == nullptr) return Error::MemoryAllocationFailed;
    }
    const V scale = V{1} / libc::sqrt(static_cast<V>(count));
    const T* from = mat.const_data_ptr<T>();
    T* to = out.mutable_data_ptr<T>();
    for (size_t left = out.numel() / static_cast<size_t>(size); left > 0; --left) {
      if constexpr (!kNarrow) row = to;
      for (int32_t i = 0; i < size; ++i) row[i] = load(from + i);
      for (int32_t i = 0; i < size; i += count) transform(row + i, count);
      if (blocks != 1) {
        for (int32_t i = 0; i < count; ++i) transform_28(row + i, count);
      }
      for (int32_t i = 0; i < size; ++i) store(to + i, row[i] * scale);
      from += size;
      to += size;
    }
    return Error::Ok;
  });
}

}  // namespace kerf::llama
