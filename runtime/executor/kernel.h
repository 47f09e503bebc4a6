// One row of the registration table: which operator and dtypes, and how to call it.
#pragma once

#include "executor/call.h"
#include "tensor/scalar_type.h"

namespace kerf {

using KernelFunction = Error (*)(Call&);

// Several rows may have one name: the first that takes a call's dtypes is the one. Rows of
// different libraries have dtype sets that are disjoint in inputs or in outputs; those of one plan
// may overlap.
struct Kernel {
  const char* name;         // "aten::add.out"
  KernelFunction function;  // an adapter
  DtypeSet inputs;          // dtypes that tensor arguments other than outputs may have
  DtypeSet outputs;         // dtypes that outputs may have
};

}  // namespace kerf
