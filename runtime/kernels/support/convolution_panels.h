// Convolutions of inputs that are copied to scratch, with zeros around them.
#pragma once

#include "kernels/context.h"
#include "kernels/support/convolution_parts.h"
#include "kernels/support/convolution_shape.h"
#include "kernels/support/copy.h"
#include "kernels/support/run_sums.h"
#include "kernels/support/window.h"
#include "loops/copy.h"
#include "loops/planes.h"
#include "loops/sums.h"

namespace kerf::portable {

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

}  // namespace kerf::portable
