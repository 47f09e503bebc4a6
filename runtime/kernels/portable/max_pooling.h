// Maxima of windows, with their places.
#pragma once

#include <stdint.h>

#include "core/fault.h"
#include "core/libc.h"
#include "core/span.h"
#include "kernels/context.h"
#include "kernels/dispatch.h"
#include "kernels/facts.h"
#include "kernels/portable/pooling.h"
#include "kernels/support/lowest.h"
#include "kernels/support/plane_axis.h"
#include "kernels/support/planes.h"
#include "kernels/support/window.h"
#include "loops/maxima.h"
#include "tensor/element.h"

namespace kerf::portable {

using MaxAxis = Window<true>;

// The inputs of one output along an axis: at least one of them, or none and `first` beyond the end.
struct Seen {
  int32_t first;
  int32_t count;
};

inline Seen inputs_of(const MaxAxis& axis, int32_t output) {
  int32_t first = output * axis.stride - axis.padding;
  int32_t count = axis.kernel;
  if (first < 0) {
    const int32_t skipped = ceil_div(-first, axis.dilation);
    count -= skipped;
    first += skipped * axis.dilation;
  }
  const int32_t room = first < axis.in ? ceil_div(axis.in - first, axis.dilation) : 0;
  return {first, count < room ? count : room};
}

struct MaxWindow {
  int32_t rows;
  int32_t columns;
  int32_t row_step;  // in elements
  int32_t column_step;
};
struct Place {
  int32_t row;
  int32_t column;
};

// The largest of a window and its place, counted in steps: the last NaN, else the first of the
// largest; place 0 where nothing is more than the lowest number.
template <typename T>
[[gnu::noinline]] Place max_of(const MaxWindow& window, const T* first, T* out) {
  ValueOf<T> best = lowest<ValueOf<T>>();
  Place place{0, 0};
  for (int32_t row = 0; row < window.rows; ++row) {
    const T* at = first + row * window.row_step;
    for (int32_t column = 0; column < window.columns; ++column, at += window.column_step) {
      const ValueOf<T> x = load(at);
      if (x > best || x != x) {
        best = x;
        place = {row, column};
      }
    }
  }
  store(out, best);
  return place;
}

// From one input of a window to the next, in elements; that of a single input may not fit.
inline int32_t step_of(const Seen& seen, const MaxAxis& axis, int32_t stride) {
  return seen.count > 1 ? axis.dilation * stride : 0;
}

template <typename T>
void max_planes(const MaxAxis (&axes)[2], const Tensor& self, Tensor& out, Tensor& indices) {
  const Planes in(self);
  const Planes to(out);
  const Planes places(indices);
  [[maybe_unused]] const PlaneWindow plane{plane_axis(axes[0], 0), plane_axis(axes[1], 0),
                                           in.inner[0], to.inner[0]};
  [[maybe_unused]] const bool vectors =
      Maxima<T>::takes(plane) && in.inner[1] == 1 && to.inner[1] == 1 && places.inner[1] == 1;
  for (int32_t n = 0; n < to.count[0]; ++n) {
    for (int32_t c = 0; c < to.count[1]; ++c) {
      const T* x = self.const_data_ptr<T>() + in.offset(n, c);
      T* y = out.mutable_data_ptr<T>() + to.offset(n, c);
      int64_t* place_at = indices.mutable_data_ptr<int64_t>() + places.offset(n, c);
      if constexpr (Maxima<T>::kAny) {
        if (vectors) {
          Maxima<T>(plane).run(x, y, place_at, places.inner[0]);
          continue;
        }
      }
      for (int32_t row = 0; row < axes[0].out; ++row) {
        const Seen down = inputs_of(axes[0], row);
        for (int32_t column = 0; column < axes[1].out; ++column) {
          const Seen across = inputs_of(axes[1], column);
          const bool empty = down.count <= 0 || across.count <= 0;
          const MaxWindow window{empty ? 0 : down.count, across.count,
                                 step_of(down, axes[0], in.inner[0]),
                                 step_of(across, axes[1], in.inner[1])};
          const int32_t first = empty ? 0 : down.first * in.inner[0] + across.first * in.inner[1];
          const Place place =
              max_of(window, x + first, y + row * to.inner[0] + column * to.inner[1]);
          place_at[row * places.inner[0] + column * places.inner[1]] =
              (int64_t{down.first} + int64_t{place.row} * axes[0].dilation) * axes[1].in +
              across.first + int64_t{place.column} * axes[1].dilation;
        }
      }
    }
  }
}

// The lists of a pooling for maxima.
struct MaxLists {
  Span<const int64_t> kernel_size;
  Span<const int64_t> stride;
  Span<const int64_t> padding;
  Span<const int64_t> dilation;
};

// Reads the windows of `self`, images or volumes, and the shape of the output, sizes[kAxes + 2].
// Error: InvalidArgument.
template <size_t kAxes>
[[gnu::noinline]] Error read_max_windows(const Tensor& self, const MaxLists& lists, bool ceil_mode,
                                         MaxAxis (&axes)[kAxes], int32_t* sizes) {
  const size_t rank = self.dim();
  const size_t lead = rank - kAxes;
  if (lead != 1 && lead != 2)
    return fault(Error::InvalidArgument, kAxes == 2 ? "a pooling of a tensor that is not an image"
                                                    : "a pooling of a tensor that is not a volume");
  for (size_t i = 0; i < lead; ++i) sizes[i] = self.size(i);
  if (sizes[lead - 1] == 0) return fault(Error::InvalidArgument, "a pooling without channels");
  for (size_t axis = 0; axis < kAxes; ++axis) {
    MaxAxis& window = axes[axis];
    window.in = self.size(lead + axis);
    window.input_stride = window.weight_stride = 0;
    KERF_TRY(read_axis(lists.kernel_size, axis, kAxes, 1, window.kernel));
    KERF_TRY(read_axis(lists.stride.empty() ? lists.kernel_size : lists.stride, axis, kAxes, 1,
                       window.stride));
    KERF_TRY(read_axis(lists.padding, axis, kAxes, 0, window.padding));
    KERF_TRY(read_axis(lists.dilation, axis, kAxes, 1, window.dilation));
    KERF_TRY(set_pool_output(window, ceil_mode));
    sizes[lead + axis] = window.out;
  }
  return Error::Ok;
}

// out[n,c,y,x] = max of self[n,c,v,u] over the window at (y,x), indices[n,c,y,x] = v * W + u
// v in y s - p + k d for k in [0, kernel), u likewise, inside the input of W columns. The last NaN
// is the largest, else the first of equal ones. Of a window that sees only padding, the out element
// is minus infinity or the lowest integer, and the index what its first place would have.
// Any dim orders; out must not alias. Lists have one number, or two: height, width. An empty
// `stride` is the kernel's size.
// Errors: InvalidArgument (rank other than 3 and 4, a kernel, stride, padding or dilation that is
// not possible, an output that cannot have the shape); InvalidType (out's dtype is not self's, or
// that of indices not Long).   Source: aten::max_pool2d_with_indices.out
template <typename Facts>
Error max_pool2d_with_indices_out(KernelContext&, const Tensor& self,
                                  Span<const int64_t> kernel_size, Span<const int64_t> stride,
                                  Span<const int64_t> padding, Span<const int64_t> dilation,
                                  bool ceil_mode, Tensor& out, Tensor& indices) {
  if ((!one_dtype(Facts::self.dtypes, Facts::out.dtypes) &&
       self.scalar_type() != out.scalar_type()) ||
      indices.scalar_type() != ScalarType::Long) {
    return fault(Error::InvalidType, "outputs that are not of the input's dtype and Long");
  }
  MaxAxis axes[2];
  int32_t sizes[4];
  KERF_TRY(
      read_max_windows(self, {kernel_size, stride, padding, dilation}, ceil_mode, axes, sizes));
  KERF_TRY(resize(out, {sizes, self.dim()}));
  KERF_TRY(resize(indices, {sizes, self.dim()}));
  if (out.numel() == 0) return Error::Ok;
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&](auto tag) {
    max_planes<typename decltype(tag)::Type>(axes, self, out, indices);
    return Error::Ok;
  });
}

// grad_input[n,c,indices[n,c,y,x]] += grad_output[n,c,y,x], 0 elsewhere   indices: in a plane
// Sums of Half and BFloat16 are rounded at each step. Any dim orders; grad_input must not alias.
// Errors: InvalidArgument (those of max_pool2d_with_indices.out; grad_output or indices that do not
// have the shape of its outputs; an index that is out of range); InvalidType (dtypes that differ,
// indices that are not Long).   Source: aten::max_pool2d_with_indices_backward.grad_input
template <typename Facts>
Error max_pool2d_with_indices_backward_grad_input(
    KernelContext&, const Tensor& grad_output, const Tensor& self, Span<const int64_t> kernel_size,
    Span<const int64_t> stride, Span<const int64_t> padding, Span<const int64_t> dilation,
    bool ceil_mode, const Tensor& indices, Tensor& grad_input) {
  if (grad_output.scalar_type() != grad_input.scalar_type() ||
      self.scalar_type() != grad_input.scalar_type() || indices.scalar_type() != ScalarType::Long)
    return fault(Error::InvalidType, "tensors that are not of one dtype, and indices of Long");
  MaxAxis axes[2];
  int32_t sizes[4];
  KERF_TRY(
      read_max_windows(self, {kernel_size, stride, padding, dilation}, ceil_mode, axes, sizes));
  bool fits = grad_output.dim() == self.dim() && indices.dim() == self.dim();
  for (size_t i = 0; fits && i < self.dim(); ++i)
    fits = grad_output.size(i) == sizes[i] && indices.size(i) == sizes[i];
  if (!fits) return fault(Error::InvalidArgument, "gradients that do not fit the windows");
  KERF_TRY(resize(grad_input, self.sizes()));
  if (grad_input.numel() == 0) return Error::Ok;
  libc::fill(grad_input.mutable_data_ptr(), 0, grad_input.nbytes());
  const Planes to(grad_input);
  const Planes from(grad_output);
  const Planes places(indices);
  const uint64_t room = static_cast<uint64_t>(axes[0].in) * static_cast<uint64_t>(axes[1].in);
  return dispatch<Facts::grad_input.dtypes>(grad_input.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    for (int32_t n = 0; n < to.count[0]; ++n) {
      for (int32_t c = 0; c < to.count[1]; ++c) {
        T* plane = grad_input.mutable_data_ptr<T>() + to.offset(n, c);
        for (int32_t row = 0; row < axes[0].out; ++row) {
          for (int32_t column = 0; column < axes[1].out; ++column) {
            const int64_t place =
                indices.const_data_ptr<int64_t>()[places.offset(n, c) + row * places.inner[0] +
                                                  column * places.inner[1]];
            if (static_cast<uint64_t>(place) >= room)
              return fault(Error::InvalidArgument, "an index that is out of range");
            // A plane has no more elements than a tensor: 32 bits hold the place.
            const auto at = static_cast<uint32_t>(place);
            const auto width = static_cast<uint32_t>(axes[1].in);
            T* sum = plane + static_cast<int32_t>(at / width) * to.inner[0] +
                     static_cast<int32_t>(at % width) * to.inner[1];
            store(sum, load(sum) + load(grad_output.const_data_ptr<T>() + from.offset(n, c) +
                                        row * from.inner[0] + column * from.inner[1]));
          }
        }
      }
    }
    return Error::Ok;
  });
}

}  // namespace kerf::portable
