// The dtypes that the calls of the kernels in one source have: nothing is generated for any other.
#pragma once

#include "tensor/scalar_type.h"

// Generated sources define it before they include a kernel's source; without it, all are selected.
#ifndef KERF_SELECTED_DTYPES
#define KERF_SELECTED_DTYPES 0xFEFF
#endif

namespace kerf::bridge {

// Each source has its own, whose name other sources do not see.
constexpr DtypeSet kSelected = KERF_SELECTED_DTYPES;

}  // namespace kerf::bridge
