// Finding the backends of this binary.
#include "delegate/backend.h"

#include "core/fault.h"
#include "core/libc.h"
#include "core/lowered.h"
#include "selected/backends.h"

namespace kerf {

const BackendInterface* find_backend(const char* id) {
  for (const BackendRow& row : selected::backends()) {
    if (libc::compare(row.id, id) == 0) return row.backend;
  }
  const char* what = "no delegate in this binary";
  if constexpr (kMessages) {
    if (libc::compare(id, kTurnedBack) == 0) what = kStillLowered;
  }
  static_cast<void>(fault(Error::NotFound, what, id));
  return nullptr;
}

Error set_option(const char* id, Span<const BackendOption> options) {
  const BackendInterface* const backend = find_backend(id);
  return backend == nullptr ? Error::NotFound : backend->set_option(options);
}

Error get_option(const char* id, Span<BackendOption> options) {
  const BackendInterface* const backend = find_backend(id);
  return backend == nullptr ? Error::NotFound : backend->get_option(options);
}

}  // namespace kerf
