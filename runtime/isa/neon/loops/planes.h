// Convolutions of planes of float by NEON, one fused multiply-add for each term: windows of 3x3 of
// four planes together, others four columns of all rows of a plane at a time. Nothing outside of a
// plane is read: at its edges a vector is read from inside and its lanes are moved to their places,
// those outside being 0.
#pragma once

#include <arm_neon.h>
#include <stddef.h>

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

// A register has an element of each of four planes. What some of their rows see is stored so, with
// the padding around it.
template <>
class SeveralPlanes<float> {
 public:
  static bool takes(const PlaneWindow& window) {
    const PlaneAxis& rows = window.rows;
    const PlaneAxis& columns = window.columns;
    return rows.kernel == 3 && rows.spread == 1 && rows.weight == 3 && rows.out > 1 &&
           columns.kernel == 3 && columns.spread == 1 && columns.weight == 1 &&
           rows.stride == columns.stride && columns.stride <= 2 && columns.out > 1 &&
           columns.padding <= 1 &&
           columns.stride * (columns.out - 1) + 2 <= columns.in + columns.padding;
  }

  explicit SeveralPlanes(const PlaneWindow& its) : window_(its) {}

  template <typename Bound>
  void run(const PlaneOperands<float>& operands, int32_t count, const Bound& bound) const {
    if constexpr (!kSmall) {
      if (is_3x3(window_.rows) && is_3x3(window_.columns) && window_.input_pitch == 3 &&
          window_.out_pitch == 3)
        return run_3x3(operands, count, bounds_of(bound));
    }
    run_stored(operands, count, bounds_of(bound));
  }

 private:
  // Whether three results see three inputs.
  static bool is_3x3(const PlaneAxis& axis) {
    return axis.in == 3 && axis.out == 3 && axis.stride == 1 && axis.padding == 1;
  }

  static constexpr int32_t kMostColumns = 32;  // of results at a time
  static constexpr int32_t kMostStored = 512;  // inputs of a plane
  static constexpr int32_t kBehind = 4;        // written behind the last of them

  PlaneWindow window_;

  // The operands of four planes; those that do not exist are the last one.
  struct Four {
    const float* input[4];
    const float* weight[4];
    float* out[4];
    float32x4_t start;

    [[gnu::always_inline]] Four(const PlaneOperands<float>& its, int32_t first, int32_t count) {
      const float* x = its.input + ptrdiff_t{first} * its.input_pitch;
      const float* w = its.weight + ptrdiff_t{first} * its.weight_pitch;
      float* to = its.out + ptrdiff_t{first} * its.out_pitch;
#pragma GCC unroll 4
      for (int32_t i = 0; i < 4; ++i) {
        input[i] = x;
        weight[i] = w;
        out[i] = to;
        if (first + i + 1 >= count) continue;
        x += its.input_pitch;
        w += its.weight_pitch;
        to += its.out_pitch;
      }
      const int32_t left = count - first;
      start = its.start == nullptr ? vdupq_n_f32(0)
              : left >= 4          ? vld1q_f32(its.start + first)
                                   : read_columns(its.start + first, left);
      if (left == 3) start = vcopyq_laneq_f32(start, 3, start, 2);
      if (left == 2) start = vcombine_f32(vget_low_f32(start), vdup_laneq_f32(start, 1));
      if (left == 1) start = vdupq_laneq_f32(start, 0);
    }
  };

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
  [[gnu::noinline]] static void run_3x3(const PlaneOperands<float>& operands, int32_t count,
                                        const Bounds& its_bound) {
    const PlaneOperands<float> its = operands;
    const LaneBounds bound(known_bounds(its_bound));
    for (int32_t first = 0; first < count; first += 4) {
      const Four four(its, first, count);
      float32x4_t inputs[9];
      float32x4_t weights[9];
      read_nine(four.input, inputs);
      read_nine(four.weight, weights);
      float32x4_t sums[4];
#pragma GCC unroll 9
      for (int32_t at = 0; at < 9; ++at) {
        float32x4_t sum = four.start;
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
  }

  // Some rows of some columns of results, and what they see inside of the planes' columns.
  struct Band {
    int32_t row;  // the first result
    int32_t column;
    int32_t rows;
    int32_t columns;  // two at least
    int32_t seen;     // the first column of inputs
    int32_t pitch;    // columns of inputs
  };

  [[gnu::noinline]] void run_stored(const PlaneOperands<float>& operands, int32_t count,
                                    const Bounds& its_bound) const {
    const PlaneOperands<float> its = operands;
    const Bounds bound = known_bounds(its_bound);
    const PlaneAxis& rows = window_.rows;
    const PlaneAxis& columns = window_.columns;
    const int32_t stride = columns.stride;
    float stored[4 * (kMostStored + kBehind)];
    const int32_t strips = (columns.out + kMostColumns - 1) / kMostColumns;
    Band band;
    for (band.column = 0; band.column < columns.out; band.column += band.columns) {
      // The last one has two columns, of which one is computed again, where one is left.
      band.columns = (columns.out + strips - 1) / strips;
      if (band.columns > columns.out - band.column) band.columns = columns.out - band.column;
      if (band.columns == 1) band.column = columns.out - (band.columns = 2);
      const int32_t first = band.column * stride - columns.padding;
      const int32_t end = first + (band.columns - 1) * stride + 3;
      band.seen = first < 0 ? 0 : first;
      band.pitch = (end < columns.in ? end : columns.in) - band.seen;
      const int32_t most = ((kMostStored / band.pitch - 3) / stride + 1) & ~1;
      for (band.row = 0; band.row < rows.out; band.row += band.rows) {
        band.rows = rows.out - band.row;
        if (band.rows > most) band.rows = most;
        // As of columns.
        if (band.rows == 1) band.row = rows.out - (band.rows = 2);
        // The rows that are outside are the same of all planes.
        const int32_t top = band.row * stride - rows.padding;
        const int32_t bottom = top + (band.rows - 1) * stride + 3;
        const int32_t begin = top < 0 ? (bottom < 0 ? bottom : 0) : top;
        const int32_t behind = bottom < rows.in ? bottom : rows.in > begin ? rows.in : begin;
        clear(stored, (begin - top) * band.pitch);
        clear(stored + 4 * (behind - top) * band.pitch, (bottom - behind) * band.pitch);
        float* const inside = stored + 4 * (begin - top) * band.pitch;
        for (int32_t plane = 0; plane < count; plane += 4) {
          const Four four(its, plane, count);
          store(four, band, begin, behind, inside);
          stride == 1 ? run_band<1>(four, band, stored, bound)
                      : run_band<2>(four, band, stored, bound);
        }
      }
    }
  }

  static void clear(float* to, int32_t count) {
    for (const float* const end = to + 4 * count; to < end; to += 4) {
      vst1q_f32(to, vdupq_n_f32(0));
      __asm__("" : "+r"(to));  // not by a call
    }
  }

  // Stores rows of the planes, from `row` to the one before `end`.
  [[gnu::noinline]] void store(const Four& its_four, const Band& band, int32_t row, int32_t end,
                               float* to) const {
    const Four four = its_four;
    const ptrdiff_t input_pitch = window_.input_pitch;
    int32_t count = band.pitch;
    if (count == input_pitch) {  // all are adjacent
      count *= end - row;
      if (count > 0) end = row + 1;
    }
    for (; row < end; ++row) {
      ptrdiff_t from = row * input_pitch + band.seen;
      float32x4_t v[4];
      if (count < 4) {
#pragma GCC unroll 4
        for (int32_t c = 0; c < 4; ++c) v[c] = read_columns(four.input[c] + from, count);
        transpose(v);
        for (int32_t k = 0; k < 3; ++k) vst1q_f32(to + 4 * k, v[k]);
        to += 4 * count;
        continue;
      }
      const auto store_four = [&]() __attribute__((always_inline)) {
#pragma GCC unroll 4
        for (int32_t c = 0; c < 4; ++c) v[c] = vld1q_f32(four.input[c] + from);
        transpose(v);
#pragma GCC unroll 4
        for (int32_t k = 0; k < 4; ++k) vst1q_f32(to + 4 * k, v[k]);
        to += 16;
        from += 4;
      };
      for (const float* const last = to + 4 * (count & ~3); to != last;) store_four();
      if (const int32_t again = -count & 3; again != 0) {
        to -= 4 * again;
        from -= again;
        store_four();
      }
    }
  }

  // Computes the results of a band.
  template <int32_t kStride>
  [[gnu::noinline]] void run_band(const Four& its_four, const Band& band, const float* stored,
                                  const Bounds& its_bound) const {
    constexpr int32_t kRows = kStride == 1 ? 2 : 1;  // at a time
    const Four four = its_four;
    const LaneBounds bound(its_bound);
    const int32_t count = band.columns;
    const int32_t pitch = 4 * band.pitch;
    const int32_t out_pitch = window_.out_pitch;
    const int32_t seen = band.column * kStride - window_.columns.padding - band.seen;
    float32x4_t weights[9];
    read_nine(four.weight, weights);
    for (int32_t y = 0; y < band.rows; y += kRows) {
      // The last rows, some of them again.
      if (y > band.rows - kRows) y = band.rows - kRows;
      const float* const row = stored + y * kStride * pitch;
      const int32_t to = (band.row + y) * out_pitch + band.column;
      // Columns from x on; kAlone: all of them, with a column of padding at each side.
      const auto run = [&](auto columns, auto alone, int32_t x) __attribute__((always_inline)) {
        constexpr int32_t kColumns = decltype(columns)::kValue;
        constexpr bool kAlone = decltype(alone)::kValue != 0;
        constexpr int32_t kSeen = kStride * (kColumns - 1) + 3;
        const int32_t at_first = kAlone ? -1 : seen + kStride * x;
        const bool left = !kAlone && at_first >= 0;  // there is a column
        const bool right = !kAlone && band.pitch - kSeen - at_first >= 0;
        const float* from = row + 4 * at_first;
        float32x4_t sums[kRows][kColumns];
#pragma GCC unroll 2
        for (int32_t q = 0; q < kRows; ++q) {
#pragma GCC unroll 7
          for (int32_t i = 0; i < kColumns; ++i) sums[q][i] = four.start;
        }
#pragma GCC unroll 4
        for (int32_t r = 0; r < kRows + 2; ++r, from += pitch) {
          float32x4_t taps[kSeen];
#pragma GCC unroll 9
          for (int32_t tap = 1; tap < kSeen - 1; ++tap) taps[tap] = vld1q_f32(from + 4 * tap);
          const auto add = [&](int32_t tap, float32x4_t inputs) __attribute__((always_inline)) {
#pragma GCC unroll 2
            for (int32_t q = 0; q < kRows; ++q) {
              const int32_t j = r - q;
              if (j < 0 || j > 2) continue;
#pragma GCC unroll 7
              for (int32_t i = 0; i < kColumns; ++i) {
                const int32_t k = tap - kStride * i;
                if (k < 0 || k > 2) continue;
                sums[q][i] = vfmaq_f32(sums[q][i], inputs, weights[3 * j + k]);
              }
            }
          };
          if (left) add(0, vld1q_f32(from));
#pragma GCC unroll 9
          for (int32_t tap = 1; tap < kSeen - 1; ++tap) add(tap, taps[tap]);
          if (right) add(kSeen - 1, vld1q_f32(from + 4 * (kSeen - 1)));
        }
#pragma GCC unroll 2
        for (int32_t q = 0; q < kRows; ++q) {
          const int32_t at = to + q * out_pitch + x;
#pragma GCC unroll 7
          for (int32_t i = 0; i < kColumns; ++i) sums[q][i] = bound.bounded(sums[q][i]);
#pragma GCC unroll 2
          for (int32_t i = 0; i < kColumns; i += 4) {
            if (kColumns - i == 2) {
              const float32x4_t low = vzip1q_f32(sums[q][i], sums[q][i + 1]);
              const float32x4_t high = vzip2q_f32(sums[q][i], sums[q][i + 1]);
              vst1_f32(four.out[0] + at + i, vget_low_f32(low));
              vst1_f32(four.out[1] + at + i, vget_high_f32(low));
              vst1_f32(four.out[2] + at + i, vget_low_f32(high));
              vst1_f32(four.out[3] + at + i, vget_high_f32(high));
              break;
            }
            // The last four, some of them again.
            const int32_t of = i + 4 > kColumns ? kColumns - 4 : i;
            float32x4_t v[4];
#pragma GCC unroll 4
            for (int32_t k = 0; k < 4; ++k) v[k] = sums[q][of + k];
            transpose(v);
#pragma GCC unroll 4
            for (int32_t c = 0; c < 4; ++c) vst1q_f32(four.out[c] + at + of, v[c]);
          }
        }
      };
      if constexpr (kStride == 1 && !kSmall) {
        if (seen < 0 && band.pitch == count && count == window_.columns.in) {
          if (count == 6) {
            run(Height<6>{}, Height<1>{}, 0);
            continue;
          }
          if (count == 7) {
            run(Height<7>{}, Height<1>{}, 0);
            continue;
          }
        }
      }
      // What is left may be computed again.
      int32_t x = 0;
      for (; count - x > 2 && count > 3; x += 4)
        run(Height<4>{}, Height<0>{}, count - x < 4 ? count - 4 : x);
      for (; x < count; x += 2) run(Height<2>{}, Height<0>{}, count - x < 2 ? count - 2 : x);
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
