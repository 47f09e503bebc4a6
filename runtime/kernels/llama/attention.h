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
inline void sum_values(const Head<float>& head, int32_t first, int32_t rows, int32_t keys,
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
void sum_values(const Head<T>& head, int32_t first, int32_t rows, int32_t keys,
                const float* scores) {
  for (int32_t i = 0; i < rows; ++i, scores += keys) {
    for (int32_t w = 0; w < head.width; ++w) {
      float sum = 0;
      for (int32_t j = 0; j < keys; ++j)
        sum += scores[j] * load(head.value + j * head.key_pitch + w);
      store(head.out + (first + i) * head.pitch + w, sum);
    }
  }
}

// int8 with a scale and a zero point for each position; those of positions are `step` apart.
struct Quantized {
  const int8_t* data;
  const int8_t* zeros;
  const float* scales;
  int32_t pitch;
  int32_t step;

  // Refers to one head of one batch of a tensor with row-major zero points and scales.
  Quantized(const Tensor& tensor, const Tensor& zero_points, const Tensor& all_scales,
            int32_t batch, int32_t head)
      : pitch(tensor.size(2) * tensor.size(3)), step(tensor.size(2)) {
    const int32_t first = batch * tensor.size(1) * step + head;
    data = tensor.const_data_ptr<int8_t>() + first * tensor.size(3);
    zeros = zero_points.const_data_ptr<int8_t>() + first;
    scales = all_scales.const_data_ptr<float>() + first;
  }
};

// As a Head, of int8.
struct QuantizedHead {
  Quantized query;
  Quantized key;
  Quantized value;
  float* out;
  int32_t width;
};

inline void score(const QuantizedHead& head, int32_t first, int32_t rows, int32_t keys,
                  float* scores) {
  const Quantized& query = head.query;
  const Quantized& key = head.key;
  for (int32_t i = first; i < first + rows; ++i) {
    const int8_t* const a = query.data + i * query.pitch;
    const int32_t a_zero = query.zeros[i * query.step];
    for (int32_t j = 0; j < keys; ++j) {
      const int8_t* const b = key.data + j * key.pitch;
      const int32_t b_zero = key.zeros[j * key.step];
      uint32_t sum = 0;
      for (int32_t w = 0; w < head.width; ++w)
        sum += static_cast<uint32_t>((a[w] - a_zero) * (b[w] - b_zero));
      *scores++ = static_cast<float>(static_cast<int32_t>(sum)) *
                  (query.scales[i * query.step] * key.scales[j * key.step]);
    }
  }
}
inline void sum_values(const QuantizedHead& head, int32_t first, int32_t rows, int32_t keys,
                       const float* scores) {
  const Quantized& value = head.value;
  for (int32_t i = first; i < first + rows; ++i) {
    float* const to = head.out + i * head.query.pitch;
    for (int32_t w = 0; w < head.width; ++w) to[w] = 0;
    for (int32_t j = 0; j < keys; ++j) {
      const int8_t* const from = value.data + j * value.pitch;
      const int32_t zero = value.zeros[j * value.step];
      const float factor = *scores++ * value.scales[j * value.step];
      for (int32_t w = 0; w < head.width; ++w) to[w] += factor * static_cast<float>(from[w] - zero);
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
  template <typename AnyHead>
  void run(const AnyHead& head, float* scores) const {
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
      sum_values(head, first, count, most, scores);
    }
  }
};

// Checks a call whose results are of `type`, and gives `out` the shape of `query`. Sets what is the
// same for all heads.
template <typename Facts>
Error check_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                      int64_t start_pos, const Optional<Tensor>& attn_mask, bool is_causal,
                      const Optional<double>& scale, ScalarType type, Tensor& out,
                      Attention& attention) {
  if (key.scalar_type() != query.scalar_type() || value.scalar_type() != query.scalar_type() ||
      out.scalar_type() != type)
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
      scale ? static_cast<float>(*scale) : 1 / libc::sqrt(static_cast<float>(query.size(3)));
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

// Computes what check_attention() has checked: heads are head_of(batch, head of the query, head of
// the cache).
template <typename F>
Error attend_to(const KernelContext& context, const Attention& attention, const Tensor& query,
                const Tensor& key, F head_of) {
  if (query.numel() == 0) return Error::Ok;
  const int32_t heads = query.size(2);
  const int32_t count = query.size(0) * heads;
  const int32_t rows = attention.rows < kRows ? attention.rows : kRows;
  const auto held = static_cast<size_t>(rows) * static_cast<size_t>(attention.keys);
  const int64_t work = 2 * static_cast<int64_t>(query.numel()) * attention.keys;
  int32_t parts = context.parts(count, work);
  auto* const scratch = context.scratch_of_parts<float>(parts, held);
  if (scratch == nullptr) return Error::MemoryAllocationFailed;
  const int32_t shared = heads / key.size(2);  // heads of the query by one of the cache
  context.run(parts, count, [&](int32_t part, int32_t begin, int32_t end) {
    for (int32_t i = begin; i < end; ++i) {
      const int32_t head = i % heads;
      attention.run(head_of(i / heads, head, head / shared),
                    scratch + static_cast<size_t>(part) * held);
    }
  });
  return Error::Ok;
}

template <DtypeSet kTypes>
Error attend(const KernelContext& context, const Attention& attention, const Tensor& query,
             const Tensor& key, const Tensor& value, Tensor& out) {
  return dispatch<kTypes>(query.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    const int32_t width = query.size(3);
    const int32_t pitch = query.size(2) * width;
    const int32_t key_pitch = key.size(2) * width;
    const auto head_of = [&](int32_t batch, int32_t head, int32_t cached) {
      const int32_t from = batch * query.size(1) * pitch + head * width;
      const int32_t at = batch * key.size(1) * key_pitch + cached * width;
      return Head<T>{query.mutable_data_ptr<T>() + from,
                     key.mutable_data_ptr<T>() + at,
                     value.mutable_data_ptr<T>() + at,
                     out.mutable_data_ptr<T>() + from,
                     pitch,
                     key_pitch,
                     width};
    };
    return attend_to(context, attention, query, key, head_of);
  });
}

// Errors of all: InvalidType (dtypes that differ, a mask that is not Float); InvalidArgument
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
  KERF_TRY(check_attention<Facts>(query, key, value, start_pos, attn_mask, is_causal, scale,
                                  query.scalar_type(), out, attention));
  return attend<Facts::out.dtypes>(context, attention, query, key, value, out);
}

// Whether zero points and scales are given, one for each row of `tensor`.
inline bool are_for_rows(const Tensor& tensor, const Optional<Tensor>& zero_points,
                         const Optional<Tensor>& scales) {
  const Optional<Tensor>* const forms[] = {&zero_points, &scales};
  for (const Optional<Tensor>* each : forms) {
    if (!*each) return false;
    const Tensor& found = **each;
    if (found.dim() != 4 || !is_contiguous(found) || found.size(3) != 1) return false;
    for (size_t i = 0; i < 3; ++i) {
      if (found.size(i) != tensor.size(i)) return false;
    }
  }
  return true;
}

// As custom_sdpa, of int8: (x[b, i, h, :] - zero_points[b, i, h, 0]) * scales[b, i, h, 0] of each.
// Errors also: InvalidArgument (scales or zero points that are not one for each row of their
// tensor); NotSupported (heads before positions).
// Source: llama::custom_quantized_sdpa.out
template <typename Facts>
Error custom_quantized_sdpa_out(
    KernelContext& context, const Tensor& query, const Tensor& key, const Tensor& value,
    int64_t start_pos, const Optional<Tensor>& attn_mask, double, bool is_causal,
    const Optional<double>& scale, const Optional<Tensor>& q_zero_points,
    const Optional<Tensor>& q_scales, const Optional<Tensor>& k_zero_points,
    const Optional<Tensor>& k_scales, const Optional<Tensor>& v_zero_points,
    const Optional<Tensor>& v_scales, bool is_seq_at_dim_2, Tensor& out) {
  if (is_seq_at_dim_2) return fault(Error::NotSupported, "heads before positions");
  Attention attention;
  KERF_TRY(check_attention<Facts>(query, key, value, start_pos, attn_mask, is_causal, scale,
                                  ScalarType::Float, out, attention));
  if (!are_for_rows(query, q_zero_points, q_scales) ||
      !are_for_rows(key, k_zero_points, k_scales) || !are_for_rows(value, v_zero_points, v_scales))
    return fault(Error::InvalidArgument, "scales or zero points that are not one for each row");
  return attend_to(context, attention, query, key, [&](int32_t batch, int32_t head, int32_t at) {
    const Quantized rows(query, *q_zero_points, *q_scales, batch, head);
    return QuantizedHead{
        rows, Quantized(key, *k_zero_points, *k_scales, batch, at),
        Quantized(value, *v_zero_points, *v_scales, batch, at),
        out.mutable_data_ptr<float>() + (rows.data - query.const_data_ptr<int8_t>()),
        query.size(3)};
  });
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
                                  scale, query.scalar_type(), out, attention));
  write_positions(key, key_cache, start_pos);
  write_positions(value, value_cache, start_pos);
  return attend<Facts::out.dtypes>(context, attention, query, key_cache, value_cache, out);
}

}  // namespace kerf::llama
