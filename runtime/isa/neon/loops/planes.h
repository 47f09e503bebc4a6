// Convolutions of planes of float by NEON, one fused multiply-add for each term: windows of 3x3 of
// four planes together, others four columns of all rows of a plane at a time. Nothing outside of a
// plane is read: at its edges a vector is read from inside and its lanes are moved to their places,
// those outside being 0.
#pragma once

#include <arm_neon.h>

#include "isa/scalar/loops/planes.h"

namespace kerf::portable {

// from[i] for i < count and i < 4, then 0.
inline float32x4_t read_columns(const float* from, int32_t count) {
  if (count >= 4) return vld1q_f32(from);
  if (count == 1) return vld1q_lane_f32(from, vdupq_n_f32(0), 0);
  const float32x4_t two = vcombine_f32(vld1_f32(from), vdup_n_f32(0));
  return count == 2 ? two : vld1q_lane_f32(from + 2, two, 2);
}

// to[i] = lanes[i] for i < count and i < 4.
inline void write_columns(float* to, int32_t count, float32x4_t lanes) {
  if (count >= 4) return vst1q_f32(to, lanes);
  vst1q_lane_f32(to, lanes, 0);
  if (count > 1) vst1q_lane_f32(to + 1, lanes, 1);
  if (count > 2) vst1q_lane_f32(to + 2, lanes, 2);
}

template <>
class Planes2d<float> {
 public:
  static constexpr bool kAny = true;
  static constexpr int32_t kMostColumns = 8;  // of a kernel

  static bool takes(const PlaneWindow& window) {
    return window.columns.stride <= 2 && window.columns.kernel <= kMostColumns;
  }

  explicit Planes2d(const PlaneWindow& its) : window_(its) {}

  template <typename Bound>
  void run(const float* input, const float* weight, float start, float* out,
           const Bound& bound) const {
    run_bounded(input, weight, start, out, bounds_of(bound));
  }

 private:
  PlaneWindow window_;

  void run_bounded(const float* input, const float* weight, float start, float* out,
                   const Bounds& bound) const {
    const PlaneAxis& columns = window_.columns;
    for (int32_t x = 0; x < columns.out; x += 4) {
      // The last four, some of them again.
      const int32_t from = x > columns.out - 4 && columns.out > 4 ? columns.out - 4 : x;
      float* const to = out + from;
      columns.stride == 1 ? run_any<1>(input, weight, start, to, from, bound)
                          : run_any<2>(input, weight, start, to, from, bound);
    }
  }

  // Four adjacent columns of rows of `width`, some of which may be outside.
  struct Edge {
    int32_t from;      // the column that is read first
    uint8x16_t bytes;  // where those of the lanes are in what was read, or beyond it

    Edge() = default;
    Edge(int32_t first, int32_t width) {
      static constexpr uint8_t kMoved[48] = {
          255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
          0,   1,   2,   3,   4,   5,   6,   7,   8,   9,   10,  11,  12,  13,  14,  15,
          255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255};
      const int32_t last = width > 4 ? width - 4 : 0;
      from = first < 0 ? 0 : first > last ? last : first;
      const int32_t moved = first - from;
      bytes = vld1q_u8(kMoved + 16 + 4 * (moved < -4 ? -4 : moved > 4 ? 4 : moved));
    }
    float32x4_t moved(float32x4_t lanes) const {
      return vreinterpretq_f32_u8(vqtbl1q_u8(vreinterpretq_u8_f32(lanes), bytes));
    }
  };

  // All rows of columns x to x + 3, as many as there are.
  template <int32_t kStride>
  [[gnu::noinline]] void run_any(const float* input, const float* weight, float start, float* out,
                                 int32_t x, const Bounds& its_bound) const {
    const LaneBounds bound(known_bounds(its_bound));
    const PlaneAxis rows = window_.rows;
    const PlaneAxis columns = window_.columns;
    Edge edges[kMostColumns][2];
    for (int32_t k = 0; k < columns.kernel; ++k) {
      const int32_t first = x * kStride - columns.padding + k * columns.spread;
      edges[k][0] = {first, columns.in};
      if (kStride == 2) edges[k][1] = {first + 4, columns.in};
    }
    for (int32_t y = 0; y < rows.out; ++y, out += window_.out_pitch) {
      float32x4_t sum = vdupq_n_f32(start);
      int32_t row = y * rows.stride - rows.padding;
      const float* w = weight;
      for (int32_t j = 0; j < rows.kernel; ++j, row += rows.spread, w += rows.weight) {
        if (row < 0 || row >= rows.in) continue;
        const float* const from = input + row * window_.input_pitch;
        for (int32_t k = 0; k < columns.kernel; ++k) {
          const auto seen = [&](const Edge& edge) {
            return edge.moved(read_columns(from + edge.from, columns.in));
          };
          float32x4_t inputs = seen(edges[k][0]);
          if (kStride == 2) inputs = vuzp1q_f32(inputs, seen(edges[k][1]));
          sum = vfmaq_n_f32(sum, inputs, w[k * columns.weight]);
        }
      }
      write_columns(out, columns.out - x, bound.bounded(sum));
    }
  }
};

// A register has an element of each of four planes. Three rows of what is seen of them, with the
// padding at their sides, are stored so.
template <>
class FourPlanes<float> {
 public:
  static bool takes(const PlaneWindow& window) {
    const PlaneAxis& rows = window.rows;
    const PlaneAxis& columns = window.columns;
    return rows.kernel == 3 && rows.spread == 1 && rows.weight == 3 && columns.kernel == 3 &&
           columns.spread == 1 && columns.weight == 1 && columns.stride <= 2 &&
           columns.padding <= kMostPadding;
  }

  explicit FourPlanes(const PlaneWindow& its)
      : window_(its),
        is_3x3_(is_3x3(its.rows) && is_3x3(its.columns) && its.input_pitch == 3 &&
                its.out_pitch == 3) {}

  template <typename Bound>
  void run(const FourOperands<float>& four, const Bound& bound) const {
    if constexpr (!kSmall) {
      if (is_3x3_) return run_3x3(four, bounds_of(bound));
    }
    const int32_t columns = window_.columns.out;
    for (int32_t x = 0; x < columns; x += kMostColumns) {
      const int32_t count = columns - x < kMostColumns ? columns - x : kMostColumns;
      window_.columns.stride == 1 ? run_strip<1>(four, x, count, bounds_of(bound))
                                  : run_strip<2>(four, x, count, bounds_of(bound));
    }
  }

 private:
  // Whether three results see three inputs.
  static bool is_3x3(const PlaneAxis& axis) {
    return axis.in == 3 && axis.stride == 1 && axis.padding == 1;
  }

  static constexpr int32_t kMostPadding = 2;
  static constexpr int32_t kMostColumns = 64;  // of results at a time
  // Columns that are written without being seen, in front of those that are, and behind.
  static constexpr int32_t kBefore = 4;
  static constexpr int32_t kBehind = 8;
  static constexpr int32_t kStored = kBefore + 2 * kMostColumns + 1 + kBehind;

  PlaneWindow window_;
  bool is_3x3_;  // the planes are so small

  // Four by four elements, of which the rows become the columns.
  [[gnu::always_inline]] static void transpose(float32x4_t (&v)[4]) {
    const float64x2_t low01 = vreinterpretq_f64_f32(vzip1q_f32(v[0], v[1]));
    const float64x2_t low23 = vreinterpretq_f64_f32(vzip1q_f32(v[2], v[3]));
    const float64x2_t high01 = vreinterpretq_f64_f32(vzip2q_f32(v[0], v[1]));
    const float64x2_t high23 = vreinterpretq_f64_f32(vzip2q_f32(v[2], v[3]));
    v[0] = vreinterpretq_f32_f64(vzip1q_f64(low01, low23));
    v[1] = vreinterpretq_f32_f64(vzip2q_f64(low01, low23));
    v[2] = vreinterpretq_f32_f64(vzip1q_f64(high01, high23));
    v[3] = vreinterpretq_f32_f64(vzip2q_f64(high01, high23));
  }

  // Reads nine elements of each plane.
  [[gnu::always_inline]] static void read_nine(const float* const (&from)[4],
                                               float32x4_t (&nine)[9]) {
#pragma GCC unroll 2
    for (int32_t i = 0; i < 8; i += 4) {
      float32x4_t v[4];
#pragma GCC unroll 4
      for (int32_t c = 0; c < 4; ++c) v[c] = vld1q_f32(from[c] + i);
      transpose(v);
#pragma GCC unroll 4
      for (int32_t k = 0; k < 4; ++k) nine[i + k] = v[k];
    }
    nine[8] = float32x4_t{from[0][8], from[1][8], from[2][8], from[3][8]};
  }

  // Planes that registers hold as a whole.
  [[gnu::noinline]] static void run_3x3(const FourOperands<float>& four, const Bounds& its_bound) {
    const LaneBounds bound(known_bounds(its_bound));
    const float32x4_t start = vld1q_f32(four.start);
    float32x4_t inputs[9];
    float32x4_t weights[9];
    read_nine(four.input, inputs);
    read_nine(four.weight, weights);
    float32x4_t sums[4];
#pragma GCC unroll 9
    for (int32_t at = 0; at < 9; ++at) {
      float32x4_t sum = start;
#pragma GCC unroll 9
      for (int32_t tap = 0; tap < 9; ++tap) {
        const int32_t row = at / 3 + tap / 3 - 1;
        const int32_t column = at % 3 + tap % 3 - 1;
        if (row < 0 || row > 2 || column < 0 || column > 2) continue;
        sum = vfmaq_f32(sum, inputs[3 * row + column], weights[tap]);
      }
      sums[at % 4] = bound.bounded(sum);
      if (at % 4 < 3) continue;
      transpose(sums);
#pragma GCC unroll 4
      for (int32_t c = 0; c < 4; ++c) vst1q_f32(four.out[c] + at - 3, sums[c]);
    }
    vst1q_lane_f32(four.out[0] + 8, sums[0], 0);
    vst1q_lane_f32(four.out[1] + 8, sums[0], 1);
    vst1q_lane_f32(four.out[2] + 8, sums[0], 2);
    vst1q_lane_f32(four.out[3] + 8, sums[0], 3);
  }

  // Columns x to x + count - 1 of all rows.
  template <int32_t kStride>
  [[gnu::noinline]] void run_strip(const FourOperands<float>& its_four, int32_t x, int32_t count,
                                   const Bounds& its_bound) const {
    const FourOperands<float> four = its_four;
    const LaneBounds bound(known_bounds(its_bound));
    const PlaneAxis rows = window_.rows;
    const int32_t width = window_.columns.in;
    const int32_t out_pitch = window_.out_pitch;
    const int32_t seen = kStride * ((count < 4 ? 4 : count) - 1) + 3;
    // The results see `seen` columns, of which those from `begin` to `end` are inside.
    const int32_t first = x * kStride - window_.columns.padding;
    const int32_t begin = first < 0 ? -first : 0;
    const int32_t end = width - first < seen ? width - first : seen;
    float stored[3][4 * kStored];
    const float32x4_t zero = vdupq_n_f32(0);
    const float32x4x2_t two{{zero, zero}};
    const float32x4x4_t zeros{{zero, zero, zero, zero}};
    float* row[3];  // the columns that are seen
#pragma GCC unroll 3
    for (int32_t j = 0; j < 3; ++j) {
      row[j] = stored[j] + 4 * kBefore;
      vst1q_f32_x2(row[j] + 4 * (begin - 2), two);
      vst1q_f32_x4(row[j] + 4 * end, zeros);
      if (count < 4) vst1q_f32_x4(row[j] + 4 * (end + 4), zeros);
    }
    float32x4_t weights[9];
    read_nine(four.weight, weights);
    const float32x4_t start = vld1q_f32(four.start);
    const int32_t last = first + end - 4;  // of four columns
    // Stores a row of the planes, if there is one, as the last of three.
    const auto store = [&](int32_t y) __attribute__((always_inline)) {
      float* const to = row[0];
      row[0] = row[1];
      row[1] = row[2];
      row[2] = to;
      if (y < 0 || y >= rows.in) return;
      const int32_t at = y * window_.input_pitch;
      if (width < 4) {
        float32x4_t v[4];
#pragma GCC unroll 4
        for (int32_t c = 0; c < 4; ++c) v[c] = read_columns(four.input[c] + at, width);
        transpose(v);
#pragma GCC unroll 4
        for (int32_t c = 0; c < 4; ++c) vst1q_f32(to + 4 * (c - first), v[c]);
        return;
      }
      int32_t column = first + begin;
      while (true) {
        // Four that exist.
        if (column > last) column = last < 0 ? 0 : last;
        float32x4_t v[4];
#pragma GCC unroll 4
        for (int32_t c = 0; c < 4; ++c) v[c] = vld1q_f32(four.input[c] + (at + column));
        transpose(v);
        const float32x4x4_t columns{{v[0], v[1], v[2], v[3]}};
        vst1q_f32_x4(to + 4 * (column - first), columns);
        if (column >= last) return;
        column += 4;
      }
    };
    int32_t next = -rows.padding;  // row to be stored
    for (int32_t y = 0; y < rows.out; ++y) {
      const int32_t top = y * rows.stride - rows.padding;
      if (next < top) next = top;
      for (; next < top + 3; ++next) store(next);
      const float* inside[3];
#pragma GCC unroll 3
      for (int32_t j = 0; j < 3; ++j)
        inside[j] = top + j >= 0 && top + j < rows.in ? row[j] : nullptr;
      int32_t to = y * out_pitch + x;
      // Adds the terms of kColumns columns.
      const auto add = [&](auto number, float32x4_t* sums) __attribute__((always_inline)) {
        constexpr int32_t kColumns = decltype(number)::kValue;
#pragma GCC unroll 4
        for (int32_t i = 0; i < kColumns; ++i) sums[i] = start;
#pragma GCC unroll 3
        for (int32_t j = 0; j < 3; ++j) {
          if (inside[j] == nullptr) continue;
          float32x4_t taps[kStride * (kColumns - 1) + 3];
#pragma GCC unroll 9
          for (int32_t i = 0; i < kStride * (kColumns - 1) + 3; ++i)
            taps[i] = vld1q_f32(inside[j] + 4 * i);
          inside[j] += 4 * kStride * kColumns;
#pragma GCC unroll 3
          for (int32_t k = 0; k < 3; ++k) {
#pragma GCC unroll 4
            for (int32_t i = 0; i < kColumns; ++i)
              sums[i] = vfmaq_f32(sums[i], taps[kStride * i + k], weights[3 * j + k]);
          }
        }
#pragma GCC unroll 4
        for (int32_t i = 0; i < kColumns; ++i) sums[i] = bound.bounded(sums[i]);
      };
      float32x4_t sums[4];
      int32_t left = count;
      while (left > 2 || left == 1) {
        add(Height<4>{}, sums);
        transpose(sums);
        if (count < 4) {
#pragma GCC unroll 4
          for (int32_t c = 0; c < 4; ++c) write_columns(four.out[c] + to, count, sums[c]);
          break;
        }
#pragma GCC unroll 4
        for (int32_t c = 0; c < 4; ++c) vst1q_f32(four.out[c] + to, sums[c]);
        left -= 4;
        to += 4;
        if (left >= 4 || left % 2 == 0) continue;
        // The last four, some of them again.
        to += left - 4;
#pragma GCC unroll 3
        for (int32_t j = 0; j < 3; ++j) {
          if (inside[j] != nullptr) inside[j] += 4 * kStride * (left - 4);
        }
        left = 4;
      }
      if (left != 2) continue;
      add(Height<2>{}, sums);
      const float32x4_t low = vzip1q_f32(sums[0], sums[1]);
      const float32x4_t high = vzip2q_f32(sums[0], sums[1]);
      vst1_f32(four.out[0] + to, vget_low_f32(low));
      vst1_f32(four.out[1] + to, vget_high_f32(low));
      vst1_f32(four.out[2] + to, vget_low_f32(high));
      vst1_f32(four.out[3] + to, vget_high_f32(high));
    }
  }
};

template <>
class SeenRows<float> {
 public:
  static constexpr bool kAny = true;
  static constexpr int32_t kSlack = 0;

  static bool takes(const PlaneWindow& window) {
    return window.columns.stride <= 2 && window.columns.kernel <= kMostColumns;
  }

  explicit SeenRows(const PlaneWindow& its) : window_(its) {
    const PlaneAxis& columns = its.columns;
    const auto results_within = [&](int32_t distance) {
      const int32_t results = distance <= 0 ? 0 : (distance + columns.stride - 1) / columns.stride;
      return results < columns.out ? results : columns.out;
    };
    for (int32_t k = 0; k < columns.kernel; ++k) {
      const int32_t offset = k * columns.spread - columns.padding;
      inside_[k] = {offset, results_within(-offset), results_within(columns.in - offset)};
    }
  }

  void gather(const float* plane, int32_t first, int32_t count, float* to) const {
    window_.columns.stride == 1 ? gather_rows<1>(plane, first, count, to)
                                : gather_rows<2>(plane, first, count, to);
  }

 private:
  static constexpr int32_t kMostColumns = 8;  // of a kernel

  // Results that see inputs of a row, of which the one of the first result would be at `offset`.
  struct Inside {
    int32_t offset;
    int32_t begin;
    int32_t end;
  };

  PlaneWindow window_;
  Inside inside_[kMostColumns];

  template <int32_t kStride>
  [[gnu::noinline]] void gather_rows(const float* plane, int32_t first, int32_t count,
                                     float* to) const {
    const PlaneAxis rows = window_.rows;
    const int32_t width = window_.columns.in;
    const int32_t out = window_.columns.out;
    for (int32_t j = 0; j < rows.kernel; ++j) {
      for (int32_t k = 0; k < window_.columns.kernel; ++k) {
        const auto [offset, begin, end] = inside_[k];
        // The last one of eight inputs at strides of two is none that is seen.
        const int32_t last = kStride == 1 ? end : (width - offset) / 2;
        const int32_t whole = (last < end ? last : end) - 4;
        int32_t y = first * rows.stride - rows.padding + j * rows.spread;
        for (int32_t n = count; n > 0; --n, y += rows.stride, to += out) {
          if (y < 0 || y >= rows.in || begin >= end) {
            for (int32_t x = 0; x < out; ++x) to[x] = 0;
            continue;
          }
          const float* const row = plane + y * window_.input_pitch;
          int32_t x = 0;
          for (; x < begin; ++x) to[x] = 0;
          for (; x <= whole; x += 4) {
            const float* const from = row + (kStride * x + offset);
            vst1q_f32(to + x, kStride == 1 ? vld1q_f32(from) : vld2q_f32(from).val[0]);
          }
          for (; x < end; ++x) to[x] = row[kStride * x + offset];
          for (; x < out; ++x) to[x] = 0;
        }
      }
    }
  }
};

}  // namespace kerf::portable
