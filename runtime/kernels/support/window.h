// One spatial axis of a convolution or a pooling: which inputs an output sees.
#pragma once

#include <stdint.h>

#include "core/fault.h"
#include "core/span.h"
#include "loops/sums.h"

namespace kerf::portable {

// Sizes and offsets along the axis barely exceed this, so that sums of three of them fit int32.
inline constexpr int32_t kLargestExtent = 1 << 29;

// `list`[axis], or its only number for all axes. Ok; InvalidArgument (a list of another length, a
// number outside [lowest, kLargestExtent]).
[[gnu::noinline]] inline Error read_axis(const Span<const int64_t>& list, size_t axis, size_t axes,
                                         int32_t lowest, int32_t& value) {
  if (list.size() != 1 && list.size() != axes) {
    return fault(Error::InvalidArgument, "a list of another length");
  }
  const int64_t number = list[list.size() == 1 ? 0 : axis];
  // A number below wraps to one far above.
  const uint64_t above = static_cast<uint64_t>(number) - static_cast<uint64_t>(lowest);
  if (above > static_cast<uint64_t>(kLargestExtent)) {
    return fault(Error::InvalidArgument, "a stride, padding or dilation that is not possible");
  }
  value = static_cast<int32_t>(number);
  return Error::Ok;
}

// Leaves out checks of what the build has checked: always Ok.
template <bool kChecks>
Error read_axis(const Span<const int64_t>& list, size_t axis, size_t axes, int32_t lowest,
                int32_t& value) {
  if constexpr (kChecks) return read_axis(list, axis, axes, lowest, value);
  value = static_cast<int32_t>(list[list.size() == 1 ? 0 : axis]);
  return Error::Ok;
}

// a / b rounded up; a >= 0, b > 0.
constexpr int32_t ceil_div(int32_t a, int32_t b) { return (a + b - 1) / b; }

// The terms of one output along an axis, the offsets of its first input and weight from the start
// of the axis, and how many outputs from this one on have such terms: all that see their whole
// kernel.
struct Taps {
  Terms terms;
  int32_t input;
  int32_t weight;
  int32_t outputs;
};

// Output o sees inputs o * stride - padding + k * dilation for k in [0, kernel). Without kDilated
// the dilation is 1, whatever the field holds, and nothing is divided by it.
template <bool kDilated>
struct Window {
  int32_t in;
  int32_t out;
  int32_t kernel;
  int32_t stride;
  int32_t padding;
  int32_t dilation;
  int32_t input_stride;  // from one input to the next, in elements
  int32_t weight_stride;

  // Computes `out` from the other fields, `extra` inputs being added at the end. Ok;
  // InvalidArgument where the kernel is empty or does not fit, or an extent is beyond
  // kLargestExtent.
  [[gnu::noinline]] Error set_output(int32_t extra = 0) {
    const int64_t padded = int64_t{in} + 2 * int64_t{padding} + extra;
    const int64_t extent = int64_t{kernel - 1} * spread() + 1;
    if (padded > kLargestExtent) return fault(Error::InvalidArgument, "an input that is too large");
    if (in < 1 || kernel < 1 || extent > padded) {
      return fault(Error::InvalidArgument, "a kernel that does not fit its input");
    }
    out = static_cast<int32_t>(padded - extent) / stride + 1;
    return Error::Ok;
  }

  // Sets the output of a transposed window with `extra` outputs at the end.
  Error set_transposed_output(int32_t extra) {
    const int64_t extent = int64_t{kernel - 1} * spread() + 1;
    const int64_t padded = int64_t{in - 1} * stride + extent + extra;
    if (padded > kLargestExtent)
      return fault(Error::InvalidArgument, "an output that is too large");
    if (kernel < 1 || in < 1 || padded <= 2 * int64_t{padding}) {
      return fault(Error::InvalidArgument, "a transposed convolution without outputs");
    }
    out = static_cast<int32_t>(padded) - 2 * padding;
    return Error::Ok;
  }

  // What output o sees of the input; no terms, and offsets of 0, where it sees only padding.
  [[gnu::noinline]] Taps taps(int32_t o) const {
    const int32_t first = o * stride - padding;
    const int32_t skipped = first < 0 ? ceil_div(-first, spread()) : 0;
    int32_t end = in <= first ? 0 : ceil_div(in - first, spread());
    if (end > kernel) end = kernel;
    if (end <= skipped) return {{}, 0, 0, 1};
    const int32_t room = in - 1 - first - (kernel - 1) * spread();
    // The step of a single term may not fit.
    const int32_t step = kDilated && end - skipped == 1 ? 0 : spread() * input_stride;
    return {{end - skipped, step, weight_stride},
            (first + skipped * spread()) * input_stride,
            skipped * weight_stride,
            end - skipped == kernel ? room / stride + 1 : 1};
  }

  // The terms of output o of a transposed window: the inputs i with
  // i * stride - padding + k * dilation == o for a k in [0, kernel).
  Taps transposed_taps(int32_t o) const {
    int32_t at = o + padding;  // i * stride + k * dilation
    int32_t k = 0;
    while (k < kernel && at >= 0 && (at % stride != 0 || at / stride >= in)) {
      ++k;
      at -= spread();
    }
    if (k == kernel || at < 0) return {{}, 0, 0, 1};
    int32_t step = 1;  // to the next k whose input is a whole one
    while (step < kernel && step * spread() % stride != 0) ++step;
    const int32_t input_step = step * spread() / stride;
    int32_t count = 1;
    while (k + count * step < kernel && at / stride - count * input_step >= 0) ++count;
    return {{count, count == 1 ? 0 : -input_step * input_stride, step * weight_stride},
            at / stride * input_stride,
            k * weight_stride,
            1};
  }

  // From one input of the kernel to the next.
  int32_t spread() const { return kDilated ? dilation : 1; }
};

}  // namespace kerf::portable
