// Products and convolutions whose weights are integers with scales, and whose inputs are float, or
// int8 with a scale that is known only when the program runs.
#pragma once

#include <stdint.h>

#include "core/libc.h"
#include "core/optional.h"
#include "core/small.h"
#include "core/span.h"
#include "kernels/context.h"
#include "kernels/dispatch.h"
#include "kernels/facts.h"
#include "kernels/support/parameters.h"
#include "kernels/support/positions.h"
#include "kernels/support/window.h"
#include "loops/grouped_dot.h"
#include "loops/grouped_rows.h"
#include "loops/int8_dot.h"
#include "loops/int8_sum.h"
#include "loops/sums.h"
#include "loops/unpack_int4.h"

namespace kerf::fused {

// The sum of (a[i] - zero) * b[i] over i < count, where `weights` is that of b[i]; int8 wraps.
inline float dot(const int8_t* a, const int8_t* b, int32_t count, int32_t zero, uint32_t weights) {
  const uint32_t sum = integers::dot_int8(a, b, count) - static_cast<uint32_t>(zero) * weights;
  return static_cast<float>(static_cast<int32_t>(sum));
}
inline float dot(const float* a, const int8_t* b, int32_t count, int32_t, uint32_t) {
  if constexpr (!kSmall) {
    constexpr float kOne = 1;
    return dot_by_groups(a, b, count, count, &kOne);
  }
  float sum = 0;
  for (; count > 0; --count) sum += *a++ * static_cast<float>(*b++);
  return sum;
}

// The sum over groups g, of `group` terms each but for the last one, of
//   factors[g] * (sum over the terms i of g of (a[i] - zero) * b[i])
// where sums[g] is that of b[i]; int8 wraps. Float has no zero.
inline float dot_by_groups(const int8_t* a, const int8_t* b, int32_t count, int32_t group,
                           int32_t zero, const uint32_t* sums, const float* factors) {
  float total = 0;
  for (; count > 0; count -= group, a += group, b += group)
    total += dot(a, b, count < group ? count : group, zero, *sums++) * *factors++;
  return total;
}
inline float dot_by_groups(const float* a, const int8_t* b, int32_t count, int32_t group, int32_t,
                           const uint32_t*, const float* factors) {
  return dot_by_groups(a, b, count, group, factors);
}

// The scale and zero point of a row of inputs: 1 and 0 of float ones.
struct RowForm {
  float scale = 1;
  int32_t zero = 0;
};

// The forms of rows of inputs: one for all, or one for each.
template <typename Facts>
class RowForms {
 public:
  // Ok; InvalidArgument where forms are not one for all or one for each of `rows`, or inputs of
  // float have one; NotSupported where forms were not selected.
  Error read(const Tensor& input, const Optional<Tensor>& scale, const Optional<Tensor>& zero_point,
             int32_t rows) {
    const bool integers = input.scalar_type() == ScalarType::Char;
    if (!integers && !scale && !zero_point) return Error::Ok;
    if (!Facts::scale.present() || !Facts::zero_point.present())
      return fault(Error::NotSupported, "scales of inputs that were not selected");
    if (!integers || !scale || !zero_point)
      return fault(Error::InvalidArgument, "inputs whose dtype does not fit their scale");
    const size_t count = scale->numel();
    if (zero_point->numel() != count || (count != 1 && count != static_cast<size_t>(rows)))
      return fault(Error::InvalidArgument, "scales that are not one for each row");
    scales_ = &*scale;
    zeros_ = &*zero_point;
    step_ = count == 1 ? 0 : 1;
    return Error::Ok;
  }

  // Reads row `row`.
  RowForm at(int32_t row) const {
    if constexpr (Facts::scale.present() && Facts::zero_point.present()) {
      if (scales_ != nullptr) {
        const int32_t place = row * step_;
        return {quantized::scale_at<float, Facts::scale.dtypes>(*scales_, place),
                static_cast<int32_t>(portable::index_at<Facts::zero_point.dtypes>(*zeros_, place))};
      }
    }
    return {};
  }

 private:
  const Tensor* scales_ = nullptr;
  const Tensor* zeros_ = nullptr;
  int32_t step_ = 0;
};

// The bounds of results: infinities where they are left out, or no call has any.
template <typename Facts>
portable::Bounds bounds_of(const Optional<double>& min, const Optional<double>& max) {
  portable::Bounds bounds;
  if (Facts::min.kinds != 0 && min) bounds.low = static_cast<float>(*min);
  if (Facts::max.kinds != 0 && max) bounds.high = static_cast<float>(*max);
  return bounds;
}

// Whether some call has bounds.
template <typename Facts>
inline constexpr bool kBounded = (Facts::min.kinds | Facts::max.kinds) != 0;

// What integer_linear_out() multiplies: rows of int8 by weights whose terms are in groups.
template <typename Facts>
struct IntegerRows {
  const int8_t* input;
  const RowForms<Facts>& forms;
  const uint8_t* weight;
  const float* factors;
  const float* bias;  // or null
  float* out;
  int32_t rows;
  int32_t terms;
  int32_t filters;
  int32_t groups;
  int32_t group;
  portable::Bounds bounds;

  // Computes it by loops that read stored rows.
  template <bool kPacked, bool kOne>
  Error multiply(KernelContext& context) const;
};

// The first multiple of 64 from `at` on.
inline uint8_t* aligned(uint8_t* at) { return at + (0 - reinterpret_cast<uintptr_t>(at)) % 64; }

// Computes `rows` stored rows, `stride` bytes apart, by a panel.
template <typename Loops>
void multiply_panel(const uint8_t* stored, int32_t stride, const RowForm* forms, int32_t rows,
                    const uint8_t* panel, int32_t terms, typename Loops::Results results) {
  const auto multiply = [&](auto loop, int32_t count) {
    for (; rows >= count; rows -= count, results.to += count * results.stride) {
      loop(stored, stride, forms, panel, terms, results);
      stored += count * stride;
      forms += count;
    }
  };
  multiply(Loops::template multiply_panel<Loops::kRows, RowForm>, Loops::kRows);
  if constexpr (Loops::kRows > 4) multiply(Loops::template multiply_panel<4, RowForm>, 4);
  multiply(Loops::template multiply_panel<1, RowForm>, 1);
}

template <typename Facts>
template <bool kPacked, bool kOne>
Error IntegerRows<Facts>::multiply(KernelContext& context) const {
  using Loops = GroupedRows<kPacked, kOne>;
  const int32_t stride = stored_row_bytes(terms, kPacked);
  auto* stored =
      context.scratch<uint8_t>(static_cast<size_t>(rows) * static_cast<size_t>(stride) + 56);
  auto* const kept = context.scratch<RowForm>(static_cast<size_t>(rows));
  const bool by_panels = rows >= Loops::kLeastRows;
  const int32_t panel_size = by_panels ? panel_bytes(terms, kPacked) : 0;
  int32_t parts = context.parts(filters, int64_t{filters} * terms * rows);
  auto* const panels = context.scratch_of_parts<uint8_t>(parts, static_cast<size_t>(panel_size));
  if (stored == nullptr || kept == nullptr || panels == nullptr)
    return Error::MemoryAllocationFailed;
  stored = aligned(stored);
  for (int32_t r = 0; r < rows; ++r) {
    kept[r] = forms.at(r);
    Loops::store(input + r * terms, terms, stored + r * stride);
  }
  context.run(parts, filters, [&](int32_t part, int32_t begin, int32_t end) {
    uint8_t* const panel = by_panels ? aligned(panels + part * panel_size) : nullptr;
    const auto start_of = [&](int32_t n) { return bias == nullptr ? 0.0f : bias[n]; };
    for (int32_t n = begin; by_panels && n < end; n += Loops::kPanel) {
      typename Loops::Results results{out + n, filters, 0, {}, bounds.low, bounds.high};
      results.count = end - n < Loops::kPanel ? end - n : Loops::kPanel;
      for (int32_t f = 0; f < results.count; ++f) results.start[f] = start_of(n + f);
      Loops::pack(weight + n * Loops::filter_bytes(terms), results.count, terms, group,
                  factors + n * groups, groups, panel);
      multiply_panel<Loops>(stored, stride, kept, rows, panel, terms, results);
    }
    for (int32_t r = 0; !by_panels && r < rows; ++r) {
      for (int32_t n = begin; n < end;) {
        const int32_t count = end - n >= 4 ? 4 : 1;
        const auto loop =
            count == 4 ? Loops::template multiply_row<4> : Loops::template multiply_row<1>;
        float sums[4];
        loop(stored + r * stride, kept[r].zero, weight + n * Loops::filter_bytes(terms), terms,
             group, factors + n * groups, groups, sums);
        for (int32_t f = 0; f < count; ++f, ++n)
          out[r * filters + n] = bounds.bounded(start_of(n) + kept[r].scale * sums[f]);
      }
    }
  });
  return Error::Ok;
}

// out[.., n] = clamp(bias[n] + scale * sum over k of
//     (input[.., k] - zero_point) * weight[n, k] * weight_scales[n, k / group], min, max)
// scale and zero_point: one for all, or one for each row of `input`, which is int8; 1 and 0 where
// it is float. A weight of Byte has two signed numbers of four bits in a byte. Weights have
// [N, groups] scales, or one for each of N; a group has ceil(K / groups) terms, of which int8 sums
// wrap. All are row-major; out must not alias. Errors: InvalidArgument (shapes, dim orders or
// dtypes that do not fit, out cannot have the shape); MemoryAllocationFailed; NotSupported (scales
// that were not selected).   Source: kerf::integer_linear.out
template <typename Facts>
Error integer_linear_out(KernelContext& context, const Tensor& input, const Optional<Tensor>& scale,
                         const Optional<Tensor>& zero_point, const Tensor& weight,
                         const Tensor& weight_scales, const Optional<Tensor>& bias,
                         const Optional<double>& min, const Optional<double>& max, Tensor& out) {
  const size_t rank = input.dim();
  const bool packed = Facts::weight.dtypes != dtype_set(ScalarType::Char) &&
                      weight.scalar_type() == ScalarType::Byte;
  if (rank < 1 || weight.dim() != 2 || weight_scales.dim() < 1 || weight_scales.dim() > 2)
    return fault(Error::InvalidArgument, "a product of other ranks");
  const int32_t terms = input.size(rank - 1);
  const int32_t filters = weight.size(0);
  const int32_t row_bytes = packed ? portable::ceil_div(terms, 2) : terms;
  const int32_t groups = weight_scales.dim() == 2 ? weight_scales.size(1) : 1;
  if (weight.size(1) != row_bytes || weight_scales.size(0) != filters || groups < 1 ||
      (bias && bias->numel() != static_cast<size_t>(filters)))
    return fault(Error::InvalidArgument, "rows and weights that do not fit");
  if (!is_contiguous(input) || !is_contiguous(weight) || !is_contiguous(weight_scales) ||
      !is_contiguous(out))
    return fault(Error::InvalidArgument, "a matrix that is not row-major");
  int32_t sizes[kMaxRank];
  for (size_t i = 0; i < rank; ++i) sizes[i] = input.size(i);
  sizes[rank - 1] = filters;
  KERF_TRY(resize(out, {sizes, rank}));
  if (out.numel() == 0) return Error::Ok;
  const int32_t rows = static_cast<int32_t>(out.numel()) / filters;
  RowForms<Facts> forms;
  KERF_TRY(forms.read(input, scale, zero_point, rows));
  const int32_t group = portable::ceil_div(terms, groups);
  const portable::Bounds bounds = bounds_of<Facts>(min, max);
  if constexpr (kHasGroupedRows) {
    if (input.scalar_type() == ScalarType::Char && has_grouped_rows(group, groups == 1)) {
      const IntegerRows<Facts> given{
          input.const_data_ptr<int8_t>(),
          forms,
          weight.const_data_ptr<uint8_t>(),
          weight_scales.const_data_ptr<float>(),
          Facts::bias.present() && bias ? bias->const_data_ptr<float>() : nullptr,
          out.mutable_data_ptr<float>(),
          rows,
          terms,
          filters,
          groups,
          group,
          bounds};
      if (packed) return given.template multiply<true, false>(context);
      return groups == 1 ? given.template multiply<false, true>(context)
                         : given.template multiply<false, false>(context);
    }
  }
  // A part holds the sums of the groups of a filter, then its weights as int8. No line of a cache
  // has scratch of two parts.
  const int32_t sums = input.scalar_type() == ScalarType::Char ? groups : 0;
  const int32_t own = sums + (packed ? portable::ceil_div(terms, 4) : 0);
  const int32_t held = own == 0 || kMostParts == 1 ? own : portable::ceil_div(own, 16) * 16 + 16;
  int32_t parts = context.parts(filters, int64_t{filters} * terms * rows);
  auto* const scratch = context.scratch_of_parts<uint32_t>(parts, static_cast<size_t>(held));
  if (held != 0 && scratch == nullptr) return Error::MemoryAllocationFailed;
  return dispatch<Facts::input.dtypes>(input.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    context.run(parts, filters, [&](int32_t part, int32_t begin, int32_t end) {
      uint32_t* const group_sums = scratch + part * held;
      auto* const unpacked = reinterpret_cast<int8_t*>(group_sums + sums);
      for (int32_t n = begin; n < end; ++n) {
        const auto* w = weight.const_data_ptr<int8_t>() + n * row_bytes;
        if (packed) {
          unpack_int4(reinterpret_cast<const uint8_t*>(w), unpacked, terms);
          w = unpacked;
        }
        for (int32_t g = 0, left = terms; g < sums && left > 0; ++g, left -= group)
          group_sums[g] = integers::sum_int8(w + g * group, left < group ? left : group);
        const float* const factors = weight_scales.const_data_ptr<float>() + n * groups;
        const float start = Facts::bias.present() && bias ? bias->const_data_ptr<float>()[n] : 0.0f;
        const T* x = input.const_data_ptr<T>();
        float* to = out.mutable_data_ptr<float>() + n;
        for (int32_t r = 0; r < rows; ++r, x += terms, to += filters) {
          const RowForm form = forms.at(r);
          const float sum = dot_by_groups(x, w, terms, group, form.zero, group_sums, factors);
          *to = start + form.scale * sum;
          if constexpr (kBounded<Facts>) *to = bounds.bounded(*to);
        }
      }
    });
    return Error::Ok;
  });
}

// What a convolution of row-major images is of.
struct ImageWindows {
  portable::Window<true> axes[2];  // rows, then columns
  int32_t depth;                   // channels that a filter sees

  int32_t in_plane() const { return axes[0].in * axes[1].in; }
  int32_t out_plane() const { return axes[0].out * axes[1].out; }
  int32_t terms() const { return depth * axes[0].kernel * axes[1].kernel; }

  static constexpr int32_t kSlack = kSmall ? 0 : 3;  // terms that are overwritten behind the last

  // Writes the terms that pixel `pixel` of a result sees of `image`, `outside` where there is none.
  template <typename T>
  void gather(const T* image, int32_t pixel, T outside, T* terms) const {
    const int32_t top = pixel / axes[1].out * axes[0].stride - axes[0].padding;
    const int32_t left = pixel % axes[1].out * axes[1].stride - axes[1].padding;
    const int32_t columns = axes[1].kernel;
    const int32_t step = axes[0].dilation * axes[1].in;
    const int32_t plane = in_plane();
    int32_t c = 0;
    if constexpr (!kSmall && sizeof(T) == 1) {
      const int32_t below = top + (axes[0].kernel - 1) * axes[0].dilation;
      const bool whole = top >= 0 && left >= 0 && below < axes[0].in &&
                         left + columns <= axes[1].in && axes[1].dilation == 1;
      // Four at a time: the next ones overwrite what is too much, and a plane is behind it.
      for (; whole && columns <= 4 && plane > 2 && c < depth - 1; ++c, image += plane) {
        const T* from = image + top * axes[1].in + left;
        for (int32_t j = 0; j < axes[0].kernel; ++j, from += step, terms += columns)
          libc::copy(terms, from, 4);
      }
    }
    for (; c < depth; ++c, image += plane) {
      for (int32_t y = top, j = 0; j < axes[0].kernel; ++j, y += axes[0].dilation) {
        for (int32_t x = left, k = 0; k < columns; ++k, x += axes[1].dilation) {
          const bool seen = y >= 0 && y < axes[0].in && x >= 0 && x < axes[1].in;
          *terms++ = seen ? image[y * axes[1].in + x] : outside;
        }
      }
    }
  }
};

// What integer_convolution_out() computes by panels of filters.
template <typename Facts>
struct IntegerWindows {
  static constexpr int32_t kMostTerms = 1 << 20;  // sizes of scratch fit 32 bits then
  static constexpr int32_t kPixels = 32;          // whose windows are gathered together

  const int8_t* input;
  RowForm form;
  const uint8_t* weight;
  const float* factors;
  const float* bias;  // or null
  float* out;
  int32_t images;
  int32_t groups;
  int32_t filters;  // of a group
  portable::Bounds bounds;

  // Computes it by `Loops`: GroupedRows of int8.
  template <typename Loops>
  Error multiply(KernelContext& context, const ImageWindows& windows) const;
};

template <typename Facts>
template <typename Loops>
Error IntegerWindows<Facts>::multiply(KernelContext& context, const ImageWindows& windows) const {
  const int32_t terms = windows.terms();
  const int32_t pixels = windows.out_plane();
  const int32_t stride = stored_row_bytes(terms, false);
  const int32_t panel_size = panel_bytes(terms, false) / 64 * 64;  // the last one begins at one
  const int32_t panels_of_group = portable::ceil_div(filters, Loops::kPanel);
  const int32_t strips = portable::ceil_div(pixels, kPixels);
  int32_t parts = context.parts(strips, int64_t{filters} * terms * pixels);
  // A part holds windows as they are stored and as they are, and results of a panel.
  const int32_t results_at = kPixels * stride;
  const int32_t window_at = results_at + kPixels * Loops::kPanel * 4;
  const int32_t part_size = window_at + portable::ceil_div(terms + windows.kSlack, 64) * 64;
  auto* panels = context.scratch<uint8_t>(
      static_cast<size_t>(groups * panels_of_group) * static_cast<size_t>(panel_size) + 64);
  auto* held = context.scratch_of_parts<uint8_t>(parts, static_cast<size_t>(part_size) + 64);
  if (panels == nullptr || held == nullptr) return Error::MemoryAllocationFailed;
  panels = aligned(panels);
  const auto panel_at = [&](int32_t i) {
    return panels + static_cast<size_t>(i) * static_cast<size_t>(panel_size);
  };
  const auto count_at = [&](int32_t f) {
    return filters - f < Loops::kPanel ? filters - f : Loops::kPanel;
  };
  for (int32_t g = 0, next = 0; g < groups; ++g) {
    for (int32_t f = 0; f < filters; f += Loops::kPanel, ++next) {
      const int32_t m = g * filters + f;
      Loops::pack(weight + m * terms, count_at(f), terms, terms, factors + m, 1, panel_at(next));
    }
  }
  RowForm forms[kPixels];
  for (RowForm& each : forms) each = form;
  for (int32_t plane = 0; plane < images * groups; ++plane) {
    const int32_t g = plane % groups;
    const int8_t* const image = input + plane * windows.depth * windows.in_plane();
    context.run(parts, strips, [&](int32_t part, int32_t begin, int32_t end) {
      uint8_t* const stored = aligned(held + part * (part_size + 64));
      auto* const results = reinterpret_cast<float*>(stored + results_at);
      auto* const window = reinterpret_cast<int8_t*>(stored + window_at);
      for (int32_t pixel = begin * kPixels; pixel < end * kPixels; pixel += kPixels) {
        const int32_t count = pixels - pixel < kPixels ? pixels - pixel : kPixels;
        for (int32_t p = 0; p < count; ++p) {
          windows.gather(image, pixel + p, static_cast<int8_t>(form.zero), window);
          Loops::store(window, terms, stored + p * stride);
        }
        for (int32_t f = 0; f < filters; f += Loops::kPanel) {
          typename Loops::Results given{results, Loops::kPanel, Loops::kPanel,
                                        {},      bounds.low,    bounds.high};
          for (int32_t i = 0; bias != nullptr && i < count_at(f); ++i)
            given.start[i] = bias[g * filters + f + i];
          const int32_t at = g * panels_of_group + f / Loops::kPanel;
          multiply_panel<Loops>(stored, stride, forms, count, panel_at(at), terms, given);
          float* to = out + (plane * filters + f) * pixels + pixel;
          for (int32_t i = 0; i < count_at(f); ++i, to += pixels)
            for (int32_t p = 0; p < count; ++p) to[p] = results[p * Loops::kPanel + i];
        }
      }
    });
  }
  return Error::Ok;
}

// out[n, m, y, x] = clamp(bias[m] + scale * weight_scales[m] * sum over c, j, k of
//     (input[n, g * depth + c, y s - p + j d, x s - p + k d] - zero_point) * weight[m, c, j, k],
//     min, max); an input of three dimensions is one row
// s stride, p padding, d dilation of the axis; g the group of filter m, which sees depth =
// channels / groups channels; padding adds nothing. One scale and zero_point of `input`, which is
// int8; 1 and 0 where it is float. int8 sums wrap. All are row-major; out must not alias. Errors:
// InvalidArgument (ranks, sizes, dim orders, dtypes or axes that do not fit, out cannot have the
// shape); MemoryAllocationFailed; NotSupported (scales that were not selected).
// Source: kerf::integer_convolution.out
template <typename Facts>
Error integer_convolution_out(KernelContext& context, const Tensor& input,
                              const Optional<Tensor>& scale, const Optional<Tensor>& zero_point,
                              const Tensor& weight, const Tensor& weight_scales,
                              const Optional<Tensor>& bias, Span<const int64_t> stride,
                              Span<const int64_t> padding, Span<const int64_t> dilation,
                              int64_t groups, const Optional<double>& min,
                              const Optional<double>& max, Tensor& out) {
  const size_t rank = input.dim();
  const bool line = Facts::input.may_have_rank(3) && rank == 3;
  if ((rank != 4 && !line) || weight.dim() != 4 || out.dim() != rank)
    return fault(Error::InvalidArgument, "a convolution of other ranks");
  if (!is_contiguous(input) || !is_contiguous(weight) || !is_contiguous(out))
    return fault(Error::InvalidArgument, "an image that is not row-major");
  const int32_t channels = input.size(1);
  const int32_t filters = weight.size(0);
  const int32_t depth = weight.size(1);
  if (groups < 1 || groups > channels || groups * depth != channels || filters % groups != 0)
    return fault(Error::InvalidArgument, "channels that the groups do not divide");
  if (weight_scales.numel() != static_cast<size_t>(filters) ||
      (bias && bias->numel() != static_cast<size_t>(filters)))
    return fault(Error::InvalidArgument, "not one number for each filter");
  ImageWindows windows;
  auto& axes = windows.axes;
  for (size_t i = 0; i < 2; ++i) {
    axes[i].in = line && i == 0 ? 1 : input.size(rank - 2 + i);
    axes[i].kernel = weight.size(2 + i);
    KERF_TRY(portable::read_axis(stride, i, 2, 1, axes[i].stride));
    KERF_TRY(portable::read_axis(padding, i, 2, 0, axes[i].padding));
    KERF_TRY(portable::read_axis(dilation, i, 2, 1, axes[i].dilation));
    KERF_TRY(axes[i].set_output());
  }
  if (line && axes[0].out != 1) return fault(Error::InvalidArgument, "a line of several rows");
  int32_t sizes[] = {input.size(0), filters, axes[0].out, axes[1].out};
  if (line) sizes[2] = axes[1].out;
  KERF_TRY(resize(out, {sizes, rank}));
  if (out.numel() == 0) return Error::Ok;
  RowForms<Facts> forms;
  KERF_TRY(forms.read(input, scale, zero_point, 1));
  const RowForm form = forms.at(0);
  windows.depth = depth;
  const int32_t terms = windows.terms();
  const int32_t pixels = windows.out_plane();
  const auto group_filters = filters / static_cast<int32_t>(groups);
  const portable::Bounds bounds = bounds_of<Facts>(min, max);
  if constexpr (kHasGroupedRows) {
    if (input.scalar_type() == ScalarType::Char && group_filters >= 4 &&
        terms <= IntegerWindows<Facts>::kMostTerms) {
      const IntegerWindows<Facts> given{
          input.const_data_ptr<int8_t>(),
          form,
          weight.const_data_ptr<uint8_t>(),
          weight_scales.const_data_ptr<float>(),
          Facts::bias.present() && bias ? bias->const_data_ptr<float>() : nullptr,
          out.mutable_data_ptr<float>(),
          sizes[0],
          static_cast<int32_t>(groups),
          group_filters,
          bounds};
      return given.template multiply<GroupedRows<false, true>>(context, windows);
    }
  }
  return dispatch<Facts::input.dtypes>(input.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    T* const patch = context.scratch<T>(static_cast<size_t>(terms + windows.kSlack));
    uint32_t* weights = nullptr;
    const auto* const w = weight.const_data_ptr<int8_t>();
    if constexpr (sizeof(T) == 1) {
      weights = context.scratch<uint32_t>(static_cast<size_t>(filters));
      if (weights == nullptr) return Error::MemoryAllocationFailed;
      for (int32_t m = 0; m < filters; ++m) weights[m] = integers::sum_int8(w + m * terms, terms);
    }
    if (patch == nullptr) return Error::MemoryAllocationFailed;
    const auto zero = static_cast<T>(form.zero);
    for (int32_t plane = 0; plane < sizes[0] * static_cast<int32_t>(groups); ++plane) {
      const T* const image = input.const_data_ptr<T>() + plane * depth * windows.in_plane();
      float* const to = out.mutable_data_ptr<float>() + plane * group_filters * pixels;
      const int32_t first = plane % static_cast<int32_t>(groups) * group_filters;
      for (int32_t pixel = 0; pixel < pixels; ++pixel) {
        windows.gather(image, pixel, zero, patch);
        for (int32_t i = 0; i < group_filters; ++i) {
          const int32_t m = first + i;
          const float sum =
              dot(patch, w + m * terms, terms, form.zero, weights == nullptr ? 0 : weights[m]);
          const float factor = weight_scales.const_data_ptr<float>()[m];
          float result = sum * (form.scale * factor);
          if (Facts::bias.present() && bias) result += bias->const_data_ptr<float>()[m];
          if constexpr (kBounded<Facts>) result = bounds.bounded(result);
          to[i * pixels + pixel] = result;
        }
      }
    }
    return Error::Ok;
  });
}

}  // namespace kerf::fused
