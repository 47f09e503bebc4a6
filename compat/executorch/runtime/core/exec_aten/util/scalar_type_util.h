// Element types: the C++ type of each, what they promote to, and switches over those that kernels
// support, which generate code for selected ones only.
#pragma once

#include <type_traits>

#include "bridge/selected.h"
#include "executorch/runtime/core/exec_aten/exec_aten.h"
#include "kernels/context.h"

// Applies `macro(C++ type, name)` to each dtype of a set.
#define KERF_FORALL_INT(macro)                                                       \
  macro(uint8_t, Byte) macro(int8_t, Char) macro(int16_t, Short) macro(int32_t, Int) \
      macro(int64_t, Long)
#define KERF_FORALL_UINT(macro) \
  macro(uint16_t, UInt16) macro(uint32_t, UInt32) macro(uint64_t, UInt64)
#define KERF_FORALL_COMPLEX(macro)                                                           \
  macro(::c10::complex<::c10::Half>, ComplexHalf) macro(::c10::complex<float>, ComplexFloat) \
      macro(::c10::complex<double>, ComplexDouble)

#define ET_FORALL_INT_TYPES(macro) KERF_FORALL_INT(macro)
#define ET_FORALL_FLOAT_TYPES(macro) macro(float, Float) macro(double, Double)
#define ET_FORALL_FLOATH_TYPES(macro) ET_FORALL_FLOAT_TYPES(macro) macro(::c10::Half, Half)
#define ET_FORALL_FLOATHBF16_TYPES(macro) \
  ET_FORALL_FLOATH_TYPES(macro) macro(::c10::BFloat16, BFloat16)
#define ET_FORALL_REAL_TYPES(macro) KERF_FORALL_INT(macro) ET_FORALL_FLOAT_TYPES(macro)
#define ET_FORALL_REALH_TYPES(macro) ET_FORALL_REAL_TYPES(macro) macro(::c10::Half, Half)
#define ET_FORALL_REALHBF16_TYPES(macro) \
  ET_FORALL_REALH_TYPES(macro) macro(::c10::BFloat16, BFloat16)
#define ET_FORALL_REALHBBF16_TYPES(macro) ET_FORALL_REALHBF16_TYPES(macro) macro(bool, Bool)
#define ET_FORALL_SCALAR_TYPES(macro) \
  ET_FORALL_REALHBBF16_TYPES(macro) KERF_FORALL_UINT(macro) KERF_FORALL_COMPLEX(macro)
#define KERF_TYPE_OF(name) \
  ::executorch::runtime::ScalarTypeToCppType<::executorch::aten::ScalarType::name>::type
#define ET_FORALL_REAL_TYPES_AND(a, macro) ET_FORALL_REAL_TYPES(macro) macro(KERF_TYPE_OF(a), a)
#define ET_FORALL_REAL_TYPES_AND2(a, b, macro) \
  ET_FORALL_REAL_TYPES_AND(a, macro) macro(KERF_TYPE_OF(b), b)
#define ET_FORALL_REAL_TYPES_AND3(a, b, c, macro) \
  ET_FORALL_REAL_TYPES_AND2(a, b, macro) macro(KERF_TYPE_OF(c), c)

#define ET_FORALL_INT_TYPES_WITH(first, macro)                                        \
  macro(first, uint8_t, Byte) macro(first, int8_t, Char) macro(first, int16_t, Short) \
      macro(first, int32_t, Int) macro(first, int64_t, Long)
#define ET_FORALL_FLOAT_TYPES_WITH(first, macro) \
  macro(first, float, Float) macro(first, double, Double)
#define ET_FORALL_FLOATH_TYPES_WITH(first, macro) \
  ET_FORALL_FLOAT_TYPES_WITH(first, macro) macro(first, ::c10::Half, Half)
#define ET_FORALL_REAL_TYPES_WITH(first, macro) \
  ET_FORALL_INT_TYPES_WITH(first, macro) ET_FORALL_FLOAT_TYPES_WITH(first, macro)

namespace executorch::runtime {

using aten::ScalarType;

template <ScalarType kType>
struct ScalarTypeToCppType;
template <typename T>
struct CppTypeToScalarType;
#define KERF_TYPE(cpp, name)                     \
  template <>                                    \
  struct ScalarTypeToCppType<ScalarType::name> { \
    using type = cpp;                            \
  };                                             \
  template <>                                    \
  struct CppTypeToScalarType<cpp> : std::integral_constant<ScalarType, ScalarType::name> {};
ET_FORALL_SCALAR_TYPES(KERF_TYPE)
#undef KERF_TYPE

// A set of dtypes, ComplexHalf and others that Kerf has no tensors of included.
using TypeSet = uint32_t;
template <typename... Types>
constexpr TypeSet type_set(Types... types) {
  return ((TypeSet{1} << static_cast<unsigned>(types)) | ... | 0u);
}
constexpr bool is_in(TypeSet set, ScalarType type) {
  return (set >> static_cast<unsigned>(type) & 1u) != 0;
}
#define KERF_IN_SET(cpp, name) | type_set(ScalarType::name)
inline constexpr TypeSet kIntTypes = 0 KERF_FORALL_INT(KERF_IN_SET);
inline constexpr TypeSet kUintTypes = 0 KERF_FORALL_UINT(KERF_IN_SET);
inline constexpr TypeSet kComplexTypes =
    type_set(ScalarType::ComplexFloat, ScalarType::ComplexDouble);
inline constexpr TypeSet kComplexHTypes = 0 KERF_FORALL_COMPLEX(KERF_IN_SET);
inline constexpr TypeSet kFloatTypes = 0 ET_FORALL_FLOAT_TYPES(KERF_IN_SET);
inline constexpr TypeSet kFloatHBF16Types = 0 ET_FORALL_FLOATHBF16_TYPES(KERF_IN_SET);
inline constexpr TypeSet kRealTypes = 0 ET_FORALL_REAL_TYPES(KERF_IN_SET);
inline constexpr TypeSet kRealHBBF16Types = 0 ET_FORALL_REALHBBF16_TYPES(KERF_IN_SET);
inline constexpr TypeSet kAllTypes = kRealHBBF16Types | kUintTypes | kComplexHTypes;
#undef KERF_IN_SET

constexpr bool isIntegralType(ScalarType type, bool with_bool) {
  return is_in(kIntTypes | kUintTypes, type) || (with_bool && type == ScalarType::Bool);
}
constexpr bool isFloatingType(ScalarType type) { return is_in(kFloatHBF16Types, type); }
constexpr bool isComplexType(ScalarType type) { return is_in(kComplexHTypes, type); }
constexpr bool isRealType(ScalarType type) { return is_in(kRealTypes, type); }
constexpr bool isRealHType(ScalarType type) {
  return is_in(kRealTypes | type_set(ScalarType::Half), type);
}
constexpr bool isRealHBType(ScalarType type) {
  return isRealHType(type) || type == ScalarType::Bool;
}
constexpr bool isRealHBF16Type(ScalarType type) {
  return isRealHType(type) || type == ScalarType::BFloat16;
}
constexpr bool isRealHBBF16Type(ScalarType type) { return is_in(kRealHBBF16Types, type); }
constexpr bool isReducedFloatingType(ScalarType type) {
  return type == ScalarType::Half || type == ScalarType::BFloat16;
}
constexpr bool isQIntType(ScalarType type) {
  return type >= ScalarType::QInt8 && type <= ScalarType::QUInt2x4 && type != ScalarType::BFloat16;
}
constexpr bool isBitsType(ScalarType type) {
  return type >= ScalarType::Bits1x8 && type <= ScalarType::Bits16;
}
constexpr bool isSignedType(ScalarType type) {
  return isFloatingType(type) || isComplexType(type) ||
         is_in(kIntTypes & ~type_set(ScalarType::Byte), type);
}
constexpr bool isValid(ScalarType type) {
  return type >= ScalarType::Byte && type < ScalarType::Undefined;
}
constexpr const char* toString(ScalarType) { return ""; }

constexpr size_t elementSize(ScalarType type) {
  switch (type) {
#define KERF_SIZE(cpp, name) \
  case ScalarType::name:     \
    return sizeof(cpp);
    ET_FORALL_SCALAR_TYPES(KERF_SIZE)
#undef KERF_SIZE
    default:
      return 1;
  }
}

// The complex type whose parts have that type, and the type of a complex type's parts.
constexpr ScalarType toComplexType(ScalarType type) {
  switch (type) {
    case ScalarType::Double:
    case ScalarType::ComplexDouble:
      return ScalarType::ComplexDouble;
    case ScalarType::Half:
    case ScalarType::ComplexHalf:
      return ScalarType::ComplexHalf;
    default:
      return ScalarType::ComplexFloat;
  }
}
constexpr ScalarType toRealValueType(ScalarType type) {
  return isComplexType(type) ? static_cast<ScalarType>(static_cast<int>(type) - 3) : type;
}

template <typename T>
struct is_complex_type : std::false_type {};
template <typename T>
struct is_complex_type<::c10::complex<T>> : std::true_type {};
template <typename T>
struct is_qint_type : std::false_type {};
template <typename T>
struct is_bits_type : std::false_type {};
template <typename T>
inline constexpr bool is_reduced_floating_point_v = ::c10::is_reduced_floating_point_v<T>;
template <typename T>
struct is_reduced_floating_point : std::bool_constant<is_reduced_floating_point_v<T>> {};
template <typename T>
struct is_floating_point
    : std::bool_constant<std::is_floating_point_v<T> || is_reduced_floating_point_v<T>> {};
template <typename T, bool kWithBool>
struct is_integral_type
    : std::bool_constant<std::is_integral_v<T> && (kWithBool || !std::is_same_v<T, bool>)> {};
template <typename T>
struct is_real_type : std::bool_constant<std::is_arithmetic_v<T> && !std::is_same_v<T, bool>> {};

// Whether results of one type may be stored as another: never to a lower category.
constexpr bool canCast(ScalarType from, ScalarType to) {
  if (isComplexType(from) && !isComplexType(to)) return false;
  if (isFloatingType(from) && isIntegralType(to, true)) return false;
  return from == ScalarType::Bool || to != ScalarType::Bool;
}
template <typename From, typename To>
struct can_cast : std::bool_constant<canCast(CppTypeToScalarType<From>::value,
                                             CppTypeToScalarType<To>::value)> {};

namespace promoting {

// Types in the order in which a later one is what the two promote to, but for the exceptions that
// promoteTypes() makes.
constexpr int rank_of(ScalarType type) {
  constexpr ScalarType kOrder[] = {
      ScalarType::Bool,         ScalarType::Byte,        ScalarType::Char,
      ScalarType::UInt16,       ScalarType::Short,       ScalarType::UInt32,
      ScalarType::Int,          ScalarType::UInt64,      ScalarType::Long,
      ScalarType::Half,         ScalarType::BFloat16,    ScalarType::Float,
      ScalarType::Double,       ScalarType::ComplexHalf, ScalarType::ComplexFloat,
      ScalarType::ComplexDouble};
  int rank = 0;
  for (const ScalarType each : kOrder) {
    if (each == type) return rank;
    ++rank;
  }
  return rank;
}
constexpr ScalarType widened(ScalarType type, bool half_to_float) {
  return half_to_float && isReducedFloatingType(type) ? ScalarType::Float : type;
}

}  // namespace promoting

// Source: torch.promote_types.
constexpr ScalarType promoteTypes(ScalarType a, ScalarType b, bool half_to_float = false) {
  a = promoting::widened(a, half_to_float);
  b = promoting::widened(b, half_to_float);
  if (a == b) return a;
  const TypeSet both = type_set(a, b);
  if (both == type_set(ScalarType::Byte, ScalarType::Char)) return ScalarType::Short;
  if (both == type_set(ScalarType::Half, ScalarType::BFloat16)) return ScalarType::Float;
  const ScalarType higher = promoting::rank_of(a) > promoting::rank_of(b) ? a : b;
  const ScalarType lower = higher == a ? b : a;
  if (higher == ScalarType::ComplexFloat && lower == ScalarType::Double)
    return ScalarType::ComplexDouble;
  if (higher == ScalarType::ComplexHalf &&
      (lower == ScalarType::Float || lower == ScalarType::Double || lower == ScalarType::BFloat16))
    return toComplexType(lower);
  return higher;
}
template <typename A, typename B, bool kHalfToFloat = false>
struct promote_types {
  using type = typename ScalarTypeToCppType<promoteTypes(
      CppTypeToScalarType<A>::value, CppTypeToScalarType<B>::value, kHalfToFloat)>::type;
};

template <typename To, typename From>
To convert(From value) {
  return static_cast<To>(value);
}

namespace switching {

template <ScalarType kType>
struct Tag {
  using Type = typename ScalarTypeToCppType<kType>::type;
};

// What a switch returns where it has no case: a value of whatever type is needed.
struct Nothing {
  template <typename T>
  operator T() const {
    return T{};
  }
};

// A type that was not selected, or that the kernel does not support.
template <typename Context>
void refuse(Context& context) {
  context.fail(::kerf::fault(Error::NotSupported, "a dtype that was not selected for the kernel"));
}

template <TypeSet kCases, ScalarType kType, ScalarType... kRest, typename Context, typename Visitor>
auto try_each(ScalarType type, Context& context, const Visitor& visit) {
  if constexpr (is_in(kCases, kType)) {
    if (type == kType) return visit(Tag<kType>{});
    if constexpr ((kCases & ~type_set(kType)) == 0) {
      refuse(context);
      using Returned = decltype(visit(Tag<kType>{}));
      if constexpr (!std::is_void_v<Returned>) {
        return static_cast<Returned>(Nothing{});
      } else {
        return;
      }
    } else {
      return try_each<kCases & ~type_set(kType), kRest...>(type, context, visit);
    }
  } else if constexpr (sizeof...(kRest) != 0) {
    return try_each<kCases, kRest...>(type, context, visit);
  } else {
    refuse(context);
    return Nothing{};
  }
}

constexpr TypeSet selected(::kerf::DtypeSet set) {
  TypeSet types = 0;
#define KERF_IF_SELECTED(cpp, name) \
  if (::kerf::bridge::contains(set, ScalarType::name)) types |= type_set(ScalarType::name);
  ET_FORALL_SCALAR_TYPES(KERF_IF_SELECTED)
#undef KERF_IF_SELECTED
  return types;
}

}  // namespace switching

// Returns visit(switching::Tag<type>{}), for a `type` of kCases: code is generated for these only.
template <TypeSet kCases, typename Context, typename Visitor>
auto visit_type(ScalarType type, Context& context, const Visitor& visit) {
  return switching::try_each<
      kCases, ScalarType::Float, ScalarType::Char, ScalarType::Byte, ScalarType::Short,
      ScalarType::Int, ScalarType::Long, ScalarType::Bool, ScalarType::Half, ScalarType::BFloat16,
      ScalarType::Double, ScalarType::UInt16, ScalarType::UInt32, ScalarType::UInt64,
      ScalarType::ComplexHalf, ScalarType::ComplexFloat, ScalarType::ComplexDouble>(type, context,
                                                                                    visit);
}

}  // namespace executorch::runtime

// `name` is the operator's, which is not used. The rest of the arguments is a function, which may
// use `alias`, the C++ type, as if there were one such function for each dtype.
#define KERF_VISIT(cases, dtype, context, name, alias, ...)                          \
  ::executorch::runtime::visit_type<(cases)>((dtype), context, [&](auto kerf_tag_) { \
    using alias = typename decltype(kerf_tag_)::Type;                                \
    return (__VA_ARGS__)();                                                          \
  })
#define KERF_SWITCH(set, ...)                                                               \
  KERF_VISIT((set) & ::executorch::runtime::switching::selected(::kerf::bridge::kSelected), \
             __VA_ARGS__)
#define KERF_SET(name) ::executorch::runtime::k##name##Types
#define KERF_ONE(name) ::executorch::runtime::type_set(::executorch::aten::ScalarType::name)

#define ET_SWITCH_ALL_TYPES(...) KERF_SWITCH(KERF_SET(All), __VA_ARGS__)
#define ET_SWITCH_INT_TYPES(...) KERF_SWITCH(KERF_SET(Int), __VA_ARGS__)
#define ET_SWITCH_INT_TYPES_AND(a, ...) KERF_SWITCH(KERF_SET(Int) | KERF_ONE(a), __VA_ARGS__)
#define ET_SWITCH_FLOAT_TYPES(...) KERF_SWITCH(KERF_SET(Float), __VA_ARGS__)
#define ET_SWITCH_FLOAT_TYPES_AND(a, ...) KERF_SWITCH(KERF_SET(Float) | KERF_ONE(a), __VA_ARGS__)
#define ET_SWITCH_FLOAT_TYPES_AND2(a, b, ...) \
  KERF_SWITCH(KERF_SET(Float) | KERF_ONE(a) | KERF_ONE(b), __VA_ARGS__)
#define ET_SWITCH_FLOAT_TYPES_AND3(a, b, c, ...) \
  KERF_SWITCH(KERF_SET(Float) | KERF_ONE(a) | KERF_ONE(b) | KERF_ONE(c), __VA_ARGS__)
#define ET_SWITCH_FLOATH_TYPES(...) ET_SWITCH_FLOAT_TYPES_AND(Half, __VA_ARGS__)
#define ET_SWITCH_FLOATHBF16_TYPES(...) KERF_SWITCH(KERF_SET(FloatHBF16), __VA_ARGS__)
#define ET_SWITCH_FLOATHBF16_TYPES_AND(a, ...) \
  KERF_SWITCH(KERF_SET(FloatHBF16) | KERF_ONE(a), __VA_ARGS__)
#define ET_SWITCH_REAL_TYPES(...) KERF_SWITCH(KERF_SET(Real), __VA_ARGS__)
#define ET_SWITCH_REAL_TYPES_AND(a, ...) KERF_SWITCH(KERF_SET(Real) | KERF_ONE(a), __VA_ARGS__)
#define ET_SWITCH_REAL_TYPES_AND2(a, b, ...) \
  KERF_SWITCH(KERF_SET(Real) | KERF_ONE(a) | KERF_ONE(b), __VA_ARGS__)
#define ET_SWITCH_REAL_TYPES_AND3(a, b, c, ...) \
  KERF_SWITCH(KERF_SET(Real) | KERF_ONE(a) | KERF_ONE(b) | KERF_ONE(c), __VA_ARGS__)
#define ET_SWITCH_REALH_TYPES(...) ET_SWITCH_REAL_TYPES_AND(Half, __VA_ARGS__)
#define ET_SWITCH_REALB_TYPES(...) ET_SWITCH_REAL_TYPES_AND(Bool, __VA_ARGS__)
#define ET_SWITCH_REALHB_TYPES(...) ET_SWITCH_REAL_TYPES_AND2(Half, Bool, __VA_ARGS__)
#define ET_SWITCH_REALHBF16_TYPES(...) ET_SWITCH_REAL_TYPES_AND2(Half, BFloat16, __VA_ARGS__)
#define ET_SWITCH_REALHBBF16_TYPES(...) KERF_SWITCH(KERF_SET(RealHBBF16), __VA_ARGS__)
#define ET_SWITCH_REALHBBF16_AND_UINT_TYPES(...) \
  KERF_SWITCH(KERF_SET(RealHBBF16) | KERF_SET(Uint), __VA_ARGS__)
#define ET_SWITCH_COMPLEX_TYPES(...) KERF_SWITCH(KERF_SET(Complex), __VA_ARGS__)
#define ET_SWITCH_COMPLEXH_TYPES(...) KERF_SWITCH(KERF_SET(ComplexH), __VA_ARGS__)
#define ET_SWITCH_ONE_TYPE(a, ...) KERF_SWITCH(KERF_ONE(a), __VA_ARGS__)
#define ET_SWITCH_TWO_TYPES(a, b, ...) KERF_SWITCH(KERF_ONE(a) | KERF_ONE(b), __VA_ARGS__)
#define ET_SWITCH_THREE_TYPES(a, b, c, ...) \
  KERF_SWITCH(KERF_ONE(a) | KERF_ONE(b) | KERF_ONE(c), __VA_ARGS__)
#define ET_SWITCH_FOUR_TYPES(a, b, c, d, ...) \
  KERF_SWITCH(KERF_ONE(a) | KERF_ONE(b) | KERF_ONE(c) | KERF_ONE(d), __VA_ARGS__)

// The types of numbers, which no tensor need have.
#define ET_SWITCH_SCALAR_OBJ_TYPES(...) \
  KERF_VISIT(KERF_ONE(Bool) | KERF_ONE(Long) | KERF_ONE(Double), __VA_ARGS__)
#define ET_SWITCH_SCALAR_OBJ_REAL_TYPES(...) \
  KERF_VISIT(KERF_ONE(Long) | KERF_ONE(Double), __VA_ARGS__)
#define ET_SWITCH_SCALAR_OBJ_INTB_TYPES(...) \
  KERF_VISIT(KERF_ONE(Bool) | KERF_ONE(Long), __VA_ARGS__)
#define ET_SWITCH_SCALAR_OBJ_FLOATB_TYPES(...) \
  KERF_VISIT(KERF_ONE(Bool) | KERF_ONE(Double), __VA_ARGS__)

namespace torch::executor {

using ::executorch::runtime::can_cast;
using ::executorch::runtime::canCast;
using ::executorch::runtime::convert;
using ::executorch::runtime::CppTypeToScalarType;
using ::executorch::runtime::elementSize;
using ::executorch::runtime::is_bits_type;
using ::executorch::runtime::is_complex_type;
using ::executorch::runtime::is_floating_point;
using ::executorch::runtime::is_integral_type;
using ::executorch::runtime::is_qint_type;
using ::executorch::runtime::isBitsType;
using ::executorch::runtime::isComplexType;
using ::executorch::runtime::isFloatingType;
using ::executorch::runtime::isIntegralType;
using ::executorch::runtime::isQIntType;
using ::executorch::runtime::isRealHBType;
using ::executorch::runtime::isRealHType;
using ::executorch::runtime::isRealType;
using ::executorch::runtime::isValid;
using ::executorch::runtime::promote_types;
using ::executorch::runtime::promoteTypes;
using ::executorch::runtime::ScalarTypeToCppType;
using ::executorch::runtime::toString;

namespace internal {
using B1 = bool;
using U1 = uint8_t;
using I1 = int8_t;
using I2 = int16_t;
using I4 = int32_t;
using I8 = int64_t;
using F2 = ::c10::Half;
using F4 = float;
using F8 = double;
using BF = ::c10::BFloat16;
}  // namespace internal

}  // namespace torch::executor
