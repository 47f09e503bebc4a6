// Convolutions of quantized images: their arguments, and what may overlap.
#pragma once

#include <stdint.h>

#include "core/fault.h"
#include "core/optional.h"
#include "core/span.h"
#include "kernels/context.h"
#include "kernels/support/image.h"
#include "kernels/support/products.h"
#include "memory/threads.h"

namespace kerf::integers {

// The arguments that all convolutions have.
struct ConvolutionArguments {
  const Tensor& input;
  const Tensor& weight;
  const Optional<Tensor>& bias;
  WindowLists lists;
  Span<const int64_t> output_padding;  // of a transposed one
  Int32 input_offset;
  Int32 output_offset;
  const Tensor& multipliers;
  const Tensor& shifts;
  Int32 activation_min;
  Int32 activation_max;
};

// The lines of outputs that are computed of each image: all, unless calls are divided.
struct AllLines {
  static constexpr int32_t first_line() { return 0; }
  static constexpr int32_t end_line(int32_t lines) { return lines; }
};
struct SomeLines {
  int32_t lines_from = 0;
  int32_t lines_to = INT32_MAX;

  int32_t first_line() const { return lines_from; }
  int32_t end_line(int32_t lines) const { return lines_to < lines ? lines_to : lines; }
};
template <bool kDivided>
struct LinesIf {
  using Type = AllLines;
};
template <>
struct LinesIf<true> {
  using Type = SomeLines;
};
using Lines = LinesIf<(kMostParts > 1)>::Type;

// Pixels that are computed at a time where outputs overlap inputs, at least, and the most channels
// of a pixel that are copied: as `overlap` in functions.yaml.
inline constexpr int32_t kOverlapPixels = 8;
inline constexpr int32_t kMostKept = 64;
// Lines of a depthwise convolution that are computed at a time there, at least: reading scales and
// taps costs as much as half of a line.
inline constexpr int32_t kOverlapLines = 4;

// Which inputs an output sees: as many strides further as it is, or, transposed, those that are
// multiplied to its place.
struct Windows {
  static constexpr bool kTransposed = false;
  static portable::Taps taps(const Axis& axis, int32_t o) { return axis.taps(o); }
};
struct TransposedWindows {
  static constexpr bool kTransposed = true;
  static portable::Taps taps(const Axis& axis, int32_t o) { return axis.transposed_taps(o); }
};

// A convolution whose arguments are checked.
struct Convolution : Lines, ImageWindow {
  int32_t filters;
  int32_t offset;  // minus the zero point of inputs, which padding has
  const int8_t* input;
  const int8_t* weight;
  int8_t* out;
  void* scratch;  // of the loops
  Int8Result result;
  // Reads and checks what all have in common and resizes `out`; `weight` has dimensions (.., rows,
  // columns, ..), and the dtype of shifts is in kShifts. Errors: InvalidArgument;
  // MemoryAllocationFailed.
  template <typename Windows, DtypeSet kShifts, bool kChecks = true>
  [[gnu::noinline]] Error read(KernelContext& context, const ConvolutionArguments& arguments,
                               const ImageDims& dims, size_t filter_dim, Tensor& to) {
    const Tensor& kernels = arguments.weight;
    if constexpr (kChecks) KERF_TRY(check_image(kernels, kChannelsLast));
    KERF_TRY(read_image<kChecks>(arguments.input, dims, arguments.lists, to));
    for (size_t i = 0; i < 2; ++i) {
      Axis& axis = axes[i];
      axis.kernel = kernels.size(1 + i);
      if constexpr (kChecks && Windows::kTransposed) {
        int32_t extra;
        KERF_TRY(portable::read_axis(arguments.output_padding, i, 2, 0, extra));
        if (extra >= axis.stride && extra >= axis.dilation)
          return fault(Error::InvalidArgument, "an output padding that is not possible");
        KERF_TRY(axis.set_transposed_output(extra));
      } else if constexpr (kChecks) {
        KERF_TRY(axis.set_output());
      }
    }
    filters = kernels.size(filter_dim);
    offset = arguments.input_offset;
    if constexpr (kChecks) KERF_TRY(check_int8(negative(offset)));
    KERF_TRY(read_bounds<kChecks>(arguments.output_offset, arguments.activation_min,
                                  arguments.activation_max, result));
    if constexpr (kChecks) {
      KERF_TRY(resize_image(to, dims, filters));
      KERF_TRY(check_scales<kShifts>(arguments.multipliers, arguments.shifts, filters));
    }
    input = arguments.input.const_data_ptr<int8_t>();
    weight = kernels.const_data_ptr<int8_t>();
    out = to.mutable_data_ptr<int8_t>();
    result.multiplier = arguments.multipliers.const_data_ptr<int32_t>();
    result.scale_step = 1;
    return read_shifts<kShifts>(context, arguments.shifts, result.shift);
  }

  // Sets where results start, filters having `terms` terms whose inputs get the offset here.
  // Errors: InvalidArgument (a bias of another length); MemoryAllocationFailed.
  template <bool kChecks>
  [[gnu::noinline]] Error fold(KernelContext& context, const Optional<Tensor>& bias,
                               int32_t terms) {
    const int32_t* begin = nullptr;
    if (bias) {
      KERF_TRY(check_per_filter<kChecks>(*bias, filters));
      begin = bias->const_data_ptr<int32_t>();
      result.start = begin;
      if (terms == 0) return Error::Ok;
    }
    int32_t* start = context.scratch<int32_t>(static_cast<size_t>(filters));
    if (start == nullptr) return Error::MemoryAllocationFailed;
    fold_offsets(context, start, begin, weight, filters, terms, offset, 0);
    result.start = start;
    return Error::Ok;
  }

  // The line of inputs that output line y sees first, and later ones at the earliest.
  int32_t first_line_seen(int32_t y) const {
    const int32_t line = y * axes[0].stride - axes[0].padding;
    return line < 0 ? 0 : line;
  }

  // Whether outputs share memory with inputs.
  bool overlaps() const {
    const auto from = reinterpret_cast<uintptr_t>(input);
    const auto to = reinterpret_cast<uintptr_t>(out);
    // Modulo the size of the address space: one of the two differences is huge.
    return to - from < static_cast<uintptr_t>(batches * axes[0].in * axes[0].input_stride) ||
           from - to < static_cast<uintptr_t>(pixels() * filters);
  }

  // Ok where outputs overlap no input that is still to be read: `overlap` in functions.yaml. Some
  // kernels compute one pixel after the other (`by_pixels`), others `lines` at a time, if any order
  // (`in_order`). Else InvalidProgram.
  [[gnu::noinline]] Error check_overlap(bool in_order, bool by_pixels, int32_t lines) const {
    if (!overlaps()) return Error::Ok;
    const auto from = reinterpret_cast<uintptr_t>(input);
    const auto to = reinterpret_cast<uintptr_t>(out);
    const int32_t line = axes[1].out * filters;
    bool apart = in_order && batches == 1;
    if (by_pixels) {
      const int32_t count = pixels();
      const int32_t unit = count < kOverlapPixels ? count : kOverlapPixels;
      const bool ahead = to < from;
      const int32_t written = ahead ? filters : channels;
      const int32_t read = ahead ? channels : filters;
      int32_t least = unit * written;
      int32_t grown = count * written - (count - unit) * read;
      if (ahead && keeps_last()) {
        least = written;
        grown = count * (written - read);
      }
      if (grown > least) least = grown;
      apart = apart && (ahead ? from - to : to - from) >= static_cast<uintptr_t>(least);
    } else {
      for (int32_t y = 0; y < axes[0].out; ++y) {
        const int32_t end = y < axes[0].out - lines ? y + lines : axes[0].out;
        const int32_t least = end * line - first_line_seen(y) * axes[0].input_stride;
        apart = apart && to < from && static_cast<int64_t>(from - to) >= least;
      }
    }
    if (!apart)
      return fault(Error::InvalidProgram, "an output shares memory with another argument");
    return Error::Ok;
  }

  // Whether the last pixel's inputs, which are fewer than half of its outputs, are copied first.
  bool keeps_last() const { return filters >= 2 * channels && channels <= kMostKept; }

  // The distances between the weights of adjacent taps, which have `depth` each.
  void set_weight_strides(int32_t depth) {
    axes[0].weight_stride = axes[1].kernel * depth;
    axes[1].weight_stride = depth;
  }

  int32_t taps() const { return axes[0].kernel * axes[1].kernel; }

  // How many pixels `out` has.
  int32_t pixels() const { return batches * axes[0].out * axes[1].out; }

  // At most so many multiplications, each filter having `terms` terms.
  int64_t multiplications(int32_t terms) const {
    return int64_t{batches} * axes[0].out * axes[1].out * filters * terms;
  }
};

// The distance between inputs of adjacent outputs along an axis. Only that of a run of several
// fits.
inline int32_t input_step(const Axis& axis) {
  return static_cast<int32_t>(static_cast<uint32_t>(axis.stride) *
                              static_cast<uint32_t>(axis.input_stride));
}

// Lines [begin, end) of one image as a convolution of its own.
template <typename Part>
Part lines_of(const Part& all, int32_t image, int32_t begin, int32_t end) {
  Part some = all;
  some.lines_from = begin;
  some.lines_to = end;
  some.batches = 1;
  some.input += image * (all.axes[0].in * all.axes[0].input_stride);
  some.out += (image * all.axes[0].out + begin) * (all.axes[1].out * all.filters);
  return some;
}

}  // namespace kerf::integers
