// Convolutions of quantized images.
#pragma once

#include <stdint.h>

#include "core/libc.h"
#include "core/optional.h"
#include "core/span.h"
#include "kernels/context.h"
#include "kernels/facts.h"
#include "kernels/support/image.h"
#include "kernels/support/products.h"
#include "loops/copy_bytes.h"
#include "loops/int8_depthwise.h"
#include "memory/threads.h"

namespace kerf::cortex_m {

// The arguments that all convolutions have.
struct ConvolutionArguments {
  const Tensor& input;
  const Tensor& weight;
  const Optional<Tensor>& bias;
  integers::WindowLists lists;
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

// Columns of inputs that are prepared for windows of 3 x 3 at a time, and the lines that are at
// least, unless the image has fewer: as `scratch` in functions.yaml.
inline constexpr int32_t kPreparedColumns = 320;
inline constexpr int32_t kLeastPrepared = 4;

// A convolution whose arguments are checked.
struct Convolution : Lines, integers::ImageWindow {
  int32_t filters;
  int32_t offset;  // minus the zero point of inputs, which padding has
  const int8_t* input;
  const int8_t* weight;
  int8_t* out;
  void* scratch;  // of the loops
  integers::Int8Result result;

  // Reads and checks what all have in common and resizes `out`; `weight` has dimensions (.., rows,
  // columns, ..). Errors: InvalidArgument.
  template <bool kTransposed, bool kChecks = true>
  [[gnu::noinline]] Error read(const ConvolutionArguments& arguments,
                               const integers::ImageDims& dims, size_t filter_dim, Tensor& to) {
    const Tensor& kernels = arguments.weight;
    if constexpr (kChecks) KERF_TRY(integers::check_image(kernels, integers::kChannelsLast));
    KERF_TRY(read_image<kChecks>(arguments.input, dims, arguments.lists, to));
    for (size_t i = 0; i < 2; ++i) {
      integers::Axis& axis = axes[i];
      axis.kernel = kernels.size(1 + i);
      if constexpr (kChecks && kTransposed) {
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
    if constexpr (kChecks) KERF_TRY(integers::check_int8(integers::negative(offset)));
    KERF_TRY(integers::read_bounds<kChecks>(arguments.output_offset, arguments.activation_min,
                                            arguments.activation_max, result));
    if constexpr (kChecks) {
      KERF_TRY(resize_image(to, dims, filters));
      KERF_TRY(integers::check_scales(arguments.multipliers, arguments.shifts, filters));
    }
    input = arguments.input.const_data_ptr<int8_t>();
    weight = kernels.const_data_ptr<int8_t>();
    out = to.mutable_data_ptr<int8_t>();
    result.multiplier = arguments.multipliers.const_data_ptr<int32_t>();
    result.shift = arguments.shifts.const_data_ptr<int32_t>();
    result.scale_step = 1;
    return Error::Ok;
  }

  // Sets where results start, filters having `terms` terms whose inputs get the offset here.
  // Errors: InvalidArgument (a bias of another length); MemoryAllocationFailed.
  template <bool kChecks>
  [[gnu::noinline]] Error fold(KernelContext& context, const Optional<Tensor>& bias,
                               int32_t terms) {
    const int32_t* begin = nullptr;
    if (bias) {
      KERF_TRY(integers::check_per_filter<kChecks>(*bias, filters));
      begin = bias->const_data_ptr<int32_t>();
      result.start = begin;
      if (terms == 0) return Error::Ok;
    }
    int32_t* start = context.scratch<int32_t>(static_cast<size_t>(filters));
    if (start == nullptr) return Error::MemoryAllocationFailed;
    integers::fold_offsets(context, start, begin, weight, filters, terms, offset, 0);
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

  // The distance between inputs of adjacent outputs along an axis. Only that of a run of several
  // fits.
  static int32_t step(const integers::Axis& axis) {
    return static_cast<int32_t>(static_cast<uint32_t>(axis.stride) *
                                static_cast<uint32_t>(axis.input_stride));
  }

  template <bool kTransposed>
  static portable::Taps taps_of(const integers::Axis& axis, int32_t o) {
    if constexpr (kTransposed) return axis.transposed_taps(o);
    return axis.taps(o);
  }

  // Copies the inputs of `outputs` outputs of a run, `depth` for each tap that they see, to their
  // places in adjacent patches.
  [[gnu::noinline]] void gather(int8_t* patches, const int8_t* from, const portable::Taps& down,
                                const portable::Taps& across, int32_t depth,
                                int32_t outputs) const {
    const int32_t terms = taps() * depth;
    const int32_t next = step(axes[1]);
    patches += down.weight + across.weight;
    int32_t columns = across.terms.count;
    if (across.terms.input == depth && across.terms.weight == depth) {
      depth *= columns;
      columns = 1;
    }
    for (int32_t j = down.terms.count; j > 0; --j) {
      for (int32_t k = 0; k < columns; ++k) {
        const int8_t* x = from + k * across.terms.input;
        int8_t* to = patches + k * across.terms.weight;
        for (int32_t n = outputs; n > 0; --n) {
          portable::copy_bytes(to, x, static_cast<size_t>(depth));
          x += next;
          to += terms;
        }
      }
      from += down.terms.input;
      patches += down.terms.weight;
    }
  }

  // As gather() to pixels of a tile, from `first` on. `depth` is a multiple of 4.
  template <typename Product>
  [[gnu::noinline]] void gather_tile(const Product& product, int32_t first, const int8_t* from,
                                     const portable::Taps& down, const portable::Taps& across,
                                     int32_t depth, int32_t outputs) const {
    int32_t columns = across.terms.count;
    if (across.terms.input == depth && across.terms.weight == depth) {
      depth *= columns;
      columns = 1;
    }
    for (int32_t n = first; n < first + outputs; ++n, from += step(axes[1])) {
      for (int32_t k = 0; k < columns; ++k) {
        product.place(n, down.weight + across.weight + k * across.terms.weight,
                      from + k * across.terms.input, down.terms, depth);
      }
    }
  }

  // Computes `left` pixels, whose outputs may overlap their inputs: as many at a time as end before
  // what is still to be read, from the first on where outputs begin before inputs, else from the
  // last on.
  template <typename Product>
  [[gnu::noinline]] void run_over(const Product& product, const int8_t* from, int32_t left,
                                  int8_t* to) const {
    int8_t last[kMostKept];
    const bool forwards = reinterpret_cast<uintptr_t>(to) < reinterpret_cast<uintptr_t>(from);
    while (left > 0) {
      auto room = reinterpret_cast<uintptr_t>(from) - reinterpret_cast<uintptr_t>(to);
      if (!forwards) room = static_cast<uintptr_t>(left * (filters - channels)) - room;
      room /= static_cast<uintptr_t>(filters);
      int32_t count = left;
      if (room < static_cast<uintptr_t>(left)) {
        count = static_cast<int32_t>(room);
        constexpr uint32_t kTogether =  // by loops
            Product::kPaired ? Product::kPlacedPixels : integers::gathered_at_once(INT32_MAX);
        if (room > kTogether)
          count = static_cast<int32_t>(static_cast<uint32_t>(room) / kTogether * kTogether);
      }
      if (count == 0) {
        libc::copy(last, from, static_cast<size_t>(channels));
        from = last;
        count = 1;
      }
      left -= count;
      const int32_t first = forwards ? 0 : left;
      product.run(from + first * channels, channels, count, to + first * filters);
      if (!forwards) continue;
      from += count * channels;
      to += count * filters;
    }
  }

  // Convolves with filters of `depth` channels: each of the groups with its own. Inputs are
  // gathered in `patches`, those of `at_once` outputs, unless it is null.
  template <bool kTransposed, bool kOverlaps, bool kPaired = false>
  [[gnu::noinline]] void run(int32_t depth, int8_t* patches, int32_t at_once) const {
    using Product = typename integers::ProductOf<kPaired>::Type;
    const int32_t groups = channels / depth;
    const int32_t terms = taps() * depth;
    Product product{
        integers::Int8Product{weight, filters / groups, terms, filters, result, scratch}};
    if constexpr (integers::kAddsOffset) product.offset = offset;
    const int32_t lines = end_line(axes[0].out) - first_line();
    const int32_t pixels = batches * lines * axes[1].out;
    for (int32_t g = 0; g < groups; ++g) {
      const int8_t* from = input + g * depth;
      int8_t* to = out + g * product.filters;
      if (patches == nullptr) {
        // Only an output of one group may overlap its input.
        if (kOverlaps && groups == 1) {
          run_over(product, from, pixels, to);
        } else {
          product.run(from, channels, pixels, to);
        }
      } else {
        if constexpr (kPaired) {
          run_in_tiles<kTransposed>(product, from, depth, patches, pixels, to);
        } else {
          run_gathered<kTransposed>(product, from, depth, patches, at_once, pixels, to);
        }
      }
      product.weights += product.filters * terms;
      product.result.skip(product.filters);
    }
  }

  // Convolves one group, whose first input is `image`, to `pixels` outputs.
  template <bool kTransposed, typename Product>
  void run_gathered(const Product& product, const int8_t* image, int32_t depth, int8_t* patches,
                    int32_t at_once, int32_t pixels, int8_t* to) const {
    int32_t y = first_line();
    int32_t x = 0;
    int32_t gathered = 0;
    [[maybe_unused]] bool in_tiles = false;
    while (pixels > 0) {
      const portable::Taps down = taps_of<kTransposed>(axes[0], y);
      const portable::Taps across = taps_of<kTransposed>(axes[1], x);
      if constexpr (integers::kGathersTiles) {
        if (gathered == 0)
          in_tiles = pixels >= integers::Int8Product::kPlacedPixels && depth % 4 == 0 &&
                     product.takes_tiles();
      }
      const int32_t together =
          integers::kGathersTiles && in_tiles ? integers::Int8Product::kPlacedPixels : at_once;
      // Outputs of a row that see the same taps.
      int32_t count = together - gathered;
      if (count > across.outputs) count = across.outputs;
      if (integers::kGathersTiles && in_tiles) {
        if (down.terms.count * across.terms.count != taps()) {
          for (int32_t n = 0; n < count; ++n) product.pad(gathered + n);
        }
        gather_tile(product, gathered, image + (down.input + across.input), down, across, depth,
                    count);
      } else {
        int8_t* const patch = patches + gathered * product.terms;
        if (down.terms.count * across.terms.count != taps())
          portable::fill_bytes(patch, -offset, static_cast<size_t>(count * product.terms));
        gather(patch, image + (down.input + across.input), down, across, depth, count);
      }
      gathered += count;
      pixels -= count;
      if (gathered == together || pixels == 0) {
        if (integers::kGathersTiles && in_tiles) {
          product.run_placed(to);
        } else {
          product.run(patches, product.terms, gathered, to);
        }
        to += gathered * filters;
        gathered = 0;
      }
      x += count;
      if (x != axes[1].out) continue;
      x = 0;
      if (++y != end_line(axes[0].out)) continue;
      y = first_line();
      image += axes[0].in * axes[0].input_stride;
    }
  }

  // As run_gathered(), of whole tiles. `patch` has room for the inputs of an output.
  template <bool kTransposed, typename Product>
  void run_in_tiles(const Product& product, const int8_t* image, int32_t depth, int8_t* patch,
                    int32_t pixels, int8_t* to) const {
    const bool few = pixels < Product::kLeastPixels;  // for which scratch has no tile
    typename Product::Tiles tiles(product);
    const int32_t next = step(axes[1]);
    int32_t placed = 0;
    for (int32_t n = batches; n > 0; --n, image += axes[0].in * axes[0].input_stride) {
      for (int32_t y = first_line(); y < end_line(axes[0].out); ++y) {
        const portable::Taps down = taps_of<kTransposed>(axes[0], y);
        portable::Taps across{};
        bool padded = false;
        for (int32_t x = 0; x < axes[1].out; ++x, --pixels) {
          // The next one of those that see the same taps is a step further.
          if (--across.outputs > 0) {
            across.input += next;
          } else {
            across = taps_of<kTransposed>(axes[1], x);
            padded = down.terms.count * across.terms.count != taps();
          }
          const int8_t* const from = image + (down.input + across.input);
          const bool alone = few || (pixels == 1 && placed == 0);
          if (alone || depth % 4 != 0) {
            if (padded) portable::fill_bytes(patch, -offset, static_cast<size_t>(product.terms));
            each_column(down, across, depth, [&](int32_t term, int32_t at, int32_t count) {
              Product::Tiles::copy_rows(patch + term, from + at, down.terms, count);
            });
            if (alone) {
              product.run(patch, product.terms, 1, to);
              to += filters;
              continue;
            }
            tiles.place(placed, patch);
          } else {
            if (padded) tiles.pad(placed);
            each_column(down, across, depth, [&](int32_t term, int32_t at, int32_t count) {
              tiles.place(placed, term, from + at, down.terms, count);
            });
          }
          if (++placed != Product::kPlacedPixels) continue;
          tiles.run_clamped(to);
          to += placed * filters;
          placed = 0;
        }
      }
    }
  }

  // Calls visit(term, offset of the input, count) for each column of taps, or for all where these
  // are adjacent.
  template <typename Visit>
  static void each_column(const portable::Taps& down, const portable::Taps& across, int32_t depth,
                          Visit visit) {
    const int32_t term = down.weight + across.weight;
    if (across.terms.input == depth && across.terms.weight == depth)
      return visit(term, 0, depth * across.terms.count);
    for (int32_t k = 0; k < across.terms.count; ++k)
      visit(term + k * across.terms.weight, k * across.terms.input, depth);
  }

  // At most so many multiplications, each filter having `terms` terms.
  int64_t multiplications(int32_t terms) const {
    return int64_t{batches} * axes[0].out * axes[1].out * filters * terms;
  }

  // Whether outputs see the inputs at their places alone: nothing needs to be gathered. Not of
  // transposed ones, which may have more outputs.
  template <bool kTransposed>
  bool in_place() const {
    if constexpr (kTransposed) return false;
    for (const integers::Axis& axis : axes) {
      if (axis.kernel != 1 || axis.stride != 1 || axis.padding != 0) return false;
    }
    return true;
  }

  // Whether Int8Depthwise3x3 takes the windows.
  bool is_3x3() const {
    for (const integers::Axis& axis : axes) {
      if (axis.kernel != 3 || axis.dilation != 1) return false;
    }
    return axes[1].stride <= 2 && filters % 4 == 0;
  }

  // Lines of inputs that are prepared for windows of 3 x 3 at a time.
  int32_t prepared_lines() const {
    const int32_t columns = integers::line_columns(axes[1].stride, axes[1].out);
    const int32_t seen = (axes[0].out - 1) * axes[0].stride + 3;
    const int32_t most =
        columns * kLeastPrepared > kPreparedColumns ? kLeastPrepared : kPreparedColumns / columns;
    return seen < most ? seen : most;
  }

  // Scratch of run_channels().
  [[gnu::always_inline]] int32_t channel_scratch_bytes() const {
    if constexpr (integers::kDepthwise3x3) {
      if (is_3x3())
        return integers::depthwise_line_bytes(prepared_lines() *
                                              integers::line_columns(axes[1].stride, axes[1].out));
    }
    return integers::depthwise_scratch_bytes(taps());
  }

  // Convolves each channel with a filter of its own, of 3 x 3.
  template <bool kOverlaps>
  [[gnu::noinline]] void run_3x3() const {
    const bool by_lines = kOverlaps && overlaps();
    const integers::Int8Depthwise3x3 sums{
        filters,         offset,         axes[0].in,     axes[1].in,  axes[0].padding,
        axes[1].padding, axes[0].stride, axes[1].stride, axes[1].out, prepared_lines(),
        weight,          result,         scratch};
    const int32_t line = axes[1].out * filters;
    const int8_t* image = input;
    int8_t* to = out;
    for (int32_t n = batches; n > 0; --n, image += axes[0].in * axes[0].input_stride) {
      for (int32_t y = first_line(), count; y < end_line(axes[0].out); y += count) {
        count = end_line(axes[0].out) - y;
        if (by_lines) {
          // The lines that end before what they see.
          const int8_t* const seen = image + first_line_seen(y) * axes[0].input_stride;
          const auto lines = (seen - to) / line;
          if (count > lines) count = static_cast<int32_t>(lines);
        }
        sums.run(image, y, count, to);
        to += count * line;
      }
    }
  }

  // Convolves each channel with a filter of its own. Where `kPrepares`, `scratch` has
  // channel_scratch_bytes(), else depthwise_scratch_bytes().
  template <bool kOverlaps, bool kPrepares = true>
  [[gnu::noinline]] void run_channels() const {
    if constexpr (integers::kDepthwise3x3 && kPrepares) {
      if (is_3x3()) return run_3x3<kOverlaps>();
    }
    [[maybe_unused]] const bool by_lines = kOverlaps && overlaps();
    const integers::Int8Depthwise sums{
        filters, offset, {step(axes[1]), step(axes[0])}, {filters, axes[1].out * filters},
        result,  scratch};
    integers::Int8Block one;
    integers::Int8Block* const blocks =
        integers::kDepthwiseBlocks == 1 ? &one : static_cast<integers::Int8Block*>(scratch);
    integers::Int8Block* next = blocks;
    const int8_t* image = input;
    int8_t* to = out;
    for (int32_t n = batches; n > 0; --n, image += axes[0].in * axes[0].input_stride) {
      for (int32_t y = first_line(); y < end_line(axes[0].out);) {
        portable::Taps down = axes[0].taps(y);
        if constexpr (kMostParts > 1) {
          const int32_t left = end_line(axes[0].out) - y;
          if (down.outputs > left) down.outputs = left;
        }
        if (by_lines) {
          // The lines that end before what they see.
          const int8_t* const seen = image + first_line_seen(y) * axes[0].input_stride;
          const auto lines = (seen - to) / sums.out_pitch.line;
          if (down.outputs > lines) down.outputs = static_cast<int32_t>(lines);
        }
        for (int32_t x = 0; x < axes[1].out;) {
          const portable::Taps across = axes[1].taps(x);
          next->input = image + (down.input + across.input);
          next->weights = weight + (down.weight + across.weight);
          next->out = to + x * filters;
          next->rows = down.terms;
          next->columns = across.terms;
          next->lines = down.outputs;
          next->pixels = across.outputs;
          x += across.outputs;
          if constexpr (integers::kDepthwiseBlocks == 1) {
            sums.run(*next);
          } else if (++next == blocks + integers::kDepthwiseBlocks) {
            sums.run(blocks, next);
            next = blocks;
          }
        }
        if constexpr (kOverlaps && integers::kDepthwiseBlocks > 1) {
          if (by_lines && next != blocks) {
            sums.run(blocks, next);
            next = blocks;
          }
        }
        y += down.outputs;
        to += down.outputs * sums.out_pitch.line;
      }
    }
    if constexpr (integers::kDepthwiseBlocks > 1) {
      if (next != blocks) sums.run(blocks, next);
    }
  }
};

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

// Runs convolution.run() with its scratch, divided: by pixels or filters in place, else by
// lines, each part with scratch of its own. Error: MemoryAllocationFailed.
template <bool kTransposed, typename Divided>
Error run_divided(KernelContext& context, const Divided& convolution, int32_t depth) {
  const int32_t terms = convolution.taps() * depth;
  if (convolution.template in_place<kTransposed>()) {
    const int32_t groups = convolution.channels / depth;
    const int32_t filters = convolution.filters;
    integers::Int8Product product{convolution.weight, filters / groups, terms, filters,
                                  convolution.result, nullptr};
    if constexpr (integers::kAddsOffset) product.offset = convolution.offset;
    integers::DividedProduct divided(context, product, convolution.pixels());
    KERF_TRY(divided.allocate(context));
    for (int32_t g = 0; g < groups; ++g) {
      divided.run(product, convolution.input + g * depth, convolution.channels,
                  convolution.out + g * product.filters);
      product.weights += product.filters * terms;
      product.result.skip(product.filters);
    }
    return Error::Ok;
  }
  const int32_t lines = convolution.axes[0].out;
  int32_t parts = context.parts(lines, convolution.multiplications(terms));
  const int32_t at_once = integers::gathered_at_once(terms);
  const auto words =
      static_cast<size_t>(integers::product_scratch_bytes(terms, convolution.pixels())) /
      sizeof(uint32_t);
  const size_t patch_bytes = static_cast<size_t>(at_once) * static_cast<size_t>(terms);
  // Patches at least are there: a part has one block for both.
  const size_t part_words = words + (patch_bytes + sizeof(uint32_t) - 1) / sizeof(uint32_t);
  auto* const scratch = context.scratch_of_parts<uint32_t>(parts, part_words);
  if (scratch == nullptr) return Error::MemoryAllocationFailed;
  for (int32_t n = 0; n < convolution.batches; ++n) {
    context.run(parts, lines, [&](int32_t part, int32_t begin, int32_t end) {
      Divided some = lines_of(convolution, n, begin, end);
      uint32_t* const own = scratch + static_cast<size_t>(part) * part_words;
      some.scratch = own;
      some.template run<kTransposed, false>(depth, reinterpret_cast<int8_t*>(own + words), at_once);
    });
  }
  return Error::Ok;
}

// Convolves with filters of `depth` channels. Errors: InvalidArgument (a bias of another length);
// InvalidProgram (an output that overlaps too much of the input); MemoryAllocationFailed.
template <bool kTransposed, bool kChecks, bool kOverlaps, bool kPaired = false>
Error run_products(KernelContext& context, Convolution& convolution, const Optional<Tensor>& bias,
                   int32_t depth) {
  const int32_t terms = convolution.taps() * depth;
  if constexpr (kChecks && kOverlaps) {
    KERF_TRY(convolution.check_overlap(depth == convolution.channels,
                                       convolution.in_place<kTransposed>(), 1));
  }
  KERF_TRY(convolution.fold<kChecks>(context, bias, integers::kAddsOffset ? 0 : terms));
  if constexpr (kMostParts > 1) {
    convolution.set_weight_strides(depth);
    if (!kOverlaps || !convolution.overlaps())
      return run_divided<kTransposed>(context, convolution, depth);
  }
  KERF_TRY(integers::allocate_scratch(
      context, integers::product_scratch_bytes(terms, convolution.pixels()), convolution.scratch));
  convolution.set_weight_strides(depth);
  int8_t* patches = nullptr;
  const int32_t at_once = integers::gathered_at_once(terms);
  if (!convolution.in_place<kTransposed>()) {
    patches = context.scratch<int8_t>(static_cast<size_t>(at_once) * static_cast<size_t>(terms));
    if (patches == nullptr) return Error::MemoryAllocationFailed;
  }
  convolution.run<kTransposed, kOverlaps, kPaired>(depth, patches, at_once);
  return Error::Ok;
}

// out[n, m, y, x] = clamp(rescale(bias[m] + sum over c, j, k of
//     (input[n, g * depth + c, y s - p + j d, x s - p + k d] + input_offset) * weight[m, j, k, c])
//     + output_offset)
// s stride, p padding, d dilation of the axis; padding holds -input_offset. Filters of `depth`
// channels in channels / depth groups g; a scale for each filter; sums modulo 2^32.
template <bool kTransposed, typename Facts>
Error convolve(KernelContext& context, const ConvolutionArguments& arguments,
               const integers::ImageDims& dims, Tensor& out) {
  constexpr bool kChecks = !proves<Facts>(Proof::checked);
  Convolution convolution;
  KERF_TRY((convolution.read<kTransposed, kChecks>(arguments, dims, 0, out)));
  const int32_t depth = arguments.weight.size(3);
  if constexpr (kChecks) {
    const int32_t groups = depth < 1 ? 0 : convolution.channels / depth;
    if (groups < 1 || groups * depth != convolution.channels || convolution.filters % groups != 0)
      return fault(Error::InvalidArgument, "channels that the groups do not divide");
    if (out.numel() == 0) return Error::Ok;
  }
  constexpr bool kOverlaps = !kTransposed && needs<Facts>(Trait::overlap);
  return run_products<kTransposed, kChecks, kOverlaps, proves<Facts>(Proof::paired)>(
      context, convolution, arguments.bias, depth);
}

// Errors of all: InvalidArgument (ranks, sizes, dim orders, axes, scales, offsets or bounds that
// are not possible, images whose channels are not adjacent in memory, out cannot have the shape);
// MemoryAllocationFailed; InvalidProgram (an output that overlaps too much of the input). Lists
// have one number, or two: height, width. Tensors named `scratch` are not used. out may begin so
// far before or behind input as `overlap` in functions.yaml says.

// As convolve().   Source: cortex_m::quantized_conv2d.out, arm_convolve_s8 of CMSIS-NN
template <typename Facts>
Error quantized_conv2d_out(KernelContext& context, const Tensor& input, const Tensor& weight,
                           const Optional<Tensor>& bias, Span<const int64_t> stride,
                           Span<const int64_t> padding, Span<const int64_t> dilation,
                           Int32 input_offset, Int32 output_offset,
                           const Tensor& requantize_multipliers, const Tensor& requantize_shifts,
                           Int32 activation_min, Int32 activation_max, const Tensor&, Tensor& out) {
  return convolve<false, Facts>(context,
                                {input,
                                 weight,
                                 bias,
                                 {stride, padding, dilation},
                                 {},
                                 input_offset,
                                 output_offset,
                                 requantize_multipliers,
                                 requantize_shifts,
                                 activation_min,
                                 activation_max},
                                integers::kChannelsSecond, out);
}

// As convolve() for images whose channels are the last dimension.
// Source: cortex_m::quantized_conv2d_nhwc.out
template <typename Facts>
Error quantized_conv2d_nhwc_out(KernelContext& context, const Tensor& input, const Tensor& weight,
                                const Optional<Tensor>& bias, Span<const int64_t> stride,
                                Span<const int64_t> padding, Span<const int64_t> dilation,
                                Int32 input_offset, Int32 output_offset,
                                const Tensor& requantize_multipliers,
                                const Tensor& requantize_shifts, Int32 activation_min,
                                Int32 activation_max, const Tensor&, Tensor& out) {
  return convolve<false, Facts>(context,
                                {input,
                                 weight,
                                 bias,
                                 {stride, padding, dilation},
                                 {},
                                 input_offset,
                                 output_offset,
                                 requantize_multipliers,
                                 requantize_shifts,
                                 activation_min,
                                 activation_max},
                                integers::kChannelsLast, out);
}

// out as of convolve(), where an input is multiplied with filter element (j, k) at each output
// whose place (y + p - j d, x + p - k d) is s times the input's; weight[m, j, k, c]. Source:
// cortex_m::quantized_transpose_conv2d.out, arm_transpose_conv_s8 of CMSIS-NN
template <typename Facts>
Error quantized_transpose_conv2d_out(
    KernelContext& context, const Tensor& input, const Tensor& weight, const Optional<Tensor>& bias,
    Span<const int64_t> stride, Span<const int64_t> padding, Span<const int64_t> output_padding,
    Span<const int64_t> dilation, Int32 input_offset, Int32 output_offset,
    const Tensor& requantize_multipliers, const Tensor& requantize_shifts, Int32 activation_min,
    Int32 activation_max, const Tensor&, const Tensor&, Tensor& out) {
  return convolve<true, Facts>(context,
                               {input,
                                weight,
                                bias,
                                {stride, padding, dilation},
                                output_padding,
                                input_offset,
                                output_offset,
                                requantize_multipliers,
                                requantize_shifts,
                                activation_min,
                                activation_max},
                               integers::kChannelsSecond, out);
}

// Takes images whose channels are the last dimension.
// Source: cortex_m::quantized_transpose_conv2d_nhwc.out
template <typename Facts>
Error quantized_transpose_conv2d_nhwc_out(
    KernelContext& context, const Tensor& input, const Tensor& weight, const Optional<Tensor>& bias,
    Span<const int64_t> stride, Span<const int64_t> padding, Span<const int64_t> output_padding,
    Span<const int64_t> dilation, Int32 input_offset, Int32 output_offset,
    const Tensor& requantize_multipliers, const Tensor& requantize_shifts, Int32 activation_min,
    Int32 activation_max, const Tensor&, const Tensor&, Tensor& out) {
  return convolve<true, Facts>(context,
                               {input,
                                weight,
                                bias,
                                {stride, padding, dilation},
                                output_padding,
                                input_offset,
                                output_offset,
                                requantize_multipliers,
                                requantize_shifts,
                                activation_min,
                                activation_max},
                               integers::kChannelsLast, out);
}

// Convolves each channel with several filters: their weights, which are adjacent for each tap, are
// copied so that they are for each filter. Errors: as run_products().
template <bool kChecks, bool kOverlaps>
Error run_multiplied(KernelContext& context, Convolution& convolution,
                     const Optional<Tensor>& bias) {
  const int32_t taps = convolution.taps();
  int8_t* to = context.scratch<int8_t>(static_cast<size_t>(taps * convolution.filters));
  if (to == nullptr) return Error::MemoryAllocationFailed;
  const int8_t* from = convolution.weight;
  convolution.weight = to;
  for (int32_t m = 0; m < convolution.filters; ++m) {
    for (int32_t i = 0; i < taps; ++i) *to++ = from[i * convolution.filters + m];
  }
  return run_products<false, kChecks, kOverlaps>(context, convolution, bias, 1);
}

// Runs convolution.run_channels() with its scratch, divided by lines. Error:
// MemoryAllocationFailed.
template <typename Divided>
Error run_channels_divided(KernelContext& context, const Divided& convolution) {
  const int32_t lines = convolution.axes[0].out;
  int32_t parts = context.parts(lines, convolution.multiplications(convolution.taps()));
  const auto words = static_cast<size_t>(convolution.channel_scratch_bytes()) / sizeof(uint32_t);
  uint32_t* const scratch = words == 0 ? nullptr : context.scratch_of_parts<uint32_t>(parts, words);
  if (words != 0 && scratch == nullptr) return Error::MemoryAllocationFailed;
  for (int32_t n = 0; n < convolution.batches; ++n) {
    context.run(parts, lines, [&](int32_t part, int32_t begin, int32_t end) {
      Divided some = lines_of(convolution, n, begin, end);
      some.scratch = scratch + static_cast<size_t>(part) * words;
      some.template run_channels<false>();
    });
  }
  return Error::Ok;
}

// out[n, m, y, x] = clamp(rescale(bias[m] + sum over j, k of
//     (input[n, m / depth_multiplier, y s - p + j d, x s - p + k d] + input_offset)
//     * weight[0, j, k, m]) + output_offset): as convolve().
template <typename Facts>
Error convolve_channels(KernelContext& context, const ConvolutionArguments& arguments,
                        int32_t depth_multiplier, const integers::ImageDims& dims, Tensor& out) {
  constexpr bool kChecks = !proves<Facts>(Proof::checked);
  Convolution convolution;
  KERF_TRY((convolution.read<false, kChecks>(arguments, dims, 3, out)));
  const int32_t filters = convolution.filters;
  if constexpr (kChecks) {
    if (arguments.weight.size(0) != 1 || depth_multiplier < 1 || depth_multiplier > filters ||
        int64_t{depth_multiplier} * convolution.channels != filters)
      return fault(Error::InvalidArgument, "filters that the channels do not divide");
  }
  constexpr bool kOverlaps = needs<Facts>(Trait::overlap);
  if (depth_multiplier != 1) {
    if constexpr (Facts::depth_multiplier.is(1))
      return fault(Error::NotSupported, "a depth multiplier that was not selected");
    return run_multiplied<kChecks, kOverlaps>(context, convolution, arguments.bias);
  }
  if constexpr (kChecks && kOverlaps)
    KERF_TRY(convolution.check_overlap(true, false,
                                       convolution.axes[0].stride == 1 ? kOverlapLines : 1));
  KERF_TRY(convolution.fold<kChecks>(context, arguments.bias, 0));
  if constexpr (kMostParts > 1) {
    convolution.set_weight_strides(filters);
    if (!kOverlaps || !convolution.overlaps()) return run_channels_divided(context, convolution);
  }
  KERF_TRY(integers::allocate_scratch(context, convolution.channel_scratch_bytes(),
                                      convolution.scratch));
  convolution.set_weight_strides(filters);
  convolution.run_channels<kOverlaps>();
  return Error::Ok;
}

// As convolve_channels().
// Source: cortex_m::quantized_depthwise_conv2d.out, arm_depthwise_conv_s8 of CMSIS-NN
template <typename Facts>
Error quantized_depthwise_conv2d_out(KernelContext& context, const Tensor& input,
                                     const Tensor& weight, const Optional<Tensor>& bias,
                                     Span<const int64_t> stride, Span<const int64_t> padding,
                                     Span<const int64_t> dilation, Int32 depth_multiplier,
                                     Int32 input_offset, Int32 output_offset,
                                     const Tensor& requantize_multipliers,
                                     const Tensor& requantize_shifts, Int32 activation_min,
                                     Int32 activation_max, const Tensor&, Tensor& out) {
  return convolve_channels<Facts>(context,
                                  {input,
                                   weight,
                                   bias,
                                   {stride, padding, dilation},
                                   {},
                                   input_offset,
                                   output_offset,
                                   requantize_multipliers,
                                   requantize_shifts,
                                   activation_min,
                                   activation_max},
                                  depth_multiplier, integers::kChannelsSecond, out);
}

// Takes images whose channels are the last dimension.
// Source: cortex_m::quantized_depthwise_conv2d_nhwc.out
template <typename Facts>
Error quantized_depthwise_conv2d_nhwc_out(KernelContext& context, const Tensor& input,
                                          const Tensor& weight, const Optional<Tensor>& bias,
                                          Span<const int64_t> stride, Span<const int64_t> padding,
                                          Span<const int64_t> dilation, Int32 depth_multiplier,
                                          Int32 input_offset, Int32 output_offset,
                                          const Tensor& requantize_multipliers,
                                          const Tensor& requantize_shifts, Int32 activation_min,
                                          Int32 activation_max, const Tensor&, Tensor& out) {
  return convolve_channels<Facts>(context,
                                  {input,
                                   weight,
                                   bias,
                                   {stride, padding, dilation},
                                   {},
                                   input_offset,
                                   output_offset,
                                   requantize_multipliers,
                                   requantize_shifts,
                                   activation_min,
                                   activation_max},
                                  depth_multiplier, integers::kChannelsLast, out);
}

}  // namespace kerf::cortex_m
