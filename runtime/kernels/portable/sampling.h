// Images read at places that a tensor holds.
#pragma once

#include <stdint.h>

#include "core/fault.h"
#include "core/libc.h"
#include "kernels/context.h"
#include "kernels/dispatch.h"
#include "kernels/facts.h"
#include "kernels/support/planes.h"
#include "tensor/element.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// Source: GridSamplerInterpolation and GridSamplerPadding of PyTorch.
enum class Interpolation : uint8_t { bilinear, nearest, bicubic };
enum class Outside : uint8_t { zeros, border, reflection };

// The inputs along one axis that a place is computed from.
template <typename V>
struct AxisTaps {
  int32_t count;
  int32_t input[4];  // -1: outside, where the input is 0
  V weight[4];
};

// Places and weights as PyTorch computes them: each number is rounded to the element's dtype.
template <typename T>
struct SampledAxis {
  using V = ValueOf<T>;

  SampledAxis(int32_t inputs, bool align_corners, Outside outside_)
      : size(inputs), outside(outside_), edge(align_corners ? 0 : static_cast<V>(0.5)) {
    scale = rounded<T>(static_cast<V>(align_corners ? inputs - 1 : inputs)) / 2;
  }

  // Where a coordinate of -1 .. 1 is, in inputs.
  V locate(V coordinate) const {
    return rounded<T>(rounded<T>(rounded<T>(coordinate + 1) * scale) - edge);
  }

  // `at` inside the input, unless zeros are there.
  V bounded(V at) const {
    if (outside == Outside::zeros) return at;
    if (outside == Outside::reflection) {
      const V span = 4 * scale;
      V away = rounded<T>(at + edge);
      if (away < 0) away = -away;
      const V spans = libc::floor(rounded<T>(away / span));
      away = rounded<T>(away - rounded<T>(spans * span));
      const V back = rounded<T>(span - away);
      at = rounded<T>((away < back ? away : back) - edge);
    }
    if (!(at > 0)) return 0;  // NaN as well
    const V last = rounded<T>(static_cast<V>(size - 1));
    return at < last ? at : last;
  }

  // -1 outside.
  int32_t input(V at) const {
    return at >= 0 && at < static_cast<V>(size) ? static_cast<int32_t>(at) : -1;
  }

  void nearest(V coordinate, AxisTaps<V>& taps) const {
    constexpr V kHalf = static_cast<V>(0.5);
    const V at = bounded(locate(coordinate));
    V whole = libc::floor(at);
    // Ties go to the even input.
    if (at - whole > kHalf || (at - whole == kHalf && libc::floor(whole * kHalf) * 2 != whole))
      whole += 1;
    taps.count = 1;
    taps.input[0] = input(whole);
    taps.weight[0] = 1;
  }

  void linear(V coordinate, AxisTaps<V>& taps) const {
    const V at = bounded(locate(coordinate));
    const V first = libc::floor(at);
    taps.count = 2;
    taps.input[0] = input(first);
    taps.input[1] = input(first + 1);
    taps.weight[1] = rounded<T>(at - first);
    taps.weight[0] = rounded<T>(1 - taps.weight[1]);
  }

  // Source: Keys, Cubic convolution interpolation, with a = -3/4.
  void cubic(V coordinate, AxisTaps<V>& taps) const {
    const V at = locate(coordinate);
    const V first = libc::floor(at);
    const V part = rounded<T>(at - first);
    taps.count = 4;
    for (int32_t i = 0; i < 4; ++i) {
      taps.input[i] = input(bounded(rounded<T>(first + static_cast<V>(i - 1))));
    }
    taps.weight[0] = far(rounded<T>(part + 1));
    taps.weight[1] = near(part);
    taps.weight[2] = near(rounded<T>(1 - part));
    taps.weight[3] = far(rounded<T>(2 - part));
  }

  int32_t size;
  Outside outside;
  V edge;
  V scale;

 private:
  static constexpr V kA = static_cast<V>(-0.75);
  // a x + b
  static V line(V a, V x, V b) { return rounded<T>(rounded<T>(a * x) + b); }
  static V near(V x) { return line(rounded<T>(line(kA + 2, x, -(kA + 3)) * x), x, 1); }
  static V far(V x) { return line(line(line(kA, x, -5 * kA), x, 8 * kA), x, -4 * kA); }
};

// The taps of one coordinate; kMode, where it is not negative, is the mode.
template <int32_t kMode, typename T>
void find_taps(Interpolation mode, const SampledAxis<T>& axis, ValueOf<T> coordinate,
               AxisTaps<ValueOf<T>>& taps) {
  if (kMode == 0 || (kMode < 0 && mode == Interpolation::bilinear)) {
    axis.linear(coordinate, taps);
  } else if (kMode == 1 || (kMode < 0 && mode == Interpolation::nearest)) {
    axis.nearest(coordinate, taps);
  } else {
    axis.cubic(coordinate, taps);
  }
}

// The element of one plane. As in PyTorch, two taps along each axis are four with weights of their
// own in Half and BFloat16, whose products are rounded; else the rows of taps are added up.
template <typename T>
ValueOf<T> interpolate(const T* plane, const int32_t* strides, const AxisTaps<ValueOf<T>>& down,
                       const AxisTaps<ValueOf<T>>& across) {
  using V = ValueOf<T>;
  const bool corners = sizeof(T) < sizeof(V) && down.count == 2;
  V sum{0};
  for (int32_t i = 0; i < down.count; ++i) {
    V row{0};
    for (int32_t j = 0; j < across.count; ++j) {
      V x{0};
      if (down.input[i] >= 0 && across.input[j] >= 0)
        x = load(plane + down.input[i] * strides[0] + across.input[j] * strides[1]);
      V& total = corners ? sum : row;
      V weight = across.weight[j];
      if (corners) weight = rounded<T>(weight * down.weight[i]);
      total = rounded<T>(total + rounded<T>(x * weight));
    }
    if (!corners) sum = rounded<T>(sum + rounded<T>(row * down.weight[i]));
  }
  return sum;
}

// out[n,c,y,x] = input[n,c] at the place (v, u) of its plane, interpolated
// u = (grid[n,y,x,0] + 1) (W - 1) / 2 with align_corners, else (grid[n,y,x,0] + 1) W / 2 - 1/2; v
// of grid[n,y,x,1] likewise. interpolation_mode: 0 bilinear, 1 nearest (the even one of two), 2
// bicubic. padding_mode, what is outside: 0 zeros, 1 the border, 2 reflections (at the outermost
// inputs with align_corners, else at their edges). Half and BFloat16 round each intermediate. Any
// dim orders; `out` must not alias. Errors: InvalidArgument (ranks other than 4, sizes that do not
// fit, an empty plane, an unknown mode, out cannot have the shape); InvalidType (dtypes that
// differ); NotSupported (a mode that was not selected).   Source: aten::grid_sampler_2d.out
template <typename Facts>
Error grid_sampler_2d_out(KernelContext&, const Tensor& input, const Tensor& grid,
                          int64_t interpolation_mode, int64_t padding_mode, bool align_corners,
                          Tensor& out) {
  constexpr auto kMode = Facts::interpolation_mode;
  constexpr int32_t kOnly = kMode.is(0) ? 0 : kMode.is(1) ? 1 : kMode.is(2) ? 2 : -1;
  if (input.scalar_type() != out.scalar_type() || grid.scalar_type() != out.scalar_type())
    return fault(Error::InvalidType, "images and places of several dtypes");
  if (interpolation_mode < 0 || interpolation_mode > 2 || padding_mode < 0 || padding_mode > 2)
    return fault(Error::InvalidArgument, "an unknown mode of interpolation or padding");
  if (kOnly >= 0 && interpolation_mode != kOnly)
    return fault(Error::NotSupported, "a mode of interpolation that was not selected");
  if (input.dim() != 4 || grid.dim() != 4 || input.size(0) != grid.size(0) || grid.size(3) != 2 ||
      input.size(2) == 0 || input.size(3) == 0)
    return fault(Error::InvalidArgument, "places that are not those of images");
  const int32_t sizes[] = {input.size(0), input.size(1), grid.size(1), grid.size(2)};
  KERF_TRY(resize(out, sizes));
  if (out.numel() == 0) return Error::Ok;
  const Planes from(input);
  const Planes to(out);
  int32_t places[4];
  compute_strides(grid, places);
  const auto mode = static_cast<Interpolation>(interpolation_mode);
  const auto outside = static_cast<Outside>(padding_mode);
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    using V = ValueOf<T>;
    const SampledAxis<T> rows(input.size(2), align_corners, outside);
    const SampledAxis<T> columns(input.size(3), align_corners, outside);
    for (int32_t n = 0; n < sizes[0]; ++n) {
      for (int32_t y = 0; y < sizes[2]; ++y) {
        for (int32_t x = 0; x < sizes[3]; ++x) {
          const T* place = grid.const_data_ptr<T>() + n * places[0] + y * places[1] + x * places[2];
          AxisTaps<V> down;
          AxisTaps<V> across;
          find_taps<kOnly>(mode, columns, load(place), across);
          find_taps<kOnly>(mode, rows, load(place + places[3]), down);
          T* result =
              out.mutable_data_ptr<T>() + to.offset(n, 0) + y * to.inner[0] + x * to.inner[1];
          for (int32_t c = 0; c < sizes[1]; ++c)
            store(result + c * to.step[1],
                  interpolate(input.const_data_ptr<T>() + from.offset(n, c), from.inner, down,
                              across));
        }
      }
    }
    return Error::Ok;
  });
}

}  // namespace kerf::portable
