// From a dtype known at run time to a C++ type, for selected dtypes only: the others are never
// instantiated.
#pragma once

#include "core/error.h"
#include "core/fault.h"
#include "tensor/scalar_type.h"

namespace kerf {

template <typename T>
struct TypeTag {
  using Type = T;
};

template <ScalarType kType>
struct CTypeOf;
template <>
struct CTypeOf<ScalarType::Byte> : TypeTag<uint8_t> {};
template <>
struct CTypeOf<ScalarType::Char> : TypeTag<int8_t> {};
template <>
struct CTypeOf<ScalarType::Short> : TypeTag<int16_t> {};
template <>
struct CTypeOf<ScalarType::Int> : TypeTag<int32_t> {};
template <>
struct CTypeOf<ScalarType::Long> : TypeTag<int64_t> {};
template <>
struct CTypeOf<ScalarType::Half> : TypeTag<Half> {};
template <>
struct CTypeOf<ScalarType::Float> : TypeTag<float> {};
template <>
struct CTypeOf<ScalarType::Double> : TypeTag<double> {};
template <>
struct CTypeOf<ScalarType::Bool> : TypeTag<bool> {};
template <>
struct CTypeOf<ScalarType::BFloat16> : TypeTag<BFloat16> {};
template <>
struct CTypeOf<ScalarType::UInt16> : TypeTag<uint16_t> {};
template <>
struct CTypeOf<ScalarType::UInt32> : TypeTag<uint32_t> {};
template <>
struct CTypeOf<ScalarType::UInt64> : TypeTag<uint64_t> {};

namespace dispatching {

// Tries kType, then the rest: an unselected dtype leaves no code, not even a comparison.
template <DtypeSet kSelected, ScalarType kType, ScalarType... kRest, typename Visitor>
Error try_each(ScalarType type, Visitor&& visit) {
  if constexpr (contains(kSelected, kType)) {
    if (type == kType) return visit(TypeTag<typename CTypeOf<kType>::Type>{});
  }
  if constexpr (sizeof...(kRest) != 0) {
    return try_each<kSelected, kRest...>(type, visit);
  } else {
    return fault(Error::NotSupported, "a dtype that was not selected for the operator");
  }
}

}  // namespace dispatching

// Calls visit(TypeTag<T>{}) for the C++ type T of `type` and returns its Error.
// Error: NotSupported where `type` is not in kSelected; then visit is never instantiated for it.
// kSelected is a generated predicate cut by what the kernel can do:
//   dispatch<selected::outputs(Operator::aten_add_out) & kFloating>(out.scalar_type(), [&](auto
//   tag) { ... });
template <DtypeSet kSelected, typename Visitor>
Error dispatch(ScalarType type, Visitor&& visit) {
  return dispatching::try_each<
      kSelected, ScalarType::Float, ScalarType::Char, ScalarType::Byte, ScalarType::Short,
      ScalarType::Int, ScalarType::Long, ScalarType::Bool, ScalarType::Half, ScalarType::BFloat16,
      ScalarType::Double, ScalarType::UInt16, ScalarType::UInt32, ScalarType::UInt64>(type, visit);
}

}  // namespace kerf
