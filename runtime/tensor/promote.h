// The dtype that operands of several dtypes are computed in, by PyTorch's rules.
#pragma once

#include "core/fault.h"
#include "core/result.h"
#include "tensor/scalar.h"
#include "tensor/tensor.h"

namespace kerf {

inline constexpr DtypeSet kFloatingTypes =
    dtype_set(ScalarType::Half) | dtype_set(ScalarType::Float) | dtype_set(ScalarType::Double) |
    dtype_set(ScalarType::BFloat16);
inline constexpr DtypeSet kLargeUnsignedTypes =
    dtype_set(ScalarType::UInt16) | dtype_set(ScalarType::UInt32) | dtype_set(ScalarType::UInt64);
inline constexpr DtypeSet kIntegerTypes =
    dtype_set(ScalarType::Byte) | dtype_set(ScalarType::Char) | dtype_set(ScalarType::Short) |
    dtype_set(ScalarType::Int) | dtype_set(ScalarType::Long) | kLargeUnsignedTypes;
inline constexpr DtypeSet kBoolType = dtype_set(ScalarType::Bool);
inline constexpr DtypeSet kAllTypes = kFloatingTypes | kIntegerTypes | kBoolType | kComplexTypes;

// 0 bool, 1 integer, 2 floating, 3 complex: a tensor is promoted to a higher category only.
constexpr unsigned category(ScalarType type) {
  if constexpr (kComplexTypes != 0) {
    if (is_complex(type)) return 3;
  }
  if (contains(kFloatingTypes, type)) return 2;
  return type == ScalarType::Bool ? 0 : 1;
}

// Whether results computed in `from` may be stored as `to`: never to a lower category.
constexpr bool can_cast(ScalarType from, ScalarType to) { return category(from) <= category(to); }

// Error: InvalidType where PyTorch has no promotion (UInt16 and wider, with another integer or
// bool). Source: torch.promote_types.
constexpr Result<ScalarType> promote(ScalarType a, ScalarType b) {
  if (a == b) return a;
  const ScalarType higher = category(a) > category(b) ? a : b;
  if (is_complex(higher) && (a == ScalarType::Double || b == ScalarType::Double))
    return ScalarType::ComplexDouble;
  if (category(a) != category(b) && category(higher) == 2) return higher;
  if (((dtype_set(a) | dtype_set(b)) & kLargeUnsignedTypes) != 0) {
    return fault(Error::InvalidType, "no dtype holds both operands");
  }
  if (category(a) != category(b)) return higher;
  if (element_shift(a) != element_shift(b)) return element_shift(a) > element_shift(b) ? a : b;
  return category(a) == 2 ? ScalarType::Float
                          : ScalarType::Short;  // Half with BFloat16; Byte with Char
}

// The dtype of an operation on two tensors: of one without dimensions only the category counts.
// Source: torch.result_type.
inline Result<ScalarType> result_type(const Tensor& a, const Tensor& b) {
  if ((a.dim() == 0) != (b.dim() == 0)) {
    const Tensor& ranked = a.dim() == 0 ? b : a;
    const Tensor& single = a.dim() == 0 ? a : b;
    const ScalarType type = ranked.scalar_type();
    if (category(single.scalar_type()) <= category(type)) return type;
    if (is_complex(single.scalar_type())) {
      if (category(type) != 2) return single.scalar_type();
      if (type == ScalarType::Half) return fault(Error::InvalidType, "a result of ComplexHalf");
      return type == ScalarType::Double ? ScalarType::ComplexDouble : ScalarType::ComplexFloat;
    }
  }
  return promote(a.scalar_type(), b.scalar_type());
}

// The dtype of an operation on a tensor and a number. Source: torch.result_type.
constexpr ScalarType result_type(ScalarType tensor, const Scalar& number) {
  if (number.is_floating()) return category(tensor) >= 2 ? tensor : ScalarType::Float;
  if (tensor == ScalarType::Bool && number.kind() == Scalar::Kind::Int) return ScalarType::Long;
  return tensor;
}

}  // namespace kerf
