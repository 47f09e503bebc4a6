// Images resized by interpolation.
#pragma once

#include <stdint.h>

#include "core/fault.h"
#include "core/optional.h"
#include "core/span.h"
#include "kernels/context.h"
#include "kernels/dispatch.h"
#include "kernels/facts.h"
#include "kernels/support/copy.h"
#include "kernels/support/layout.h"
#include "kernels/support/planes.h"
#include "kernels/support/window.h"
#include "tensor/element.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// The shape of a resized image, and by how much rows and columns are scaled; 0: by their sizes.
struct Scaling {
  int32_t sizes[4];
  double factors[2];
};

// Sets the shape of `scaling` but for rows and columns. Errors: as those of the kernels.
inline Error start_scaling(const Tensor& image, const Tensor& out, Scaling& scaling) {
  KERF_TRY(same_dtype(image, out));
  if (image.dim() != 4) return fault(Error::InvalidArgument, "a tensor that is not of images");
  for (size_t i = 0; i < 4; ++i) {
    scaling.sizes[i] = image.size(i);
    if (i > 0 && image.size(i) == 0)
      return fault(Error::InvalidArgument, "an image without elements");
  }
  return Error::Ok;
}

// Reads the size of the output.
[[gnu::noinline]] inline Error read_output_size(Span<const int64_t> output_size, Scaling& scaling) {
  if (output_size.size() != 2) return fault(Error::InvalidArgument, "a list of another length");
  for (size_t i = 0; i < 2; ++i) KERF_TRY(read_axis(output_size, i, 2, 1, scaling.sizes[2 + i]));
  return Error::Ok;
}

// Reads the arguments of a kernel that has a size, and factors that may differ from it, and resizes
// `out`.
[[gnu::noinline]] inline Error read_scaling(const Tensor& image, Span<const int64_t> output_size,
                                            const Optional<double>& factor_h,
                                            const Optional<double>& factor_w, Tensor& out,
                                            Scaling& scaling) {
  KERF_TRY(start_scaling(image, out, scaling));
  scaling.factors[0] = factor_h.value_or(0);
  scaling.factors[1] = factor_w.value_or(0);
  KERF_TRY(read_output_size(output_size, scaling));
  return resize(out, scaling.sizes);
}

// Reads the scaling of a kernel that has either a size or factors.
[[gnu::noinline]] inline Error read_scaling(const Tensor& image,
                                            const Optional<Span<const int64_t>>& output_size,
                                            const Optional<Span<const double>>& scale_factors,
                                            Tensor& out, Scaling& scaling) {
  KERF_TRY(start_scaling(image, out, scaling));
  scaling.factors[0] = scaling.factors[1] = 0;
  if (output_size.has_value() == scale_factors.has_value())
    return fault(Error::InvalidArgument, "not exactly one of an output size and scale factors");
  if (output_size) {
    KERF_TRY(read_output_size(*output_size, scaling));
    return resize(out, scaling.sizes);
  }
  if (scale_factors->size() != 2) return fault(Error::InvalidArgument, "a list of another length");
  for (size_t i = 0; i < 2; ++i) {
    scaling.factors[i] = (*scale_factors)[i];
    const double size = static_cast<double>(image.size(2 + i)) * scaling.factors[i];
    if (!(size >= 1 && size <= static_cast<double>(kLargestExtent)))
      return fault(Error::InvalidArgument, "impossible scale factors");
    scaling.sizes[2 + i] = static_cast<int32_t>(size);
  }
  return resize(out, scaling.sizes);
}

// How many inputs one output is apart from the next, along an axis.
template <typename V>
V input_step(double factor, int32_t in, int32_t out) {
  return factor > 0 ? static_cast<V>(1.0 / factor) : static_cast<V>(in) / static_cast<V>(out);
}

// The input of position `at` >= 0, or the last one.
inline int32_t input_at(float at, int32_t in) {
  return at < static_cast<float>(in) ? static_cast<int32_t>(at) : in - 1;
}

// The input that each output along an axis is a copy of. Source: nearest_idx of PyTorch.
struct NearestAxis {
  NearestAxis(double factor, int32_t inputs, int32_t outputs)
      : in(inputs), out(outputs), step(input_step<float>(factor, inputs, outputs)) {}

  int32_t input(int32_t output) const {
    if (out == in) return output;
    if (out == 2 * in) return output >> 1;
    return input_at(static_cast<float>(output) * step, in);
  }

  int32_t in;
  int32_t out;
  float step;
};

template <typename Word>
[[gnu::noinline]] void copy_nearest(const Tensor& image, const NearestAxis& rows,
                                    const NearestAxis& columns, Tensor& result) {
  using Any [[gnu::may_alias]] = Word;
  const Planes from(image);
  const Planes to(result);
  for (int32_t n = 0; n < to.count[0]; ++n) {
    for (int32_t c = 0; c < to.count[1]; ++c) {
      for (int32_t row = 0; row < rows.out; ++row) {
        const Any* in = static_cast<const Any*>(image.const_data_ptr()) + from.offset(n, c) +
                        rows.input(row) * from.inner[0];
        Any* out =
            static_cast<Any*>(result.mutable_data_ptr()) + to.offset(n, c) + row * to.inner[0];
        for (int32_t column = 0; column < columns.out; ++column, out += to.inner[1])
          *out = in[columns.input(column) * from.inner[1]];
      }
    }
  }
}

template <DtypeSet kTypes>
Error upsample_nearest(const Tensor& image, const Scaling& scaling, Tensor& out) {
  if (out.numel() == 0) return Error::Ok;
  const NearestAxis rows(scaling.factors[0], image.size(2), out.size(2));
  const NearestAxis columns(scaling.factors[1], image.size(3), out.size(3));
  return dispatch<kTypes>(out.scalar_type(), [&](auto tag) {
    using Word = typename WordOf<sizeof(typename decltype(tag)::Type)>::Type;
    copy_nearest<Word>(image, rows, columns, out);
    return Error::Ok;
  });
}

// The two inputs of an output along an axis, and how much the second one weighs.
template <typename V>
struct Pair {
  int32_t first;
  int32_t second;
  V weight;
};

template <typename V>
struct LinearAxis {
  LinearAxis(double factor, int32_t inputs, int32_t outputs, bool align)
      : in(inputs), out(outputs), align_corners(align) {
    step = !align ? input_step<V>(factor, in, out)
                  : (out > 1 ? static_cast<V>(in - 1) / static_cast<V>(out - 1) : V{0});
  }

  // Source: compute_source_index_and_lambda of PyTorch.
  Pair<V> inputs(int32_t output) const {
    if (in == out) return {output, output, V{0}};
    V at = step * static_cast<V>(output);
    if (!align_corners) {
      constexpr V kHalf = static_cast<V>(0.5);
      at = step * (static_cast<V>(output) + kHalf) - kHalf;
      if (!(at > 0)) at = 0;
    }
    const int32_t first = input_at(static_cast<float>(at), in);
    V weight = at - static_cast<V>(first);
    if (!(weight > 0)) weight = 0;
    if (weight > 1) weight = 1;
    return {first, first + 1 < in ? first + 1 : first, weight};
  }

  int32_t in;
  int32_t out;
  bool align_corners;
  V step;
};

// One row of one plane, between two rows of the input.
template <typename T>
[[gnu::noinline]] void interpolate_row(const T* upper, const T* lower, int32_t step,
                                       ValueOf<T> weight, const LinearAxis<ValueOf<T>>& columns,
                                       T* out, int32_t out_step) {
  using V = ValueOf<T>;
  for (int32_t column = 0; column < columns.out; ++column, out += out_step) {
    const Pair<V> across = columns.inputs(column);
    const int32_t a = across.first * step;
    const int32_t b = across.second * step;
    const V left = 1 - across.weight;
    const V above = load(upper + a) * left + load(upper + b) * across.weight;
    const V below = load(lower + a) * left + load(lower + b) * across.weight;
    store(out, above * (1 - weight) + below * weight);
  }
}

template <DtypeSet kTypes>
Error upsample_bilinear(const Tensor& image, const Scaling& scaling, bool align_corners,
                        Tensor& result) {
  if (result.numel() == 0) return Error::Ok;
  const Planes from(image);
  const Planes to(result);
  return dispatch<kTypes>(result.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    using V = ValueOf<T>;
    const LinearAxis<V> rows(scaling.factors[0], image.size(2), result.size(2), align_corners);
    const LinearAxis<V> columns(scaling.factors[1], image.size(3), result.size(3), align_corners);
    for (int32_t n = 0; n < to.count[0]; ++n) {
      for (int32_t c = 0; c < to.count[1]; ++c) {
        const T* plane = image.const_data_ptr<T>() + from.offset(n, c);
        T* out = result.mutable_data_ptr<T>() + to.offset(n, c);
        for (int32_t row = 0; row < rows.out; ++row, out += to.inner[0]) {
          const Pair<V> down = rows.inputs(row);
          interpolate_row(plane + down.first * from.inner[0], plane + down.second * from.inner[0],
                          from.inner[1], down.weight, columns, out, to.inner[1]);
        }
      }
    }
    return Error::Ok;
  });
}

// The inputs of an output along an axis where a triangle, as wide as two inputs or two outputs,
// weighs them.
template <typename V>
struct TriangleAxis {
  TriangleAxis(double factor, int32_t inputs, int32_t outputs, bool align)
      : in(inputs), step(LinearAxis<V>(factor, inputs, outputs, align).step) {
    narrowed = step >= 1 ? 1 / step : V{1};
  }

  // Moves to an output: its inputs and the sum of their weights.
  void move(int32_t output) {
    constexpr V kHalf = static_cast<V>(0.5);
    const V reach = step >= 1 ? step : V{1};
    center = step * (static_cast<V>(output) + kHalf);
    first = limit(center - reach + kHalf);
    count = limit(center + reach + kHalf) - first;
    total = 0;
    for (int32_t i = 0; i < count; ++i) total += unscaled(i);
  }

  V weight(int32_t i) const { return total != 0 ? unscaled(i) / total : unscaled(i); }

  int32_t in;
  int32_t first;
  int32_t count;
  V step;
  V narrowed;
  V center;
  V total;

 private:
  V unscaled(int32_t i) const {
    const V at = (static_cast<V>(i + first) - center + static_cast<V>(0.5)) * narrowed;
    const V away = at < 0 ? -at : at;
    return away < 1 ? 1 - away : V{0};
  }
  int32_t limit(V at) const {
    if (!(at > 0)) return 0;
    return at < static_cast<V>(in) ? static_cast<int32_t>(at) : in;
  }
};

template <DtypeSet kTypes>
Error upsample_triangles(const Tensor& image, const Scaling& scaling, bool align_corners,
                         Tensor& result) {
  if (result.numel() == 0) return Error::Ok;
  const Planes from(image);
  const Planes to(result);
  return dispatch<kTypes>(result.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    using V = ValueOf<T>;
    TriangleAxis<V> rows(scaling.factors[0], image.size(2), result.size(2), align_corners);
    TriangleAxis<V> columns(scaling.factors[1], image.size(3), result.size(3), align_corners);
    for (int32_t row = 0; row < result.size(2); ++row) {
      rows.move(row);
      for (int32_t column = 0; column < result.size(3); ++column) {
        columns.move(column);
        for (int32_t n = 0; n < to.count[0]; ++n) {
          for (int32_t c = 0; c < to.count[1]; ++c) {
            const T* plane = image.const_data_ptr<T>() + from.offset(n, c) +
                             rows.first * from.inner[0] + columns.first * from.inner[1];
            V sum{0};
            for (int32_t i = 0; i < rows.count; ++i) {
              V across{0};
              for (int32_t j = 0; j < columns.count; ++j)
                across += columns.weight(j) * load(plane + i * from.inner[0] + j * from.inner[1]);
              sum += rows.weight(i) * across;
            }
            store(result.mutable_data_ptr<T>() + to.offset(n, c) + row * to.inner[0] +
                      column * to.inner[1],
                  sum);
          }
        }
      }
    }
    return Error::Ok;
  });
}

// The kernels of this file resize the rows and columns of images [N,C,H,W], either to a size or by
// two factors; of both, the factors decide which inputs an output sees. Any dim orders; `out` must
// not alias. Errors: InvalidArgument (a rank other than 4, no elements in an image, a size below 1,
// a size and factors or none of them, out cannot have the shape); InvalidType (out's dtype is not
// the input's); NotSupported (a dtype that was not selected).

// out[n,c,y,x] = input[n,c,v,u]   v = y H / out_H, rounded down in float, u likewise
// Source: aten::upsample_nearest2d.vec_out
template <typename Facts>
Error upsample_nearest2d_vec_out(KernelContext&, const Tensor& input,
                                 const Optional<Span<const int64_t>>& output_size,
                                 const Optional<Span<const double>>& scale_factors, Tensor& out) {
  Scaling scaling;
  KERF_TRY(read_scaling(input, output_size, scale_factors, out, scaling));
  return upsample_nearest<Facts::out.dtypes>(input, scaling, out);
}

// Takes size and factors separately.   Source: aten::upsample_nearest2d.out
template <typename Facts>
Error upsample_nearest2d_out(KernelContext&, const Tensor& self, Span<const int64_t> output_size,
                             const Optional<double>& scales_h, const Optional<double>& scales_w,
                             Tensor& out) {
  Scaling scaling;
  KERF_TRY(read_scaling(self, output_size, scales_h, scales_w, out, scaling));
  return upsample_nearest<Facts::out.dtypes>(self, scaling, out);
}

// Takes lines [N,C,L].   Source: aten::upsample_nearest1d.out
template <typename Facts>
Error upsample_nearest1d_out(KernelContext&, const Tensor& self, Span<const int64_t> output_size,
                             const Optional<double>& scales, Tensor& out) {
  KERF_TRY(same_dtype(self, out));
  if (self.dim() != 3 || output_size.size() != 1 || self.size(1) == 0 || self.size(2) == 0)
    return fault(Error::InvalidArgument, "a tensor that is not of lines");
  int32_t sizes[] = {self.size(0), self.size(1), 0};
  KERF_TRY(read_axis(output_size, 0, 1, 1, sizes[2]));
  KERF_TRY(resize(out, sizes));
  const LinesAsPlanes from(self);
  const LinesAsPlanes to(out);
  Scaling scaling;
  scaling.factors[0] = 0;
  scaling.factors[1] = scales.value_or(0);
  Tensor result = to.planes();
  return upsample_nearest<Facts::out.dtypes>(from.planes(), scaling, result);
}

// out[n,c,y,x] = the four inputs around (v, u), each weighed by its nearness
// v = (y + 1/2) H / out_H - 1/2, or y (H - 1) / (out_H - 1) with align_corners, u likewise, inside
// the input. Half and BFloat16 are computed in float.
// Source: aten::upsample_bilinear2d.vec_out
template <typename Facts>
Error upsample_bilinear2d_vec_out(KernelContext&, const Tensor& input,
                                  const Optional<Span<const int64_t>>& output_size,
                                  bool align_corners,
                                  const Optional<Span<const double>>& scale_factors, Tensor& out) {
  Scaling scaling;
  KERF_TRY(read_scaling(input, output_size, scale_factors, out, scaling));
  return upsample_bilinear<Facts::out.dtypes>(input, scaling, align_corners, out);
}

// Takes size and factors separately.   Source: aten::upsample_bilinear2d.out
template <typename Facts>
Error upsample_bilinear2d_out(KernelContext&, const Tensor& self, Span<const int64_t> output_size,
                              bool align_corners, const Optional<double>& scales_h,
                              const Optional<double>& scales_w, Tensor& out) {
  Scaling scaling;
  KERF_TRY(read_scaling(self, output_size, scales_h, scales_w, out, scaling));
  return upsample_bilinear<Facts::out.dtypes>(self, scaling, align_corners, out);
}

// out[n,c,y,x] = sum_{v,u} wy(v) wx(u) self[n,c,v,u]
// wy: a triangle around (y + 1/2) H / out_H that reaches as far as the larger of an input and an
// output, of sum 1; wx likewise.
// Source: aten::_upsample_bilinear2d_aa.out
template <typename Facts>
Error upsample_bilinear2d_aa_out(KernelContext&, const Tensor& self,
                                 Span<const int64_t> output_size, bool align_corners,
                                 const Optional<double>& scales_h, const Optional<double>& scales_w,
                                 Tensor& out) {
  Scaling scaling;
  KERF_TRY(read_scaling(self, output_size, scales_h, scales_w, out, scaling));
  return upsample_triangles<Facts::out.dtypes>(self, scaling, align_corners, out);
}

}  // namespace kerf::portable
