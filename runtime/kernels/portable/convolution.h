// Convolutions over one, two or three spatial dimensions.
#pragma once

#include "core/optional.h"
#include "core/small.h"
#include "core/span.h"
#include "kernels/context.h"
#include "kernels/convert.h"
#include "kernels/dispatch.h"
#include "kernels/facts.h"
#include "kernels/support/convolution_panels.h"
#include "kernels/support/convolution_parts.h"
#include "kernels/support/convolution_planes.h"
#include "kernels/support/convolution_shape.h"
#include "kernels/support/volume_convolution.h"
#include "kernels/support/window.h"
#include "loops/planes.h"
#include "loops/sums.h"
#include "memory/threads.h"

namespace kerf::portable {

template <typename T, typename Forms, typename Part>
void convolve(ConvolutionShape<Forms>& shape, const Tensor& input, const Tensor& weight,
              const T* bias, Tensor& out, Part part) {
  const PlaneStrides in(input, Forms::kOneDimensional);
  const PlaneStrides by(weight, Forms::kOneDimensional);
  const PlaneStrides to(out, Forms::kOneDimensional);
  auto& rows = shape.axes[0];
  auto& columns = shape.axes[1];
  rows.input_stride = in.row;
  rows.weight_stride = by.row;
  columns.input_stride = in.column;
  columns.weight_stride = by.column;
  if (shape.is_pointwise() && in.row == columns.in * in.column &&
      to.row == columns.in * to.column) {
    columns.in = columns.out = columns.in * rows.in;
    rows.in = rows.out = 1;
  }
  constexpr T kZero{};
  using Bound = typename Forms::Bound;
  Sums<T, Bound> sums;
  static_cast<Bound&>(sums) = shape;
  sums.row = {};
  sums.column.start = 0;
  // The loop over channels is the innermost where the kernel has one column.
  const size_t channel_loop = columns.kernel == 1 ? 2 : 0;
  sums.terms[channel_loop] = {shape.group_inputs, in.channel,
                              shape.transposed() ? by.outer : by.channel};
  for (int32_t n = 0; n < out.size(0); ++n) {
    for (int32_t c = part.begin(); c < part.end(out.size(1)); ++c) {
      const int32_t group = c / shape.group_outputs;
      const int32_t first_input = group * shape.group_inputs;
      const T* x = input.const_data_ptr<T>() + n * in.outer + first_input * in.channel;
      const T* w = weight.const_data_ptr<T>() +
                   (shape.transposed()
                        ? first_input * by.outer + (c - group * shape.group_outputs) * by.channel
                        : c * by.outer);
      for (int32_t column = 0; column < columns.out;) {
        const Taps across = shape.taps(1, column);
        sums.terms[2 - channel_loop] = across.terms;
        for (int32_t row = 0; row < rows.out;) {
          const Taps down = shape.taps(0, row);
          sums.terms[1] = down.terms;
          // Outputs whose columns differ in their terms are computed column by column.
          const bool by_column = across.outputs == 1;
          const auto& along = by_column ? rows : columns;
          const int32_t count = by_column ? down.outputs : across.outputs;
          sums.column.operand = count > 1 ? along.stride * along.input_stride : 0;  // fits if used
          sums.column.out = by_column ? to.row : to.column;
          sums.input = x + down.input + across.input;
          sums.weight = w + down.weight + across.weight;
          sums.start = bias == nullptr ? &kZero : bias + c;
          sums.out = out.mutable_data_ptr<T>() + n * to.outer + c * to.channel + row * to.row +
                     column * to.column;
          sums.run(1, count);
          row += by_column ? count : 1;
        }
        column += across.outputs;
      }
    }
  }
}

// Runs convolve() on several channels at the same time.
template <typename T, typename Forms>
void convolve_divided(const Threads& threads, const ConvolutionShape<Forms>& shape,
                      const Tensor& input, const Tensor& weight, const T* bias, Tensor& out) {
  const int32_t channels = out.size(1);
  threads.run(threads.parts(channels, multiplications(shape, out)), channels,
              [&](int32_t, int32_t begin, int32_t end) {
                ConvolutionShape<Forms> own = shape;
                convolve<T>(own, input, weight, bias, out, PartOfConvolution{begin, end});
              });
}

// Sets `start` to the elements of `bias` as those of dtype `type`, which differs, in scratch.
// Errors: MemoryAllocationFailed; NotSupported as convert_run().
[[gnu::noinline]] inline Error convert_bias(const KernelContext& context, const Tensor& bias,
                                            ScalarType type, const void*& start) {
  const size_t bytes = bias.numel() << element_shift(type);
  auto* const converted = context.scratch<uint64_t>((bytes + 7) / sizeof(uint64_t));
  if (converted == nullptr) return Error::MemoryAllocationFailed;
  start = converted;
  return convert_run({bias.scalar_type(), bias.const_data_ptr(), 0, 1}, type, converted,
                     static_cast<int32_t>(bias.numel()));
}

// What facts of its arguments make of the code of a convolution.
template <typename Forms_, DtypeSet kDtypes_, bool kBias_, bool kOneDtype_, bool kConverts_,
          bool kVolumes_>
struct ConvolutionKind {
  using Forms = Forms_;
  static constexpr DtypeSet kDtypes = kDtypes_;
  static constexpr bool kBias = kBias_;
  static constexpr bool kOneDtype = kOneDtype_;
  static constexpr bool kConverts = kConverts_;  // the bias
  static constexpr bool kVolumes = kVolumes_;
};

template <typename Kind>
[[gnu::always_inline]] inline Error convolution_of(
    [[maybe_unused]] KernelContext& context, const Tensor& input, const Tensor& weight,
    const Optional<Tensor>& bias, Span<const int64_t> stride, Span<const int64_t> padding,
    Span<const int64_t> dilation, bool transposed, Span<const int64_t> output_padding,
    int64_t groups, const typename Kind::Forms::Bound& bound, Tensor& out) {
  using Forms = typename Kind::Forms;
  using Bound = typename Forms::Bound;
  constexpr bool kBias = Kind::kBias;
  constexpr bool kOneDtype = Kind::kOneDtype;
  if (transposed && !Forms::kTransposed) {
    return fault(Error::NotSupported, "a transposed convolution was not selected");
  }
  if (bias && !kBias) {
    return fault(Error::NotSupported, "a convolution with bias was not selected");
  }
  constexpr bool kVolumes = Kind::kVolumes;
  if (input.dim() != 4 && !(Forms::kOneDimensional && input.dim() == 3) &&
      !(kVolumes && input.dim() == 5)) {
    return fault(Error::NotSupported,
                 "a convolution over a number of dimensions that was not selected");
  }
  if (weight.dim() != input.dim())
    return fault(Error::InvalidArgument, "weights whose rank is not the input's");
  ConvolutionShape<Forms> shape;
  static_cast<Bound&>(shape) = bound;
  shape.transposed_ = transposed;
  int32_t sizes[kVolumes ? 5 : 4];
  sizes[0] = input.size(0);
  KERF_TRY(read_groups(input, weight, groups, shape, sizes[1]));
  const AxisLists lists{stride, padding, dilation, output_padding};
  [[maybe_unused]] VolumeAxes<Forms> volume;
  if constexpr (kVolumes) {
    if (input.dim() == 5) KERF_TRY(volume.read(input, weight, lists, shape.transposed(), sizes));
  }
  const bool flat = !kVolumes || input.dim() != 5;
  const size_t axes = !flat ? 0 : Forms::kOneDimensional ? input.dim() - 2 : 2;
  if (Forms::kOneDimensional && axes == 1) shape.axes[0] = {1, 1, 1, 1, 0, 1, 0, 0};
  for (size_t axis = 0; axis < axes; ++axis) {
    auto& window = shape.axes[2 - axes + axis];
    window.in = input.size(2 + axis);
    window.kernel = weight.size(2 + axis);
    KERF_TRY(read_window(lists, axis, axes, shape.transposed(), window));
    sizes[2 + axis] = window.out;
  }
  KERF_TRY(resize(out, {sizes, input.dim()}));
  if (out.numel() == 0) return Error::Ok;
  if (kBias && bias && (bias->dim() != 1 || bias->size(0) != sizes[1])) {
    return fault(Error::InvalidArgument, "a bias that is not one number for each channel");
  }
  const ScalarType type = out.scalar_type();
  constexpr bool kConverts = Kind::kConverts;
  if (!kOneDtype && (input.scalar_type() != type || weight.scalar_type() != type ||
                     (kBias && !kConverts && bias && bias->scalar_type() != type))) {
    return fault(Error::InvalidType, "a convolution of several dtypes");
  }
  [[maybe_unused]] const void* converted = nullptr;
  if constexpr (kConverts) {
    if (bias && bias->scalar_type() != type)
      KERF_TRY(convert_bias(context, *bias, type, converted));
  }
  return dispatch<Kind::kDtypes>(type, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    const bool biased = kBias && bias;
    const T* start = biased ? bias->const_data_ptr<T>() : nullptr;
    if constexpr (kConverts) {
      if (converted != nullptr) start = static_cast<const T*>(converted);
    }
    if constexpr (kVolumes) {
      if (!flat) {
        convolve_volumes<T>(shape, volume, input, weight, start, out);
        return Error::Ok;
      }
    }
    if constexpr (!kSmall) {
      if (!shape.transposed()) {
        if constexpr (Planes2d<T>::kAny) {
          if (convolve_planes<T>(context, shape, input, weight, start, out)) return Error::Ok;
        }
        if constexpr (SeenRows<T>::kAny) {
          if (convolve_gathered<T>(context.threads(), shape, input, weight, start, out))
            return Error::Ok;
        }
        if constexpr (kMostParts > 1)
          return convolve_forward_divided<T>(context, shape, input, weight, start, out);
        if constexpr (PaddedPlanes<T>::kAny)
          return convolve_forward_whole<T>(context, shape, input, weight, start, out);
        return convolve_forward<T>(context, shape, input, weight, start, out, WholeConvolution{});
      }
    }
    if constexpr (kSmall || Forms::kTransposed) {
      if constexpr (kMostParts > 1) {
        convolve_divided<T>(context, shape, input, weight, start, out);
      } else {
        convolve<T>(shape, input, weight, start, out, WholeConvolution{});
      }
    }
    return Error::Ok;
  });
}

// The same once for all operators.
template <typename Kind>
[[gnu::noinline]] Error shared_convolution_of(
    KernelContext& context, const Tensor& input, const Tensor& weight, const Optional<Tensor>& bias,
    Span<const int64_t> stride, Span<const int64_t> padding, Span<const int64_t> dilation,
    bool transposed, Span<const int64_t> output_padding, int64_t groups,
    const typename Kind::Forms::Bound& bound, Tensor& out) {
  return convolution_of<Kind>(context, input, weight, bias, stride, padding, dilation, transposed,
                              output_padding, groups, bound, out);
}

// Whether operators with and without bounds share their code: where loops have bounds of float in
// any case.
template <DtypeSet kDtypes>
inline constexpr bool kSharesConvolutions =
    !kSmall && kAlwaysBounded<float> && kDtypes == dtype_set(ScalarType::Float);

// convolution_out() with bounds of the results.
template <typename Facts, typename Bound>
[[gnu::always_inline]] inline Error convolution_bounded(
    KernelContext& context, const Tensor& input, const Tensor& weight, const Optional<Tensor>& bias,
    Span<const int64_t> stride, Span<const int64_t> padding, Span<const int64_t> dilation,
    bool transposed, Span<const int64_t> output_padding, int64_t groups, const Bound& bound,
    Tensor& out) {
  constexpr bool kBias = Facts::bias.present();
  constexpr bool kOneDtype =
      one_dtype(Facts::input.dtypes, Facts::weight.dtypes,
                kBias ? Facts::bias.dtypes : Facts::input.dtypes, Facts::out.dtypes);
  using Kind = ConvolutionKind<ConvolutionForms<!Facts::dilation.is(1), !Facts::transposed.is(0),
                                                Facts::input.may_have_rank(3), Bound>,
                               Facts::out.dtypes, kBias || kSharesConvolutions<Facts::out.dtypes>,
                               kOneDtype, kBias && needs<Facts>(Trait::mixed_dtypes) && !kOneDtype,
                               Facts::input.may_have_rank(5)>;
  if constexpr (kSharesConvolutions<Facts::out.dtypes>) {
    return shared_convolution_of<Kind>(context, input, weight, bias, stride, padding, dilation,
                                       transposed, output_padding, groups, bound, out);
  } else {
    return convolution_of<Kind>(context, input, weight, bias, stride, padding, dilation, transposed,
                                output_padding, groups, bound, out);
  }
}

// out[n,o,y,x] = bias[o]
//     + sum_{i,v,u} input[n, g(o) I + i, y s - p + v d, x s - p + u d] * weight[o,i,v,u]
// I: input channels of a group, g(o): the group of o; s stride, p padding, d dilation of the axis;
// terms outside the input are 0.
// Transposed: input[n,i,y,x] * weight[i,o,v,u] is a term of out[n, o, y s - p + v d, x s - p + u
// d]. Any dim orders; Half and BFloat16 are summed in float, integers wrap; a bias of another dtype
// is converted to out's; `out` must not alias. One to three spatial dimensions; lists have one
// number for each of them, or one for all. Errors: InvalidArgument (ranks, channels, groups or
// sizes that do not fit, a negative or zero parameter, out cannot have the shape); InvalidType
// (dtypes that differ); NotSupported (form not selected); MemoryAllocationFailed.   Source:
// aten::convolution.out
template <typename Facts>
Error convolution_out(KernelContext& context, const Tensor& input, const Tensor& weight,
                      const Optional<Tensor>& bias, Span<const int64_t> stride,
                      Span<const int64_t> padding, Span<const int64_t> dilation, bool transposed,
                      Span<const int64_t> output_padding, int64_t groups, Tensor& out) {
  using Bound =
      typename EitherType<kSharesConvolutions<Facts::out.dtypes>, Bounds, Unbounded>::Type;
  return convolution_bounded<Facts>(context, input, weight, bias, stride, padding, dilation,
                                    transposed, output_padding, groups, Bound{}, out);
}

}  // namespace kerf::portable
