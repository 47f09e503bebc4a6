// Attention to the keys and values of a cache.
#pragma once

#include <stdint.h>

#include "core/libc.h"
#include "core/optional.h"
#include "kernels/context.h"
#include "kernels/dispatch.h"
#include "kernels/facts.h"
#include "kernels/llama/cache.h"
#include "kernels/portable/matmul.h"
#include "kernels/portable/softmax.h"
#include "tensor/element.h"

namespace kerf::llama {

// Rows of a query whose scores are held at the same time, at most.
inline constexpr int32_t kRows = 16;

// One head of a query and the head of the cache that it attends to. Rows are `pitch` apart,
// positions `key_pitch`.
template <typename T>
struct Head {
  T* query;
  T* key;
  T* value;
  T* out;
  int32_t pitch;
  int32_t key_pitch;
  int32_t width;
};

// scores[i, j] = query[i, :] . key[j, :], and out[i, :] = sum over j of scores[i, j] * value[j, :],
// for rows from `first` on.
inline void score(const Head<float>& head, int32_t first, int32_t rows, int32_t keys,
                  float* scores) {
  using View = portable::MatrixView<float>;
  constexpr float kZero = 0;
  constexpr int32_t kRepeat[] = {0, 0};
  const View query{head.query + first * head.pitch, {rows, head.width}, {head.pitch, 1}};
  const View key{head.key, {head.width, keys}, {1, head.key_pitch}};
  View result{scores, {rows, keys}, {keys, 1}};
  portable::multiply<float>(nullptr, query, key, &kZero, kRepeat, result);
}
inline void gather(const Head<float>& head, int32_t first, int32_t rows, int32_t keys,
                   float* scores) {
  using View = portable::MatrixView<float>;
  constexpr float kZero = 0;
  constexpr int32_t kRepeat[] = {0, 0};
  const View weights{scores, {rows, keys}, {keys, 1}};
  const View value{head.value, {keys, head.width}, {head.key_pitch, 1}};
  View result{head.out + first * head.pitch, {rows, head.width}, {head.pitch, 1}};
  portable::multiply<float>(nullptr, weights, value, &kZero, kRepeat, result);
}

// The same in float for numbers of 16 bits.
template <typename T>
void score(const Head<T>& head, int32_t first, int32_t rows, int32_t keys, float* scores) {
  for (int32_t i = 0; i < rows; ++i) {
    const T* const query = head.query + (first + i) * head.pitch;
    for (int32_t j = 0; j < keys; ++j) {
      const T* const key = head.key + j * head.key_pitch;
      float sum = 0;
      for (int32_t w = 0; w < head.width; ++w) sum += load(query + w) * load(key + w);
      *scores++ = sum;
    }
  }
}
template <typename T>
void gather(const Head<T>& head, int32_t first, int32_t rows, int32_t keys, const float* scores) {
  for (int32_t i = 0; i < rows; ++i, scores += keys) {
    for (int32_t w = 0; w < head.width; ++w) {
      float sum = 0;
      for (int32_t j = 0; j < keys; ++j)
        sum += scores[j] * load(head.value + j * head.key_pitch + w);
      store(head.out + (first + i) * head.pitch + w, sum);
    }
  }
}

// What all heads of a call have.
struct Attention {
  int32_t rows;    // of a query
  int32_t keys;    // that its last row sees
  int32_t unseen;  // the rows after a row are so many positions that it does not see, or 0
  float scale;
  const float* mask;  // what is added to the scores; may be null

  // Computes one head, by scratch for min(rows, kRows) * keys scores.
  template <typename T>
  void run(const Head<T>& head, float* scores) const {
    for (int32_t first = 0; first < rows; first += kRows) {
      const int32_t count = rows - first < kRows ? rows - first : kRows;
      const int32_t most = keys - unseen * (rows - first - count);
      score(head, first, count, most, scores);
      for (int32_t i = 0; i < count; ++i) {
        float* const row = scores + i * most;
        const int32_t seen = most - unseen * (count - 1 - i);
        for (int32_t j = 0; j < seen; ++j) row[j] *= scale;
        if (mask != nullptr) {
          const float* const added = mask + (first + i) * keys;
          for (int32_t j = 0; j < seen; ++j) row[j] += added[j];
        }
        portable::softmax_of(row, row, 1, seen);
        for (int32_t j = seen; j < most; ++j) row[j] = 0;
      }
      gather(head, first, count, most, scores);
    }
  }
};

// Checks a call, whose cache has `positions`, and gives `out` the shape of `query`. Sets what is
// the same for all heads.
template <typename Facts>
Error check_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                      int64_t start_pos, const Optional<Tensor>& attn_mask, bool is_causal,
                      const Optional<double>& scale, Tensor& out, Attention& attention) {
  const ScalarType type = query.scalar_type();
  if (key.scalar_type() != type || value.scalar_type() != type || out.scalar_type() != type)
    return fault(Error::InvalidType, "attention of several dtypes");
  const bool fits = query.dim() == 4 && key.dim() == 4 && same_shape(key, value) &&
                    key.size(0) == query.size(0) && key.size(3) == query.size(3) &&
                    key.size(2) > 0 && query.size(2) % key.size(2) == 0;
  if (!fits || !is_contiguous(query) || !is_contiguous(key) || !is_contiguous(value) ||
      !is_contiguous(out))
    return fault(Error::InvalidArgument, "a query that does not fit its keys and values");
  attention.rows = query.size(1);
  attention.unseen = is_causal ? 1 : 0;
  attention.scale =
      static_cast<float>(scale ? *scale : 1 / libc::sqrt(static_cast<double>(query.size(3))));
  attention.mask = nullptr;
  if (attn_mask) {
    if constexpr (!Facts::attn_mask.present())
      return fault(Error::NotSupported, "a mask was not selected");
    const Tensor& mask = *attn_mask;
    if (mask.scalar_type() != ScalarType::Float)
      return fault(Error::InvalidType, "a mask of another dtype than Float");
    if (is_causal || mask.dim() != 2 || mask.size(0) != query.size(1) ||
        mask.size(1) != key.size(1) || !is_contiguous(mask) || key.size(1) == 0)
      return fault(Error::InvalidArgument, "a mask that does not fit the query and its keys");
    attention.mask = mask.const_data_ptr<float>();
    attention.keys = key.size(1);
  } else {
    if (!has_positions(key, start_pos, query.size(1)))
      return fault(Error::InvalidArgument, "positions that the cache does not have");
    attention.keys = static_cast<int32_t>(start_pos) + query.size(1);
  }
  return resize(out, query.sizes());
}

// Computes what check_attention() has checked.
template <DtypeSet kTypes>
Error attend(const KernelContext& context, const Attention& attention, const Tensor& query,
             const Tensor& key, const Tensor& value, Tensor& out) {
  if (out.numel() == 0) return Error::Ok;
  const int32_t heads = query.size(2);
  const int32_t count = query.size(0) * heads;
  const int32_t rows = attention.rows < kRows ? attention.rows : kRows;
  const auto held = static_cast<size_t>(rows) * static_cast<size_t>(attention.keys);
  const int64_t work = 2 * static_cast<int64_t>(query.numel()) * attention.keys;
  int32_t parts = context.parts(count, work);
  auto* const scratch = context.scratch_of_parts<float>(parts, held);
  if (scratch == nullptr) return Error::MemoryAllocationFailed;
  return dispatch<kTypes>(query.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    const int32_t width = query.size(3);
    const int32_t shared = heads / key.size(2);  // heads of the query by one of the cache
    context.run(parts, count, [&](int32_t part, int32_t begin, int32_t end) {
      for (int32_t i = begin; i < end; ++i) {
        const int32_t batch = i / heads;
        const int32_t from = batch * attention.rows * heads * width + i % heads * width;
        const int32_t cached = (batch * key.size(1) * key.size(2) + i % heads / shared) * width;
        const Head<T> head{query.mutable_data_ptr<T>() + from,
                           key.mutable_data_ptr<T>() + cached,
                           value.mutable_data_ptr<T>() + cached,
                           out.mutable_data_ptr<T>() + from,
                           heads * width,
                           key.size(2) * width,
                           width};
        attention.run(head, scratch + static_cast<size_t>(part) * held);
      }
    });
    return Error::Ok;
  });
}

// Errors of both: InvalidType (dtypes that differ, a mask that is not Float); InvalidArgument
// (shapes and dim orders that do not fit, a position that the cache does not have, a mask where
// is_causal, out cannot have query's shape); MemoryAllocationFailed; NotSupported (a mask or dtypes
// that were not selected).

// out[b, i, h, :] = sum over j of p[j] * value[b, j, g, :], where p is the softmax of
//   scale * query[b, i, h, :] . key[b, j, g, :] + attn_mask[i, j]
// over the positions j <= start_pos + i where is_causal; over all of the cache where there is a
// mask; else over those before start_pos + the rows of the query. Head g of the cache is that of as
// many adjacent heads of the query as there are for each. `scale` is 1 / sqrt(width) unless given.
// Half and BFloat16 are computed in float. There is no dropout.   Source: llama::custom_sdpa.out
template <typename Facts>
Error custom_sdpa_out(KernelContext& context, const Tensor& query, const Tensor& key,
                      const Tensor& value, int64_t start_pos, const Optional<Tensor>& attn_mask,
                      double, bool is_causal, const Optional<double>& scale, Tensor& out) {
  Attention attention;
  KERF_TRY(check_attention<Facts>(query, key, value, start_pos, attn_mask, is_causal, scale, out,
                                  attention));
  return attend<Facts::out.dtypes>(context, attention, query, key, value, out);
}

// Writes key and value to the caches, from start_pos on, then as custom_sdpa with these.
// Source: llama::sdpa_with_kv_cache.out
template <typename Facts>
Error sdpa_with_kv_cache_out(KernelContext& context, const Tensor& query, const Tensor& key,
                             const Tensor& value, Tensor& key_cache, Tensor& value_cache,
                             int64_t start_pos, int64_t, const Optional<Tensor>& attn_mask, double,
                             bool is_causal, const Optional<double>& scale, Tensor& out) {
  KERF_TRY(check_cache(key, key_cache));
  KERF_TRY(check_cache(value, value_cache));
  if (!same_shape(key, value) || !has_positions(key_cache, start_pos, key.size(1)))
    return fault(Error::InvalidArgument, "positions that the cache does not have");
  Attention attention;
  KERF_TRY(check_attention<Facts>(query, key_cache, value_cache, start_pos, attn_mask, is_causal,
                                  scale, out, attention));
  write_positions(key, key_cache, start_pos);
  write_positions(value, value_cache, start_pos);
  return attend<Facts::out.dtypes>(context, attention, query, key_cache, value_cache, out);
}

}  // namespace kerf::llama
