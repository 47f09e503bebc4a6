// Narrow planes and filters of 3x3 with a padding of one: all rows are one, and a register holds
// several. What a tap sees is in two adjacent registers, zeros before and behind the plane.
#pragma once

#include "isa/scalar/loops/planes.h"
#include "loops/floats.h"

namespace kerf::portable {

struct NarrowPlane {
  int32_t columns = 0;  // 0: not begun
  int32_t elements;
  int32_t step;        // of the column of the first lane, from one register to the next
  uint32_t inside[2];  // bit i: the column before, or behind, that of element i is in the plane

  // Whether run() takes a window of 3x3.
  static bool takes(const PlaneWindow& window) {
    const PlaneAxis& down = window.rows;
    const PlaneAxis& across = window.columns;
    return down.stride == 1 && down.padding == 1 && across.padding == 1 && across.in > 1 &&
           across.in <= kMostColumns && window.input_pitch == across.in &&
           window.out_pitch == across.in;
  }

  void begin(const PlaneWindow& window) {
    columns = window.columns.in;
    elements = window.rows.in * columns;
    step = kLanes % columns;
    inside[0] = inside[1] = 0;
    for (int32_t i = 0; i < 32; ++i) {
      inside[0] |= uint32_t{i % columns != 0} << i;
      inside[1] |= uint32_t{(i + 1) % columns != 0} << i;
    }
  }

  [[gnu::noinline]] void run(const float* input, const float* weight, float start, float* out,
                             const Bounds& bound) const {
    __m512i moved[3][3];
    Floats weights[3][3];
#pragma GCC unroll 3
    for (int32_t j = 0; j < 3; ++j) {
#pragma GCC unroll 3
      for (int32_t k = 0; k < 3; ++k) {
        const int32_t by = (j - 1) * columns + k - 1;
        moved[j][k] = _mm512_add_epi32(
            _mm512_set1_epi32(by),
            _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
        weights[j][k] = Floats::all(weight[3 * j + k]);
      }
    }
    Floats before = Floats::all(0);
    Floats now = Floats::read(input, Floats::below(elements));
    int32_t phase = 0;  // the column of the first lane
    for (int32_t left = elements; left > 0; left -= kLanes) {
      input += kLanes;
      const Floats next = Floats::read(input, Floats::below(left - kLanes));
      const Floats::Mask masks[] = {static_cast<Floats::Mask>(inside[0] >> phase), kAllLanes,
                                    static_cast<Floats::Mask>(inside[1] >> phase)};
      Floats sum = Floats::all(start);
#pragma GCC unroll 3
      for (int32_t j = 0; j < 3; ++j) {
#pragma GCC unroll 3
        for (int32_t k = 0; k < 3; ++k) {
          // Lane i is element i + by: of `now` and what is before it, or behind it.
          const bool ahead = j < 1 || (j == 1 && k < 1);
          const Floats seen = j == 1 && k == 1
                                  ? now
                                  : Floats{_mm512_maskz_permutex2var_ps(
                                        masks[k], now.v, moved[j][k], ahead ? before.v : next.v)};
          sum = multiply_add(sum, seen, weights[j][k]);
        }
      }
      bound.bounded(sum).write(out, left);
      out += kLanes;
      before = now;
      now = next;
      phase += step;
      if (phase >= columns) phase -= columns;
    }
  }

 private:
  static constexpr int32_t kLanes = Floats::kLanes;
  static constexpr int32_t kMostColumns = 15;
};

}  // namespace kerf::portable
