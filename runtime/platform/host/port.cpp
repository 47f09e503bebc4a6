// The port for a POSIX host: the same inputs and outputs as on bare metal, as files in the working
// directory: kerf.model, kerf.calls, kerf.out.
#include "platform/port.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace kerf::platform {
namespace {

// Address space, not memory: pages that are never touched cost nothing.
constexpr size_t kArenaBytes = size_t{1} << 31;

// In addition to the runtime's error numbers, as on bare metal.
constexpr int kInputFault = 0xF2;
constexpr int kOutputFault = 0xF1;

[[noreturn]] void fail(const char* name, int code) {
  perror(name);
  finish(code);
}

// The file's bytes, mapped until the process ends; empty where there is no such file. What is
// written to them stays in memory.
Span<const uint8_t> map_file(const char* name, int protection) {
  const int file = open(name, O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  struct stat status;
  if (fstat(file, &status) != 0) fail(name, kInputFault);
  const size_t bytes = static_cast<size_t>(status.st_size);
  if (bytes == 0) return {};
  void* const data = mmap(nullptr, bytes, protection, MAP_PRIVATE, file, 0);
  if (data == MAP_FAILED) fail(name, kInputFault);
  close(file);
  return {static_cast<const uint8_t*>(data), bytes};
}

}  // namespace

Span<const uint8_t> model() { return map_file("kerf.model", PROT_READ); }

// Inputs are used in place, and a program may write to them.
Span<const uint8_t> calls() { return map_file("kerf.calls", PROT_READ | PROT_WRITE); }

Span<uint8_t> arena() {
  void* const data = mmap(nullptr, kArenaBytes, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (data == MAP_FAILED) fail("arena", kInputFault);
  return {static_cast<uint8_t*>(data), kArenaBytes};
}

void emit(const void* data, size_t bytes) {
  constexpr const char* kName = "kerf.out";
  FILE* const file = fopen(kName, "ab");
  if (file == nullptr) fail(kName, kOutputFault);
  const bool written = fwrite(data, 1, bytes, file) == bytes;
  if (fclose(file) != 0 || !written) fail(kName, kOutputFault);
}

void finish(int code) { exit(code); }

}  // namespace kerf::platform
