// Rows of quantized matrices, as real numbers.
#pragma once

#include <stdint.h>

#include "core/optional.h"
#include "kernels/context.h"
#include "kernels/dispatch.h"
#include "kernels/support/parameters.h"

namespace kerf::quantized {

// Ok; InvalidArgument where `weight`, of `columns` numbers a row, is not a matrix, or where its
// rows are not groups of equal length, two at least, each with a scale and, if any, a zero point.
// Sets `group` to that length.
[[gnu::noinline]] inline Error group_length(const Tensor& weight, int64_t columns,
                                            const Tensor& scales, const Tensor* zero_points,
                                            int32_t& group) {
  const bool matrix = weight.dim() == 2 && (scales.dim() == 1 || scales.dim() == 2);
  if (!matrix || scales.size(0) != weight.size(0) || columns > INT32_MAX)
    return fault(Error::InvalidArgument, "weights that are not a matrix with scales for its rows");
  const int32_t groups = scales.dim() == 2 ? scales.size(1) : 1;
  if (groups == 0 || columns % groups != 0 || columns / groups < 2)
    return fault(Error::InvalidArgument, "rows that are not groups of equal length");
  if (zero_points != nullptr) {
    const bool alike = zero_points->scalar_type() == scales.scalar_type() &&
                       (zero_points->dim() == 1 || zero_points->dim() == 2) &&
                       zero_points->size(0) == scales.size(0) &&
                       zero_points->numel() == scales.numel();
    if (!alike) return fault(Error::InvalidArgument, "zero points that are not those of scales");
  }
  group = static_cast<int32_t>(columns / groups);
  return Error::Ok;
}

// Number `column` of a row of packed numbers, of which `byte` holds this one: the first of two in
// the upper bits, the first of four in the lowest.
template <unsigned kBits>
constexpr int32_t unpack(uint8_t byte, int32_t column) {
  if constexpr (kBits == 4)
    return static_cast<int32_t>(column % 2 == 0 ? byte >> 4 : byte & 15) - 8;
  return static_cast<int32_t>(byte >> (2 * (column % 4)) & 3) - 2;
}

// The strides of up to two dimensions.
struct Steps {
  int32_t row;
  int32_t column;

  explicit Steps(const Tensor& tensor) {
    int32_t strides[kMaxRank] = {};
    compute_strides(tensor, strides);
    row = strides[0];
    column = tensor.dim() == 2 ? strides[1] : 0;
  }
};

// out[..,j] = (weight[indices[..], j] - zero_points[indices[..], g]) * scales[indices[..], g]
// g = j / (columns / groups); each step in the scales' dtype, then rounded to out's. Any dim
// orders. kBits: of one number; less than 8 are packed into bytes of `weight`. Errors:
// InvalidArgument (as group_length(), an index that is out of range, out's dtype is not `dtype`,
// the scales' by default, `out` cannot have the shape); NotSupported (not selected).
template <unsigned kBits, typename Facts>
Error gather_rows(const Tensor& weight, const Tensor& scales, const Optional<Tensor>& zero_points,
                  const Tensor& indices, const Optional<int64_t>& dtype, Tensor& out) {
  constexpr int32_t kPacked = 8 / kBits;
  KERF_TRY(check_dtype(dtype ? *dtype : static_cast<int64_t>(scales.scalar_type()), out));
  const Tensor* zeros = zero_points ? &*zero_points : nullptr;
  const int64_t columns = weight.dim() == 2 ? int64_t{weight.size(1)} * kPacked : 0;
  int32_t group;
  KERF_TRY(group_length(weight, columns, scales, zeros, group));
  const size_t dims = indices.dim();
  if (dims >= kMaxRank) return fault(Error::InvalidArgument, "indices of too high a rank");
  int32_t sizes[kMaxRank];
  for (size_t i = 0; i < dims; ++i) sizes[i] = indices.size(i);
  sizes[dims] = static_cast<int32_t>(columns);
  KERF_TRY(resize(out, {sizes, dims + 1}));
  if (indices.numel() == 0) return Error::Ok;
  int32_t from[kMaxRank];
  int32_t to[kMaxRank];
  compute_strides(indices, from);
  compute_strides(out, to);
  Walk<2> walk;  // of the indices and of the rows of out
  for (size_t i = 0; i < dims; ++i) walk.add(indices.size(i), {from[i], to[i]});
  const int32_t out_step = to[dims];
  const Steps step(weight);
  const Steps scale_step(scales);
  const Steps zero_step(zeros != nullptr ? *zeros : scales);
  return dispatch<Facts::weight.dtypes>(weight.scalar_type(), [&](auto weight_tag) {
    return dispatch<Facts::weight_scales.dtypes>(scales.scalar_type(), [&](auto type_tag) {
      return dispatch<Facts::out.dtypes>(out.scalar_type(), [&](auto to_tag) {
        using W = typename decltype(weight_tag)::Type;
        using T = typename decltype(type_tag)::Type;
        using To = typename decltype(to_tag)::Type;
        do {
          for (int32_t i = 0; i < walk.count(); ++i) {
            int32_t row;
            KERF_TRY(portable::position_at<Facts::indices.dtypes>(
                indices, walk.offset(0) + i * walk.step(0), weight.size(0), row));
            To* at = out.mutable_data_ptr<To>() + walk.offset(1) + i * walk.step(1);
            const W* numbers = weight.const_data_ptr<W>() + row * step.row;
            for (int32_t j = 0; j < columns; ++j, at += out_step) {
              const W byte = numbers[j / kPacked * step.column];
              const int32_t g = j / group;
              int32_t number;
              if constexpr (kBits == 8) {
                number = byte;
              } else {
                number = unpack<kBits>(byte, j);
              }
              auto x = static_cast<ValueOf<T>>(number);
              if (Facts::weight_zero_points.present() && zeros != nullptr) {
                x = rounded<T>(x - load(zeros->const_data_ptr<T>() + row * zero_step.row +
                                        g * zero_step.column));
              }
              x *= load(scales.const_data_ptr<T>() + row * scale_step.row + g * scale_step.column);
              store(at, rounded<T>(x));
            }
          }
        } while (walk.next());
        return Error::Ok;
      });
    });
  });
}

// gather_rows() of whole bytes. The range is not used.
// Source: quantized_decomposed::embedding_byte.out
template <typename Facts>
Error embedding_byte_out(KernelContext&, const Tensor& weight, const Tensor& scales,
                         const Optional<Tensor>& zero_points, int64_t /*quant_min*/,
                         int64_t /*quant_max*/, const Tensor& indices, Tensor& out) {
  return gather_rows<8, Facts>(weight, scales, zero_points, indices, {}, out);
}

// Gives `dtype`.   Source: quantized_decomposed::embedding_byte.dtype_out
template <typename Facts>
Error embedding_byte_dtype_out(KernelContext&, const Tensor& weight, const Tensor& scales,
                               const Optional<Tensor>& zero_points, int64_t /*quant_min*/,
                               int64_t /*quant_max*/, const Tensor& indices,
                               const Optional<int64_t>& dtype, Tensor& out) {
  return gather_rows<8, Facts>(weight, scales, zero_points, indices, dtype, out);
}

// Ok; InvalidArgument where the range is not -half .. half - 1.
inline Error check_packed_range(int64_t quant_min, int64_t quant_max, int64_t half) {
  return quant_min == -half && quant_max == half - 1
             ? Error::Ok
             : fault(Error::InvalidArgument, "a range that is not that of the packed numbers");
}

// gather_rows() of numbers from -8 to 7, two in a byte, the first in the upper bits.
// Error: InvalidArgument (another range).   Source: quantized_decomposed::embedding_4bit.dtype_out
template <typename Facts>
Error embedding_4bit_dtype_out(KernelContext&, const Tensor& weight, const Tensor& scales,
                               const Optional<Tensor>& zero_points, int64_t quant_min,
                               int64_t quant_max, const Tensor& indices,
                               const Optional<int64_t>& dtype, Tensor& out) {
  KERF_TRY(check_packed_range(quant_min, quant_max, 8));
  return gather_rows<4, Facts>(weight, scales, zero_points, indices, dtype, out);
}

// Gives the scales' dtype.   Source: quantized_decomposed::embedding_4bit.out
template <typename Facts>
Error embedding_4bit_out(KernelContext& context, const Tensor& weight, const Tensor& scales,
                         const Optional<Tensor>& zero_points, int64_t quant_min, int64_t quant_max,
                         const Tensor& indices, Tensor& out) {
  return embedding_4bit_dtype_out<Facts>(context, weight, scales, zero_points, quant_min, quant_max,
                                         indices, {}, out);
}

// gather_rows() of numbers from -2 to 1, four in a byte, the first in the lowest bits.
// Error: InvalidArgument (another range).   Source: quantized_decomposed::embedding_2bit.dtype_out
template <typename Facts>
Error embedding_2bit_dtype_out(KernelContext&, const Tensor& weight, const Tensor& scales,
                               const Optional<Tensor>& zero_points, int64_t quant_min,
                               int64_t quant_max, const Tensor& indices,
                               const Optional<int64_t>& dtype, Tensor& out) {
  KERF_TRY(check_packed_range(quant_min, quant_max, 2));
  return gather_rows<2, Facts>(weight, scales, zero_points, indices, dtype, out);
}

// Gives the scales' dtype.   Source: quantized_decomposed::embedding_2bit.out
template <typename Facts>
Error embedding_2bit_out(KernelContext& context, const Tensor& weight, const Tensor& scales,
                         const Optional<Tensor>& zero_points, int64_t quant_min, int64_t quant_max,
                         const Tensor& indices, Tensor& out) {
  return embedding_2bit_dtype_out<Facts>(context, weight, scales, zero_points, quant_min, quant_max,
                                         indices, {}, out);
}

}  // namespace kerf::quantized
