// Pads tensors with elements of their own: reflections at the edges, or repetitions of them.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/fault.h"
#include "core/span.h"
#include "kernels/context.h"
#include "kernels/facts.h"
#include "kernels/support/layout.h"
#include "kernels/support/strided_copy.h"
#include "tensor/tensor.h"

namespace kerf::portable {

enum class Edge : uint8_t { reflect, repeat };

// Outputs of one dimension that are inputs at equal steps.
struct Segment {
  int32_t begin;  // of the outputs
  int32_t count;
  int32_t first;  // input
  int32_t step;
};

// Sets segments[3] of a dimension of `in` inputs and `out` outputs: before, inside and behind them,
// where `before` outputs come before the first input. Each may be empty.
[[gnu::noinline]] inline void split_outputs(Edge edge, int32_t in, int32_t before, int32_t out,
                                            Segment* segments) {
  const bool reflect = edge == Edge::reflect;
  const int32_t ends[] = {before, before + in, out};
  int32_t begin = 0;
  for (size_t i = 0; i < 3; ++i) {
    int32_t end = ends[i] < out ? ends[i] : out;
    if (end < begin) end = begin;
    Segment& segment = segments[i];
    segment = {begin, end - begin, begin - before, 1};
    if (i == 0) segment.first = reflect ? before - begin : 0;
    if (i == 2) segment.first = reflect ? 2 * (in - 1) - (begin - before) : in - 1;
    if (i != 1) segment.step = reflect ? -1 : 0;
    begin = end;
  }
}

// Reads the padding of the last kDims dimensions, the last one first, of self, and gives `out` its
// shape. before[kDims], in the order of the dimensions. Errors as those of the kernels.
template <size_t kDims>
[[gnu::noinline]] Error check_edges(Edge edge, const Tensor& self, Span<const int64_t> padding,
                                    Tensor& out, int32_t* before) {
  const size_t rank = self.dim();
  if (padding.size() != 2 * kDims || (rank != kDims + 1 && rank != kDims + 2)) {
    return fault(Error::InvalidArgument, "padding that does not fit the rank");
  }
  KERF_TRY(same_dtype(self, out));
  int32_t sizes[kDims + 2];
  int32_t padded_sizes = 0;
  for (size_t i = 0; i < rank; ++i) {
    sizes[i] = self.size(i);
    if (sizes[i] == 0 && (i > 0 || rank == kDims + 1))
      return fault(Error::InvalidArgument, "padding of no elements");
  }
  for (size_t i = 0; i < kDims; ++i) {
    int32_t& size = sizes[rank - 1 - i];
    const int64_t low = padding[2 * i];
    const int64_t high = padding[2 * i + 1];
    constexpr int64_t kLimit = 1 << 29;
    const int64_t most = edge == Edge::reflect ? size - 1 : kLimit;
    if (low > most || high > most || low < -kLimit || high < -kLimit || size > kLimit)
      return fault(Error::InvalidArgument, "impossible padding");
    const int64_t padded = size + low + high;
    if (padded < 0 || padded > kLimit) return fault(Error::InvalidArgument, "impossible padding");
    size = static_cast<int32_t>(padded);
    padded_sizes |= size;
    before[kDims - 1 - i] = static_cast<int32_t>(low);
  }
  if (padded_sizes == 0) return fault(Error::InvalidArgument, "padding that leaves nothing");
  return resize(out, {sizes, rank});
}

// A complete padding kernel: copies 3^kDims boxes.
template <typename Facts, size_t kDims>
Error pad_edges(Edge edge, const Tensor& self, Span<const int64_t> padding, Tensor& out) {
  int32_t before[kDims];
  KERF_TRY(check_edges<kDims>(edge, self, padding, out, before));
  StridedCopy whole;
  read_all(self, whole);
  compute_strides(out, whole.strides[kTo]);
  const size_t lead = self.dim() - kDims;
  Segment segments[kDims][3];
  uint32_t boxes = 1;
  for (size_t i = 0; i < kDims; ++i) {
    split_outputs(edge, self.size(lead + i), before[i], out.size(lead + i), segments[i]);
    boxes *= 3;
  }
  for (uint32_t box = 0; box < boxes; ++box) {
    StridedCopy part = whole;
    uint32_t rest = box;
    for (size_t i = 0; i < kDims; ++i, rest /= 3) {
      const Segment& segment = segments[i][rest % 3];
      const size_t dim = lead + i;
      part.sizes[dim] = segment.count;
      if (segment.count == 0) continue;
      part.start[kFrom] += segment.first * whole.strides[kFrom][dim];
      part.start[kTo] += segment.begin * whole.strides[kTo][dim];
      part.strides[kFrom][dim] *= segment.step;
    }
    KERF_TRY(move_part<Facts::out.dtypes>(part, self, out));
  }
  return Error::Ok;
}

// The kernels of this file:
// out[.., i, ..] = self[.., source(i - before), ..]
// before: the padding of a dimension at its begin, two numbers for each of the last dimensions, the
// last one first; negative numbers crop. Reflected, source(-i) = i and source(n - 1 + i) is
// n - 1 - i; replicated, sources outside are the first and the last element. Before the padded
// dimensions there are one or two others. Any dim orders; out must not alias.
// Errors: InvalidArgument (another rank, sizes of 0 but that of a batch, lists of another length,
// reflections beyond the tensor, sizes below 0 or all of them 0, out cannot have the shape);
// InvalidType (out's dtype is not self's); NotSupported (a dtype that was not selected).

// Source: aten::reflection_pad1d.out
template <typename Facts>
Error reflection_pad1d_out(KernelContext&, const Tensor& self, Span<const int64_t> padding,
                           Tensor& out) {
  return pad_edges<Facts, 1>(Edge::reflect, self, padding, out);
}

// Source: aten::reflection_pad2d.out
template <typename Facts>
Error reflection_pad2d_out(KernelContext&, const Tensor& self, Span<const int64_t> padding,
                           Tensor& out) {
  return pad_edges<Facts, 2>(Edge::reflect, self, padding, out);
}

// Source: aten::reflection_pad3d.out
template <typename Facts>
Error reflection_pad3d_out(KernelContext&, const Tensor& self, Span<const int64_t> padding,
                           Tensor& out) {
  return pad_edges<Facts, 3>(Edge::reflect, self, padding, out);
}

// Source: aten::replication_pad1d.out
template <typename Facts>
Error replication_pad1d_out(KernelContext&, const Tensor& self, Span<const int64_t> padding,
                            Tensor& out) {
  return pad_edges<Facts, 1>(Edge::repeat, self, padding, out);
}

// Source: aten::replication_pad2d.out
template <typename Facts>
Error replication_pad2d_out(KernelContext&, const Tensor& self, Span<const int64_t> padding,
                            Tensor& out) {
  return pad_edges<Facts, 2>(Edge::repeat, self, padding, out);
}

// Source: aten::replication_pad3d.out
template <typename Facts>
Error replication_pad3d_out(KernelContext&, const Tensor& self, Span<const int64_t> padding,
                            Tensor& out) {
  return pad_edges<Facts, 3>(Edge::repeat, self, padding, out);
}

}  // namespace kerf::portable
