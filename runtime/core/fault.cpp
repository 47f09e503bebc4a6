// Storage of the fault's description; linked only where diagnostics are on.
#include "core/fault.h"

#include <stddef.h>

namespace kerf {
namespace {

constexpr size_t kFaultBytes = 256;
#if KERF_DIAGNOSTICS > 1
thread_local
#endif
    char kept[kFaultBytes];

size_t append(size_t at, const char* text) {
  while (*text != '\0' && at + 1 < kFaultBytes) {
    const char c = *text++;
    kept[at++] = (c >= ' ' && c <= '~') ? c : '?';  // names come from the file
  }
  kept[at] = '\0';
  return at;
}

}  // namespace

void keep_fault(const char* what, const char* subject, const char* overload) {
  if (kept[0] != '\0') return;
  size_t at = append(0, what);
  if (subject != nullptr) at = append(append(at, ": "), subject);
  if (overload != nullptr && overload[0] != '\0') append(append(at, "."), overload);
}

void clear_fault() { kept[0] = '\0'; }

const char* last_fault() { return kept; }

}  // namespace kerf
