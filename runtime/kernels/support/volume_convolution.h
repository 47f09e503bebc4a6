// Convolutions over three spatial dimensions.
#pragma once

#include <stdint.h>

#include "kernels/support/convolution_shape.h"
#include "tensor/element.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// Depth, rows and columns.
template <typename Forms>
struct VolumeAxes {
  using Axis = Window<Forms::kDilated>;

  Axis axes[3];

  // Reads the axes of tensors of rank 5, and sets sizes[2] to sizes[4] to those of the output.
  // Error: InvalidArgument, NotSupported as read_window().
  Error read(const Tensor& input, const Tensor& weight, const AxisLists& lists, bool transposed,
             int32_t* sizes) {
    int32_t in[5];
    int32_t by[5];
    compute_strides(input, in);
    compute_strides(weight, by);
    for (size_t i = 0; i < 3; ++i) {
      Axis& axis = axes[i];
      axis.in = input.size(2 + i);
      axis.kernel = weight.size(2 + i);
      KERF_TRY(read_window(lists, i, 3, transposed, axis));
      axis.input_stride = in[2 + i];
      axis.weight_stride = by[2 + i];
      sizes[2 + i] = axis.out;
    }
    return Error::Ok;
  }
};

// Output after output, each a sum over channels and the taps that it sees; see convolution_out().
template <typename T, typename Forms>
void convolve_volumes(const ConvolutionShape<Forms>& shape, const VolumeAxes<Forms>& volume,
                      const Tensor& input, const Tensor& weight, const T* bias, Tensor& out) {
  using W = WrapOf<T>;
  int32_t in[5];
  int32_t by[5];
  int32_t to[5];
  compute_strides(input, in);
  compute_strides(weight, by);
  compute_strides(out, to);
  const bool transposed = shape.transposed();
  const auto taps = [&](size_t axis, int32_t o) {
    const auto& window = volume.axes[axis];
    return transposed ? window.transposed_taps(o) : window.taps(o);
  };
  for (int32_t n = 0; n < out.size(0); ++n) {
    for (int32_t c = 0; c < out.size(1); ++c) {
      const int32_t first = c / shape.group_outputs * shape.group_inputs;
      const T* const x = input.const_data_ptr<T>() + n * in[0] + first * in[1];
      const T* const w = weight.const_data_ptr<T>() +
                         (transposed ? first * by[0] + c % shape.group_outputs * by[1] : c * by[0]);
      const W start = bias == nullptr ? W{0} : static_cast<W>(load(bias + c));
      T* const y = out.mutable_data_ptr<T>() + n * to[0] + c * to[1];
      for (int32_t depth = 0; depth < out.size(2); ++depth) {
        const Taps deep = taps(0, depth);
        for (int32_t row = 0; row < out.size(3); ++row) {
          const Taps down = taps(1, row);
          for (int32_t column = 0; column < out.size(4); ++column) {
            const Taps across = taps(2, column);
            W sum = start;
            for (int32_t i = 0; i < shape.group_inputs; ++i) {
              const T* a = x + i * in[1] + deep.input + down.input + across.input;
              const T* b =
                  w + i * by[transposed ? 0 : 1] + deep.weight + down.weight + across.weight;
              for (int32_t j = 0; j < deep.terms.count; ++j) {
                for (int32_t k = 0; k < down.terms.count; ++k) {
                  const T* at = a + j * deep.terms.input + k * down.terms.input;
                  const T* factor = b + j * deep.terms.weight + k * down.terms.weight;
                  for (int32_t l = across.terms.count; l > 0; --l) {
                    sum += static_cast<W>(load(at)) * static_cast<W>(load(factor));
                    at += across.terms.input;
                    factor += across.terms.weight;
                  }
                }
              }
            }
            store(y + depth * to[2] + row * to[3] + column * to[4], sum);
          }
        }
      }
    }
  }
}

}  // namespace kerf::portable
