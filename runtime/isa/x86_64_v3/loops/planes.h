// Convolutions of a plane of float, eight columns of several rows at a time: columns outside of the
// plane are lanes that are not read. Planes are often as narrow as this: longer registers have more
// lanes without a column, unless they have several rows.
#pragma once

#include "isa/scalar/loops/planes.h"
#include "isa/x86_64_v3/loops/eight_floats.h"
#include "loops/floats.h"
#include "loops/narrow_plane.h"

namespace kerf::portable {

template <>
class Planes2d<float> {
 public:
  static constexpr bool kAny = true;

  static bool takes(const PlaneWindow& window) {
    return window.columns.stride <= 2 && window.columns.kernel <= kMostTaps;
  }

  explicit Planes2d(const PlaneWindow& window)
      : window_(window), is_3x3_(kernel_is_3x3(window.rows, window.columns)) {
    if (is_3x3_ && NarrowPlane::takes(window)) {
      narrow_.begin(window);
      return;
    }
    for (int32_t i = 0; i < kKept && i * kLanes < window.columns.out; ++i)
      kept_[i] = ColumnMasks(window.columns, i * kLanes);
  }

  template <typename Bound>
  void run(const float* input, const float* weight, float start, float* out,
           const Bound& its_bound) const {
    const Bounds bound = bounds_of(its_bound);
    if (narrow_.columns > 0) return narrow_.run(input, weight, start, out, bound);
    const PlaneAxis& columns = window_.columns;
    for (int32_t i = 0; i * kLanes < columns.out; ++i) {
      const int32_t x = i * kLanes;
      const float* const from = input + (x * columns.stride - columns.padding);
      float* const to = out + x;
      if (!is_3x3_) {
        columns.stride == 1 ? run_any<1>(x, from, weight, start, to, bound)
                            : run_any<2>(x, from, weight, start, to, bound);
        continue;
      }
      const ColumnMasks& masks = i < kKept ? kept_[i] : ColumnMasks(columns, x);
      columns.stride == 1 ? run_3x3<1>(masks, columns.out - x, from, weight, start, to, bound)
                          : run_3x3<2>(masks, columns.out - x, from, weight, start, to, bound);
    }
  }

 private:
  using Lanes = EightFloats;
  static constexpr int32_t kLanes = Lanes::kLanes;
  static constexpr int32_t kMostTaps = 8;  // of a row of a kernel
  static constexpr int32_t kRows = 4;      // of results of a kernel of 3x3 at a time
  static constexpr int32_t kKept = 8;      // masks of so many times eight columns

  // Which inputs the results of eight columns see: of tap k those from input k on, and, where they
  // are two apart, those from k + kLanes on.
  struct ColumnMasks {
    Lanes::Mask inputs[3][2];
    ColumnMasks() = default;
    ColumnMasks(const PlaneAxis& columns, int32_t x) {
      for (int32_t k = 0; k < 3; ++k) {
        for (int32_t half = 0; half < 2; ++half) {
          const int32_t first = x * columns.stride - columns.padding + k + half * kLanes;
          inputs[k][half] = Lanes::within(-first, columns.in - first);
        }
      }
    }
  };

  static bool kernel_is_3x3(const PlaneAxis& rows, const PlaneAxis& columns) {
    return rows.kernel == 3 && columns.kernel == 3 && rows.stride == columns.stride &&
           rows.spread == 1 && columns.spread == 1 && rows.weight == 3 && columns.weight == 1;
  }

  // Reads what the taps of a row of the kernel see.
  template <int32_t kStride>
  [[gnu::always_inline]] static void read_taps(const float* at, const ColumnMasks& masks,
                                               Lanes (&taps)[3]) {
    if constexpr (kStride == 1) {
#pragma GCC unroll 3
      for (int32_t k = 0; k < 3; ++k) taps[k] = Lanes::read(at + k, masks.inputs[k][0]);
    } else {
      const Lanes low = Lanes::read(at, masks.inputs[0][0]);
      const Lanes high = Lanes::read(at + kLanes, masks.inputs[0][1]);
      taps[0] = every_second(low, high);
      taps[1] = every_other(low, high);
      taps[2] = every_second(Lanes::read(at + 2, masks.inputs[2][0]),
                             Lanes::read(at + 2 + kLanes, masks.inputs[2][1]));
    }
  }

  // All rows of eight columns. A row of inputs is read once for the rows of results that see it.
  template <int32_t kStride>
  [[gnu::noinline]] void run_3x3(const ColumnMasks& masks, int32_t columns, const float* input,
                                 const float* weight, float start, float* out,
                                 const Bounds& bound) const {
    const PlaneAxis& rows = window_.rows;
    Lanes weights[9];
#pragma GCC unroll 9
    for (int32_t i = 0; i < 9; ++i) weights[i] = Lanes::all(weight[i]);
    for (int32_t y = 0; y < rows.out; y += kRows) {
      Lanes sums[kRows];
#pragma GCC unroll 4
      for (int32_t r = 0; r < kRows; ++r) sums[r] = Lanes::all(start);
      const int32_t first = y * kStride - rows.padding;
#pragma GCC unroll 9
      for (int32_t i = 0; i < (kRows - 1) * kStride + 3; ++i) {
        if (first + i < 0 || first + i >= rows.in) continue;
        Lanes taps[3];
        read_taps<kStride>(input + (first + i) * window_.input_pitch, masks, taps);
#pragma GCC unroll 4
        for (int32_t r = 0; r < kRows; ++r) {
          const int32_t j = i - r * kStride;
          if (j < 0 || j >= 3) continue;
#pragma GCC unroll 3
          for (int32_t k = 0; k < 3; ++k)
            sums[r] = multiply_add(sums[r], taps[k], weights[3 * j + k]);
        }
      }
#pragma GCC unroll 4
      for (int32_t r = 0; r < kRows; ++r) {
        if (y + r < rows.out)
          bound.bounded(sums[r]).write(out + (y + r) * window_.out_pitch, columns);
      }
    }
  }

  // Every kStride-th column from `at` on, of those whose lanes are in `masks`.
  template <int32_t kStride>
  [[gnu::always_inline]] static Lanes read(const float* at, const Lanes::Mask (&masks)[2]) {
    const Lanes low = Lanes::read(at, masks[0]);
    if (kStride == 1) return low;
    return every_second(low, Lanes::read(at + kLanes, masks[1]));
  }

  // All rows of columns x to x + kLanes - 1, of any kernel.
  template <int32_t kStride>
  [[gnu::noinline]] void run_any(int32_t x, const float* input, const float* weight, float start,
                                 float* out, const Bounds& bound) const {
    const PlaneAxis& rows = window_.rows;
    const PlaneAxis& columns = window_.columns;
    const int32_t first_column = x * kStride - columns.padding;
    Lanes::Mask masks[kMostTaps][2];
    for (int32_t k = 0; k < columns.kernel; ++k) {
      const int32_t first = first_column + k * columns.spread;
      masks[k][0] = Lanes::within(-first, columns.in - first);
      if (kStride == 2) {
        masks[k][1] = Lanes::within(-first - kLanes, columns.in - first - kLanes);
      }
    }
    const Lanes starts = Lanes::all(start);
    for (int32_t y = 0; y < rows.out; ++y, out += window_.out_pitch) {
      Lanes sum = starts;
      int32_t row = y * rows.stride - rows.padding;
      const float* w = weight;
      for (int32_t j = 0; j < rows.kernel; ++j, row += rows.spread, w += rows.weight) {
        if (row < 0 || row >= rows.in) continue;
        const float* at = input + row * window_.input_pitch;
        for (int32_t k = 0; k < columns.kernel; ++k) {
          const Lanes inputs = read<kStride>(at + k * columns.spread, masks[k]);
          sum = multiply_add(sum, inputs, Lanes::all(w[k * columns.weight]));
        }
      }
      bound.bounded(sum).write(out, columns.out - x);
    }
  }

  PlaneWindow window_;
  bool is_3x3_;
  ColumnMasks kept_[kKept];
  NarrowPlane narrow_;
};

template <>
class SeenRows<float> {
 public:
  static constexpr bool kAny = true;
  static constexpr int32_t kSlack = Floats::kLanes;

  static bool takes(const PlaneWindow& window) {
    const PlaneAxis& columns = window.columns;
    return columns.stride <= 2 && columns.kernel <= kMostTaps &&
           columns.out <= kMostVectors * kLanes;
  }

  explicit SeenRows(const PlaneWindow& window) : window_(window) {
    const PlaneAxis& columns = window.columns;
    for (int32_t k = 0; k < columns.kernel; ++k) {
      for (int32_t v = 0; v * kLanes < columns.out; ++v) {
        for (int32_t half = 0; half < 2; ++half) {
          const int32_t first = first_column(k, v) + half * kLanes;
          masks_[k][v][half] = Floats::within(-first, columns.in - first);
        }
      }
    }
  }

  [[gnu::noinline]] void gather(const float* plane, int32_t first, int32_t rows, float* to) const {
    const PlaneAxis& down = window_.rows;
    for (int32_t j = 0; j < down.kernel; ++j) {
      const int32_t row = first * down.stride - down.padding + j * down.spread;
      for (int32_t k = 0; k < window_.columns.kernel; ++k)
        to = window_.columns.stride == 1 ? gather_tap<1>(plane, row, k, rows, to)
                                         : gather_tap<2>(plane, row, k, rows, to);
    }
  }

 private:
  static constexpr int32_t kLanes = Floats::kLanes;
  static constexpr int32_t kMostTaps = 8;     // of a row of a kernel
  static constexpr int32_t kMostVectors = 4;  // of a row of results

  int32_t first_column(int32_t k, int32_t v) const {
    const PlaneAxis& columns = window_.columns;
    return v * kLanes * columns.stride - columns.padding + k * columns.spread;
  }

  // Writes whole registers: what is behind a row's elements is that of the next row.
  template <int32_t kStride>
  float* gather_tap(const float* plane, int32_t row, int32_t k, int32_t rows, float* to) const {
    const int32_t columns = window_.columns.out;
    for (; rows > 0; --rows, row += window_.rows.stride, to += columns) {
      const bool inside = row >= 0 && row < window_.rows.in;
      for (int32_t v = 0; v * kLanes < columns; ++v) {
        Floats seen = Floats::all(0);
        if (inside) {
          const float* const at = plane + row * window_.input_pitch + first_column(k, v);
          seen = Floats::read(at, masks_[k][v][0]);
          if constexpr (kStride == 2)
            seen = every_second(seen, Floats::read(at + kLanes, masks_[k][v][1]));
        }
        seen.write(to + v * kLanes);
      }
    }
    return to;
  }

  PlaneWindow window_;
  Floats::Mask masks_[kMostTaps][kMostVectors][2];
};

}  // namespace kerf::portable
