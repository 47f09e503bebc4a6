// The host's checker: the whole check of programs, before they are shipped to devices that believe
// them. Arguments: for each program a file, where in it the program starts, and its bytes. Prints a
// line for each: "Ok", or the error and its description, separated by a tab.
#include <stdio.h>
#include <stdlib.h>

#include "apps/runner/files.h"
#include "core/fault.h"
#include "core/libc.h"
#include "program/program.h"

namespace kerf::checker {
namespace {

// A copy at an address that Program::load accepts, until the process ends: inside a bundle a
// program may start anywhere. Error: MemoryAllocationFailed.
Result<Span<const uint8_t>> aligned(Span<const uint8_t> bytes) {
  if (reinterpret_cast<uintptr_t>(bytes.data()) % Program::kMinimumAlignment == 0) return bytes;
  void* copy = nullptr;
  if (posix_memalign(&copy, Program::kMinimumAlignment, bytes.size()) != 0) {
    return fault(Error::MemoryAllocationFailed, "the host has not enough memory");
  }
  libc::copy(copy, bytes.data(), bytes.size());
  return Span<const uint8_t>(static_cast<const uint8_t*>(copy), bytes.size());
}

Error check(const char* path, uint64_t start, uint64_t count) {
  const Result<Span<const uint8_t>> file = runner::map_file(path);
  if (!file.ok()) return file.error();
  if (start > file->size() || count > file->size() - start) {
    return fault(Error::InvalidArgument, "the program is not inside the file", path);
  }
  const Result<Span<const uint8_t>> bytes =
      aligned({file->data() + static_cast<size_t>(start), static_cast<size_t>(count)});
  return bytes.ok() ? Program::load(bytes.get()).error() : bytes.error();
}

int main(int count, char** arguments) {
  for (int i = 1; i + 2 < count; i += 3) {
    clear_fault();
    const Error error = check(arguments[i], strtoull(arguments[i + 1], nullptr, 10),
                              strtoull(arguments[i + 2], nullptr, 10));
    if (error == Error::Ok) {
      puts("Ok");
    } else {
      printf("%s\t%s\n", to_string(error), last_fault());
    }
  }
  return 0;
}

}  // namespace
}  // namespace kerf::checker

int main(int count, char** arguments) { return kerf::checker::main(count, arguments); }
