// Convolutions plane by plane, or of small planes whose rows are gathered, where an instruction set
// has loops for them.
#pragma once

#include "kernels/support/convolution_parts.h"
#include "kernels/support/convolution_shape.h"
#include "kernels/support/plane_axis.h"
#include "loops/planes.h"
#include "loops/sums.h"
#include "memory/threads.h"

namespace kerf::portable {

// Filters of a plane from which on products of the filters together are faster than each by itself,
// and the least for which what they see is gathered.
inline constexpr int32_t kManyFilters = 8;
inline constexpr int32_t kLeastTogether = 4;

// A convolution with one input channel for each group and few filters, plane by plane, where the
// instruction set has loops for it. Returns whether it has, and the columns of planes are adjacent.
template <typename T, typename Forms>
bool convolve_planes(const Threads& threads, const ConvolutionShape<Forms>& shape,
                     const Tensor& input, const Tensor& weight, const T* bias, Tensor& out) {
  const PlaneStrides in(input, Forms::kOneDimensional);
  const PlaneStrides by(weight, Forms::kOneDimensional);
  const PlaneStrides to(out, Forms::kOneDimensional);
  const PlaneWindow window{plane_axis(shape.axes[0], by.row), plane_axis(shape.axes[1], by.column),
                           in.row, to.row};
  if (shape.group_inputs != 1 || shape.group_outputs >= kManyFilters || in.column != 1 ||
      to.column != 1 || !(SeveralPlanes<T>::takes(window) || Planes2d<T>::takes(window)))
    return false;
  const auto run = [&](int32_t, int32_t begin, int32_t end) {
    for (int32_t n = 0; n < out.size(0); ++n) {
      const auto input_of = [&](int32_t c) {
        return input.const_data_ptr<T>() + n * in.outer + c / shape.group_outputs * in.channel;
      };
      const auto out_of = [&](int32_t c) {
        return out.mutable_data_ptr<T>() + n * to.outer + c * to.channel;
      };
      const auto weight_of = [&](int32_t c) { return weight.const_data_ptr<T>() + c * by.outer; };
      const auto start_of = [&](int32_t c) { return bias == nullptr ? T{} : bias[c]; };
      if (SeveralPlanes<T>::takes(window)) {
        const SeveralPlanes<T> planes(window);
        // One call runs the planes that see the same input, or all where each sees its own.
        const bool shared = shape.group_outputs > 1;
        for (int32_t c = begin, next; c < end; c = next) {
          next = shared ? (c / shape.group_outputs + 1) * shape.group_outputs : end;
          if (next > end) next = end;
          const PlaneOperands<T> operands{input_of(c),
                                          weight_of(c),
                                          bias == nullptr ? nullptr : bias + c,
                                          out_of(c),
                                          shared ? 0 : in.channel,
                                          by.outer,
                                          to.channel};
          planes.run(operands, next - c, shape);
        }
        continue;
      }
      const Planes2d<T> planes(window);
      for (int32_t c = begin; c < end; ++c)
        planes.run(input_of(c), weight_of(c), start_of(c), out_of(c), shape);
    }
  };
  const int32_t channels = out.size(1);
  threads.run(threads.parts(channels, kPlaneWork * multiplications(shape, out)), channels, run);
  return true;
}

// Elements that rows are gathered for at a time, and the columns of outputs that are one row of
// sums at most, unless one row of outputs has more: so many are as fast as any number.
inline constexpr int32_t kGathered = 4096;
inline constexpr int32_t kGatheredColumns = 48;

// A convolution whose rows of outputs are adjacent, those of several rows as one row of sums, where
// the instruction set gathers what they see. Returns whether it does: rows by themselves would
// leave most lanes of its registers without an output where planes are small.
template <typename T, typename Forms>
bool convolve_gathered(const Threads& threads, const ConvolutionShape<Forms>& shape,
                       const Tensor& input, const Tensor& weight, const T* bias, Tensor& out) {
  const PlaneStrides in(input, Forms::kOneDimensional);
  const PlaneStrides by(weight, Forms::kOneDimensional);
  const PlaneStrides to(out, Forms::kOneDimensional);
  const auto& rows = shape.axes[0];
  const auto& columns = shape.axes[1];
  const PlaneWindow window{plane_axis(rows, by.row), plane_axis(columns, by.column), in.row,
                           to.row};
  // Each input of a channel, in elements of one row of outputs.
  const int64_t seen = int64_t{rows.kernel} * columns.kernel * columns.out;
  if (shape.is_pointwise() || shape.group_outputs < kLeastTogether || in.column != 1 ||
      to.column != 1 || to.row != columns.out || !SeenRows<T>::takes(window) || seen > kGathered)
    return false;
  const auto row_elements = static_cast<int32_t>(seen);
  // Rows and channels at a time: as many of each as there is room for, in equal parts.
  int32_t most = kGatheredColumns / columns.out;
  if (most > kGathered / row_elements) most = kGathered / row_elements;
  const int32_t bands = ceil_div(rows.out, most > 0 ? most : 1);
  const int32_t band_rows = ceil_div(rows.out, bands);
  const int32_t passes = ceil_div(shape.group_inputs, kGathered / (row_elements * band_rows));
  const int32_t pass_channels = ceil_div(shape.group_inputs, passes);
  const SeenRows<T> rows_seen(window);
  const int32_t groups = out.size(1) / shape.group_outputs;
  const int32_t units = out.size(0) * groups * bands;
  const auto run = [&](int32_t, int32_t begin, int32_t end) {
    constexpr T kZero{};
    T gathered[kGathered + SeenRows<T>::kSlack];
    for (int32_t unit = begin; unit < end; ++unit) {
      const int32_t image_group = unit / bands;
      const int32_t n = image_group / groups;
      const int32_t group = image_group - n * groups;
      const int32_t row = (unit - image_group * bands) * band_rows;
      const int32_t band = rows.out - row < band_rows ? rows.out - row : band_rows;
      const int32_t width = band * columns.out;
      const int32_t c = group * shape.group_outputs;
      T* const target = out.mutable_data_ptr<T>() + n * to.outer + c * to.channel + row * to.row;
      const T* x =
          input.const_data_ptr<T>() + n * in.outer + group * shape.group_inputs * in.channel;
      const T* w = weight.const_data_ptr<T>() + c * by.outer;
      for (int32_t first = 0, count; first < shape.group_inputs; first += count) {
        count = shape.group_inputs - first;
        if (count > pass_channels) count = pass_channels;
        for (int32_t i = 0; i < count; ++i, x += in.channel)
          rows_seen.gather(x, row, band, gathered + i * (row_elements * band));
        using Bound = typename Forms::Bound;
        Sums<T, Bound> sums;
        // A sum is whole with the last channel.
        static_cast<Bound&>(sums) =
            first + count < shape.group_inputs ? Bound{} : static_cast<const Bound&>(shape);
        sums.input = gathered;
        sums.weight = w + first * by.channel;
        sums.start = first > 0 ? target : bias == nullptr ? &kZero : bias + c;
        sums.out = target;
        sums.row = {by.outer, first > 0 ? to.channel : bias == nullptr ? 0 : 1, to.channel};
        sums.column = {1, first > 0 ? 1 : 0, 1};
        sums.terms[0] = {count, row_elements * band, by.channel};
        sums.terms[1] = {rows.kernel, columns.kernel * width, by.row};
        sums.terms[2] = {columns.kernel, width, by.column};
        for (int32_t loops = 3; loops > 1; --loops) join_terms(sums.terms);
        sums.run(shape.group_outputs, width);
      }
    }
  };
  threads.run(threads.parts(units, multiplications(shape, out)), units, run);
  return true;
}

}  // namespace kerf::portable
