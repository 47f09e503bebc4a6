// Registration of a kernel in its own source: there is nothing to do, because the description of
// its library names it, and the build binds it.
#pragma once

#include "executorch/runtime/kernel/kernel_includes.h"

#define EXECUTORCH_FN(function, name) &function
#define EXECUTORCH_LIBRARY(library, name, function) \
  static_assert(sizeof(decltype(&function)) != 0, "a kernel of " #library "::" name)
