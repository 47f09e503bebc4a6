// Convolutions of a plane of float, a register of columns of a row at a time: columns outside of
// the plane are lanes that are not read.
#pragma once

#include "isa/scalar/loops/planes.h"
#include "loops/floats.h"

namespace kerf::portable {

template <>
struct Planes2d<float> {
  static constexpr bool kAny = true;
  static constexpr int32_t kMostColumns = 8;  // of a kernel

  static bool takes(const PlaneWindow& window) {
    return window.columns.stride <= 2 && window.columns.kernel <= kMostColumns;
  }

  template <typename Bound>
  static void run(const PlaneWindow& window, const float* input, const float* weight, float start,
                  float* out, const Bound& bound) {
    for (int32_t x = 0; x < window.columns.out; x += kLanes) {
      window.columns.stride == 1 ? run_columns<1>(window, input, weight, start, out, x, bound)
                                 : run_columns<2>(window, input, weight, start, out, x, bound);
    }
  }

 private:
  static constexpr int32_t kLanes = Floats::kLanes;

  // Every kStride-th column from `at` on, of those whose lanes are in `masks`.
  template <int32_t kStride>
  [[gnu::always_inline]] static Floats read(const float* at, const Floats::Mask (&masks)[2]) {
    const Floats low = Floats::read(at, masks[0]);
    if (kStride == 1) return low;
    return every_second(low, Floats::read(at + kLanes, masks[1]));
  }

  // All rows of columns x to x + kLanes - 1.
  template <int32_t kStride, typename Bound>
  [[gnu::noinline]] static void run_columns(const PlaneWindow& window, const float* input,
                                            const float* weight, float start, float* out, int32_t x,
                                            const Bound& bound) {
    const PlaneAxis rows = window.rows;
    const PlaneAxis columns = window.columns;
    const int32_t first_column = x * kStride - columns.padding;
    Floats::Mask masks[kMostColumns][2];
    for (int32_t k = 0; k < columns.kernel; ++k) {
      const int32_t first = first_column + k * columns.spread;
      masks[k][0] = Floats::within(-first, columns.in - first);
      if (kStride == 2) {
        masks[k][1] = Floats::within(-first - kLanes, columns.in - first - kLanes);
      }
    }
    const Floats::Mask existing = Floats::below(columns.out - x);
    const Floats starts = Floats::all(start);
    input += first_column;
    out += x;
    for (int32_t y = 0; y < rows.out; ++y, out += window.out_pitch) {
      Floats sum = starts;
      int32_t row = y * rows.stride - rows.padding;
      const float* w = weight;
      for (int32_t j = 0; j < rows.kernel; ++j, row += rows.spread, w += rows.weight) {
        if (row < 0 || row >= rows.in) continue;
        const float* at = input + row * window.input_pitch;
        const auto add = [&](int32_t k) __attribute__((always_inline)) {
          const Floats inputs = read<kStride>(at + k * columns.spread, masks[k]);
          sum = multiply_add(sum, inputs, Floats::all(w[k * columns.weight]));
        };
        if (columns.kernel == 3) {
          add(0);
          add(1);
          add(2);
        } else {
          for (int32_t k = 0; k < columns.kernel; ++k) add(k);
        }
      }
      bound.bounded(sum).write(out, existing);
    }
  }
};

}  // namespace kerf::portable
