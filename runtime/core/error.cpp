// Names of the error codes, linked only where something prints them.
#include "core/error.h"

#include <stddef.h>

namespace kerf {
namespace {

constexpr Error kCodes[] = {
    Error::Ok,
    Error::Internal,
    Error::InvalidState,
    Error::EndOfMethod,
    Error::AlreadyLoaded,
    Error::NotSupported,
    Error::NotImplemented,
    Error::InvalidArgument,
    Error::InvalidType,
    Error::OperatorMissing,
    Error::RegistrationExceedingMaxKernels,
    Error::RegistrationAlreadyRegistered,
    Error::NotFound,
    Error::MemoryAllocationFailed,
    Error::AccessFailed,
    Error::InvalidProgram,
    Error::InvalidExternalData,
    Error::OutOfResources,
    Error::DelegateInvalidCompatibility,
    Error::DelegateMemoryAllocationFailed,
    Error::DelegateInvalidHandle,
};

// One object, not a literal for each name: compilers keep literals in a section that all sources
// share, which a linker drops as a whole or not at all.
constexpr char kNames[] =
    "Ok\0"
    "Internal\0"
    "InvalidState\0"
    "EndOfMethod\0"
    "AlreadyLoaded\0"
    "NotSupported\0"
    "NotImplemented\0"
    "InvalidArgument\0"
    "InvalidType\0"
    "OperatorMissing\0"
    "RegistrationExceedingMaxKernels\0"
    "RegistrationAlreadyRegistered\0"
    "NotFound\0"
    "MemoryAllocationFailed\0"
    "AccessFailed\0"
    "InvalidProgram\0"
    "InvalidExternalData\0"
    "OutOfResources\0"
    "DelegateInvalidCompatibility\0"
    "DelegateMemoryAllocationFailed\0"
    "DelegateInvalidHandle\0"
    "Unknown";

constexpr size_t names() {
  size_t count = 0;
  for (const char c : kNames) count += c == '\0';
  return count;
}
static_assert(names() == sizeof kCodes + 1, "a name for each code, and one for all others");

}  // namespace

const char* to_string(Error error) {
  const char* name = kNames;
  for (const Error code : kCodes) {
    if (code == error) break;
    while (*name++ != '\0') {
    }
  }
  return name;
}

}  // namespace kerf
