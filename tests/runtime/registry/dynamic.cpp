// The dynamic registry, of four rows, with kernels from several libraries.
#include "executor/registry.h"
#include "selected/capacity.h"
#include "selected/kernels.h"
#include "tests/runtime/units/unit.h"

namespace {

using namespace kerf;

static_assert(selected::kKernelCapacity == 4);

Error no_kernel(Call&) { return Error::NotImplemented; }

// The dtypes of an input and an output, one of each in bits 0 and 1.
constexpr DtypeSet kByteToByte[] = {1, 1 | kLastArgument};
constexpr DtypeSet kCharToByte[] = {2, 1 | kLastArgument};
constexpr DtypeSet kByteToChar[] = {1, 2 | kLastArgument};
constexpr DtypeSet kAnyToByteOrShort[] = {3, 5 | kLastArgument};
constexpr DtypeSet kNumberThenByte[] = {kAnyDtype, 1 | kLastArgument};

Kernel kernel(const char* name, const DtypeSet* dtypes = kByteToByte) {
  return {name, no_kernel, dtypes};
}

Error enter(const Kernel& kernel) { return register_kernels({&kernel, 1}); }

bool holds(size_t index, const char* name) {
  const Span<const Kernel> all = registered_kernels();
  return index < all.size() && strcmp(all[index].name, name) == 0;
}

}  // namespace

// What this build selects is registered before main.
Span<const Kernel> kerf::selected::kernels() {
  static constexpr Kernel kSelected[] = {{"m::selected.out", nullptr, kByteToByte}};
  return kSelected;
}

UNIT(selected_kernels_are_there_before_main) {
  CHECK(registered_kernels().size() == 1);
  CHECK(holds(0, "m::selected.out"));
  CHECK(registration_status() == Error::Ok);
}

UNIT(kernels_are_sorted_whatever_came_first) {
  CHECK(enter(kernel("z::last")) == Error::Ok);
  CHECK(enter(kernel("a::first")) == Error::Ok);
  CHECK(enter(kernel("m::selected")) == Error::Ok);
  CHECK(holds(0, "a::first") && holds(1, "m::selected") && holds(2, "m::selected.out") &&
        holds(3, "z::last"));
  CHECK(find_kernel("m::selected", "") == 1);
  CHECK(find_kernel("m::selected", "out") == 2);
  CHECK(registration_status() == Error::Ok);
}

UNIT(one_kernel_too_many_is_refused_and_reported) {
  const Kernel three[] = {kernel("a::a"), kernel("b::b"), kernel("c::c")};
  CHECK(register_kernels(three) == Error::Ok);
  CHECK(enter(kernel("d::d")) == Error::RegistrationExceedingMaxKernels);
  CHECK(registered_kernels().size() == 4);
  CHECK(find_kernel("d::d", "") == 4);
  CHECK(find_kernel("c::c", "") == 2);
  CHECK(registration_status() == Error::RegistrationExceedingMaxKernels);
}

UNIT(second_kernel_for_the_same_dtypes_is_refused_and_reported) {
  CHECK(enter(kernel("m::selected.out", kAnyToByteOrShort)) ==
        Error::RegistrationAlreadyRegistered);
  CHECK(registered_kernels().size() == 1);
  CHECK(registration_status() == Error::RegistrationAlreadyRegistered);
}

UNIT(second_kernel_with_a_number_where_the_first_has_one_is_refused) {
  CHECK(enter(kernel("n::n", kNumberThenByte)) == Error::Ok);
  CHECK(enter(kernel("n::n", kNumberThenByte)) == Error::RegistrationAlreadyRegistered);
}

UNIT(duplicate_is_reported_even_where_there_is_no_room) {
  const Kernel three[] = {kernel("a::a"), kernel("b::b"), kernel("c::c")};
  CHECK(register_kernels(three) == Error::Ok);
  CHECK(enter(kernel("b::b")) == Error::RegistrationAlreadyRegistered);
}

UNIT(kernels_for_other_dtypes_follow_each_other) {
  CHECK(enter(kernel("m::selected.out", kCharToByte)) == Error::Ok);
  CHECK(enter(kernel("m::selected.out", kByteToChar)) == Error::Ok);
  const Span<const Kernel> all = registered_kernels();
  CHECK(all.size() == 3 && all[0].function == nullptr);
  CHECK(all[1].dtypes == kCharToByte && all[2].dtypes == kByteToChar);
  CHECK(find_kernel("m::selected", "out") == 0);
}

UNIT(first_fault_is_the_one_reported) {
  CHECK(enter(kernel("m::selected.out")) == Error::RegistrationAlreadyRegistered);
  const Kernel four[] = {kernel("a::a"), kernel("b::b"), kernel("c::c"), kernel("d::d")};
  CHECK(register_kernels(four) == Error::RegistrationExceedingMaxKernels);
  CHECK(registration_status() == Error::RegistrationAlreadyRegistered);
}

UNIT(kernels_after_the_first_fault_are_left_out) {
  const Kernel faulty[] = {kernel("a::a"), kernel("m::selected.out"), kernel("z::z")};
  CHECK(register_kernels(faulty) == Error::RegistrationAlreadyRegistered);
  CHECK(registered_kernels().size() == 2);
  CHECK(find_kernel("z::z", "") == 2);
}
