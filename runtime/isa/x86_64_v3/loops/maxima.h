// Maxima of windows of float, a register of columns at a time.
#pragma once

#include "isa/scalar/loops/maxima.h"
#include "loops/floats.h"

namespace kerf::portable {

template <>
class Maxima<float> {
 public:
  static constexpr bool kAny = true;

  static bool takes(const PlaneWindow& window) {
    const PlaneAxis& rows = window.rows;
    const PlaneAxis& columns = window.columns;
    // Places in a plane are counted in float.
    return rows.spread == 1 && columns.spread == 1 && columns.stride <= 2 &&
           columns.kernel <= kMostTaps && int64_t{rows.in} * columns.in < 1 << 24;
  }

  explicit Maxima(const PlaneWindow& window) : window_(window) {}

  void run(const float* input, float* out, int64_t* places, int32_t places_pitch) const {
    for (int32_t x = 0; x < window_.columns.out; x += kLanes) {
      window_.columns.stride == 1 ? run_columns<1>(x, input, out + x, places + x, places_pitch)
                                  : run_columns<2>(x, input, out + x, places + x, places_pitch);
    }
  }

 private:
  static constexpr int32_t kLanes = Floats::kLanes;
  static constexpr int32_t kMostTaps = 8;  // of a row of a kernel

  // All rows of columns x to x + kLanes - 1.
  template <int32_t kStride>
  [[gnu::noinline]] void run_columns(int32_t x, const float* input, float* out, int64_t* places,
                                     int32_t places_pitch) const {
    const PlaneAxis& rows = window_.rows;
    const PlaneAxis& columns = window_.columns;
    const Floats lowest = Floats::all(-__builtin_inff());
    const int32_t first_column = x * kStride - columns.padding;
    const int32_t count = columns.out - x < kLanes ? columns.out - x : kLanes;
    Floats::Mask masks[kMostTaps][2];
    Floats first_seen = Floats::all(0);
    for (int32_t k = columns.kernel - 1; k >= 0; --k) {
      const int32_t first = first_column + k;
      for (int32_t half = 0; half < 2; ++half)
        masks[k][half] = Floats::within(-first - half * kLanes, columns.in - first - half * kLanes);
      const int32_t outside = first < 0 ? (-first + kStride - 1) / kStride : 0;
      first_seen =
          select(Floats::within(outside, kLanes), Floats::all(static_cast<float>(k)), first_seen);
    }
    for (int32_t y = 0; y < rows.out; ++y, out += window_.out_pitch, places += places_pitch) {
      const int32_t first_row = y * rows.stride - rows.padding;
      const int32_t begin = first_row < 0 ? -first_row : 0;
      const int32_t room = rows.in - first_row;
      const int32_t end = rows.kernel < room ? rows.kernel : room;
      Floats best = lowest;
      Floats place = first_seen + Floats::all(static_cast<float>(begin * columns.in));
      for (int32_t j = begin; j < end; ++j) {
        const float* const at = input + (first_row + j) * window_.input_pitch + first_column;
        for (int32_t k = 0; k < columns.kernel; ++k) {
          Floats seen = Floats::read_or(lowest, at + k, masks[k][0]);
          if constexpr (kStride == 2)
            seen = every_second(seen, Floats::read_or(lowest, at + k + kLanes, masks[k][1]));
          const Floats::Mask more = more_or_nan(seen, best);
          best = select(more, seen, best);
          place = select(more, Floats::all(static_cast<float>(j * columns.in + k)), place);
        }
      }
      best.write(out, count);
      float offsets[kLanes];
      place.write(offsets);
      int32_t corner = first_row * columns.in + first_column;
      for (int32_t i = 0; i < count; ++i, corner += kStride)
        places[i] = corner + static_cast<int32_t>(offsets[i]);
    }
  }

  PlaneWindow window_;
};

}  // namespace kerf::portable
