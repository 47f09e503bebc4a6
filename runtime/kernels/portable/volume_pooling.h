// Pooling over three spatial dimensions.
#pragma once

#include <stdint.h>

#include "core/fault.h"
#include "core/optional.h"
#include "core/span.h"
#include "kernels/context.h"
#include "kernels/dispatch.h"
#include "kernels/facts.h"
#include "kernels/portable/max_pooling.h"
#include "kernels/portable/pooling.h"
#include "kernels/support/volumes.h"
#include "kernels/support/window.h"
#include "tensor/element.h"

namespace kerf::portable {

// Errors of all: InvalidArgument (rank other than 4 and 5, no channels, a kernel, stride, padding,
// dilation or divisor that is not possible, a volume that is too large, out cannot have the shape);
// InvalidType (out's dtype is not self's, or that of indices not Long). Any dim orders; outputs
// must not alias. Lists have one number, or three; an empty `stride` is the kernel's size.

// out[n,c,z,y,x] = sum of self[n,c,w,v,u] over the window at (z,y,x) / count, as in avg_pool2d.out
// Source: aten::avg_pool3d.out
template <typename Facts>
Error avg_pool3d_out(KernelContext&, const Tensor& self, Span<const int64_t> kernel_size,
                     Span<const int64_t> stride, Span<const int64_t> padding, bool ceil_mode,
                     bool count_include_pad, const Optional<int64_t>& divisor_override,
                     Tensor& out) {
  if (self.scalar_type() != out.scalar_type())
    return fault(Error::InvalidType, "the output's dtype is not the input's");
  if (divisor_override && *divisor_override == 0)
    return fault(Error::InvalidArgument, "a division by zero");
  static constexpr int64_t kOne = 1;
  MaxAxis axes[3];
  int32_t sizes[5];
  KERF_TRY(
      read_max_windows(self, {kernel_size, stride, padding, {&kOne, 1}}, ceil_mode, axes, sizes));
  KERF_TRY(resize(out, {sizes, self.dim()}));
  if (out.numel() == 0) return Error::Ok;
  const Volumes in(self);
  const Volumes to(out);
  const int32_t outputs[] = {axes[0].out, axes[1].out, axes[2].out};
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    using V = ValueOf<T>;
    for_places(to, outputs, [&](int32_t n, int32_t c, const int32_t (&at)[3]) {
      const T* x = self.const_data_ptr<T>() + in.offset(n, c);
      T* y = out.mutable_data_ptr<T>() + to.offset(n, c);
      Seen seen[3];
      V count{1};
      for (size_t i = 0; i < 3; ++i) {
        const MaxAxis& axis = axes[i];
        seen[i] = inputs_of(axis, at[i]);
        count *= static_cast<V>(count_include_pad ? padded_count(axis, at[i]) : seen[i].count);
        x += seen[i].first * in.inner[i];
        y += at[i] * to.inner[i];
      }
      if (divisor_override) count = static_cast<V>(*divisor_override);
      WrapOf<T> sum{0};
      const bool any = seen[0].count > 0 && seen[1].count > 0 && seen[2].count > 0;
      for (int32_t i = 0; any && i < seen[0].count; ++i) {
        for (int32_t j = 0; j < seen[1].count; ++j) {
          const T* row = x + i * in.inner[0] + j * in.inner[1];
          for (int32_t k = 0; k < seen[2].count; ++k, row += in.inner[2])
            sum += static_cast<WrapOf<T>>(load(row));
        }
      }
      store(y, any ? quotient(sum, count) : V{0});
    });
    return Error::Ok;
  });
}

// out[n,c,z,y,x] = max of self[n,c,w,v,u] over the window at (z,y,x), indices[n,c,z,y,x] = (w * H +
// v) * W + u, as in max_pool2d_with_indices.out   Source: aten::max_pool3d_with_indices.out
template <typename Facts>
Error max_pool3d_with_indices_out(KernelContext&, const Tensor& self,
                                  Span<const int64_t> kernel_size, Span<const int64_t> stride,
                                  Span<const int64_t> padding, Span<const int64_t> dilation,
                                  bool ceil_mode, Tensor& out, Tensor& indices) {
  if (self.scalar_type() != out.scalar_type() || indices.scalar_type() != ScalarType::Long)
    return fault(Error::InvalidType, "outputs that are not of the input's dtype and Long");
  MaxAxis axes[3];
  int32_t sizes[5];
  KERF_TRY(
      read_max_windows(self, {kernel_size, stride, padding, dilation}, ceil_mode, axes, sizes));
  KERF_TRY(resize(out, {sizes, self.dim()}));
  KERF_TRY(resize(indices, {sizes, self.dim()}));
  if (out.numel() == 0) return Error::Ok;
  const Volumes in(self);
  const Volumes to(out);
  const Volumes places(indices);
  const int32_t outputs[] = {axes[0].out, axes[1].out, axes[2].out};
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    for_places(to, outputs, [&](int32_t n, int32_t c, const int32_t (&at)[3]) {
      const T* x = self.const_data_ptr<T>() + in.offset(n, c);
      T* y = out.mutable_data_ptr<T>() + to.offset(n, c);
      int64_t* index = indices.mutable_data_ptr<int64_t>() + places.offset(n, c);
      Seen seen[3];
      int32_t steps[3];  // that of a single input may not fit
      int64_t place = 0;
      bool any = true;
      for (size_t i = 0; i < 3; ++i) {
        seen[i] = inputs_of(axes[i], at[i]);
        any = any && seen[i].count > 0;
        steps[i] = step_of(seen[i], axes[i], in.inner[i]);
        place = place * axes[i].in + seen[i].first;
        y += at[i] * to.inner[i];
        index += at[i] * places.inner[i];
      }
      for (size_t i = 0; any && i < 3; ++i) x += seen[i].first * in.inner[i];
      ValueOf<T> best = lowest<ValueOf<T>>();
      int64_t best_place = place;
      for (int32_t i = 0; any && i < seen[0].count; ++i) {
        for (int32_t j = 0; j < seen[1].count; ++j) {
          for (int32_t k = 0; k < seen[2].count; ++k) {
            const ValueOf<T> value = load(x + i * steps[0] + j * steps[1] + k * steps[2]);
            if (!(value > best) && value == value) continue;
            best = value;
            best_place =
                place +
                (int64_t{i} * axes[0].dilation * axes[1].in + int64_t{j} * axes[1].dilation) *
                    axes[2].in +
                int64_t{k} * axes[2].dilation;
          }
        }
      }
      store(y, best);
      *index = best_place;
    });
    return Error::Ok;
  });
}

}  // namespace kerf::portable
