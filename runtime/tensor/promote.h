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

// Whether promote() has a result.
constexpr bool promotable(ScalarType a, ScalarType b) {
  const bool floating = category(a) != category(b) && (category(a) == 2 || category(b) == 2);
  return a == b || floating || ((dtype_set(a) | dtype_set(b)) & kLargeUnsignedTypes) == 0;
}

// Whether an operand of dtype `single` without dimensions changes nothing next to one of dtype
// `ranked` that has some.
constexpr bool is_ignored(ScalarType single, ScalarType ranked) {
  return category(single) <= category(ranked);
}

// The dtype of an operation on two tensors: of one without dimensions only the category counts.
// Source: torch.result_type.
inline Result<ScalarType> result_type(const Tensor& a, const Tensor& b) {
  if ((a.dim() == 0) != (b.dim() == 0)) {
    const Tensor& ranked = a.dim() == 0 ? b : a;
    const Tensor& single = a.dim() == 0 ? a : b;
    const ScalarType type = ranked.scalar_type();
    if (is_ignored(single.scalar_type(), type)) return type;
    if (is_complex(single.scalar_type())) {
      if (category(type) != 2) return single.scalar_type();
      if (type == ScalarType::Half) return fault(Error::InvalidType, "a result of ComplexHalf");
      return type == ScalarType::Double ? ScalarType::ComplexDouble : ScalarType::ComplexFloat;
    }
  }
  return promote(a.scalar_type(), b.scalar_type());
}

// Returns the dtype that three tensors promote to.
inline Result<ScalarType> result_type(const Tensor& a, const Tensor& b, const Tensor& c) {
  // Promoted by themselves: those that have dimensions, and those that have none.
  ScalarType types[2] = {};
  bool known[2] = {};
  const Tensor* const all[] = {&a, &b, &c};
  for (const Tensor* tensor : all) {
    const unsigned single = tensor->dim() == 0 ? 1 : 0;
    const Result<ScalarType> type =
        known[single] ? promote(types[single], tensor->scalar_type()) : tensor->scalar_type();
    KERF_TRY(type.error());
    types[single] = type.get();
    known[single] = true;
  }
  if (!known[1] || (known[0] && is_ignored(types[1], types[0]))) return types[0];
  return known[0] ? promote(types[0], types[1]) : types[1];
}

// The dtype of an operation on a tensor and a number. Source: torch.result_type.
constexpr ScalarType result_type(ScalarType tensor, const Scalar& number) {
  if (number.is_floating()) return category(tensor) >= 2 ? tensor : ScalarType::Float;
  if (tensor == ScalarType::Bool && number.kind() == Scalar::Kind::Int) return ScalarType::Long;
  return tensor;
}

// `type`, or Float where it is an integer or bool: the dtype of quotients and of functions of
// analysis.
constexpr ScalarType floating_type(ScalarType type) {
  return category(type) == 2 ? type : ScalarType::Float;
}

// The dtype whose dtype_bit() is `bit`.
constexpr ScalarType type_of_bit(unsigned bit) {
  return static_cast<ScalarType>(bit < 12 || bit == 15 ? bit : bit + 15);
}

// The results that result_type() may have for tensors of these sets of dtypes; a_single, b_single:
// they may have no dimensions.
constexpr DtypeSet result_types(DtypeSet a, bool a_single, DtypeSet b, bool b_single) {
  DtypeSet results = 0;
  for (unsigned i = 0; i < 16; ++i) {
    for (unsigned k = 0; k < 16; ++k) {
      if ((a >> i & 1u) == 0 || (b >> k & 1u) == 0) continue;
      const ScalarType x = type_of_bit(i);
      const ScalarType y = type_of_bit(k);
      unsigned set = promotable(x, y) ? dtype_set(promote(x, y).get()) : 0u;
      if (b_single && is_ignored(y, x)) set |= dtype_set(x);
      if (a_single && is_ignored(x, y)) set |= dtype_set(y);
      results = static_cast<DtypeSet>(results | set);
    }
  }
  return results;
}

// The results that result_type() may have for a tensor and a number, of these kinds (bit 0 an int,
// 1 a bool, 2 a double).
constexpr DtypeSet result_types_with_number(DtypeSet tensor, unsigned kinds) {
  DtypeSet results = 0;
  for (unsigned i = 0; i < 16; ++i) {
    if ((tensor >> i & 1u) == 0) continue;
    const ScalarType type = type_of_bit(i);
    unsigned set = 0;
    if ((kinds & 1u) != 0) set |= dtype_set(result_type(type, Scalar(int64_t{0})));
    if ((kinds & 2u) != 0) set |= dtype_set(result_type(type, Scalar(false)));
    if ((kinds & 4u) != 0) set |= dtype_set(result_type(type, Scalar(0.0)));
    results = static_cast<DtypeSet>(results | set);
  }
  return results;
}

}  // namespace kerf
