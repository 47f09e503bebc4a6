// A description of the error in addition to its code: on hosts only, compiled out elsewhere.
#pragma once

#include "core/error.h"
#include "core/options.h"

namespace kerf {

inline constexpr bool kDiagnostics = KERF_DIAGNOSTICS != 0;

// Keeps `what`, and the name from the program that it concerns: `subject`, or `subject`.`overload`;
// either may be null. The first fault after clear_fault() is kept: it is the cause, later ones are
// consequences.
void keep_fault(const char* what, const char* subject, const char* overload);
void clear_fault();

// One line, "" where nothing was kept. Valid until the next keep_fault or clear_fault.
const char* last_fault();

// Returns `error`; keeps the description where diagnostics are on.
inline Error fault(Error error, const char* what, const char* subject = nullptr,
                   const char* overload = nullptr) {
  if constexpr (kDiagnostics) keep_fault(what, subject, overload);
  return error;
}

}  // namespace kerf
