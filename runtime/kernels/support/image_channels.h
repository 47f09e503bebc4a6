// Convolutions of quantized images whose channels have a filter each.
#pragma once

#include <stdint.h>

#include "core/fault.h"
#include "kernels/context.h"
#include "kernels/support/image_convolution.h"
#include "loops/int8_depthwise.h"
#include "loops/int8_scratch.h"
#include "memory/threads.h"

namespace kerf::integers {

// Columns of inputs that are prepared for windows of 3 x 3 at a time, and the lines that are at
// least, unless the image has fewer: as `scratch` in functions.yaml.
inline constexpr int32_t kPreparedColumns = 320;
inline constexpr int32_t kLeastPrepared = 4;

// Blocks of a depthwise window that are on the stack; more are in scratch.
inline constexpr int32_t kMostOwnBlocks = sizeof(void*) == 8 ? 9 : 3;

// Whether Int8Depthwise3x3 takes the windows.
inline bool is_3x3(const Convolution& its) {
  for (const Axis& axis : its.axes) {
    if (axis.kernel != 3 || axis.dilation != 1) return false;
  }
  return its.axes[1].stride <= 2 && its.filters % 4 == 0;
}

// Lines of inputs that are prepared for windows of 3 x 3 at a time.
inline int32_t prepared_lines(const Convolution& its) {
  const int32_t columns = line_columns(its.axes[1].stride, its.axes[1].out);
  const int32_t seen = (its.axes[0].out - 1) * its.axes[0].stride + 3;
  const int32_t most =
      columns * kLeastPrepared > kPreparedColumns ? kLeastPrepared : kPreparedColumns / columns;
  return seen < most ? seen : most;
}

// Scratch of run_channels().
[[gnu::always_inline]] inline int32_t channel_scratch_bytes(const Convolution& its) {
  if constexpr (kDepthwise3x3) {
    if (is_3x3(its))
      return depthwise_line_bytes(prepared_lines(its) *
                                  line_columns(its.axes[1].stride, its.axes[1].out));
  }
  return depthwise_scratch_bytes(its.taps());
}

// Convolves each channel with a filter of its own, of 3 x 3. kSigned and kScaled are those of
// Int8Depthwise3x3::run().
template <bool kOverlaps, bool kSigned, bool kScaled>
[[gnu::noinline]] void run_3x3(const Convolution& its) {
  // Outputs over inputs of the same channels overwrite none that is still to be read.
  const bool by_lines = kOverlaps && its.overlaps() && (its.input - its.out) % its.filters != 0;
  const Int8Depthwise3x3 sums{its.filters,         its.offset,          its.axes[0].in,
                              its.axes[1].in,      its.axes[0].padding, its.axes[1].padding,
                              its.axes[0].stride,  its.axes[1].stride,  its.axes[1].out,
                              prepared_lines(its), its.weight,          its.result,
                              its.scratch};
  const int32_t line = its.axes[1].out * its.filters;
  const int8_t* image = its.input;
  int8_t* to = its.out;
  for (int32_t n = its.batches; n > 0; --n, image += its.axes[0].in * its.axes[0].input_stride) {
    for (int32_t y = its.first_line(), count; y < its.end_line(its.axes[0].out); y += count) {
      count = its.end_line(its.axes[0].out) - y;
      if (by_lines) {
        // The lines that end before what they see.
        const int8_t* const seen = image + its.first_line_seen(y) * its.axes[0].input_stride;
        const auto lines = (seen - to) / line;
        if (count > lines) count = static_cast<int32_t>(lines);
      }
      sums.run<kSigned, kScaled>(image, y, count, to);
      to += count * line;
    }
  }
}

// Convolves each channel with a filter of its own. Where `kPrepares`, `scratch` has
// channel_scratch_bytes(), else depthwise_scratch_bytes(). kSigned and kScaled are those of
// run_3x3().
template <bool kOverlaps, bool kPrepares = true, bool kSigned = true, bool kScaled = false>
[[gnu::noinline]] void run_channels(const Convolution& its) {
  if constexpr (kDepthwise3x3 && kPrepares) {
    if (is_3x3(its)) return run_3x3<kOverlaps, kSigned, kScaled>(its);
  }
  [[maybe_unused]] const bool by_lines = kOverlaps && its.overlaps();
  const Int8Depthwise sums{its.filters,
                           its.offset,
                           {input_step(its.axes[1]), input_step(its.axes[0])},
                           {its.filters, its.axes[1].out * its.filters},
                           its.result,
                           its.scratch};
  constexpr bool kOwnBlocks = kDepthwiseBlocks <= kMostOwnBlocks;
  Int8Block own[kOwnBlocks ? kDepthwiseBlocks : 1];
  Int8Block* const blocks = kOwnBlocks ? own : static_cast<Int8Block*>(its.scratch);
  Int8Block* next = blocks;
  const int8_t* image = its.input;
  int8_t* to = its.out;
  for (int32_t n = its.batches; n > 0; --n, image += its.axes[0].in * its.axes[0].input_stride) {
    for (int32_t y = its.first_line(); y < its.end_line(its.axes[0].out);) {
      portable::Taps down = its.axes[0].taps(y);
      if constexpr (kMostParts > 1) {
        const int32_t left = its.end_line(its.axes[0].out) - y;
        if (down.outputs > left) down.outputs = left;
      }
      if (by_lines) {
        // The lines that end before what they see.
        const int8_t* const seen = image + its.first_line_seen(y) * its.axes[0].input_stride;
        const auto lines = (seen - to) / sums.out_pitch.line;
        if (down.outputs > lines) down.outputs = static_cast<int32_t>(lines);
      }
      for (int32_t x = 0; x < its.axes[1].out;) {
        const portable::Taps across = its.axes[1].taps(x);
        next->input = image + (down.input + across.input);
        next->weights = its.weight + (down.weight + across.weight);
        next->out = to + x * its.filters;
        next->rows = down.terms;
        next->columns = across.terms;
        next->lines = down.outputs;
        next->pixels = across.outputs;
        x += across.outputs;
        if constexpr (kDepthwiseBlocks == 1) {
          sums.run(*next);
        } else if (++next == blocks + kDepthwiseBlocks) {
          sums.run(blocks, next);
          next = blocks;
        }
      }
      if constexpr (kOverlaps && kDepthwiseBlocks > 1) {
        if (by_lines && next != blocks) {
          sums.run(blocks, next);
          next = blocks;
        }
      }
      y += down.outputs;
      to += down.outputs * sums.out_pitch.line;
    }
  }
  if constexpr (kDepthwiseBlocks > 1) {
    if (next != blocks) sums.run(blocks, next);
  }
}

// Runs run_channels() with its scratch, divided by lines. Error:
// MemoryAllocationFailed.
template <typename Divided>
Error run_channels_divided(KernelContext& context, const Divided& convolution) {
  const int32_t lines = convolution.axes[0].out;
  int32_t parts =
      context.parts(lines, kPlaneWork * convolution.multiplications(convolution.taps()));
  const auto words = static_cast<size_t>(channel_scratch_bytes(convolution)) / sizeof(uint32_t);
  uint32_t* const scratch = words == 0 ? nullptr : context.scratch_of_parts<uint32_t>(parts, words);
  if (words != 0 && scratch == nullptr) return Error::MemoryAllocationFailed;
  for (int32_t n = 0; n < convolution.batches; ++n) {
    context.run(parts, lines, [&](int32_t part, int32_t begin, int32_t end) {
      Divided some = lines_of(convolution, n, begin, end);
      some.scratch = scratch + static_cast<size_t>(part) * words;
      run_channels<false>(some);
    });
  }
  return Error::Ok;
}

}  // namespace kerf::integers
