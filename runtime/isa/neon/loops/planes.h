// Convolutions of a plane of float by NEON, four columns of all rows at a time, one fused
// multiply-add for each term. Nothing outside of the plane is read: at its edges a vector is read
// from inside and its lanes are moved to their places, those outside being 0.
#pragma once

#include <arm_neon.h>

#include "isa/scalar/loops/planes.h"

namespace kerf::portable {

template <>
class Planes2d<float> {
 public:
  static constexpr bool kAny = true;
  static constexpr int32_t kMostColumns = 8;  // of a kernel

  static bool takes(const PlaneWindow& window) {
    return window.columns.stride <= 2 && window.columns.kernel <= kMostColumns;
  }

  explicit Planes2d(const PlaneWindow& its)
      : window_(its),
        small_(its.rows.kernel == 3 && its.rows.stride == its.columns.stride &&
               its.rows.padding < 3 && its.rows.spread == 1 && its.rows.weight == 3 &&
               its.columns.kernel == 3 && its.columns.spread == 1 && its.columns.weight == 1) {}

  template <typename Bound>
  void run(const float* input, const float* weight, float start, float* out,
           const Bound& bound) const {
    run_bounded(input, weight, start, out, bounds_of(bound));
  }

 private:
  PlaneWindow window_;
  bool small_;  // run_3x3() takes it

  void run_bounded(const float* input, const float* weight, float start, float* out,
                   const Bounds& bound) const {
    const PlaneAxis& columns = window_.columns;
    for (int32_t x = 0; x < columns.out; x += 4) {
      // The last four, some of them again.
      const int32_t from = x > columns.out - 4 && columns.out > 4 ? columns.out - 4 : x;
      float* const to = out + from;
      if (columns.stride == 1) {
        small_ ? run_3x3<1>(input, weight, start, to, from, bound)
               : run_any<1>(input, weight, start, to, from, bound);
      } else {
        small_ ? run_3x3<2>(input, weight, start, to, from, bound)
               : run_any<2>(input, weight, start, to, from, bound);
      }
    }
  }

  // from[i] for i < count, then 0.
  static float32x4_t read(const float* from, int32_t count) {
    if (count >= 4) return vld1q_f32(from);
    if (count == 1) return vld1q_lane_f32(from, vdupq_n_f32(0), 0);
    const float32x4_t two = vcombine_f32(vld1_f32(from), vdup_n_f32(0));
    return count == 2 ? two : vld1q_lane_f32(from + 2, two, 2);
  }
  static void write(float* to, int32_t count, float32x4_t lanes) {
    if (count >= 4) return vst1q_f32(to, lanes);
    vst1q_lane_f32(to, lanes, 0);
    if (count > 1) vst1q_lane_f32(to + 1, lanes, 1);
    if (count > 2) vst1q_lane_f32(to + 2, lanes, 2);
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

  // What three adjacent columns of a kernel see of a row, where all of it is inside.
  template <int32_t kStride>
  struct Inside {
    int32_t first;

    [[gnu::always_inline]] void read_row(const float* row, float32x4_t (&taps)[3]) const {
      row += first;
      if constexpr (kStride == 1) {
#pragma GCC unroll 3
        for (int32_t k = 0; k < 3; ++k) taps[k] = vld1q_f32(row + k);
      } else {
        const float32x4x2_t pairs = vld2q_f32(row);
        taps[0] = pairs.val[0];
        taps[1] = pairs.val[1];
        taps[2] = vextq_f32(taps[0], vld1q_dup_f32(row + 8), 1);
      }
    }
  };

  // The same at the edges of a row. One of fewer than four columns is read once.
  template <int32_t kStride, bool kNarrow>
  struct AtEdge {
    int32_t width;
    Edge edges[3];

    AtEdge(int32_t first, int32_t its_width)
        : width(its_width),
          edges{{first, width},
                {first + (kStride == 1 ? 1 : 4), width},
                {first + (kStride == 1 ? 2 : 8), width}} {}

    [[gnu::always_inline]] void read_row(const float* row, float32x4_t (&taps)[3]) const {
      float32x4_t seen[3];
      const float32x4_t whole = kNarrow ? read(row, width) : vdupq_n_f32(0);
#pragma GCC unroll 3
      for (int32_t i = 0; i < 3; ++i)
        seen[i] = edges[i].moved(kNarrow ? whole : vld1q_f32(row + edges[i].from));
      if constexpr (kStride == 1) {
#pragma GCC unroll 3
        for (int32_t k = 0; k < 3; ++k) taps[k] = seen[k];
      } else {
        taps[0] = vuzp1q_f32(seen[0], seen[1]);
        taps[1] = vuzp2q_f32(seen[0], seen[1]);
        taps[2] = vextq_f32(taps[0], seen[2], 1);
      }
    }
  };

  // The three weights of each row of a kernel.
  struct Weights3x3 {
    float32x4_t low;
    float32x4_t high;
    float last;

    explicit Weights3x3(const float* weight)
        : low(vld1q_f32(weight)), high(vld1q_f32(weight + 4)), last(weight[8]) {}

    // sum + the taps of a row, each times its weight.
    [[gnu::always_inline]] float32x4_t add0(float32x4_t sum, const float32x4_t (&taps)[3]) const {
      sum = vfmaq_laneq_f32(sum, taps[0], low, 0);
      sum = vfmaq_laneq_f32(sum, taps[1], low, 1);
      return vfmaq_laneq_f32(sum, taps[2], low, 2);
    }
    [[gnu::always_inline]] float32x4_t add1(float32x4_t sum, const float32x4_t (&taps)[3]) const {
      sum = vfmaq_laneq_f32(sum, taps[0], low, 3);
      sum = vfmaq_laneq_f32(sum, taps[1], high, 0);
      return vfmaq_laneq_f32(sum, taps[2], high, 1);
    }
    [[gnu::always_inline]] float32x4_t add2(float32x4_t sum, const float32x4_t (&taps)[3]) const {
      sum = vfmaq_laneq_f32(sum, taps[0], high, 2);
      sum = vfmaq_laneq_f32(sum, taps[1], high, 3);
      return vfmaq_n_f32(sum, taps[2], last);
    }
  };

  // Columns x to x + 3 of all rows, as many as there are.
  template <int32_t kStride>
  void run_3x3(const float* input, const float* weight, float start, float* out, int32_t x,
               const Bounds& bound) const {
    const PlaneAxis& columns = window_.columns;
    const int32_t first = x * kStride - columns.padding;
    if (first >= 0 && first + (kStride == 1 ? 5 : 8) < columns.in) {
      const Inside<kStride> row{first};
      run_rows<kStride, true>(row, input, weight, start, out, x, bound);
    } else if (columns.in >= 4) {
      const AtEdge<kStride, false> row(first, columns.in);
      run_rows<kStride, false>(row, input, weight, start, out, x, bound);
    } else {
      const AtEdge<kStride, true> row(first, columns.in);
      run_rows<kStride, false>(row, input, weight, start, out, x, bound);
    }
  }

  // Each row of the plane is read once; kFour: four columns are written.
  template <int32_t kStride, bool kFour, typename Row>
  [[gnu::noinline]] void run_rows(const Row& columns, const float* input, const float* weight,
                                  float start, float* out, int32_t x,
                                  const Bounds& its_bound) const {
    const Row seen = columns;
    const Bounds bound = its_bound;
    const Weights3x3 weights(weight);
    const float32x4_t starts = vdupq_n_f32(start);
    const int32_t input_pitch = window_.input_pitch;
    const int32_t out_pitch = window_.out_pitch;
    const int32_t in = window_.rows.in;
    const int32_t padding = window_.rows.padding;
    const int32_t count = window_.columns.out - x;
    int32_t left = window_.rows.out;
    float32x4_t taps[3];
    const auto finish = [&](float32x4_t sum) __attribute__((always_inline)) {
      write(out, kFour ? 4 : count, bound.bounded(Floats{sum}).v);
      out += out_pitch;
      --left;
    };
    float32x4_t sum = starts;
    if constexpr (kStride == 1) {
      // The sums that a row is the last, the middle and the first one of.
      float32x4_t next = starts;
      int32_t early = 2 - padding;  // rows that are the last one of none
      for (int32_t row = 0; row < in; ++row, input += input_pitch) {
        seen.read_row(input, taps);
        sum = weights.add2(sum, taps);
        if (--early < 0) finish(sum);
        sum = weights.add1(next, taps);
        next = weights.add0(starts, taps);
      }
      if (left > 0) finish(sum);
      if (left > 0) finish(next);
    } else {
      // The last row of a sum is the first one of the next.
      const auto read = [&](int32_t row) __attribute__((always_inline)) {
        const bool inside = row >= 0 && row < in;
        if (inside) seen.read_row(input + row * input_pitch, taps);
        return inside;
      };
      int32_t row = -padding;
      if (read(row)) sum = weights.add0(sum, taps);
      while (left > 0) {
        float32x4_t next = starts;
        if (read(row + 1)) sum = weights.add1(sum, taps);
        if (read(row + 2)) {
          sum = weights.add2(sum, taps);
          next = weights.add0(starts, taps);
        }
        finish(sum);
        sum = next;
        row += 2;
      }
    }
  }

  // As run_3x3(), of any kernel.
  template <int32_t kStride>
  [[gnu::noinline]] void run_any(const float* input, const float* weight, float start, float* out,
                                 int32_t x, const Bounds& bound) const {
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
            return edge.moved(read(from + edge.from, columns.in));
          };
          float32x4_t inputs = seen(edges[k][0]);
          if (kStride == 2) inputs = vuzp1q_f32(inputs, seen(edges[k][1]));
          sum = vfmaq_n_f32(sum, inputs, w[k * columns.weight]);
        }
      }
      write(out, columns.out - x, bound.bounded(Floats{sum}).v);
    }
  }
};

}  // namespace kerf::portable
