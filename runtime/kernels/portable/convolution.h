// Convolutions over one, two or three spatial dimensions.
#pragma once

#include "core/optional.h"
#include "core/small.h"
#include "core/span.h"
#include "kernels/context.h"
#include "kernels/convert.h"
#include "kernels/dispatch.h"
#include "kernels/facts.h"
#include "kernels/support/convolution_shape.h"
#include "kernels/support/copy.h"
#include "kernels/support/plane_axis.h"
#include "kernels/support/run_sums.h"
#include "kernels/support/volume_convolution.h"
#include "kernels/support/window.h"
#include "loops/copy.h"
#include "loops/planes.h"
#include "loops/sums.h"
#include "memory/threads.h"

namespace kerf::portable {
// A tensor's strides by meaning: batch (of a weight: outer channel), channel, row, column.
struct PlaneStrides {
  PlaneStrides(const Tensor& tensor, bool one_dimensional) {
    compute_strides(tensor, &outer);
    if (one_dimensional && tensor.dim() == 3) column = row;
  }
  int32_t outer;
  int32_t channel;
  int32_t row;
  int32_t column;
};

// Which outputs a call of a loop below computes: all of them.
struct WholeConvolution {
  static constexpr int32_t begin() { return 0; }
  static constexpr int32_t end(int32_t all) { return all; }
  static constexpr int32_t first_row() { return 0; }
  static constexpr int32_t end_row(int32_t rows) { return rows; }
  template <typename T>
  T* scratch(const KernelContext& context, size_t count) const {
    return context.scratch<T>(count);
  }
  static Threads threads(const KernelContext& context) { return context.threads(); }
};

// One part of a divided call: some channels, or images and groups, or some rows of outputs.
struct PartOfConvolution {
  int32_t first = 0;
  int32_t last = INT32_MAX;  // one past it
  int32_t row = 0;
  int32_t last_row = INT32_MAX;
  void* memory = nullptr;  // scratch, if this is not all
  bool all = false;

  int32_t begin() const { return first; }
  int32_t end(int32_t count) const { return last < count ? last : count; }
  int32_t first_row() const { return row; }
  int32_t end_row(int32_t rows) const { return last_row < rows ? last_row : rows; }
  template <typename T>
  T* scratch(const KernelContext& context, size_t count) const {
    return all ? context.scratch<T>(count) : static_cast<T*>(memory);
  }
  Threads threads(const KernelContext& context) const {
    return all ? context.threads() : Threads(nullptr);
  }
};

// At most so many multiplications make `out`.
template <typename Forms>
int64_t multiplications(const ConvolutionShape<Forms>& shape, const Tensor& out) {
  return int64_t{shape.group_inputs} * shape.axes[0].kernel * shape.axes[1].kernel *
         static_cast<int64_t>(out.numel());
}

template <typename T, typename Forms, typename Part>
void convolve(ConvolutionShape<Forms>& shape, const Tensor& input, const Tensor& weight,
              const T* bias, Tensor& out, Part part) {
  const PlaneStrides in(input, Forms::kOneDimensional);
  const PlaneStrides by(weight, Forms::kOneDimensional);
  const PlaneStrides to(out, Forms::kOneDimensional);
  auto& rows = shape.axes[0];
  auto& columns = shape.axes[1];
  rows.input_stride = in.row;
  rows.weight_stride = by.row;
  columns.input_stride = in.column;
  columns.weight_stride = by.column;
  if (shape.is_pointwise() && in.row == columns.in * in.column &&
      to.row == columns.in * to.column) {
    columns.in = columns.out = columns.in * rows.in;
    rows.in = rows.out = 1;
  }
  constexpr T kZero{};
  using Bound = typename Forms::Bound;
  Sums<T, Bound> sums;
  static_cast<Bound&>(sums) = shape;
  sums.row = {};
  sums.column.start = 0;
  // The loop over channels is the innermost where the kernel has one column.
  const size_t channel_loop = columns.kernel == 1 ? 2 : 0;
  sums.terms[channel_loop] = {shape.group_inputs, in.channel,
                              shape.transposed() ? by.outer : by.channel};
  for (int32_t n = 0; n < out.size(0); ++n) {
    for (int32_t c = part.begin(); c < part.end(out.size(1)); ++c) {
      const int32_t group = c / shape.group_outputs;
      const int32_t first_input = group * shape.group_inputs;
      const T* x = input.const_data_ptr<T>() + n * in.outer + first_input * in.channel;
      const T* w = weight.const_data_ptr<T>() +
                   (shape.transposed()
                        ? first_input * by.outer + (c - group * shape.group_outputs) * by.channel
                        : c * by.outer);
      for (int32_t column = 0; column < columns.out;) {
        const Taps across = shape.taps(1, column);
        sums.terms[2 - channel_loop] = across.terms;
        for (int32_t row = 0; row < rows.out;) {
          const Taps down = shape.taps(0, row);
          sums.terms[1] = down.terms;
          // Outputs whose columns differ in their terms are computed column by column.
          const bool by_column = across.outputs == 1;
          const auto& along = by_column ? rows : columns;
          const int32_t count = by_column ? down.outputs : across.outputs;
          sums.column.operand = count > 1 ? along.stride * along.input_stride : 0;  // fits if used
          sums.column.out = by_column ? to.row : to.column;
          sums.input = x + down.input + across.input;
          sums.weight = w + down.weight + across.weight;
          sums.start = bias == nullptr ? &kZero : bias + c;
          sums.out = out.mutable_data_ptr<T>() + n * to.outer + c * to.channel + row * to.row +
                     column * to.column;
          sums.run(1, count);
          row += by_column ? count : 1;
        }
        column += across.outputs;
      }
    }
  }
}

// Inputs as the sums of outputs need them: with zeros around them, and adjacent for adjacent
// outputs. A panel holds rows of some channels; a row holds for each column of the kernel the
// inputs of all outputs, or all inputs once, where the columns of the kernel see them one apart.
struct Panel {
  int32_t channels;  // of a group, at a time
  int32_t rows;      // of outputs, at a time
  int32_t height;    // its own rows, of each channel
  int32_t parts;     // of a row: one for each column of the kernel, or one
  int32_t width;     // of a part, in elements
  bool one_row;      // each input once
  size_t elements;   // of all channels

  int32_t row() const { return parts * width; }
  int32_t channel() const { return height * row(); }
};

// Whether an instruction set has loops for the padded planes of such a convolution.
template <typename T, typename Forms>
constexpr bool has_planes(const ConvolutionShape<Forms>& shape, const PlaneStrides& weight,
                          const PlaneStrides& out) {
  if constexpr (!PaddedPlanes<T>::kAny) return false;
  const auto& rows = shape.axes[0];
  const auto& columns = shape.axes[1];
  return shape.group_inputs == 1 && shape.group_outputs == 1 && rows.kernel == 3 &&
         columns.kernel == 3 && rows.spread() == 1 && columns.spread() == 1 && weight.row == 3 &&
         weight.column == 1 && out.column == 1 && PaddedPlanes<T>::takes(columns.stride);
}

// Elements of a panel, unless one row of outputs needs more.
inline constexpr int32_t kPanelElements = 2048;

// The `scratch` of convolution.out in functions.yaml has room for it; SIZE_MAX elements where it is
// larger than any.
template <typename Forms>
[[gnu::noinline, gnu::cold]] Panel plan_panel(const ConvolutionShape<Forms>& shape, size_t itemsize,
                                              bool plane) {
  const auto& rows = shape.axes[0];
  const auto& columns = shape.axes[1];
  Panel panel;
  const bool one_row = plane || (shape.group_outputs == 1 && rows.stride == 1 &&
                                 columns.stride == 1 && columns.spread() == 1);
  panel.one_row = one_row;
  panel.parts = one_row ? 1 : columns.kernel;
  panel.width = one_row ? columns.out + columns.kernel - 1 : columns.out;
  if (plane) panel.width += (columns.out - 1) * (columns.stride - 1);
  panel.height = (rows.kernel - 1) * rows.spread() + 1;
  panel.rows = 1;
  panel.elements = SIZE_MAX;
  // Sums are rounded between the channels of two panels: Half and BFloat16 take all at once.
  const int32_t least = itemsize == 2 ? shape.group_inputs : 1;
  const int64_t row = int64_t{panel.parts} * panel.width;
  if (row > INT32_MAX || row * panel.height > INT32_MAX / least) return panel;
  panel.channels = kPanelElements / panel.channel();
  if (panel.channels > shape.group_inputs) panel.channels = shape.group_inputs;
  if (panel.channels < least) panel.channels = least;
  if (shape.group_outputs == 1) {
    const int32_t room = kPanelElements / (panel.channels * panel.row()) - panel.height;
    if (room > 0) panel.rows += room / rows.stride;
    if (panel.rows > rows.out) panel.rows = rows.out;
    panel.height += (panel.rows - 1) * rows.stride;
  }
  panel.elements = static_cast<size_t>(panel.channels) * static_cast<size_t>(panel.channel());
  return panel;
}

// Elements of each row of a panel, or of a part of it, that are inside of the input: [begin, end).
struct Inside {
  int32_t begin;
  int32_t end;

  // The row begins with input `first`; its inputs are `stride` apart.
  Inside(int32_t first, int32_t stride, int32_t in, int32_t width)
      : begin(first < 0 ? ceil_div(-first, stride) : 0),
        end(in <= first ? 0 : ceil_div(in - first, stride)) {
    if (end > width) end = width;
  }
};

// Fills the panel with `count` channels, from that of `input` on, for rows of outputs from `row`
// on.
template <typename T, typename Forms>
[[gnu::noinline]] void fill_panel(const Panel& panel, const ConvolutionShape<Forms>& shape, T* to,
                                  const T* input, int32_t channel_stride, int32_t count,
                                  int32_t row) {
  using Word = typename WordOf<sizeof(T)>::Type;
  const Word zero = 0;
  const auto& rows = shape.axes[0];
  const auto& columns = shape.axes[1];
  const int32_t stride = columns.stride;
  const int32_t first_row = row * rows.stride - rows.padding;
  const int32_t height = panel.height;
  const int32_t pitch = panel.row();
  const int32_t input_pitch = rows.input_stride;
  const Inside down(first_row, 1, rows.in, height);
  copy_row(reinterpret_cast<Word*>(to), 1, &zero, 0, count * height * pitch);
  for (int32_t part = 0; part < panel.parts; ++part) {
    const int32_t first = part * columns.spread() - columns.padding;
    const auto [begin, end] = Inside(first, stride, columns.in, panel.width);
    if (end <= begin || down.end <= down.begin) continue;
    const T* x = input + (first + begin * stride) * columns.input_stride +
                 (first_row + down.begin) * input_pitch;
    T* at = to + part * panel.width + begin + down.begin * pitch;
    const int32_t step = end - begin > 1 ? stride * columns.input_stride : 1;  // fits if used
    for (int32_t i = 0; i < count; ++i) {
      const T* row_from = x;
      T* row_to = at;
      for (int32_t r = down.begin; r < down.end; ++r) {
        if (step == 0) __builtin_unreachable();  // no code for one element that repeats
        copy_row(reinterpret_cast<Word*>(row_to), 1, reinterpret_cast<const Word*>(row_from), step,
                 end - begin);
        row_from += input_pitch;
        row_to += pitch;
      }
      at += height * pitch;
      x += channel_stride;
    }
  }
}

// The planes [part.begin(), part.end()) of a convolution that has_planes(), each with its padding
// in `scratch`, which stays from one to the next.
template <typename T, typename Forms, typename Part>
[[gnu::noinline]] void convolve_padded(const Panel& panel, const ConvolutionShape<Forms>& shape,
                                       const Tensor& input, const T* weight, int32_t weight_stride,
                                       const T* bias, Tensor& out, T* scratch, const Part& some) {
  using Word = typename WordOf<sizeof(T)>::Type;
  const Word zero = 0;
  const PlaneStrides in(input, Forms::kOneDimensional);
  const PlaneStrides to(out, Forms::kOneDimensional);
  const auto& rows = shape.axes[0];
  const auto& columns = shape.axes[1];
  const int32_t groups = out.size(1);
  const int32_t first = -columns.padding;
  const Inside across(first, 1, columns.in, panel.width);
  for (int32_t row = some.first_row(); row < some.end_row(rows.out); row += panel.rows) {
    const int32_t left = rows.out - row;
    const int32_t first_row = row * rows.stride - rows.padding;
    const Inside down(first_row, 1, rows.in, panel.height);
    copy_row(reinterpret_cast<Word*>(scratch), 1, &zero, 0, panel.channel());
    const PlaneCopy copied{down.end - down.begin, across.end - across.begin, in.row, in.column,
                           panel.width};
    const bool any = copied.rows > 0 && copied.columns > 0;
    const int32_t from = (first + across.begin) * in.column + (first_row + down.begin) * in.row;
    T* const inside = scratch + across.begin + down.begin * panel.width;
    const PaddedPlanes<T> planes({left < panel.rows ? left : panel.rows, columns.out,
                                  columns.stride, rows.stride * panel.width, panel.width, to.row,
                                  bounds_of(shape)});
    int32_t n = some.begin() / groups;
    int32_t group = some.begin() - n * groups;
    for (int32_t count = some.end(out.size(0) * groups) - some.begin(); count > 0; --count) {
      if (any) {
        PaddedPlanes<T>::copy(
            copied, input.const_data_ptr<T>() + n * in.outer + group * in.channel + from, inside);
      }
      planes.run(scratch, weight + group * weight_stride, bias == nullptr ? T{} : bias[group],
                 out.mutable_data_ptr<T>() + n * to.outer + group * to.channel + row * to.row);
      if (++group == groups) {
        group = 0;
        ++n;
      }
    }
  }
}

// Makes one loop over terms of the last two, where they are one, and a loop of one term the first.
inline void join_terms(Terms (&terms)[3]) {
  Terms& inner = terms[2];
  Terms& outer = terms[1];
  if (inner.count == 1) {
    inner = outer;
  } else if (outer.count > 1) {
    if (outer.input != inner.count * inner.input || outer.weight != inner.count * inner.weight)
      return;
    inner.count *= outer.count;
  }
  outer = terms[0];
  terms[0] = {1, 0, 0};
}

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
      to.column != 1 || !Planes2d<T>::takes(window))
    return false;
  const Planes2d<T> planes(window);
  const auto run = [&](int32_t, int32_t begin, int32_t end) {
    for (int32_t n = 0; n < out.size(0); ++n) {
      for (int32_t c = begin; c < end; ++c) {
        planes.run(input.const_data_ptr<T>() + n * in.outer + c / shape.group_outputs * in.channel,
                   weight.const_data_ptr<T>() + c * by.outer, bias == nullptr ? T{} : bias[c],
                   out.mutable_data_ptr<T>() + n * to.outer + c * to.channel, shape);
      }
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

// A convolution that is not transposed. Error: MemoryAllocationFailed.
template <typename T, typename Forms, typename Part>
Error convolve_forward(KernelContext& context, ConvolutionShape<Forms>& shape, const Tensor& input,
                       const Tensor& weight, const T* bias, Tensor& out, const Part& some) {
  using Word = typename WordOf<sizeof(T)>::Type;
  const PlaneStrides in(input, Forms::kOneDimensional);
  const PlaneStrides by(weight, Forms::kOneDimensional);
  const PlaneStrides to(out, Forms::kOneDimensional);
  auto& rows = shape.axes[0];
  auto& columns = shape.axes[1];
  rows.input_stride = in.row;
  columns.input_stride = in.column;
  const bool in_place = shape.is_pointwise();
  const bool plane = has_planes<T>(shape, by, to);
  constexpr T kZero{};
  T* scratch = nullptr;
  Panel panel;
  using Bound = typename Forms::Bound;
  Sums<T, Bound> sums;
  sums.terms[1] = {rows.kernel, 0, by.row};
  sums.terms[2] = {columns.kernel, 0, by.column};
  if (in_place) {
    if (in.row == columns.in * in.column && to.row == columns.in * to.column) {
      columns.in = columns.out = columns.in * rows.in;
      rows.in = rows.out = 1;
    }
    panel = {shape.group_inputs, rows.out, 0, 0, 0, false, 0};
    sums.column.operand = in.column;
  } else {
    panel = plan_panel(shape, sizeof(T), plane);
    scratch = some.template scratch<T>(context, panel.elements);
    if (scratch == nullptr) return Error::MemoryAllocationFailed;
    if constexpr (PaddedPlanes<T>::kAny) {
      if (plane) {
        convolve_padded(panel, shape, input, weight.const_data_ptr<T>(), by.outer, bias, out,
                        scratch, some);
        return Error::Ok;
      }
    }
    sums.column.operand = 1;
    // The step of a single term may not fit.
    sums.terms[1].input = Forms::kDilated && rows.kernel == 1 ? 0 : rows.spread() * panel.row();
    sums.terms[2].input = panel.one_row ? 1 : panel.width;
  }
  sums.terms[0] = {0, in_place ? in.channel : panel.channel(), by.channel};
  const int32_t row_step = in_place ? in.row : panel.rows > 1 ? rows.stride * panel.row() : 0;
  sums.row = {by.outer, 0, to.channel};
  sums.column.out = to.column;
  const Terms terms[] = {sums.terms[0], sums.terms[1], sums.terms[2]};
  const int32_t groups = out.size(1) / shape.group_outputs;
  for (int32_t part = some.begin(); part < some.end(out.size(0) * groups); ++part) {
    const int32_t n = part / groups;
    const int32_t group = part - n * groups;
    const T* x = input.const_data_ptr<T>() + n * in.outer + group * shape.group_inputs * in.channel;
    for (int32_t first = 0; first < shape.group_inputs; first += panel.channels) {
      const int32_t left = shape.group_inputs - first;
      for (size_t i = 0; i < 3; ++i) sums.terms[i] = terms[i];
      sums.terms[0].count = left < panel.channels ? left : panel.channels;
      const int32_t channels = sums.terms[0].count;
      // A sum is whole with the last channel.
      static_cast<Bound&>(sums) = left > channels ? Bound{} : static_cast<const Bound&>(shape);
      for (int32_t loops = 3; loops > 1; --loops) join_terms(sums.terms);
      const int32_t c = group * shape.group_outputs;
      const T* w = weight.const_data_ptr<T>() + c * by.outer + first * by.channel;
      const T* start = bias == nullptr ? &kZero : bias + c;
      sums.row.start = first > 0 ? to.channel : bias == nullptr ? 0 : 1;
      sums.column.start = first > 0 ? to.column : 0;
      for (int32_t row = some.first_row(); row < some.end_row(rows.out); row += panel.rows) {
        int32_t band = rows.out - row;
        if (band > panel.rows) band = panel.rows;
        T* target = out.mutable_data_ptr<T>() + n * to.outer + c * to.channel + row * to.row;
        const T* from = x;
        if (!in_place) {
          from = scratch;
          fill_panel(panel, shape, scratch, x + first * in.channel, in.channel, channels, row);
        }
        const bool together = panel.one_row && channels == shape.group_inputs;
        sums.column.out = to.column;
        if (together) {
          sums.weight = w;
          sums.start = start;
          sums.input = sums.out = scratch;
          sums.column.out = 1;
          sums.run(1, (band - 1) * panel.width + columns.out);
        }
        for (; band > 0; --band) {
          if (together) {
            copy_row(reinterpret_cast<Word*>(target), to.column,
                     reinterpret_cast<const Word*>(from), 1, columns.out);
          } else {
            sums.weight = w;
            sums.start = first == 0 ? start : target;
            sums.input = from;
            sums.out = target;
            run_sums(some.threads(context), sums, shape.group_outputs, columns.out);
          }
          from += row_step;
          target += to.row;
        }
      }
    }
  }
  return Error::Ok;
}

// Convolves with code optimized for size, where an instruction set has its loops elsewhere.
template <typename T, typename Forms>
[[gnu::cold]] Error convolve_forward_whole(KernelContext& context, ConvolutionShape<Forms>& shape,
                                           const Tensor& input, const Tensor& weight, const T* bias,
                                           Tensor& out) {
  return convolve_forward<T>(context, shape, input, weight, bias, out, WholeConvolution{});
}

// Runs convolve() on several channels at the same time.
template <typename T, typename Forms>
void convolve_divided(const Threads& threads, const ConvolutionShape<Forms>& shape,
                      const Tensor& input, const Tensor& weight, const T* bias, Tensor& out) {
  const int32_t channels = out.size(1);
  threads.run(threads.parts(channels, multiplications(shape, out)), channels,
              [&](int32_t, int32_t begin, int32_t end) {
                ConvolutionShape<Forms> own = shape;
                convolve<T>(own, input, weight, bias, out, PartOfConvolution{begin, end});
              });
}

// Runs convolve_forward() in parallel parts: by images and groups, or by rows of outputs
// where these are more. Error: MemoryAllocationFailed.
template <typename T, typename Forms>
Error convolve_forward_divided(KernelContext& context, ConvolutionShape<Forms>& shape,
                               const Tensor& input, const Tensor& weight, const T* bias,
                               Tensor& out) {
  const bool in_place = shape.is_pointwise();
  const bool plane = has_planes<T>(shape, PlaneStrides(weight, Forms::kOneDimensional),
                                   PlaneStrides(out, Forms::kOneDimensional));
  const Panel panel = in_place ? Panel{} : plan_panel(shape, sizeof(T), plane);
  const int32_t images = out.size(0) * (out.size(1) / shape.group_outputs);
  const int32_t bands = in_place ? 1 : ceil_div(shape.axes[0].out, panel.rows);
  const bool by_bands = bands > images;
  const int32_t units = by_bands ? bands : images;
  int32_t parts = context.parts(units, multiplications(shape, out));
  T* scratch = nullptr;
  if (parts > 1 && !in_place) {
    scratch = context.scratch_of_parts<T>(parts, panel.elements);
    if (scratch == nullptr) return Error::MemoryAllocationFailed;
  }
  PartOfConvolution whole;
  whole.all = scratch == nullptr;
  whole.memory = scratch;
  if (parts == 1) return convolve_forward<T>(context, shape, input, weight, bias, out, whole);
  Error errors[kMostParts] = {};
  context.run(parts, units, [&](int32_t part, int32_t begin, int32_t end) {
    ConvolutionShape<Forms> own = shape;
    PartOfConvolution some;
    if (by_bands) {
      some.row = begin * panel.rows;
      if (end < units) some.last_row = end * panel.rows;
    } else {
      some.first = begin;
      some.last = end;
    }
    some.memory = scratch + static_cast<size_t>(part) * panel.elements;
    errors[part] = convolve_forward<T>(context, own, input, weight, bias, out, some);
  });
  for (const Error error : errors) KERF_TRY(error);
  return Error::Ok;
}

// Sets `start` to the elements of `bias` as those of dtype `type`, which differs, in scratch.
// Errors: MemoryAllocationFailed; NotSupported as convert_run().
[[gnu::noinline]] inline Error convert_bias(const KernelContext& context, const Tensor& bias,
                                            ScalarType type, const void*& start) {
  const size_t bytes = bias.numel() << element_shift(type);
  auto* const converted = context.scratch<uint64_t>((bytes + 7) / sizeof(uint64_t));
  if (converted == nullptr) return Error::MemoryAllocationFailed;
  start = converted;
  return convert_run({bias.scalar_type(), bias.const_data_ptr(), 0, 1}, type, converted,
                     static_cast<int32_t>(bias.numel()));
}

// What facts of its arguments make of the code of a convolution.
template <typename Forms_, DtypeSet kDtypes_, bool kBias_, bool kOneDtype_, bool kConverts_,
          bool kVolumes_>
struct ConvolutionKind {
  using Forms = Forms_;
  static constexpr DtypeSet kDtypes = kDtypes_;
  static constexpr bool kBias = kBias_;
  static constexpr bool kOneDtype = kOneDtype_;
  static constexpr bool kConverts = kConverts_;  // the bias
  static constexpr bool kVolumes = kVolumes_;
};

template <typename Kind>
[[gnu::always_inline]] inline Error convolution_of(
    [[maybe_unused]] KernelContext& context, const Tensor& input, const Tensor& weight,
    const Optional<Tensor>& bias, Span<const int64_t> stride, Span<const int64_t> padding,
    Span<const int64_t> dilation, bool transposed, Span<const int64_t> output_padding,
    int64_t groups, const typename Kind::Forms::Bound& bound, Tensor& out) {
  using Forms = typename Kind::Forms;
  using Bound = typename Forms::Bound;
  constexpr bool kBias = Kind::kBias;
  constexpr bool kOneDtype = Kind::kOneDtype;
  if (transposed && !Forms::kTransposed) {
    return fault(Error::NotSupported, "a transposed convolution was not selected");
  }
  if (bias && !kBias) {
    return fault(Error::NotSupported, "a convolution with bias was not selected");
  }
  constexpr bool kVolumes = Kind::kVolumes;
  if (input.dim() != 4 && !(Forms::kOneDimensional && input.dim() == 3) &&
      !(kVolumes && input.dim() == 5)) {
    return fault(Error::NotSupported,
                 "a convolution over a number of dimensions that was not selected");
  }
  if (weight.dim() != input.dim())
    return fault(Error::InvalidArgument, "weights whose rank is not the input's");
  ConvolutionShape<Forms> shape;
  static_cast<Bound&>(shape) = bound;
  shape.transposed_ = transposed;
  int32_t sizes[kVolumes ? 5 : 4];
  sizes[0] = input.size(0);
  KERF_TRY(read_groups(input, weight, groups, shape, sizes[1]));
  const AxisLists lists{stride, padding, dilation, output_padding};
  [[maybe_unused]] VolumeAxes<Forms> volume;
  if constexpr (kVolumes) {
    if (input.dim() == 5) KERF_TRY(volume.read(input, weight, lists, shape.transposed(), sizes));
  }
  const bool flat = !kVolumes || input.dim() != 5;
  const size_t axes = !flat ? 0 : Forms::kOneDimensional ? input.dim() - 2 : 2;
  if (Forms::kOneDimensional && axes == 1) shape.axes[0] = {1, 1, 1, 1, 0, 1, 0, 0};
  for (size_t axis = 0; axis < axes; ++axis) {
    auto& window = shape.axes[2 - axes + axis];
    window.in = input.size(2 + axis);
    window.kernel = weight.size(2 + axis);
    KERF_TRY(read_window(lists, axis, axes, shape.transposed(), window));
    sizes[2 + axis] = window.out;
  }
  KERF_TRY(resize(out, {sizes, input.dim()}));
  if (out.numel() == 0) return Error::Ok;
  if (kBias && bias && (bias->dim() != 1 || bias->size(0) != sizes[1])) {
    return fault(Error::InvalidArgument, "a bias that is not one number for each channel");
  }
  const ScalarType type = out.scalar_type();
  constexpr bool kConverts = Kind::kConverts;
  if (!kOneDtype && (input.scalar_type() != type || weight.scalar_type() != type ||
                     (kBias && !kConverts && bias && bias->scalar_type() != type))) {
    return fault(Error::InvalidType, "a convolution of several dtypes");
  }
  [[maybe_unused]] const void* converted = nullptr;
  if constexpr (kConverts) {
    if (bias && bias->scalar_type() != type)
      KERF_TRY(convert_bias(context, *bias, type, converted));
  }
  return dispatch<Kind::kDtypes>(type, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    const bool biased = kBias && bias;
    const T* start = biased ? bias->const_data_ptr<T>() : nullptr;
    if constexpr (kConverts) {
      if (converted != nullptr) start = static_cast<const T*>(converted);
    }
    if constexpr (kVolumes) {
      if (!flat) {
        convolve_volumes<T>(shape, volume, input, weight, start, out);
        return Error::Ok;
      }
    }
    if constexpr (!kSmall) {
      if (!shape.transposed()) {
        if constexpr (Planes2d<T>::kAny) {
          if (convolve_planes<T>(context, shape, input, weight, start, out)) return Error::Ok;
        }
        if constexpr (SeenRows<T>::kAny) {
          if (convolve_gathered<T>(context.threads(), shape, input, weight, start, out))
            return Error::Ok;
        }
        if constexpr (kMostParts > 1)
          return convolve_forward_divided<T>(context, shape, input, weight, start, out);
        if constexpr (PaddedPlanes<T>::kAny)
          return convolve_forward_whole<T>(context, shape, input, weight, start, out);
        return convolve_forward<T>(context, shape, input, weight, start, out, WholeConvolution{});
      }
    }
    if constexpr (kSmall || Forms::kTransposed) {
      if constexpr (kMostParts > 1) {
        convolve_divided<T>(context, shape, input, weight, start, out);
      } else {
        convolve<T>(shape, input, weight, start, out, WholeConvolution{});
      }
    }
    return Error::Ok;
  });
}

// The same once for all operators.
template <typename Kind>
[[gnu::noinline]] Error shared_convolution_of(
    KernelContext& context, const Tensor& input, const Tensor& weight, const Optional<Tensor>& bias,
    Span<const int64_t> stride, Span<const int64_t> padding, Span<const int64_t> dilation,
    bool transposed, Span<const int64_t> output_padding, int64_t groups,
    const typename Kind::Forms::Bound& bound, Tensor& out) {
  return convolution_of<Kind>(context, input, weight, bias, stride, padding, dilation, transposed,
                              output_padding, groups, bound, out);
}

// Whether operators with and without bounds share their code: where loops have bounds of float in
// any case.
template <DtypeSet kDtypes>
inline constexpr bool kSharesConvolutions =
    !kSmall && kAlwaysBounded<float> && kDtypes == dtype_set(ScalarType::Float);

// convolution_out() with bounds of the results.
template <typename Facts, typename Bound>
[[gnu::always_inline]] inline Error convolution_bounded(
    KernelContext& context, const Tensor& input, const Tensor& weight, const Optional<Tensor>& bias,
    Span<const int64_t> stride, Span<const int64_t> padding, Span<const int64_t> dilation,
    bool transposed, Span<const int64_t> output_padding, int64_t groups, const Bound& bound,
    Tensor& out) {
  constexpr bool kBias = Facts::bias.present();
  constexpr bool kOneDtype =
      one_dtype(Facts::input.dtypes, Facts::weight.dtypes,
                kBias ? Facts::bias.dtypes : Facts::input.dtypes, Facts::out.dtypes);
  using Kind = ConvolutionKind<ConvolutionForms<!Facts::dilation.is(1), !Facts::transposed.is(0),
                                                Facts::input.may_have_rank(3), Bound>,
                               Facts::out.dtypes, kBias || kSharesConvolutions<Facts::out.dtypes>,
                               kOneDtype, kBias && needs<Facts>(Trait::mixed_dtypes) && !kOneDtype,
                               Facts::input.may_have_rank(5)>;
  if constexpr (kSharesConvolutions<Facts::out.dtypes>) {
    return shared_convolution_of<Kind>(context, input, weight, bias, stride, padding, dilation,
                                       transposed, output_padding, groups, bound, out);
  } else {
    return convolution_of<Kind>(context, input, weight, bias, stride, padding, dilation, transposed,
                                output_padding, groups, bound, out);
  }
}

// out[n,o,y,x] = bias[o]
//     + sum_{i,v,u} input[n, g(o) I + i, y s - p + v d, x s - p + u d] * weight[o,i,v,u]
// I: input channels of a group, g(o): the group of o; s stride, p padding, d dilation of the axis;
// terms outside the input are 0.
// Transposed: input[n,i,y,x] * weight[i,o,v,u] is a term of out[n, o, y s - p + v d, x s - p + u
// d]. Any dim orders; Half and BFloat16 are summed in float, integers wrap; a bias of another dtype
// is converted to out's; `out` must not alias. One to three spatial dimensions; lists have one
// number for each of them, or one for all. Errors: InvalidArgument (ranks, channels, groups or
// sizes that do not fit, a negative or zero parameter, out cannot have the shape); InvalidType
// (dtypes that differ); NotSupported (form not selected); MemoryAllocationFailed.   Source:
// aten::convolution.out
template <typename Facts>
Error convolution_out(KernelContext& context, const Tensor& input, const Tensor& weight,
                      const Optional<Tensor>& bias, Span<const int64_t> stride,
                      Span<const int64_t> padding, Span<const int64_t> dilation, bool transposed,
                      Span<const int64_t> output_padding, int64_t groups, Tensor& out) {
  using Bound = typename BoundIf<kSharesConvolutions<Facts::out.dtypes>>::Type;
  return convolution_bounded<Facts>(context, input, weight, bias, stride, padding, dilation,
                                    transposed, output_padding, groups, Bound{}, out);
}

}  // namespace kerf::portable
