// Numbers whose kind is known at run time, and sets of dtypes.
#include "tensor/scalar.h"

#include <float.h>

#include "tensor/int32.h"
#include "tensor/scalar_type.h"
#include "tests/runtime/units/unit.h"

namespace {

using namespace kerf;

// Source: ScalarType in schema/scalar_type.fbs of ExecuTorch, and the sizes of PyTorch's dtypes.
struct Dtype {
  ScalarType type;
  int number;
  size_t bytes;
};
constexpr Dtype kDtypes[] = {
    {ScalarType::Byte, 0, 1},
    {ScalarType::Char, 1, 1},
    {ScalarType::Short, 2, 2},
    {ScalarType::Int, 3, 4},
    {ScalarType::Long, 4, 8},
    {ScalarType::Half, 5, 2},
    {ScalarType::Float, 6, 4},
    {ScalarType::Double, 7, 8},
    {ScalarType::Bool, 11, 1},
    {ScalarType::BFloat16, 15, 2},
    {ScalarType::UInt16, 27, 2},
    {ScalarType::UInt32, 28, 4},
    {ScalarType::UInt64, 29, 8},
    {ScalarType::ComplexFloat, 9, 8},
    {ScalarType::ComplexDouble, 10, 16},
};

static_assert(Int32(INT64_C(5)) == 5 && Int32(INT64_C(-5)) == -5);
static_assert(Int32(INT64_C(1) << 31) == INT32_MIN && Int32(INT64_C(1) << 32) == INT32_MIN);
static_assert(Int32(INT64_MIN) == INT32_MIN && Int32::of_tables(INT32_MIN) == INT32_MIN);

constexpr int64_t kEdges[] = {0,
                              1,
                              -1,
                              2,
                              INT64_MAX,
                              INT64_MIN,
                              INT64_MIN + 1,
                              (int64_t{1} << 53) - 1,
                              int64_t{1} << 53,
                              (int64_t{1} << 53) + 1,
                              (int64_t{1} << 53) + 3,
                              (int64_t{1} << 54) + 2,
                              (int64_t{1} << 54) + 6,
                              -((int64_t{1} << 54) + 2),
                              (int64_t{1} << 62) + 1,
                              INT64_MAX - 511,
                              INT64_MAX - 512,
                              0x7FFFFFFF,
                              0x80000000,
                              0xFFFFFFFF,
                              0x123456789ABCDEF};

}  // namespace

UNIT(integer_becomes_the_nearest_double) {
  for (const int64_t edge : kEdges) CHECK(to_double(edge) == static_cast<double>(edge));
  for (int64_t n = 1; n < INT64_MAX / 3; n = n * 3 + 1) {
    CHECK(to_double(n) == static_cast<double>(n));
    CHECK(to_double(-n) == static_cast<double>(-n));
    CHECK(Scalar(n).to<double>() == static_cast<double>(n));
  }
}

UNIT(integer_becomes_a_float_within_one_rounding) {
  // Two roundings may give the neighbour of the nearest float, never more.
  for (const int64_t edge : kEdges) {
    const float nearest = static_cast<float>(edge);
    const float got = Scalar(edge).to<float>();
    const float size = nearest < 0 ? -nearest : nearest;
    const float apart = got < nearest ? nearest - got : got - nearest;
    CHECK(apart <= size * FLT_EPSILON);
  }
  CHECK(Scalar(int64_t{7}).to<float>() == 7.0f);
}

UNIT(number_knows_its_kind) {
  CHECK(Scalar().kind() == Scalar::Kind::Int);
  CHECK(Scalar(int64_t{3}).kind() == Scalar::Kind::Int);
  CHECK(Scalar(true).kind() == Scalar::Kind::Bool);
  CHECK(Scalar(0.5).kind() == Scalar::Kind::Double);
  CHECK(Scalar(0.5).is_floating() && !Scalar(true).is_floating());
  CHECK(Scalar(true).integer() == 1);
  CHECK(Scalar(0.5).real() == 0.5);
}

UNIT(number_converts_as_its_value) {
  CHECK(Scalar(2.75).to<int32_t>() == 2);
  CHECK(Scalar(-2.75).to<int64_t>() == -2);
  CHECK(Scalar(true).to<double>() == 1.0);
  CHECK(Scalar(int64_t{300}).to<uint8_t>() == 44);
  CHECK(Scalar(int64_t{-1}).to<uint64_t>() == UINT64_MAX);
}

UNIT(bits_keep_every_number) {
  CHECK(Scalar::from_bits(Scalar::Kind::Double, Scalar(-0.25).bits()).real() == -0.25);
  CHECK(Scalar::from_bits(Scalar::Kind::Int, INT64_MIN).integer() == INT64_MIN);
  CHECK(Scalar::from_bits(Scalar::Kind::Bool, 1).integer() == 1);
}

UNIT(one_is_one_in_every_kind) {
  CHECK(Scalar(int64_t{1}).is_one());
  CHECK(Scalar(true).is_one());
  CHECK(Scalar(1.0).is_one());
  CHECK(!Scalar(int64_t{0x3FF0000000000000}).is_one());
  CHECK(!Scalar(-1.0).is_one());
  CHECK(!Scalar(false).is_one());
}

UNIT(dtypes_have_the_numbers_and_sizes_of_the_file_format) {
  for (const Dtype& dtype : kDtypes) {
    CHECK(static_cast<int>(dtype.type) == dtype.number);
    CHECK(element_bytes(dtype.type) == dtype.bytes);
    CHECK(element_alignment(dtype.bytes) == (dtype.bytes < 8 ? dtype.bytes : 8));
    CHECK(is_scalar_type(dtype.number));
  }
  int known = 0;
  for (int number = INT8_MIN; number <= INT8_MAX; ++number) known += is_scalar_type(number) ? 1 : 0;
  CHECK(known == sizeof kDtypes / sizeof kDtypes[0]);
}

UNIT(complex_elements_are_two_parts) {
  constexpr ScalarType kComplex[] = {ScalarType::ComplexFloat, ScalarType::ComplexDouble};
  for (const ScalarType type : kComplex) {
    CHECK(is_complex(type) && !is_complex(part_type(type)));
    CHECK(element_bytes(type) == 2 * element_bytes(part_type(type)));
  }
  CHECK(part_type(ScalarType::ComplexFloat) == ScalarType::Float);
  CHECK(part_type(ScalarType::ComplexDouble) == ScalarType::Double);
  CHECK(!is_scalar_type(8));  // ComplexHalf
}

UNIT(each_dtype_has_a_bit_of_its_own) {
  for (const Dtype& a : kDtypes) {
    for (const Dtype& b : kDtypes) CHECK(contains(dtype_set(a.type), b.type) == (a.type == b.type));
  }
  CHECK(!contains(0, ScalarType::Float));
}
