// Lookup by name in a table of the test's own.
#include "executor/registry.h"
#include "selected/kernels.h"
#include "tests/runtime/units/unit.h"

namespace kerf::selected {
namespace {

// Names that are the beginning of others, with and without overloads, and two kernels of one.
constexpr DtypeSet kByte[] = {1 | kLastArgument};
constexpr DtypeSet kChar[] = {2 | kLastArgument};
constexpr Kernel kKernels[] = {
    {"a::a", nullptr, kByte},         {"a::add", nullptr, kByte},
    {"a::add.out", nullptr, kByte},   {"a::add.out", nullptr, kChar},
    {"a::add.out2", nullptr, kByte},  {"a::add_.out", nullptr, kByte},
    {"a::addmm.out", nullptr, kByte}, {"z::last.out", nullptr, kByte},
};

}  // namespace

Span<const Kernel> kernels() { return kKernels; }

}  // namespace kerf::selected

namespace {

using namespace kerf;

constexpr size_t kNone = 8;

}  // namespace

UNIT(operator_is_found_by_name_and_overload) {
  CHECK(find_kernel("a::a", "") == 0);
  CHECK(find_kernel("a::add", "") == 1);
  CHECK(find_kernel("a::add", "out") == 2);
  CHECK(find_kernel("a::add", "out2") == 4);
  CHECK(find_kernel("a::add_", "out") == 5);
  CHECK(find_kernel("a::addmm", "out") == 6);
  CHECK(find_kernel("z::last", "out") == 7);
}

UNIT(part_of_a_name_is_another_name) {
  CHECK(find_kernel("a::ad", "") == kNone);
  CHECK(find_kernel("a::ad", "d") == kNone);
  CHECK(find_kernel("a::add", "ou") == kNone);
  CHECK(find_kernel("a::add", "out22") == kNone);
  CHECK(find_kernel("a::addm", "out") == kNone);
  CHECK(find_kernel("a::addmm", "") == kNone);
  CHECK(find_kernel("a::a", "out") == kNone);
  CHECK(find_kernel("", "") == kNone);
  CHECK(find_kernel("", "out") == kNone);
  CHECK(find_kernel("zz::beyond", "out") == kNone);
  CHECK(find_kernel("A::before", "out") == kNone);
}

UNIT(bytes_beyond_ascii_are_compared_as_unsigned) {
  CHECK(find_kernel("a::add\xFF", "") == kNone);
  CHECK(find_kernel("\xFF", "\xFF") == kNone);
  CHECK(find_kernel("a::add", "\xFF") == kNone);
}

UNIT(name_with_the_overload_in_it_is_the_same_operator) {
  CHECK(find_kernel("a::add.out", "") == 2);
  CHECK(is_kernel_of(registered_kernels()[2], "a::add.out", ""));
}

UNIT(all_kernels_of_an_operator_are_adjacent) {
  CHECK(is_kernel_of(registered_kernels()[2], "a::add", "out"));
  CHECK(is_kernel_of(registered_kernels()[3], "a::add", "out"));
  CHECK(!is_kernel_of(registered_kernels()[4], "a::add", "out"));
  CHECK(!is_kernel_of(registered_kernels()[1], "a::add", "out"));
}

UNIT(table_is_always_in_order) { CHECK(registration_status() == Error::Ok); }
