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
struct CTypeOf<ScalarType::ComplexFloat> : TypeTag<Complex<float>> {};
template <>
struct CTypeOf<ScalarType::ComplexDouble> : TypeTag<Complex<double>> {};
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

// What a visitor of dispatch() gets: a dtype and its C++ type.
template <ScalarType kType>
struct DtypeTag : CTypeOf<kType> {
  static constexpr ScalarType kDtype = kType;
};

namespace dispatching {

// Tries kType, then the rest: an unselected dtype leaves no code, not even a comparison.
template <DtypeSet kSelected, ScalarType kType, ScalarType... kRest, typename Visitor>
Error try_each(ScalarType type, Visitor&& visit) {
  if constexpr (kSelected == dtype_set(kType)) {
    return visit(DtypeTag<kType>{});  // the only one: Method::load() has checked it
  } else if constexpr (contains(kSelected, kType)) {
    if (type == kType) return visit(DtypeTag<kType>{});
  }
  if constexpr (sizeof...(kRest) != 0) {
    return try_each<kSelected, kRest...>(type, visit);
  } else {
    return fault(Error::NotSupported, "a dtype that was not selected for the operator");
  }
}

}  // namespace dispatching

// Calls visit(DtypeTag<type>{}) and returns its Error; NotSupported where `type` is not in
// kSelected, for which visit is never instantiated. Where kSelected is a single dtype, `type` is
// not compared with it again. kSelected comes from facts:
//   dispatch<Facts::out.dtypes>(out.scalar_type(), [&](auto tag) { ... });
template <DtypeSet kSelected, typename Visitor>
Error dispatch(ScalarType type, Visitor&& visit) {
  return dispatching::try_each<
      kSelected, ScalarType::Float, ScalarType::Char, ScalarType::Byte, ScalarType::Short,
      ScalarType::Int, ScalarType::Long, ScalarType::Bool, ScalarType::Half, ScalarType::BFloat16,
      ScalarType::Double, ScalarType::UInt16, ScalarType::UInt32, ScalarType::UInt64,
      ScalarType::ComplexFloat, ScalarType::ComplexDouble>(type, visit);
}

}  // namespace kerf
