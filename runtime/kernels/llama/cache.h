// Caches of keys and values, [batch, position, head, width], which calls write in place.
#pragma once

#include <stdint.h>

#include "core/fault.h"
#include "core/libc.h"
#include "kernels/context.h"
#include "loops/copy_bytes.h"
#include "tensor/tensor.h"

namespace kerf::llama {

// Ok; InvalidType where both differ in dtype; InvalidArgument where they are not row-major with
// four dimensions that are alike but for the positions.
[[gnu::noinline]] inline Error check_cache(const Tensor& value, const Tensor& cache) {
  if (value.scalar_type() != cache.scalar_type())
    return fault(Error::InvalidType, "a cache of another dtype than what it gets");
  const bool alike = value.dim() == 4 && cache.dim() == 4 && value.size(0) == cache.size(0) &&
                     value.size(2) == cache.size(2) && value.size(3) == cache.size(3);
  if (!alike || !is_contiguous(value) || !is_contiguous(cache))
    return fault(Error::InvalidArgument, "a cache that does not fit what it gets");
  return Error::Ok;
}

// Whether positions [first, first + count) are in `cache`.
inline bool has_positions(const Tensor& cache, int64_t first, int32_t count) {
  return first >= 0 && first <= cache.size(1) - count;
}

// cache[b, first + i, h, w] = value[b, i, h, w]: positions that has_positions().
inline void write_positions(const Tensor& value, Tensor& cache, int64_t first) {
  const auto batches = static_cast<size_t>(value.size(0));
  if (value.numel() == 0) return;
  const size_t bytes = value.nbytes() / batches;
  const size_t pitch = cache.nbytes() / batches;
  const size_t position = pitch / static_cast<size_t>(cache.size(1));
  const auto* from = static_cast<const uint8_t*>(value.const_data_ptr());
  auto* to = cache.mutable_data_ptr<uint8_t>() + static_cast<size_t>(first) * position;
  for (size_t b = 0; b < batches; ++b, from += bytes, to += pitch)
    portable::copy_bytes(to, from, bytes);
}

// Makes `out` one zero: programs do not read it.
inline Error clear(Tensor& out) {
  constexpr int32_t kOne[] = {1};
  KERF_TRY(resize(out, kOne));
  libc::fill(out.mutable_data_ptr<uint8_t>(), 0, out.nbytes());
  return Error::Ok;
}

// Errors of both: as check_cache(); InvalidArgument (a position that the cache does not have).

// cache[b, start_pos + i, h, w] = value[b, i, h, w]
// Source: llama::update_cache.out
template <typename Facts>
Error update_cache_out(KernelContext&, const Tensor& value, Tensor& cache, int64_t start_pos,
                       Tensor& out) {
  KERF_TRY(check_cache(value, cache));
  if (!has_positions(cache, start_pos, value.size(1)))
    return fault(Error::InvalidArgument, "positions that the cache does not have");
  KERF_TRY(clear(out));
  write_positions(value, cache, start_pos);
  return Error::Ok;
}

// cache[b, indices[b, i], h, w] = value[b, i, h, w], in the order of i.
// Source: llama::update_cache_with_indices.out
template <typename Facts>
Error update_cache_with_indices_out(KernelContext&, const Tensor& value, Tensor& cache, int64_t,
                                    const Tensor& indices, Tensor& out) {
  KERF_TRY(check_cache(value, cache));
  const bool alike = indices.dim() == 2 && indices.size(0) == value.size(0) &&
                     indices.size(1) == value.size(1) && is_contiguous(indices);
  if (!alike) return fault(Error::InvalidArgument, "indices that do not fit what a cache gets");
  if (indices.scalar_type() != ScalarType::Long)
    return fault(Error::InvalidType, "indices of another dtype than Long");
  const auto* const positions = indices.const_data_ptr<int64_t>();
  for (size_t i = 0; i < indices.numel(); ++i) {
    if (!has_positions(cache, positions[i], 1))
      return fault(Error::InvalidArgument, "positions that the cache does not have");
  }
  KERF_TRY(clear(out));
  if (value.numel() != 0) {
    const auto* from = static_cast<const uint8_t*>(value.const_data_ptr());
    auto* const to = cache.mutable_data_ptr<uint8_t>();
    const size_t bytes = value.nbytes() / indices.numel();
    const auto count = static_cast<size_t>(value.size(1));
    const auto pitch = static_cast<size_t>(cache.size(1));
    for (size_t i = 0; i < indices.numel(); ++i, from += bytes) {
      const size_t position = i / count * pitch + static_cast<size_t>(positions[i]);
      portable::copy_bytes(to + position * bytes, from, bytes);
    }
  }
  return Error::Ok;
}

}  // namespace kerf::llama
