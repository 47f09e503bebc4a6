// Weighted sums of float by NEON, one fused multiply-add for each term: up to four rows of 16
// adjacent inputs at a time, or of four others, each sum in the order of its terms. Where inputs
// are not adjacent and all loops over terms are one, in which inputs and weights are, the terms k
// of a sum are added in four parts, those of equal k modulo 4, whose sums are added pairwise at the
// end, start last; the same holds for the last of nine columns. Other sums and other types are as
// by scalar instructions.
#pragma once

#include <arm_neon.h>

#include "isa/scalar/loops/sums.h"

namespace kerf::portable {

template <>
inline constexpr bool kAlwaysBounded<float> = true;

// The bounds that are no NaN, which clamp() takes as none.
inline Bounds known_bounds(const Bounds& its) {
  return {its.low == its.low ? its.low : Bounds{}.low,
          its.high == its.high ? its.high : Bounds{}.high};
}

// Bounds of sums by FMIN and FMAX, which keep a NaN: of a zero at a bound of zero the sign may
// change.
struct LaneBounds {
  float32x4_t low;
  float32x4_t high;

  explicit LaneBounds(const Bounds& known)
      : low(vdupq_n_f32(known.low)), high(vdupq_n_f32(known.high)) {}

  float32x4_t bounded(float32x4_t sums) const { return vmaxq_f32(vminq_f32(sums, high), low); }
};

// from[i * step] for i < 4.
inline float32x4_t read_four(const float* from, int32_t step) {
  if (step == 1) return vld1q_f32(from);
  float32x4_t lanes = vld1q_dup_f32(from);
  if (step == 0) return lanes;
  lanes = vld1q_lane_f32(from += step, lanes, 1);
  lanes = vld1q_lane_f32(from += step, lanes, 2);
  return vld1q_lane_f32(from + step, lanes, 3);
}

inline void write_four(float* to, int32_t step, float32x4_t lanes) {
  if (step == 1) return vst1q_f32(to, lanes);
  vst1q_lane_f32(to, lanes, 0);
  vst1q_lane_f32(to += step, lanes, 1);
  vst1q_lane_f32(to += step, lanes, 2);
  vst1q_lane_f32(to + step, lanes, 3);
}

// from[i] for i < count < 4, and zeros.
inline float32x4_t read_few(const float* from, int32_t count) {
  float32x4_t lanes = vdupq_n_f32(0);
  if (count > 0) lanes = vld1q_lane_f32(from, lanes, 0);
  if (count > 1) lanes = vld1q_lane_f32(from + 1, lanes, 1);
  if (count > 2) lanes = vld1q_lane_f32(from + 2, lanes, 2);
  return lanes;
}

template <int32_t kRows>
struct Height {
  static constexpr int32_t kValue = kRows;
};

// kRows rows of adjacent sums in registers, four in each: the last register has the last four, of
// which the one before it may have some as well, unless kWhole.
template <int32_t kRows, int32_t kVectors, bool kWhole>
struct Tile {
  using Lanes = float32x4_t[kVectors];

  Lanes sum[kRows];
  int32_t last;  // the first column of the last register

  int32_t column(int32_t v) const { return !kWhole && v == kVectors - 1 ? last : 4 * v; }

  // Starts of rows that are one for all columns, or adjacent.
  [[gnu::always_inline]] void begin(const float* start, int32_t height, bool adjacent) {
#pragma GCC unroll 8
    for (int32_t r = 0; r < kRows; ++r) {
      if (adjacent) {
        read(start + r * height, sum[r]);
      } else {
        const float32x4_t all = vld1q_dup_f32(start + r * height);
#pragma GCC unroll 8
        for (int32_t v = 0; v < kVectors; ++v) sum[r][v] = all;
      }
    }
  }

  // Writes bounded(sum) of each register.
  template <typename F>
  [[gnu::always_inline]] void write(float* out, int32_t height, F bounded) const {
#pragma GCC unroll 8
    for (int32_t r = 0; r < kRows; ++r, out += height) {
      // Else the compiler keeps the distance of each register, few of which are left.
      __asm__("" : "+r"(out));
#pragma GCC unroll 8
      for (int32_t v = 0; v < kVectors; ++v) vst1q_f32(out + column(v), bounded(sum[r][v]));
    }
  }

  [[gnu::always_inline]] void read(const float* x, Lanes& inputs) const {
    if constexpr (kWhole && kVectors == 4) {
      const float32x4x4_t all = vld1q_f32_x4(x);
#pragma GCC unroll 8
      for (int32_t v = 0; v < kVectors; ++v) inputs[v] = all.val[v];
    } else {
#pragma GCC unroll 8
      for (int32_t v = 0; v < kVectors; ++v) inputs[v] = vld1q_f32(x + column(v));
    }
  }

  // Adds one term, whose weights are w[r * height].
  [[gnu::always_inline]] void add(const float* x, const float* w, int32_t height) {
    Lanes inputs;
    read(x, inputs);
#pragma GCC unroll 8
    for (int32_t r = 0; r < kRows; ++r) {
      const float factor = w[r * height];
#pragma GCC unroll 8
      for (int32_t v = 0; v < kVectors; ++v) sum[r][v] = vfmaq_n_f32(sum[r][v], inputs[v], factor);
    }
  }

  // Adds one term, whose weights are lanes.
  template <int32_t kTerm>
  [[gnu::always_inline]] void add_lane(const float* x, const float32x4_t (&weights)[kRows]) {
    Lanes inputs;
    read(x, inputs);
#pragma GCC unroll 8
    for (int32_t r = 0; r < kRows; ++r) {
#pragma GCC unroll 8
      for (int32_t v = 0; v < kVectors; ++v)
        sum[r][v] = vfmaq_laneq_f32(sum[r][v], inputs[v], weights[r], kTerm);
    }
  }

  // Adds the terms of the inner loop.
  [[gnu::always_inline]] void add_all(Terms terms, const float* x, const float* w, int32_t height) {
    int32_t count = terms.count;
    if (terms.weight == 1) {
      for (; count >= 4; count -= 4) {
        float32x4_t weights[kRows];
#pragma GCC unroll 8
        for (int32_t r = 0; r < kRows; ++r) weights[r] = vld1q_f32(w + r * height);
        add_lane<0>(x, weights);
        add_lane<1>(x += terms.input, weights);
        add_lane<2>(x += terms.input, weights);
        add_lane<3>(x += terms.input, weights);
        x += terms.input;
        w += 4;
      }
    }
    for (; count > 0; --count) {
      add(x, w, height);
      x += terms.input;
      w += terms.weight;
    }
  }
};

// Computes kRows rows of a tile, from that of `w`, `start` and `out` on.
template <int32_t kRows, int32_t kVectors, bool kWhole>
[[gnu::always_inline]] inline void run_tile(const AnySums& sums, int32_t last, const float* x0,
                                            const float* w0, const float* start, float* out,
                                            const Bounds* bound) {
  const int32_t height = sums.row.operand;
  const Terms(&terms)[3] = sums.terms;
  Tile<kRows, kVectors, kWhole> tile;
  tile.last = last;
  tile.begin(start, sums.row.start, sums.column.start == 1);
  const float* x = x0;
  const float* w = w0;
  int32_t inner = terms[1].count;
  for (int32_t left = terms[0].count * inner; left > 0;) {
    tile.add_all(terms[2], x, w, height);
    if (--left == 0) break;
    x += terms[1].input;
    w += terms[1].weight;
    if (--inner > 0) continue;
    inner = terms[1].count;
    x = x0 += terms[0].input;
    w = w0 += terms[0].weight;
  }
  if (bound == nullptr) return tile.write(out, sums.row.out, [](float32x4_t sum) { return sum; });
  const LaneBounds bounds(*bound);
  tile.write(out, sums.row.out, [&](float32x4_t sum) { return bounds.bounded(sum); });
}

// Computes all rows of `count` columns from `first` on, more than 4 * (kVectors - 1); 4 * kVectors
// where kWhole.
template <int32_t kVectors, bool kWhole>
[[gnu::noinline]] void run_rows(const AnySums& all, int32_t rows, int32_t first, int32_t count) {
  const AnySums sums = all;
  const Bounds bound = known_bounds(all);
  const bool bounded = bound.low > -__builtin_inff() || bound.high < __builtin_inff();
  const float* const x = sums.input + first;
  const float* w = sums.weight;
  const float* start = sums.start + first * sums.column.start;
  float* out = sums.out + first;
  const auto run = [&](auto height) __attribute__((always_inline)) {
    constexpr int32_t kRows = decltype(height)::kValue;
    run_tile<kRows, kVectors, kWhole>(sums, count - 4, x, w, start, out,
                                      bounded ? &bound : nullptr);
    w += kRows * sums.row.operand;
    start += kRows * sums.row.start;
    out += kRows * sums.row.out;
    rows -= kRows;
  };
  while (rows >= 4) run(Height<4>{});
  while (rows > 0) run(Height<1>{});
}

// Nine columns of terms that are one loop with adjacent weights: eight in registers of their own,
// and in others one in four parts, those of the terms of equal k modulo 4, as its inputs are
// adjacent in `ninth` too, with zeros behind them.
template <int32_t kRows>
[[gnu::always_inline]] inline void run_nine(const AnySums& sums, const float* x, const float* ninth,
                                            const float* w, const float* start, float* out,
                                            const Bounds& its_bound) {
  const int32_t height = sums.row.operand;
  int32_t count = sums.terms[2].count;
  const int32_t next = sums.terms[2].input;
  Tile<kRows, 2, true> tile;
  tile.begin(start, sums.row.start, sums.column.start == 1);
  float32x4_t parts[kRows];
#pragma GCC unroll 8
  for (int32_t r = 0; r < kRows; ++r) parts[r] = vdupq_n_f32(0);
  float32x4_t weights[kRows];
  // The terms that are no four are the last ones.
  const int32_t rest = count % 4;
  for (count -= rest; count > 0; count -= 4, w += 4, ninth += 4) {
#pragma GCC unroll 8
    for (int32_t r = 0; r < kRows; ++r) weights[r] = vld1q_f32(w + r * height);
    const float32x4_t inputs = vld1q_f32(ninth);
#pragma GCC unroll 8
    for (int32_t r = 0; r < kRows; ++r) parts[r] = vfmaq_f32(parts[r], inputs, weights[r]);
    tile.template add_lane<0>(x, weights);
    tile.template add_lane<1>(x += next, weights);
    tile.template add_lane<2>(x += next, weights);
    tile.template add_lane<3>(x += next, weights);
    x += next;
  }
  if (rest > 0) {
    const float32x4_t inputs = vld1q_f32(ninth);
#pragma GCC unroll 8
    for (int32_t r = 0; r < kRows; ++r)
      parts[r] = vfmaq_f32(parts[r], inputs, read_few(w + r * height, rest));
    for (int32_t k = 0; k < rest; ++k, x += next) tile.add(x, w + k, height);
  }
  const LaneBounds bound(its_bound);
  tile.write(out, sums.row.out, [&](float32x4_t sum) { return bound.bounded(sum); });
#pragma GCC unroll 8
  for (int32_t r = 0; r < kRows; ++r) {
    const float sum = start[r * sums.row.start + 8 * sums.column.start] + vaddvq_f32(parts[r]);
    out[r * sums.row.out + 8] = its_bound.bounded(sum);
  }
}

// Computes all rows of nine columns from `first` on. Returns whether their terms are such.
[[gnu::noinline]] inline bool run_nine(const AnySums& all, int32_t rows, int32_t first) {
  constexpr int32_t kMostTerms = 1024;
  const AnySums sums = all;
  const Terms terms = sums.terms[2];
  if (rows == 0 || sums.terms[0].count != 1 || sums.terms[1].count != 1 || terms.weight != 1 ||
      terms.count < 4 || terms.count > kMostTerms)
    return false;
  const float* const x = sums.input + first;
  float ninth[kMostTerms];
  for (int32_t k = 0; k < terms.count; ++k) ninth[k] = x[k * terms.input + 8];
  for (int32_t k = terms.count; k % 4 != 0; ++k) ninth[k] = 0;
  const Bounds bound = known_bounds(all);
  const float* w = sums.weight;
  const float* start = sums.start + first * sums.column.start;
  float* out = sums.out + first;
  const auto run = [&](auto height) __attribute__((always_inline)) {
    constexpr int32_t kRows = decltype(height)::kValue;
    run_nine<kRows>(sums, x, ninth, w, start, out, bound);
    w += kRows * sums.row.operand;
    start += kRows * sums.row.start;
    out += kRows * sums.row.out;
    rows -= kRows;
  };
  while (rows >= 4) run(Height<4>{});
  while (rows > 0) run(Height<1>{});
  return true;
}

// Computes rows of at least five adjacent columns in tiles of about the same width. The inputs of a
// tile stay in the cache for all rows.
inline void run_tiles(const AnySums& sums, int32_t rows, int32_t columns) {
  int32_t vectors = (columns + 3) / 4;
  for (int32_t first = 0, tiles = (vectors + 3) / 4; first < columns; --tiles) {
    const int32_t left = columns - first;
    if constexpr (!kSmall) {
      if (left == 9 && columns % kDividedColumns == 9 && run_nine(sums, rows, first)) return;
    }
    int32_t width = (vectors + tiles - 1) / tiles;
    if (width == 4 && left >= 16) {
      run_rows<4, true>(sums, rows, first, 16);
    } else if (width == 3 && left >= 12 && !kSmall) {
      run_rows<3, true>(sums, rows, first, 12);
    } else if (width == 3) {
      run_rows<3, false>(sums, rows, first, left < 12 ? left : 12);
    } else {
      if (width == 4) ++tiles;
      width = 2;
      run_rows<2, false>(sums, rows, first, left < 8 ? left : 8);
    }
    vectors -= width;
    first += 4 * width;
  }
}

// Computes kRows rows of four sums, whatever their steps are.
template <int32_t kRows>
[[gnu::noinline]] void run_four(const AnySums& sums, int32_t first) {
  const Steps row = sums.row;
  const Steps column = sums.column;
  const float* const start = sums.start + first * column.start;
  float* const out = sums.out + first * column.out;
  const LaneBounds bound(known_bounds(sums));
  float32x4_t sum[kRows];
#pragma GCC unroll 8
  for (int32_t r = 0; r < kRows; ++r) sum[r] = read_four(start + r * row.start, column.start);
  const auto add = [&](const float* x, const float* w) __attribute__((always_inline)) {
    const float32x4_t inputs = read_four(x, column.operand);
#pragma GCC unroll 8
    for (int32_t r = 0; r < kRows; ++r) sum[r] = vfmaq_n_f32(sum[r], inputs, w[r * row.operand]);
  };
  for_terms(sums.terms, sums.input + first * column.operand, sums.weight, add);
#pragma GCC unroll 8
  for (int32_t r = 0; r < kRows; ++r)
    write_four(out + r * row.out, column.out, bound.bounded(sum[r]));
}

// Computes kRows sums of each of kColumns columns, whose terms are adjacent in inputs and weights.
template <int32_t kRows, int32_t kColumns>
[[gnu::noinline]] void run_dots(const AnySums& sums, int32_t first) {
  const Steps row = sums.row;
  const Steps column = sums.column;
  const float* x = sums.input + first * column.operand;
  const float* w = sums.weight;
  const float* start = sums.start + first * column.start;
  float* out = sums.out + first * column.out;
  float32x4_t sum[kRows][kColumns];
#pragma GCC unroll 8
  for (int32_t r = 0; r < kRows; ++r) {
#pragma GCC unroll 8
    for (int32_t i = 0; i < kColumns; ++i) sum[r][i] = vdupq_n_f32(0);
  }
  const auto add = [&](auto read) __attribute__((always_inline)) {
    float32x4_t weights[kRows];
#pragma GCC unroll 8
    for (int32_t r = 0; r < kRows; ++r) weights[r] = read(w + r * row.operand);
#pragma GCC unroll 8
    for (int32_t i = 0; i < kColumns; ++i) {
      const float32x4_t inputs = read(x + i * column.operand);
#pragma GCC unroll 8
      for (int32_t r = 0; r < kRows; ++r) sum[r][i] = vfmaq_f32(sum[r][i], inputs, weights[r]);
    }
    x += 4;
    w += 4;
  };
  const auto read_all = [](const float* at) { return vld1q_f32(at); };
  int32_t count = sums.terms[2].count;
  for (; count >= 8; count -= 8) {
    add(read_all);
    add(read_all);
  }
  if (count >= 4) {
    add(read_all);
    count -= 4;
  }
  if (count > 0) add([count](const float* at) { return read_few(at, count); });
#pragma GCC unroll 8
  for (int32_t r = 0; r < kRows; ++r) {
#pragma GCC unroll 8
    for (int32_t i = 0; i < kColumns; ++i) {
      out[r * row.out + i * column.out] =
          sums.bounded(start[r * row.start + i * column.start] + vaddvq_f32(sum[r][i]));
    }
  }
}

template <int32_t kRows>
void run_dots(const AnySums& sums, int32_t columns) {
  int32_t first = 0;
  for (; columns - first >= 4; first += 4) run_dots<kRows, 4>(sums, first);
  for (; first < columns; ++first) run_dots<kRows, 1>(sums, first);
}

// Runs `sums` by vectors where these suit. Returns the first column that is left of all rows.
inline int32_t run_vectors(AnySums sums, int32_t rows, int32_t columns) {
  const Steps column = sums.column;
  const int32_t end = columns - columns % 4;
  if (columns > 4 && column.operand == 1 && column.out == 1 && (column.start | 1) == 1) {
    run_tiles(sums, rows, columns);
    return columns;
  }
  const bool dots = column.operand != 1 && sums.are_dots();
  for (int32_t height; rows > 0; rows -= height) {
    height = rows >= 4 ? 4 : 1;
    if (dots) {
      height == 4 ? run_dots<4>(sums, columns) : run_dots<1>(sums, columns);
    } else {
      for (int32_t first = 0; first < end; first += 4)
        height == 4 ? run_four<4>(sums, first) : run_four<1>(sums, first);
    }
    sums.skip(height);
  }
  return dots ? columns : end;
}

template <>
inline void AnySums::run(int32_t rows, int32_t columns) {
  const int32_t first = run_vectors(*this, rows, columns);
  from_column(first);
  if (first < columns) run_scalar(rows, columns - first);
}
template <>
inline void Sums<float>::run(int32_t rows, int32_t columns) {
  any_sums(*this).run(rows, columns);
}

}  // namespace kerf::portable
