// Pooling over two spatial dimensions.
#pragma once

#include "core/optional.h"
#include "core/span.h"
#include "kernels/context.h"
#include "kernels/dispatch.h"
#include "kernels/facts.h"
#include "kernels/support/planes.h"
#include "kernels/support/window.h"
#include "loops/planes.h"
#include "tensor/element.h"

namespace kerf::portable {
using PoolAxis = Window<false>;

// How many elements along one axis an output is the mean of, padding at the edges included.
template <bool kDilated>
int32_t padded_count(const Window<kDilated>& window, int32_t output) {
  const int32_t first = output * window.stride - window.padding;
  const int32_t room = window.in + window.padding - first;
  return room < window.kernel ? room : window.kernel;
}

// sum / count, truncated to an integer where V is one.
template <typename V, typename W>
V quotient(W sum, V count) {
  if constexpr (!kIsFloating<V>) {
    if (count == -1) return static_cast<V>(W{0} - sum);  // of the lowest number: itself
  }
  return static_cast<V>(sum) / count;
}

struct Pool {
  PoolAxis axes[2];  // rows, columns
  bool count_include_pad;
  int64_t divisor;  // 0: the number of elements

  template <typename T, bool kOverride>
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
    // Sums of several planes hide the latency of additions.
    constexpr int32_t kPlanes = Planes2d<T>::kAny ? 8 : 1;
    for (int32_t n = 0; n < batches; ++n) {
      for (int32_t c = 0; c < self.size(lead - 1);) {
        const T* x = self.const_data_ptr<T>() + n * (lead == 2 ? in[0] : 0) + c * in[lead - 1];
        T* y = out.mutable_data_ptr<T>() + n * (lead == 2 ? to[0] : 0) + c * to[lead - 1];
        if (kPlanes == 1 || self.size(lead - 1) - c < kPlanes) {
          run_planes<T, kOverride, 1>(x, in + lead - 1, y, to + lead - 1);
          ++c;
        } else {
          run_planes<T, kOverride, kPlanes>(x, in + lead - 1, y, to + lead - 1);
          c += kPlanes;
        }
      }
    }
  }

  // Strides are those of channels, rows and columns.
  template <typename T, bool kOverride, int32_t kPlanes>
  [[gnu::always_inline]] void run_planes(const T* x, const int32_t* in, T* y, const int32_t* to) {
    PoolAxis& rows = axes[0];
    PoolAxis& columns = axes[1];
    for (int32_t row = 0; row < rows.out; ++row) {
      for (int32_t column = 0; column < columns.out; ++column) {
        const Taps down = rows.taps(row);
        const Taps across = columns.taps(column);
        WrapOf<T> sums[kPlanes] = {};
        for (int32_t i = 0; i < down.terms.count; ++i) {
          const T* at = x + down.input + i * down.terms.input + across.input;
          for (int32_t j = across.terms.count; j > 0; --j, at += across.terms.input) {
#pragma GCC unroll 8
            for (int32_t p = 0; p < kPlanes; ++p)
              sums[p] += static_cast<WrapOf<T>>(load(at + p * in[0]));
          }
        }
        const int32_t seen = down.terms.count * across.terms.count;
        using V = ValueOf<T>;
        V count = static_cast<V>(seen);
        if (count_include_pad)
          count = static_cast<V>(padded_count(rows, row)) *
                  static_cast<V>(padded_count(columns, column));
        if (kOverride && divisor != 0) count = static_cast<V>(divisor);
        // Where an output sees padding only, its sum is 0, whatever it is divided by.
#pragma GCC unroll 8
        for (int32_t p = 0; p < kPlanes; ++p)
          store(y + p * to[0] + row * to[1] + column * to[2],
                seen == 0 ? V{0} : quotient(sums[p], count));
      }
    }
  }
};

// Sets the size of the output: with `ceil_mode` the last window may end beyond the padding, but
// begins before the end of the input or in its left padding.
template <bool kDilated>
Error set_pool_output(Window<kDilated>& window, bool ceil_mode) {
  if (window.padding > window.kernel / 2) {
    return fault(Error::InvalidArgument, "a padding of more than half the kernel");
  }
  KERF_TRY(window.set_output(ceil_mode ? window.stride - 1 : 0));
  if (ceil_mode && (window.out - 1) * window.stride >= window.in + window.padding) --window.out;
  return Error::Ok;
}

// out[n,c,y,x] = sum of self[n,c,v,u] over the window at (y,x) / count
// v in [y s - p, y s - p + k), u likewise, clipped to the input; s stride, p padding, k kernel of
// the axis. count: divisor_override where present, else the elements of the window, with or without
// the padding at the edges. Any dim orders; Half and BFloat16 are summed in float, integers wrap
// and their quotients are truncated; out must not alias. Lists have one number, or two: height,
// width. An empty `stride` is the kernel's size. Errors: InvalidArgument (rank other than 3 and 4,
// a kernel, stride, padding or divisor that is not possible, an image that is too large, out cannot
// have the shape); InvalidType (out's dtype is not self's).   Source: aten::avg_pool2d.out
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
  constexpr bool kOverride = Facts::divisor_override.kinds != 0;
  if (divisor_override) {
    pool.divisor = *divisor_override;
    if (pool.divisor == 0) return fault(Error::InvalidArgument, "a division by zero");
    if (!kOverride) return fault(Error::NotSupported, "a divisor was not selected");
  }
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
    pool.run<typename decltype(tag)::Type, kOverride>(self, out);
    return Error::Ok;
  });
}

// out[n,c,x] = sum of self[n,c,u] over the window at x / count, as in avg_pool2d.out
// Lists have one number. Errors as those of avg_pool2d.out, for ranks 2 and 3.
// Source: aten::avg_pool1d.out
template <typename Facts>
Error avg_pool1d_out(KernelContext&, const Tensor& self, Span<const int64_t> kernel_size,
                     Span<const int64_t> stride, Span<const int64_t> padding, bool ceil_mode,
                     bool count_include_pad, Tensor& out) {
  const size_t rank = self.dim();
  if (rank != 2 && rank != 3)
    return fault(Error::InvalidArgument, "a pooling of a tensor that is not of lines");
  if (!one_dtype(Facts::self.dtypes, Facts::out.dtypes) &&
      self.scalar_type() != out.scalar_type()) {
    return fault(Error::InvalidType, "the output's dtype is not the input's");
  }
  Pool pool;
  pool.count_include_pad = count_include_pad;
  pool.divisor = 0;
  pool.axes[0] = {1, 1, 1, 1, 0, 1, 0, 0};
  PoolAxis& window = pool.axes[1];
  window.in = self.size(rank - 1);
  window.weight_stride = 0;
  KERF_TRY(read_axis(kernel_size, 0, 1, 1, window.kernel));
  KERF_TRY(read_axis(stride.empty() ? kernel_size : stride, 0, 1, 1, window.stride));
  KERF_TRY(read_axis(padding, 0, 1, 0, window.padding));
  KERF_TRY(set_pool_output(window, ceil_mode));
  int32_t sizes[3];
  for (size_t i = 0; i + 1 < rank; ++i) sizes[i] = self.size(i);
  sizes[rank - 1] = window.out;
  KERF_TRY(resize(out, {sizes, rank}));
  if (out.numel() == 0) return Error::Ok;
  const LinesAsPlanes from(self);
  const LinesAsPlanes to(out);
  const Tensor image = from.planes();
  Tensor result = to.planes();
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&](auto tag) {
    pool.run<typename decltype(tag)::Type, false>(image, result);
    return Error::Ok;
  });
}

// The inputs of one output after another along an axis: output o is the mean of the inputs from
// o * in / out, rounded down, to (o + 1) * in / out, rounded up.
class AdaptiveAxis {
 public:
  // out > 0
  AdaptiveAxis(int32_t in, int32_t out)
      : out_(static_cast<uint32_t>(out)),
        whole_(in / out),
        rest_(static_cast<uint32_t>(in % out)) {}

  int32_t begin() const { return begin_; }
  int32_t count() const {
    const uint32_t part = part_ + rest_;
    return whole_ + (part == 0 ? 0 : part <= out_ ? 1 : 2);
  }
  void next() {
    begin_ += whole_;
    part_ += rest_;
    if (part_ < out_) return;
    part_ -= out_;
    ++begin_;
  }

 private:
  uint32_t out_;
  int32_t whole_;
  uint32_t rest_;
  int32_t begin_ = 0;
  uint32_t part_ = 0;  // o * in mod out
};

// The means of one plane; strides of rows and columns.
template <typename T>
void average_plane(const T* x, const int32_t* x_strides, T* y, const int32_t* y_strides,
                   AdaptiveAxis rows, int32_t row_count, const AdaptiveAxis& first,
                   int32_t column_count) {
  using V = ValueOf<T>;
  for (int32_t row = 0; row < row_count; ++row, rows.next()) {
    AdaptiveAxis columns = first;
    for (int32_t column = 0; column < column_count; ++column, columns.next()) {
      V sum{0};
      for (int32_t i = 0; i < rows.count(); ++i) {
        const T* at = x + (rows.begin() + i) * x_strides[0] + columns.begin() * x_strides[1];
        for (int32_t j = columns.count(); j > 0; --j, at += x_strides[1]) sum += load(at);
      }
      store(y + row * y_strides[0] + column * y_strides[1],
            sum / static_cast<V>(rows.count()) / static_cast<V>(columns.count()));
    }
  }
}

// out[n,c,y,x] = mean of self[n,c,v,u] for v from y H / out_H, rounded down, to (y + 1) H / out_H,
// rounded up, u likewise
// Any dim orders; Half and BFloat16 are summed in float; out must not alias.
// Errors: InvalidArgument (rank other than 3 and 4, an output size that is not two numbers or
// negative, an image without elements, out cannot have the shape); InvalidType (out's dtype is not
// self's).   Source: aten::_adaptive_avg_pool2d.out
template <typename Facts>
Error adaptive_avg_pool2d_out(KernelContext&, const Tensor& self, Span<const int64_t> output_size,
                              Tensor& out) {
  const size_t rank = self.dim();
  if (rank != 3 && rank != 4)
    return fault(Error::InvalidArgument, "a pooling of a tensor that is not an image");
  if (!one_dtype(Facts::self.dtypes, Facts::out.dtypes) &&
      self.scalar_type() != out.scalar_type()) {
    return fault(Error::InvalidType, "the output's dtype is not the input's");
  }
  if (output_size.size() != 2) return fault(Error::InvalidArgument, "a list of another length");
  int32_t sizes[4];
  for (size_t i = 0; i < rank; ++i) {
    sizes[i] = self.size(i);
    if (i + 2 >= rank && sizes[i] == 0)
      return fault(Error::InvalidArgument, "an image without elements");
  }
  for (size_t axis = 0; axis < 2; ++axis)
    KERF_TRY(read_axis(output_size, axis, 2, 0, sizes[rank - 2 + axis]));
  KERF_TRY(resize(out, {sizes, rank}));
  if (out.numel() == 0) return Error::Ok;
  const AdaptiveAxis rows(self.size(rank - 2), sizes[rank - 2]);
  const AdaptiveAxis columns(self.size(rank - 1), sizes[rank - 1]);
  const Planes from(self);
  const Planes to(out);
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    for (int32_t n = 0; n < to.count[0]; ++n) {
      for (int32_t c = 0; c < to.count[1]; ++c)
        average_plane(self.const_data_ptr<T>() + from.offset(n, c), from.inner,
                      out.mutable_data_ptr<T>() + to.offset(n, c), to.inner, rows, sizes[rank - 2],
                      columns, sizes[rank - 1]);
    }
    return Error::Ok;
  });
}

}  // namespace kerf::portable
