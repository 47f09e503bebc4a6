// A library from outside that registers its kernels before main: before or after those that are
// selected.
#include "executor/registry.h"

namespace {

using namespace kerf;

Error nothing(Call&) { return Error::Ok; }

constexpr Kernel kEarly[] = {{"outside::early.out", nothing, kAnyDtypes}};
constexpr Kernel kLate[] = {{OUTSIDE_NAME, nothing, kAnyDtypes}};

[[gnu::constructor(101)]] void early() { static_cast<void>(register_kernels(kEarly)); }
[[gnu::constructor(65535)]] void late() { static_cast<void>(register_kernels(kLate)); }

}  // namespace
