// Weighted sums of float by AVX2 and FMA, one fused multiply-add for each term: up to four rows of
// 24 adjacent inputs at a time, or one of 64, each sum in the order of its terms. Where inputs are
// not adjacent and all loops over terms are one, in which inputs and weights are, the terms k of a
// sum are added in eight parts, those of equal k modulo 8, whose sums are added pairwise at the
// end, start last. Other sums and other types are as by scalar instructions.
#pragma once

#include <immintrin.h>

#include "isa/scalar/loops/sums.h"
#include "isa/x86_64_v3/loops/copy.h"

namespace kerf::portable {

inline __m256 read_lanes(const float* from, int32_t step, int32_t count) {
  if (step == 0) return _mm256_set1_ps(*from);
  if (step == 1) return _mm256_maskload_ps(from, lanes_below(count));
  alignas(32) float lanes[8] = {};
  for (int32_t i = 0; i < count; ++i) lanes[i] = from[i * step];
  return _mm256_load_ps(lanes);
}

inline void write_lanes(float* to, int32_t step, __m256 value, int32_t count) {
  if (step == 1) return _mm256_maskstore_ps(to, lanes_below(count), value);
  alignas(32) float lanes[8];
  _mm256_store_ps(lanes, value);
  for (int32_t i = 0; i < count; ++i) to[i * step] = lanes[i];
}

// Eight sums, as an argument of bounded().
struct EightFloats {
  __m256 v;
};

// A NaN is the second operand of both, which they return.
inline EightFloats clamp(EightFloats x, float low, float high) {
  return {_mm256_min_ps(_mm256_set1_ps(high), _mm256_max_ps(_mm256_set1_ps(low), x.v))};
}

// Computes kRows rows of `count` sums, 8 * kVectors - 7 or more of them: nothing is read or written
// for those that do not exist.
template <int32_t kRows, int32_t kVectors, typename Bound>
[[gnu::noinline]] void run_tile(const Sums<float, Bound>& sums, int32_t first, int32_t count) {
  constexpr int32_t kLast = 8 * (kVectors - 1);
  const Steps row = sums.row;
  const Steps column = sums.column;
  const float* start = sums.start + first * column.start;
  float* out = sums.out + first * column.out;
  const int32_t rest = count - kLast < 8 ? count - kLast : 8;
  const __m256i mask = lanes_below(rest);
  __m256 sum[kRows][kVectors];
#pragma GCC unroll 8
  for (int32_t r = 0; r < kRows; ++r) {
#pragma GCC unroll 8
    for (int32_t v = 0; v < kVectors; ++v) {
      sum[r][v] = read_lanes(start + r * row.start + 8 * v * column.start, column.start,
                             v == kVectors - 1 ? rest : 8);
    }
  }
  const Terms(&terms)[3] = sums.terms;
  const float* x0 = sums.input + first;
  const float* w0 = sums.weight;
  for (int32_t a = terms[0].count; a > 0; --a) {
    const float* x1 = x0;
    const float* w1 = w0;
    for (int32_t b = terms[1].count; b > 0; --b) {
      const float* x = x1;
      const float* w = w1;
      // The weights of the next rows, mostly behind those of these: of kRows rows as many for each
      // term. A prefetch never faults.
      const float* next = w1 + kRows * row.operand;
      for (int32_t c = terms[2].count; c > 0; --c) {
        if (kRows > 1) _mm_prefetch(reinterpret_cast<const char*>(next), _MM_HINT_T0);
        next += kRows;
        __m256 inputs[kVectors];
#pragma GCC unroll 8
        for (int32_t v = 0; v < kVectors; ++v) {
          inputs[v] =
              v == kVectors - 1 ? _mm256_maskload_ps(x + 8 * v, mask) : _mm256_loadu_ps(x + 8 * v);
        }
#pragma GCC unroll 8
        for (int32_t r = 0; r < kRows; ++r) {
          const __m256 factor = _mm256_broadcast_ss(w + r * row.operand);
#pragma GCC unroll 8
          for (int32_t v = 0; v < kVectors; ++v) {
            sum[r][v] = _mm256_fmadd_ps(inputs[v], factor, sum[r][v]);
          }
        }
        x += terms[2].input;
        w += terms[2].weight;
      }
      x1 += terms[1].input;
      w1 += terms[1].weight;
    }
    x0 += terms[0].input;
    w0 += terms[0].weight;
  }
#pragma GCC unroll 8
  for (int32_t r = 0; r < kRows; ++r) {
#pragma GCC unroll 8
    for (int32_t v = 0; v < kVectors; ++v) {
      write_lanes(out + r * row.out + 8 * v * column.out, column.out,
                  sums.bounded(EightFloats{sum[r][v]}).v, v == kVectors - 1 ? rest : 8);
    }
  }
}

// Computes all rows of the columns from `first` on, of which a tile has at most 8 * kVectors.
template <int32_t kVectors, typename Bound>
void run_rows(Sums<float, Bound> sums, int32_t rows, int32_t first, int32_t count) {
  const auto advance = [&](int32_t height) {
    rows -= height;
    sums.weight += height * sums.row.operand;
    sums.start += height * sums.row.start;
    sums.out += height * sums.row.out;
  };
  for (; rows >= 4; advance(4)) run_tile<4, kVectors>(sums, first, count);
  for (; rows > 0; advance(1)) run_tile<1, kVectors>(sums, first, count);
}

// One row, in as many registers as hide the latency of its additions.
template <typename Bound>
void run_row(const Sums<float, Bound>& sums, int32_t columns) {
  int32_t first = 0;
  for (; columns - first > 56; first += 64) run_tile<1, 8>(sums, first, columns - first);
  for (; columns - first > 24; first += 32) run_tile<1, 4>(sums, first, columns - first);
  for (; columns - first > 8; first += 16) run_tile<1, 2>(sums, first, columns - first);
  for (; columns - first > 0; first += 8) run_tile<1, 1>(sums, first, columns - first);
}

// The inputs of the columns of a tile stay in the cache for all rows.
template <typename Bound>
void run_columns(const Sums<float, Bound>& sums, int32_t rows, int32_t columns) {
  for (int32_t first = 0; first < columns;) {
    const int32_t left = columns - first;
    if (left <= 8) return run_rows<1>(sums, rows, first, left);
    if (left <= 16 || (left > 24 && left <= 32)) {
      run_rows<2>(sums, rows, first, left);
      first += 16;
    } else {
      run_rows<3>(sums, rows, first, left);
      first += 24;
    }
  }
}

// The sum of all lanes, by halves.
inline float sum_lanes(__m256 lanes) {
  __m128 half = _mm_add_ps(_mm256_castps256_ps128(lanes), _mm256_extractf128_ps(lanes, 1));
  half = _mm_add_ps(half, _mm_movehl_ps(half, half));
  return _mm_cvtss_f32(_mm_add_ss(half, _mm_movehdup_ps(half)));
}

// Computes kRows sums of each of kColumns columns, whose terms are adjacent in inputs and weights.
template <int32_t kRows, int32_t kColumns, typename Bound>
[[gnu::noinline]] void run_dots(const Sums<float, Bound>& sums, int32_t first) {
  const Steps row = sums.row;
  const Steps column = sums.column;
  const float* x = sums.input + first * column.operand;
  const float* w = sums.weight;
  const float* start = sums.start + first * column.start;
  float* out = sums.out + first * column.out;
  __m256 sum[kRows][kColumns];
#pragma GCC unroll 8
  for (int32_t r = 0; r < kRows; ++r) {
#pragma GCC unroll 8
    for (int32_t i = 0; i < kColumns; ++i) sum[r][i] = _mm256_setzero_ps();
  }
  const auto add = [&](auto read) __attribute__((always_inline)) {
    __m256 weights[kRows];
#pragma GCC unroll 8
    for (int32_t r = 0; r < kRows; ++r) weights[r] = read(w + r * row.operand);
#pragma GCC unroll 8
    for (int32_t i = 0; i < kColumns; ++i) {
      const __m256 inputs = read(x + i * column.operand);
#pragma GCC unroll 8
      for (int32_t r = 0; r < kRows; ++r) {
        sum[r][i] = _mm256_fmadd_ps(inputs, weights[r], sum[r][i]);
      }
    }
    x += 8;
    w += 8;
  };
  int32_t count = sums.terms[2].count;
  for (; count >= 8; count -= 8) add([](const float* at) { return _mm256_loadu_ps(at); });
  if (count > 0) {
    const __m256i mask = lanes_below(count);
    add([mask](const float* at) { return _mm256_maskload_ps(at, mask); });
  }
#pragma GCC unroll 8
  for (int32_t r = 0; r < kRows; ++r) {
#pragma GCC unroll 8
    for (int32_t i = 0; i < kColumns; ++i) {
      out[r * row.out + i * column.out] =
          sums.bounded(start[r * row.start + i * column.start] + sum_lanes(sum[r][i]));
    }
  }
}

template <int32_t kRows, typename Bound>
void run_dots(const Sums<float, Bound>& sums, int32_t columns) {
  int32_t first = 0;
  for (; columns - first >= 4; first += 4) run_dots<kRows, 4>(sums, first);
  for (; first < columns; ++first) run_dots<kRows, 1>(sums, first);
}

// The same of rows, by vectors where they are for; returns whether they are.
template <typename Bound>
[[gnu::always_inline]] inline bool run_vectors(Sums<float, Bound>& sums, int32_t rows,
                                               int32_t columns) {
  const Terms(&terms)[3] = sums.terms;
  const bool lanes = sums.column.operand == 1;
  const bool dots =
      terms[0].count == 1 && terms[1].count == 1 && terms[2].input == 1 && terms[2].weight == 1;
  if (!lanes && !dots) return false;
  if (lanes) {
    rows == 1 ? run_row(sums, columns) : run_columns(sums, rows, columns);
    return true;
  }
  for (int32_t height; rows > 0; rows -= height) {
    height = rows >= 2 ? 2 : 1;
    height == 2 ? run_dots<2>(sums, columns) : run_dots<1>(sums, columns);
    sums.weight += height * sums.row.operand;
    sums.start += height * sums.row.start;
    sums.out += height * sums.row.out;
  }
  return true;
}

template <>
inline void Sums<float>::run(int32_t rows, int32_t columns) {
  if (!run_vectors(*this, rows, columns)) run_scalar(rows, columns);
}
template <>
inline void Sums<float, Bounds>::run(int32_t rows, int32_t columns) {
  if (!run_vectors(*this, rows, columns)) run_scalar(rows, columns);
}

}  // namespace kerf::portable
