// Runs the checks on a POSIX system, in pages between two that cannot be accessed.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "tests/runtime/isa/operand.h"

namespace kerf::checks {

uint32_t checks;

Region guarded() {
  constexpr size_t kPages = 65536;  // at the least a page, whatever its size here
  static uint8_t* const begin = [] {
    void* found = mmap(nullptr, 3 * kPages, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (found == MAP_FAILED) abort();
    uint8_t* middle = static_cast<uint8_t*>(found) + kPages;
    if (mprotect(middle, kPages, PROT_READ | PROT_WRITE) != 0) abort();
    return middle;
  }();
  return {begin, begin + kPages};
}

void failed(const char* what, const int32_t* numbers, size_t count) {
  printf("%s:", what);
  for (size_t i = 0; i < count; ++i) printf(" %d", static_cast<int>(numbers[i]));
  printf("\n");
  exit(1);
}

}  // namespace kerf::checks

// The argument `before` or `behind` reads a byte there, which must end the program.
int main(int argc, char** argv) {
  using namespace kerf::checks;
  const volatile uint8_t* begin = guarded().begin;
  const volatile uint8_t* end = guarded().end;
  if (argc > 1) return strcmp(argv[1], "before") == 0 ? begin[-1] : *end;
  run_checks();
  printf("%u\n", static_cast<unsigned>(checks));
  return 0;
}
