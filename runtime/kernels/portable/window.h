// One spatial axis of a convolution or a pooling: which inputs an output sees.
#pragma once

#include <stdint.h>

#include "core/fault.h"
#include "core/span.h"
#include "kernels/portable/sums.h"

namespace kerf::portable {

// Sizes and offsets along the axis stay below it, so that sums of three of them fit int32.
inline constexpr int32_t kLargestExtent = 1 << 29;

// `list`[axis], or its only number for all axes. Ok; InvalidArgument (a list of another length, a
// number below `lowest`); NotSupported (a number beyond kLargestExtent).
[[gnu::noinline]] inline Error read_axis(Span<const int64_t> list, size_t axis, size_t axes,
                                         int32_t lowest, int32_t& value) {
  if (list.size() != 1 && list.size() != axes)
    return fault(Error::InvalidArgument, "a list of another length");
  const int64_t number = list[list.size() == 1 ? 0 : axis];
  if (number < lowest)
    return fault(Error::InvalidArgument, "a stride, padding or dilation that is too small");
  if (number > kLargestExtent)
    return fault(Error::NotSupported, "a stride, padding or dilation that is too large");
  value = static_cast<int32_t>(number);
  return Error::Ok;
}

// a / b rounded up; a >= 0, b > 0.
constexpr int32_t ceil_div(int32_t a, int32_t b) { return (a + b - 1) / b; }

// The terms of one output along an axis, and how far the first input and weight lie from the axis'
// start.
struct Taps {
  Terms terms;
  int32_t input;
  int32_t weight;
};

// Output o sees inputs o * stride - padding + k * dilation for k in [0, kernel).
struct Window {
  int32_t in;
  int32_t out;
  int32_t kernel;
  int32_t stride;
  int32_t padding;
  int32_t dilation;
  int32_t input_stride;  // from one input to the next, in elements
  int32_t weight_stride;

  // Sets `out` by the rest. Ok; InvalidArgument where the kernel is empty or does not fit;
  // NotSupported where an extent is beyond kLargestExtent.
  [[gnu::noinline]] Error set_output() {
    const int64_t padded = int64_t{in} + 2 * int64_t{padding};
    const int64_t extent = int64_t{kernel - 1} * dilation + 1;
    if (padded > kLargestExtent) return fault(Error::NotSupported, "an input that is too large");
    if (in < 1 || kernel < 1 || extent > padded) {
      return fault(Error::InvalidArgument, "a kernel that does not fit its input");
    }
    out = static_cast<int32_t>(padded - extent) / stride + 1;
    return Error::Ok;
  }

  // The same for a transposed window with `extra` outputs at the end.
  Error set_transposed_output(int32_t extra) {
    const int64_t extent = int64_t{kernel - 1} * dilation + 1;
    const int64_t padded = int64_t{in - 1} * stride + extent + extra;
    if (padded > kLargestExtent) return fault(Error::NotSupported, "an output that is too large");
    if (kernel < 1 || in < 1 || padded <= 2 * int64_t{padding}) {
      return fault(Error::InvalidArgument, "a transposed convolution without outputs");
    }
    out = static_cast<int32_t>(padded) - 2 * padding;
    return Error::Ok;
  }

  // What output o sees of the input; no terms, and no offsets, where it sees padding only.
  [[gnu::noinline]] Taps taps(int32_t o) const {
    const int32_t first = o * stride - padding;
    const int32_t skipped = first < 0 ? ceil_div(-first, dilation) : 0;
    int32_t end = in <= first ? 0 : ceil_div(in - first, dilation);
    if (end > kernel) end = kernel;
    if (end <= skipped) return {};
    return {{end - skipped, dilation * input_stride, weight_stride},
            (first + skipped * dilation) * input_stride,
            skipped * weight_stride};
  }

  // The outputs [first, end) that see no padding.
  int32_t inner_first() const { return ceil_div(padding, stride); }
  int32_t inner_end() const {
    const int32_t room = in + padding - (kernel - 1) * dilation - 1;
    return room < 0 ? 0 : room / stride + 1;
  }

  // What output o of a transposed window is made of: the inputs i with i * stride - padding + k *
  // dilation == o.
  Taps transposed_taps(int32_t o) const {
    int32_t at = o + padding;  // i * stride + k * dilation
    int32_t k = 0;
    while (k < kernel && at >= 0 && (at % stride != 0 || at / stride >= in)) {
      ++k;
      at -= dilation;
    }
    if (k == kernel || at < 0) return {};
    int32_t step = 1;  // to the next k whose input is a whole one
    while (step < kernel && step * dilation % stride != 0) ++step;
    const int32_t input_step = step * dilation / stride;
    int32_t count = 1;
    while (k + count * step < kernel && at / stride - count * input_step >= 0) ++count;
    return {{count, -input_step * input_stride, step * weight_stride},
            at / stride * input_stride,
            k * weight_stride};
  }
};

}  // namespace kerf::portable
