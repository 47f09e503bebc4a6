// A description of the error in addition to its code: kept on hosts, passed to the application's
// port where the target has `[runtime] messages`, compiled out elsewhere.
#pragma once

#include <stddef.h>

#include "core/error.h"
#include "core/options.h"

// The application defines it where the target has `[runtime] messages = true`: it prints `text`, a
// piece of a line; the last piece is a newline. It calls no function of Kerf.
extern "C" void kerf_message(const char* text);

namespace kerf {

inline constexpr bool kDiagnostics = KERF_DIAGNOSTICS != 0;
inline constexpr bool kMessages = KERF_MESSAGES != 0 && !kDiagnostics;
inline constexpr bool kDescribes = kDiagnostics || kMessages;

// Keeps `what`, and the name from the program that it concerns: `subject`, or `subject`.`overload`;
// either may be null. The first fault after clear_fault() is kept: it is the cause, later ones are
// consequences.
void keep_fault(const char* what, const char* subject, const char* overload);
void keep_fault(const char* what);
// Adds where it occurred: the number of an instruction, and its operator or what it does.
void keep_place(const char* name, const char* overload, size_t instruction);
void clear_fault();

// One line, "" where nothing was kept. Valid until the next call of the functions above.
const char* last_fault();

// Pass a line to kerf_message(): the error's name and what is kept above.
void say_fault(Error error, const char* what, const char* subject, const char* overload);
void say_place(Error error, const char* name, const char* overload, size_t instruction);

// Returns `error`; describes it where that was chosen.
inline Error fault(Error error, const char* what) {
  if constexpr (kDiagnostics) keep_fault(what);
  if constexpr (kMessages) say_fault(error, what, nullptr, nullptr);
  return error;
}
inline Error fault(Error error, const char* what, const char* subject,
                   const char* overload = nullptr) {
  if constexpr (kDiagnostics) keep_fault(what, subject, overload);
  if constexpr (kMessages) say_fault(error, what, subject, overload);
  return error;
}

// Returns `error`, which instruction number `instruction` had.
inline Error fault_at(Error error, const char* name, const char* overload, size_t instruction) {
  if constexpr (kDiagnostics) keep_place(name, overload, instruction);
  if constexpr (kMessages) say_place(error, name, overload, instruction);
  return error;
}

}  // namespace kerf
