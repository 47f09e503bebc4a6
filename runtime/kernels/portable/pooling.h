// Pooling over two spatial dimensions.
#pragma once

#include "core/optional.h"
#include "core/span.h"
#include "kernels/context.h"
#include "kernels/dispatch.h"
#include "kernels/facts.h"
#include "kernels/portable/window.h"
#include "tensor/element.h"

namespace kerf::portable {
using PoolAxis = Window<false>;

// How many elements along one axis an output is the mean of, padding at the edges included.
inline int32_t padded_count(const PoolAxis& window, int32_t output) {
  const int32_t first = output * window.stride - window.padding;
  const int32_t room = window.in + window.padding - first;
  return room < window.kernel ? room : window.kernel;
}

struct Pool {
  PoolAxis axes[2];  // rows, columns
  bool count_include_pad;
  int32_t divisor;  // 0: the number of elements

  template <typename T>
  void run(const Tensor& self, Tensor& out) {
    PoolAxis& rows = axes[0];
    PoolAxis& columns = axes[1];
    const size_t lead = self.dim() - 2;
    int32_t in[kMaxRank];
    int32_t to[kMaxRank];
    compute_strides(self, in);
    compute_strides(out, to);
    rows.input_stride = in[lead];
    columns.input_stride = in[lead + 1];
    const int32_t batches = lead == 2 ? self.size(0) : 1;
    for (int32_t n = 0; n < batches; ++n) {
      for (int32_t c = 0; c < self.size(lead - 1); ++c) {
        const T* x = self.const_data_ptr<T>() + n * (lead == 2 ? in[0] : 0) + c * in[lead - 1];
        T* y = out.mutable_data_ptr<T>() + n * (lead == 2 ? to[0] : 0) + c * to[lead - 1];
        for (int32_t row = 0; row < rows.out; ++row) {
          for (int32_t column = 0; column < columns.out; ++column) {
            const Taps down = rows.taps(row);
            const Taps across = columns.taps(column);
            ValueOf<T> sum{0};
            for (int32_t i = 0; i < down.terms.count; ++i) {
              const T* at = x + down.input + i * down.terms.input + across.input;
              for (int32_t j = across.terms.count; j > 0; --j, at += across.terms.input)
                sum += load(at);
            }
            const int32_t seen = down.terms.count * across.terms.count;
            int32_t count = divisor;
            if (count == 0)
              count = count_include_pad ? padded_count(rows, row) * padded_count(columns, column)
                                        : seen;
            // Where an output sees padding only, its sum is 0, whatever it is divided by.
            store(y + row * to[lead] + column * to[lead + 1],
                  seen == 0 ? sum : sum / static_cast<ValueOf<T>>(count));
          }
        }
      }
    }
  }
};

// Sets the size of the output: the last window may begin before the end of the input or its left
// padding.
template <bool kDilated>
Error set_pool_output(Window<kDilated>& window, bool ceil_mode) {
  if (window.padding > window.kernel / 2) {
    return fault(Error::InvalidArgument, "a padding of more than half the kernel");
  }
  KERF_TRY(window.set_output());
  if (ceil_mode) {
    const int32_t seen = (window.out - 1) * window.stride + window.kernel;
    if (seen < window.in + 2 * window.padding &&
        window.out * window.stride < window.in + window.padding)
      ++window.out;
  }
  return Error::Ok;
}

// out[n,c,y,x] = sum of self[n,c,v,u] over the window at (y,x) / count
// v in [y s - p, y s - p + k), u likewise, clipped to the input; s stride, p padding, k kernel of
// the axis. count: divisor_override where present, else the elements of the window, with or without
// the padding at the edges. Any dim orders; Half and BFloat16 are summed in float; out must
// not alias. Lists have one number, or two: height, width. An empty `stride` is the kernel's size.
// Errors: InvalidArgument (rank other than 3 and 4, a kernel, stride, padding or divisor that is
// not possible, an image that is too large, out cannot have the shape); InvalidType (out's dtype is
// not self's).   Source: aten::avg_pool2d.out
template <typename Facts>
Error avg_pool2d_out(KernelContext&, const Tensor& self, Span<const int64_t> kernel_size,
                     Span<const int64_t> stride, Span<const int64_t> padding, bool ceil_mode,
                     bool count_include_pad, const Optional<int64_t>& divisor_override,
                     Tensor& out) {
  const size_t rank = self.dim();
  if (rank != 3 && rank != 4)
    return fault(Error::InvalidArgument, "a pooling of a tensor that is not an image");
  if (self.scalar_type() != out.scalar_type()) {
    return fault(Error::InvalidType, "the output's dtype is not the input's");
  }
  Pool pool;
  pool.count_include_pad = count_include_pad;
  pool.divisor = 0;
  if (divisor_override) KERF_TRY(read_axis({&*divisor_override, 1}, 0, 1, 1, pool.divisor));
  int32_t sizes[4];
  for (size_t i = 0; i + 2 < rank; ++i) sizes[i] = self.size(i);
  for (size_t axis = 0; axis < 2; ++axis) {
    PoolAxis& window = pool.axes[axis];
    window.in = self.size(rank - 2 + axis);
    window.weight_stride = 0;
    KERF_TRY(read_axis(kernel_size, axis, 2, 1, window.kernel));
    KERF_TRY(read_axis(stride.empty() ? kernel_size : stride, axis, 2, 1, window.stride));
    KERF_TRY(read_axis(padding, axis, 2, 0, window.padding));
    KERF_TRY(set_pool_output(window, ceil_mode));
    sizes[rank - 2 + axis] = window.out;
  }
  KERF_TRY(resize(out, {sizes, rank}));
  if (out.numel() == 0) return Error::Ok;
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&](auto tag) {
    pool.run<typename decltype(tag)::Type>(self, out);
    return Error::Ok;
  });
}

}  // namespace kerf::portable
