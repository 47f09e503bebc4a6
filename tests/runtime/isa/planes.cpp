// Checks the loops of planes against sums in double, where the instruction set has any.
#include "loops/planes.h"

#include "loops/maxima.h"
#include "loops/sums.h"
#include "tests/runtime/isa/operand.h"

namespace kerf::checks {
namespace {

using portable::Bounds;
using portable::Maxima;
using portable::PaddedPlane;
using portable::PaddedPlanes;
using portable::PlaneAxis;
using portable::PlaneCopy;
using portable::PlaneOperands;
using portable::Planes2d;
using portable::PlaneWindow;
using portable::SeenRows;
using portable::SeveralPlanes;
using portable::Unbounded;

struct Case {
  int32_t in;  // rows
  int32_t kernel[2];
  int32_t stride[2];
  int32_t padding[2];
  int32_t spread[2];
};

constexpr Case kCases[] = {
    {3, {3, 3}, {1, 1}, {1, 1}, {1, 1}},   // as in MobileNet
    {9, {3, 3}, {1, 1}, {1, 1}, {1, 1}},   //
    {5, {3, 3}, {2, 2}, {1, 1}, {1, 1}},   //
    {10, {3, 3}, {2, 2}, {1, 1}, {1, 1}},  //
    {40, {3, 3}, {1, 1}, {1, 1}, {1, 1}},  // many rows
    {39, {3, 3}, {2, 2}, {1, 1}, {1, 1}},  //
    {3, {2, 3}, {1, 1}, {0, 0}, {1, 1}},   // without padding
    {5, {3, 3}, {1, 1}, {0, 0}, {1, 1}},   //
    {11, {3, 3}, {2, 2}, {0, 0}, {1, 1}},  //
    {1, {3, 3}, {1, 1}, {1, 1}, {1, 1}},   // no row but padding around it
    {1, {3, 3}, {1, 1}, {3, 2}, {1, 1}},   //
    {4, {3, 3}, {1, 1}, {2, 2}, {1, 1}},   // two of padding
    {4, {3, 3}, {2, 2}, {2, 2}, {1, 1}},   //
    {6, {5, 5}, {1, 1}, {2, 2}, {1, 1}},   //
    {5, {3, 2}, {1, 2}, {3, 2}, {1, 1}},   // more padding than kernel
    {6, {3, 3}, {3, 1}, {2, 2}, {1, 2}},   // dilated
    {4, {2, 8}, {1, 2}, {1, 7}, {2, 1}},   //
    {1, {1, 1}, {1, 1}, {0, 0}, {1, 1}},   // pointwise
};

constexpr int32_t kMostRows = 16;  // of inputs, where what is found is stored

double magnitude(double value) { return value < 0 ? -value : value; }

// Outputs along an axis, or 0 where the kernel does not fit.
int32_t outputs(const Case& its, int axis, int32_t in) {
  const int32_t extent = (its.kernel[axis] - 1) * its.spread[axis] + 1;
  const int32_t room = in + 2 * its.padding[axis] - extent;
  return in < 1 || room < 0 ? 0 : room / its.stride[axis] + 1;
}

void fill(const Operand<float>& operand, int32_t span) {
  for (int32_t i = 0; i < span; ++i)
    operand.data()[i] = static_cast<float>(next_number() % 2001 - 1000) / 1024.0f;
}

// The window of a case over rows of `columns` inputs, without an output where it does not fit.
PlaneWindow window_of(const Case& its, int32_t columns) {
  PlaneAxis axes[2];
  for (int axis = 0; axis < 2; ++axis) {
    const int32_t in = axis == 0 ? its.in : columns;
    axes[axis] = {in,
                  outputs(its, axis, in),
                  its.kernel[axis],
                  its.stride[axis],
                  its.padding[axis],
                  its.spread[axis],
                  axis == 0 ? its.kernel[1] : 1};
  }
  return {axes[0], axes[1], columns, axes[1].out};
}

template <typename Planes>
constexpr int32_t kTogether = 1;
template <>
constexpr int32_t kTogether<SeveralPlanes<float>> = 5;

// Sums of adjacent planes, each with its weights and start, are written within `bound`: those of
// Planes2d, or of several planes.
template <typename Planes, typename Bound>
void check(size_t which, int32_t columns, const Place (&places)[3], const Bound& bound) {
  int32_t planes = kTogether<Planes>;
  const Case& its = kCases[which];
  const PlaneWindow window = window_of(its, columns);
  const PlaneAxis& y = window.rows;
  const PlaneAxis& x = window.columns;
  if (x.out == 0 || !Planes::takes(window)) return;
  const int32_t in = y.in * x.in;
  const int32_t taps = y.kernel * x.kernel;
  const int32_t out = y.out * x.out;
  constexpr int32_t kMost = kArea / 4 - 8;
  while (planes > 1 && (planes * in > kMost || planes * out > kMost)) --planes;
  if (in > kMost || out > kMost) return;
  const Operand<float> inputs(0, places[0], planes * in);
  const Operand<float> weights(1, places[1], planes * taps);
  const Operand<float> outs(2, places[2], planes * out);
  fill(inputs, planes * in);
  fill(weights, planes * taps);
  const Planes loops(window);
  const auto start_of = [](int32_t plane) { return static_cast<float>(plane) + 0.5f; };
  if constexpr (kTogether<Planes> > 1) {
    float starts[kTogether<Planes>];
    for (int32_t i = 0; i < planes; ++i) starts[i] = start_of(i);
    loops.run(
        PlaneOperands<float>{inputs.data(), weights.data(), starts, outs.data(), in, taps, out},
        planes, bound);
  } else {
    loops.run(inputs.data(), weights.data(), start_of(0), outs.data(), bound);
  }

  ++checks;
  bool right = true;
  for (int32_t at = 0; at < planes * out; ++at) {
    const int32_t plane = at / out;
    double sum = static_cast<double>(start_of(plane));
    double size = sum;
    for (int32_t j = 0; j < y.kernel; ++j) {
      for (int32_t k = 0; k < x.kernel; ++k) {
        const int32_t row = at % out / x.out * y.stride - y.padding + j * y.spread;
        const int32_t column = at % x.out * x.stride - x.padding + k * x.spread;
        if (row < 0 || row >= y.in || column < 0 || column >= x.in) continue;
        const double term = static_cast<double>(inputs.data()[plane * in + row * x.in + column]) *
                            static_cast<double>(weights.data()[plane * taps + j * x.kernel + k]);
        sum += term;
        size += magnitude(term);
      }
    }
    const double wanted = static_cast<double>(bound.bounded(static_cast<float>(sum)));
    right = right && magnitude(static_cast<double>(outs.data()[at]) - wanted) <= 1e-6 * size;
    outs.forget(outs.data() + at);
  }
  if (right && outs.untouched()) return;
  const int32_t numbers[] = {static_cast<int32_t>(which),
                             columns,
                             places[0].at,
                             places[1].at,
                             places[2].at,
                             places[0].offset};
  failed(right ? "planes: wrote outside of out" : "planes: another sum", numbers, 6);
}

// What rows of outputs from `first` on see.
void check_seen(size_t which, int32_t columns, const Place& place, int32_t first) {
  const PlaneWindow window = window_of(kCases[which], columns);
  const PlaneAxis& y = window.rows;
  const PlaneAxis& x = window.columns;
  if (y.in > kMostRows || x.out == 0 || first >= y.out || !SeenRows<float>::takes(window)) return;
  const Operand<float> inputs(0, place, y.in * x.in);
  fill(inputs, y.in * x.in);
  constexpr float kBefore = -7.0f;
  constexpr int32_t kMost = 25 * kMostRows * (kLongest + 14);
  static float seen[kMost + SeenRows<float>::kSlack + 1];
  const int32_t rows = y.out - first;
  const int32_t end = y.kernel * x.kernel * rows * x.out;
  seen[end + SeenRows<float>::kSlack] = kBefore;
  SeenRows<float>(window).gather(inputs.data(), first, rows, seen);

  ++checks;
  bool right = seen[end + SeenRows<float>::kSlack] == kBefore;
  for (int32_t at = 0; at < end; ++at) {
    const int32_t tap = at / (rows * x.out);
    const int32_t row =
        (first + at / x.out % rows) * y.stride - y.padding + tap / x.kernel * y.spread;
    const int32_t column = at % x.out * x.stride - x.padding + tap % x.kernel * x.spread;
    const bool inside = row >= 0 && row < y.in && column >= 0 && column < x.in;
    right = right && seen[at] == (inside ? inputs.data()[row * x.in + column] : 0.0f);
  }
  const int32_t numbers[] = {static_cast<int32_t>(which), columns, first, place.at, place.offset};
  if (!right) failed("seen rows: another input, or written beyond", numbers, 5);
}

// Maxima of windows whose inputs are few numbers, some of them NaN or the lowest.
void check_maxima(size_t which, int32_t columns, const Place (&places)[2]) {
  const Case& its = kCases[which];
  const PlaneWindow window = window_of(its, columns);
  const PlaneAxis& y = window.rows;
  const PlaneAxis& x = window.columns;
  if (y.in > kMostRows || x.out == 0 || 2 * y.padding > y.kernel || 2 * x.padding > x.kernel ||
      !Maxima<float>::takes(window))
    return;
  const Operand<float> inputs(0, places[0], y.in * x.in);
  const Operand<float> outs(1, places[1], y.out * x.out);
  const float lowest = -__builtin_inff();
  for (int32_t i = 0; i < y.in * x.in; ++i) {
    const int32_t number = next_number() % 16;
    inputs.data()[i] = number == 0  ? __builtin_nanf("")
                       : number < 8 ? lowest
                                    : -static_cast<float>(number);
  }
  static int64_t found[kMostRows * (kLongest + 14)];
  const int32_t pitch = x.out + 1;
  for (int64_t& place : found) place = -1;
  Maxima<float>(window).run(inputs.data(), outs.data(), found, pitch);

  ++checks;
  bool right = true;
  for (int32_t at = 0; at < y.out * x.out; ++at) {
    float best = lowest;
    int64_t place = -1;
    for (int32_t tap = 0; tap < y.kernel * x.kernel; ++tap) {
      const int32_t row = at / x.out * y.stride - y.padding + tap / x.kernel;
      const int32_t column = at % x.out * x.stride - x.padding + tap % x.kernel;
      if (row < 0 || row >= y.in || column < 0 || column >= x.in) continue;
      const float value = inputs.data()[row * x.in + column];
      const bool more = value > best || value != value;
      if (more) best = value;
      if (more || place < 0) place = row * x.in + column;
    }
    const float got = outs.data()[at];
    int64_t& its_place = found[at / x.out * pitch + at % x.out];
    right = right && (got == best || (got != got && best != best)) && its_place == place;
    its_place = -1;
    outs.forget(outs.data() + at);
  }
  for (const int64_t place : found) right = right && place == -1;
  if (right && outs.untouched()) return;
  const int32_t numbers[] = {static_cast<int32_t>(which), columns, places[0].at, places[1].at};
  failed("maxima: another one, or written outside of out", numbers, 4);
}

// Filters of 3x3 over planes that have their padding: rows, and the strides of rows and columns.
constexpr int32_t kPadded[][3] = {{3, 1, 1}, {6, 1, 1}, {7, 2, 1}, {3, 1, 2}, {5, 2, 2}};

// A NaN is written wherever the filter sees it, and nowhere else.
void check_padded(size_t which, int32_t width, const Place (&places)[3], const Bounds& bound) {
  const int32_t (&its)[3] = kPadded[which];
  if (width < 3 || !PaddedPlanes<float>::takes(its[2])) return;
  const int32_t rows = (its[0] - 3) / its[1] + 1;
  const int32_t columns = (width - 3) / its[2] + 1;
  const int32_t pitch = columns + 3;
  const Operand<float> inputs(0, places[0], its[0] * width);
  const Operand<float> weights(1, places[1], 9);
  const Operand<float> outs(2, places[2], (rows - 1) * pitch + columns);
  fill(inputs, its[0] * width);
  fill(weights, 9);
  if (width % 5 == 0) inputs.data()[width + width / 2] = __builtin_nanf("");
  const PaddedPlane plane{rows, columns, its[2], its[1] * width, width, pitch, bound};
  PaddedPlanes<float>(plane).run(inputs.data(), weights.data(), 0.5f, outs.data());

  ++checks;
  bool right = true;
  for (int32_t at = 0; at < rows * columns; ++at) {
    const int32_t row = at / columns;
    const int32_t column = at % columns;
    double sum = 0.5;
    double size = 0.5;
    for (int32_t tap = 0; tap < 9; ++tap) {
      const int32_t from = (row * its[1] + tap / 3) * width + column * its[2] + tap % 3;
      const double term =
          static_cast<double>(inputs.data()[from]) * static_cast<double>(weights.data()[tap]);
      sum += term;
      size += magnitude(term);
    }
    float* out = outs.data() + row * pitch + column;
    const double wanted = static_cast<double>(bound.bounded(static_cast<float>(sum)));
    const double got = static_cast<double>(*out);
    right = right && (sum != sum ? got != got : magnitude(got - wanted) <= 1e-6 * size);
    outs.forget(out);
  }
  if (right && outs.untouched()) return;
  const int32_t numbers[] = {static_cast<int32_t>(which), width, places[0].at, places[1].at,
                             places[2].at};
  failed(right ? "padded planes: wrote outside of out" : "padded planes: another sum", numbers, 5);
}

// Copies three rows of `columns` inputs, which are `step` apart.
void check_copy(int32_t step, int32_t columns, const Place (&places)[2]) {
  if (columns == 0) return;
  const PlaneCopy plane{3, columns, step * columns + 2, step, columns + 3};
  const Operand<float> inputs(0, places[0], 2 * plane.from_pitch + (columns - 1) * step + 1);
  const Operand<float> outs(1, places[1], 2 * plane.to_pitch + columns);
  fill(inputs, 2 * plane.from_pitch + (columns - 1) * step + 1);
  PaddedPlanes<float>::copy(plane, inputs.data(), outs.data());

  ++checks;
  bool right = true;
  for (int32_t at = 0; at < 3 * columns; ++at) {
    float* out = outs.data() + at / columns * plane.to_pitch + at % columns;
    right = right && *out == inputs.data()[at / columns * plane.from_pitch + at % columns * step];
    outs.forget(out);
  }
  if (right && outs.untouched()) return;
  const int32_t numbers[] = {step, columns, places[0].at, places[1].at};
  failed(right ? "copied planes: wrote outside of out" : "copied planes: another input", numbers,
         4);
}

}  // namespace

void check_planes() {
  for (int32_t step = 1; PaddedPlanes<float>::kAny && step <= 3; ++step) {
    at_every_place<float, float>(
        [=](int32_t n, const Place(&places)[2]) { check_copy(step, n, places); });
  }
  for (size_t which = 0; PaddedPlanes<float>::kAny && which < sizeof kPadded / sizeof *kPadded;
       ++which) {
    at_every_place<float, float, float>([=](int32_t n, const Place(&places)[3]) {
      check_padded(which, n, places, Bounds{});
      check_padded(which, n, places, Bounds{-0.25f, 0.75f});
    });
  }
  if (!Planes2d<float>::kAny) return;
  for (size_t which = 0; which < sizeof kCases / sizeof *kCases; ++which) {
    at_every_place<float, float>([=](int32_t n, const Place(&places)[2]) {
      check_seen(which, n, places[0], 0);
      check_seen(which, n, places[0], 1);
      check_maxima(which, n, places);
    });
    at_every_place<float, float, float>([=](int32_t n, const Place(&places)[3]) {
      check<Planes2d<float>>(which, n, places, Unbounded{});
      check<Planes2d<float>>(which, n, places, Bounds{-0.25f, 0.75f});
      check<SeveralPlanes<float>>(which, n, places, Unbounded{});
      check<SeveralPlanes<float>>(which, n, places, Bounds{-0.25f, 0.75f});
    });
  }
}

}  // namespace kerf::checks
