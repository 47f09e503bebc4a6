// Weighted sums of float, one fused multiply-add for each term: up to eight rows of three registers
// of adjacent inputs at a time, or one of eight, each sum in the order of its terms. Where inputs
// are not adjacent and all loops over terms are one, in which inputs and weights are, the terms k
// of a sum are added in as many parts as a register has lanes, those of equal k modulo this, whose
// sums are added pairwise at the end, start last. Other sums and other types are as by scalar
// instructions.
#pragma once

#include <immintrin.h>

#include "core/small.h"
#include "isa/scalar/loops/sums.h"
#include "isa/x86_64_v3/loops/ahead.h"
#include "loops/floats.h"

namespace kerf::portable {

template <>
inline constexpr bool kAlwaysBounded<float> = true;

inline constexpr int32_t kLanes = Floats::kLanes;

// The rows of a tile of so many registers: sums, inputs and a weight stay in registers.
constexpr int32_t tile_rows(int32_t vectors) {
  int32_t rows = 8;
  while (rows * vectors + vectors + 1 > Floats::kRegisters) rows /= 2;
  return rows;
}

// Computes kRows rows from `top` on of `count` sums, more than kLanes * (kVectors - 1): nothing is
// read or written for those that do not exist. Sums of a row are adjacent, as their starts are,
// unless these are one.
template <int32_t kRows, int32_t kVectors>
[[gnu::noinline]] void run_tile(const AnySums& sums, int32_t top, int32_t first, int32_t count) {
  constexpr int32_t kLast = kLanes * (kVectors - 1);
  const Steps row = sums.row;
  const float* start = sums.start + top * row.start + first * sums.column.start;
  float* out = sums.out + top * row.out + first;
  const int32_t rest = count - kLast < kLanes ? count - kLast : kLanes;
  const Floats::Mask mask = Floats::below(rest);
  Floats sum[kRows][kVectors];
  if (sums.column.start == 0) {
#pragma GCC unroll 8
    for (int32_t r = 0; r < kRows; ++r) {
#pragma GCC unroll 8
      for (int32_t v = 0; v < kVectors; ++v) sum[r][v] = Floats::all(*start);
      start += row.start;
    }
  } else {
#pragma GCC unroll 8
    for (int32_t r = 0; r < kRows; ++r) {
#pragma GCC unroll 8
      for (int32_t v = 0; v < kVectors; ++v) {
        const float* const at = start + kLanes * v;
        sum[r][v] = v == kVectors - 1 ? Floats::read(at, mask) : Floats::read(at);
      }
      start += row.start;
    }
  }
  const Terms(&terms)[3] = sums.terms;
  const float* x0 = sums.input + first;
  const float* w0 = sums.weight + top * row.operand;
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
        Floats inputs[kVectors];
#pragma GCC unroll 8
        for (int32_t v = 0; v < kVectors; ++v) {
          const float* at = x + kLanes * v;
          inputs[v] = v == kVectors - 1 ? Floats::read(at, mask) : Floats::read(at);
        }
#pragma GCC unroll 8
        for (int32_t r = 0; r < kRows; ++r) {
          const Floats factor = Floats::all(w[r * row.operand]);
#pragma GCC unroll 8
          for (int32_t v = 0; v < kVectors; ++v) {
            sum[r][v] = multiply_add(sum[r][v], inputs[v], factor);
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
  const Bounds bound = sums;  // that no result is stored over; the loops need all registers
#pragma GCC unroll 8
  for (int32_t r = 0; r < kRows; ++r) {
#pragma GCC unroll 8
    for (int32_t v = 0; v < kVectors; ++v) {
      const Floats value = bound.bounded(sum[r][v]);
      float* const to = out + kLanes * v;
      v == kVectors - 1 ? value.write(to, rest) : value.write(to);
    }
    out += row.out;
  }
}

// One row, in as many registers as hide the latency of its additions.
inline void run_row(const AnySums& sums, int32_t row, int32_t first, int32_t columns) {
  for (; columns > 7 * kLanes; first += 8 * kLanes, columns -= 8 * kLanes)
    run_tile<1, 8>(sums, row, first, columns);
  for (; columns > 3 * kLanes; first += 4 * kLanes, columns -= 4 * kLanes)
    run_tile<1, 4>(sums, row, first, columns);
  for (; columns > kLanes; first += 2 * kLanes, columns -= 2 * kLanes)
    run_tile<1, 2>(sums, row, first, columns);
  if (columns > 0) run_tile<1, 1>(sums, row, first, columns);
}

// Adds kCount terms of one row from `first` on to all its columns, whose sums are in `from`.
template <int32_t kCount>
[[gnu::noinline]] void add_terms(const AnySums& sums, int32_t first, int32_t columns,
                                 const float* from, int32_t step, bool last) {
  const Terms& terms = sums.terms[2];
  const float* x = sums.input + first * terms.input;
  Floats factors[kCount];
#pragma GCC unroll 8
  for (int32_t t = 0; t < kCount; ++t)
    factors[t] = Floats::all(sums.weight[(first + t) * terms.weight]);
  for (int32_t i = 0; i < columns; i += kLanes, x += kLanes) {
    const Floats::Mask mask = Floats::below(columns - i);
    Floats sum = step == 0 ? Floats::all(*from) : Floats::read(from + i, mask);
#pragma GCC unroll 8
    for (int32_t t = 0; t < kCount; ++t)
      sum = multiply_add(sum, Floats::read(x + t * terms.input, mask), factors[t]);
    if (last) sum = sums.bounded(sum);
    sum.write(sums.out + i, columns - i);
  }
}

// Whether the terms of one row are added a few at a time to all columns: inputs that follow each
// other are then read in order, where they are far apart for each term. Nothing is stored over
// them.
inline bool is_wide(const AnySums& sums, int32_t columns) {
  const Terms(&terms)[3] = sums.terms;
  if (kSmall || columns <= 4 * kLanes || terms[0].count != 1 || terms[1].count != 1) return false;
  if (terms[2].count < 2 || terms[2].input < columns) return false;
  const float* const end = sums.input + (terms[2].count - 1) * terms[2].input + columns;
  return sums.out + columns <= sums.input || end <= sums.out;
}

inline void run_wide(const AnySums& sums, int32_t columns) {
  constexpr int32_t kCount = 8;
  const float* from = sums.start;
  int32_t step = sums.column.start;
  const int32_t count = sums.terms[2].count;
  for (int32_t first = 0; first < count;) {
    const int32_t some = count - first < kCount ? 1 : kCount;
    const bool last = first + some == count;
    if (some == 1) {
      add_terms<1>(sums, first, columns, from, step, last);
    } else {
      add_terms<kCount>(sums, first, columns, from, step, last);
    }
    from = sums.out;
    step = 1;
    first += some;
  }
}

// Computes all rows of the columns from `first` on, of which a tile has at most kLanes * kVectors.
template <int32_t kVectors>
void run_rows(const AnySums& sums, int32_t rows, int32_t first, int32_t count) {
  constexpr int32_t kRows = tile_rows(kVectors);
  int32_t row = 0;
  for (; rows - row >= kRows; row += kRows) run_tile<kRows, kVectors>(sums, row, first, count);
  if constexpr (kRows > 4) {
    for (; rows - row >= 4; row += 4) run_tile<4, kVectors>(sums, row, first, count);
  }
  const int32_t width = count < kLanes * kVectors ? count : kLanes * kVectors;
  for (; row < rows; ++row) run_row(sums, row, first, width);
}

// The inputs of the columns of a tile stay in the cache for all rows.
inline void run_columns(const AnySums& sums, int32_t rows, int32_t columns) {
  for (int32_t first = 0; first < columns;) {
    const int32_t left = columns - first;
    if (left <= kLanes) return run_rows<1>(sums, rows, first, left);
    if (left <= 2 * kLanes || (left > 3 * kLanes && left <= 4 * kLanes)) {
      run_rows<2>(sums, rows, first, left);
      first += 2 * kLanes;
    } else {
      run_rows<3>(sums, rows, first, left);
      first += 3 * kLanes;
    }
  }
}

inline void run_adjacent(const AnySums& sums, int32_t rows, int32_t columns) {
  if (rows != 1) return run_columns(sums, rows, columns);
  is_wide(sums, columns) ? run_wide(sums, columns) : run_row(sums, 0, 0, columns);
}

// Sums whose starts or results are any steps apart, by blocks whose are adjacent.
[[gnu::noinline, gnu::cold]] inline void run_apart(const AnySums& sums, int32_t rows,
                                                   int32_t columns) {
  constexpr int32_t kRows = 8;
  constexpr int32_t kColumns = 3 * kLanes;
  float block[kRows * kColumns];
  for (int32_t row = 0; row < rows; row += kRows) {
    const int32_t height = rows - row < kRows ? rows - row : kRows;
    for (int32_t column = 0; column < columns; column += kColumns) {
      const int32_t width = columns - column < kColumns ? columns - column : kColumns;
      AnySums some = sums;
      some.skip(row);
      some.from_column(column);
      AnySums own = some;
      own.start = own.out = block;
      own.row.start = own.row.out = kColumns;
      own.column.start = own.column.out = 1;
      for (int32_t r = 0; r < height; ++r) {
        for (int32_t i = 0; i < width; ++i)
          block[r * kColumns + i] = some.start[r * some.row.start + i * some.column.start];
      }
      run_adjacent(own, height, width);
      for (int32_t r = 0; r < height; ++r) {
        for (int32_t i = 0; i < width; ++i)
          some.out[r * some.row.out + i * some.column.out] = block[r * kColumns + i];
      }
    }
  }
}

// The sums of all lanes of four registers with four lanes each, in the order of sum_lanes().
inline __m128 sum_four_lanes(__m128 a, __m128 b, __m128 c, __m128 d) {
  const __m128 one = _mm_add_ps(_mm_unpacklo_ps(a, b), _mm_unpackhi_ps(a, b));
  const __m128 other = _mm_add_ps(_mm_unpacklo_ps(c, d), _mm_unpackhi_ps(c, d));
  return _mm_add_ps(_mm_movelh_ps(one, other), _mm_movehl_ps(other, one));
}

// Computes kRows sums of each of kColumns columns, whose terms are adjacent in inputs and weights.
// kFirst: the inputs of these columns are in no cache, nor are those of the next.
template <int32_t kRows, int32_t kColumns, bool kFirst>
[[gnu::noinline]] void run_dots(const AnySums& sums, int32_t first) {
  const Steps row = sums.row;
  const Steps column = sums.column;
  const float* x = sums.input + first * column.operand;
  const float* w = sums.weight;
  const float* start = sums.start + first * column.start;
  float* out = sums.out + first * column.out;
  fused::Ahead<2> next(x, kColumns * column.operand * static_cast<int32_t>(sizeof(float)));
  Floats sum[kRows][kColumns];
#pragma GCC unroll 8
  for (int32_t r = 0; r < kRows; ++r) {
#pragma GCC unroll 8
    for (int32_t i = 0; i < kColumns; ++i) sum[r][i] = Floats::all(0);
  }
  const auto add = [&](auto read) __attribute__((always_inline)) {
    if constexpr (kFirst) next.fetch(kColumns * kLanes * static_cast<int32_t>(sizeof(float)));
    Floats weights[kRows];
#pragma GCC unroll 8
    for (int32_t r = 0; r < kRows; ++r) weights[r] = read(w + r * row.operand);
#pragma GCC unroll 8
    for (int32_t i = 0; i < kColumns; ++i) {
      const Floats inputs = read(x + i * column.operand);
#pragma GCC unroll 8
      for (int32_t r = 0; r < kRows; ++r) {
        sum[r][i] = multiply_add(sum[r][i], inputs, weights[r]);
      }
    }
    x += kLanes;
    w += kLanes;
  };
  int32_t count = sums.terms[2].count;
  for (; count >= kLanes; count -= kLanes) {
    add([](const float* at) { return Floats::read(at); });
  }
  if (count > 0) {
    const Floats::Mask mask = Floats::below(count);
    add([mask](const float* at) { return Floats::read(at, mask); });
  }
  if constexpr (!kSmall && kColumns == 4) {
    if (column.out == 1 && (column.start | 1) == 1) {
      const __m128 low = _mm_set1_ps(sums.low);
      const __m128 high = _mm_set1_ps(sums.high);
#pragma GCC unroll 8
      for (int32_t r = 0; r < kRows; ++r, start += row.start, out += row.out) {
        const __m128 first_of = column.start == 0 ? _mm_set1_ps(*start) : _mm_loadu_ps(start);
        const __m128 all = sum_four_lanes(sum_halves(sum[r][0]), sum_halves(sum[r][1]),
                                          sum_halves(sum[r][2]), sum_halves(sum[r][3]));
        const __m128 most = _mm_min_ps(high, _mm_add_ps(first_of, all));  // NaN stays
        _mm_storeu_ps(out, _mm_blendv_ps(most, low, _mm_cmplt_ps(most, low)));
      }
      return;
    }
  }
  float lanes[kRows * kColumns][kLanes];
#pragma GCC unroll 8
  for (int32_t r = 0; r < kRows; ++r) {
#pragma GCC unroll 8
    for (int32_t i = 0; i < kColumns; ++i) sum[r][i].write(lanes[r * kColumns + i]);
  }
  for (int32_t r = 0; r < kRows; ++r) {
    for (int32_t i = 0; i < kColumns; ++i) {
      out[r * row.out + i * column.out] =
          sums.bounded(start[r * row.start + i * column.start] +
                       sum_lanes(Floats::read(lanes[r * kColumns + i])));
    }
  }
}

template <int32_t kRows, bool kFirst>
void run_dots(const AnySums& sums, int32_t columns) {
  int32_t first = 0;
  for (; columns - first >= 4; first += 4) run_dots<kRows, 4, kFirst>(sums, first);
  for (; first < columns; ++first) run_dots<kRows, 1, kFirst>(sums, first);
}

// Computes all sums of some columns, whose inputs stay in a cache for all rows.
inline void run_dots(AnySums sums, int32_t rows, int32_t columns) {
  constexpr int32_t kRows = Floats::kRegisters / 8;
  if (rows < kRows) {
    run_dots<1, !kSmall>(sums, columns);
    rows -= 1;
    sums.skip(1);
  } else {
    run_dots<kRows, !kSmall>(sums, columns);
    rows -= kRows;
    sums.skip(kRows);
  }
  for (; rows >= kRows; rows -= kRows, sums.skip(kRows)) run_dots<kRows, false>(sums, columns);
  for (; rows > 0; --rows, sums.skip(1)) run_dots<1, false>(sums, columns);
}

// Sums in which nothing is adjacent, one at a time.
[[gnu::noinline, gnu::cold]] inline void run_each(AnySums sums, int32_t rows, int32_t columns) {
  for (; rows > 0; --rows, sums.skip(1)) {
    AnySums one = sums;
    for (int32_t i = 0; i < columns; ++i, one.from_column(1)) {
      float sum = *one.start;
      for_terms(one.terms, one.input, one.weight,
                [&](const float* x, const float* w) { sum = multiply_add(sum, *x, *w); });
      *one.out = one.bounded(sum);
    }
  }
}

// Sums rows by vectors where these suit; returns whether they do.
inline bool run_vectors(AnySums sums, int32_t rows, int32_t columns) {
  const bool lanes = sums.column.operand == 1;
  if (!lanes && !sums.are_dots()) return false;
  if (lanes) {
    const bool adjacent = sums.column.out == 1 && (sums.column.start | 1) == 1;
    adjacent ? run_adjacent(sums, rows, columns) : run_apart(sums, rows, columns);
    return true;
  }
  constexpr int32_t kHeld = (256 << 10) / static_cast<int32_t>(sizeof(float));
  const int32_t pitch = sums.column.operand < 1 ? 1 : sums.column.operand;
  const int32_t most = kHeld / pitch < 4 ? 4 : kHeld / pitch / 4 * 4;
  for (; rows > 0 && columns > 0; columns -= most, sums.from_column(most))
    run_dots(sums, rows, columns < most ? columns : most);
  return true;
}

template <>
[[gnu::noinline]] inline void AnySums::run(int32_t rows, int32_t columns) {
  if (!run_vectors(*this, rows, columns)) run_each(*this, rows, columns);
}
template <>
inline void Sums<float>::run(int32_t rows, int32_t columns) {
  any_sums(*this).run(rows, columns);
}

}  // namespace kerf::portable
