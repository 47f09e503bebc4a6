// One row of the registration table: which operator and dtypes, and how to call it.
#pragma once

#include "executor/call.h"
#include "tensor/scalar_type.h"

namespace kerf {

using KernelFunction = Error (*)(Call&);

// Marks the entry of a kernel's last argument that is a tensor: a dtype that no tensor has.
inline constexpr DtypeSet kLastArgument = 1u << 8;
// The entry of an argument that is not a tensor, or may have any dtype.
inline constexpr DtypeSet kAnyDtype = static_cast<DtypeSet>(~kLastArgument);

// What follows the last argument's entry where programs are checked. Bit i: argument i may be the
// first output, element for element. Then how many arguments there are from the first output to the
// last tensor, 0 without outputs; kOverlaps: the kernel checks how far it overlaps argument 0;
// kOneOutput: the others of them are no outputs.
inline constexpr DtypeSet kInPlace = 0xFF;
inline constexpr unsigned kOutputsShift = 9;
inline constexpr DtypeSet kMostOutputs = 0x1F;
inline constexpr DtypeSet kOverlaps = 1u << 14;
inline constexpr DtypeSet kOneOutput = 1u << 15;

// Several rows may have one name: the first that takes a call's dtypes runs it.
struct Kernel {
  const char* name;         // "aten::add.out"
  KernelFunction function;  // an adapter
  // For each argument the dtypes that a tensor, or the items of a list of tensors, may have there;
  // the last entry has kLastArgument. Then what the kernel writes.
  const DtypeSet* dtypes;
};

// The row of a kernel that takes tensors of any dtype, whatever memory they share.
inline constexpr DtypeSet kAnyDtypes[] = {kAnyDtype | kLastArgument, 0};

}  // namespace kerf
