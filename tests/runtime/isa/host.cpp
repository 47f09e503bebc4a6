// Runs the checks on a POSIX system, in pages between two that cannot be accessed; of its library
// only what bare_linux.cpp has as well.
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/runtime/isa/operand.h"

namespace kerf::checks {
namespace {

void print(const char* text, size_t length) {
  if (write(STDOUT_FILENO, text, length) != static_cast<ssize_t>(length)) _exit(2);
}

// Prints a number between characters.
void print(char before, int32_t number, char after) {
  char text[13];
  char* at = text + sizeof text;
  *--at = after;
  uint32_t rest = number < 0 ? -static_cast<uint32_t>(number) : static_cast<uint32_t>(number);
  do *--at = static_cast<char>('0' + rest % 10);
  while ((rest /= 10) != 0);
  if (number < 0) *--at = '-';
  print(&before, 1);
  print(at, static_cast<size_t>(text + sizeof text - at));
}

}  // namespace

uint32_t checks;

Region guarded() {
  constexpr size_t kPages = 65536;  // at the least a page, whatever its size here
  static uint8_t* begin;
  if (begin == nullptr) {
    void* found = mmap(nullptr, 3 * kPages, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (found == MAP_FAILED) _exit(3);
    begin = static_cast<uint8_t*>(found) + kPages;
    if (mprotect(begin, kPages, PROT_READ | PROT_WRITE) != 0) _exit(3);
  }
  return {begin, begin + kPages};
}

void failed(const char* what, const int32_t* numbers, size_t count) {
  print(what, strlen(what));
  for (size_t i = 0; i < count; ++i) print(' ', numbers[i], i + 1 < count ? ',' : '\n');
  _exit(1);
}

}  // namespace kerf::checks

// The argument `before` or `behind` reads a byte there, which must end the program.
int main(int argc, char** argv) {
  using namespace kerf::checks;
  const volatile uint8_t* begin = guarded().begin;
  const volatile uint8_t* end = guarded().end;
  if (argc > 1) return strcmp(argv[1], "before") == 0 ? begin[-1] : *end;
  run_checks();
  print(' ', static_cast<int32_t>(checks), '\n');
  return 0;
}
