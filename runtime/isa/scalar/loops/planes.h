// Convolutions of a plane by one filter, where an instruction set has loops for them.
#pragma once

#include <stdint.h>

#include "loops/sums.h"

namespace kerf::portable {

// One axis: output o sees the inputs o * stride - padding + k * spread for k < kernel, those
// outside of [0, in) being 0.
struct PlaneAxis {
  int32_t in;
  int32_t out;
  int32_t kernel;
  int32_t stride;
  int32_t padding;
  int32_t spread;
  int32_t weight;  // from one weight to the next, in elements
};

// A plane, whose columns are adjacent, and its result.
struct PlaneWindow {
  PlaneAxis rows;
  PlaneAxis columns;
  int32_t input_pitch;  // from one row to the next, in elements
  int32_t out_pitch;
};

// Operands of planes, those of each at the same distance from those of the one before.
template <typename T>
struct PlaneOperands {
  const T* input;
  const T* weight;
  const T* start;  // adjacent; null: all are 0
  T* out;
  int32_t input_pitch;  // may be 0
  int32_t weight_pitch;
  int32_t out_pitch;
};

// The loops of an instruction set for planes of one window: none.
template <typename T>
class Planes2d {
 public:
  static constexpr bool kAny = false;

  // Whether run() computes such a window.
  static constexpr bool takes(const PlaneWindow&) { return false; }

  explicit Planes2d(const PlaneWindow&) {}

  // out[y, x] = start + sum over j, k of input[..] * weight[j * rows.weight + k * columns.weight],
  // added in this order, and written as bounded(out[y, x]). `out` must not alias.
  template <typename Bound>
  void run(const T*, const T*, T, T*, const Bound&) const {}
};

// The loops of an instruction set for several planes of one window together: none.
template <typename T>
class SeveralPlanes {
 public:
  // Whether run() computes such a window.
  static constexpr bool takes(const PlaneWindow&) { return false; }

  explicit SeveralPlanes(const PlaneWindow&) {}

  // As Planes2d::run(), of each of at least one plane.
  template <typename Bound>
  void run(const PlaneOperands<T>&, int32_t, const Bound&) const {}
};

// What some rows of results see of planes, gathered so that the results of all of these rows are
// adjacent sums, where an instruction set has loops for it.
template <typename T>
class SeenRows {
 public:
  static constexpr bool kAny = false;
  static constexpr int32_t kSlack = 0;  // elements behind those of the last tap that are written

  // Whether gather() takes such a window.
  static constexpr bool takes(const PlaneWindow&) { return false; }

  explicit SeenRows(const PlaneWindow&) {}

  // Writes for each tap of the kernel, row by row, what `rows` rows of results from row `first` on
  // see of a plane, zeros outside of it: rows * columns.out elements for each tap.
  void gather(const T*, int32_t, int32_t, T*) const {}
};

// The results of a plane that has its padding around it.
struct PaddedPlane {
  int32_t rows;  // of the result, as columns
  int32_t columns;
  int32_t stride;       // from the input of one column of the result to that of the next
  int32_t row_stride;   // the same of rows, in elements
  int32_t input_pitch;  // from one row to the next, in elements
  int32_t out_pitch;
  Bounds bound;
};

// Rows of inputs to copy: how many and how long, the distances from one to the next and between
// inputs, and that of the copies, which are adjacent.
struct PlaneCopy {
  int32_t rows;
  int32_t columns;
  int32_t from_pitch;
  int32_t from_step;
  int32_t to_pitch;
};

// Filters of 3x3 over such planes, where an instruction set has loops for them.
template <typename T>
struct PaddedPlanes {
  static constexpr bool kAny = false;

  // Whether run() takes this stride.
  static constexpr bool takes(int32_t) { return false; }

  explicit PaddedPlanes(const PaddedPlane&) {}

  // Copies at least one input of at least one row.
  static void copy(const PlaneCopy&, const T*, T*) {}

  // out[y * out_pitch + x] = start
  //     + sum over j, k of input[y * row_stride + j * input_pitch + x * stride + k] * weight[3j +
  //     k]
  // added in this order, and written as bounded(sum). `out` must not alias; rows, columns > 0.
  void run(const T*, const T*, T, T*) const {}
};

}  // namespace kerf::portable
