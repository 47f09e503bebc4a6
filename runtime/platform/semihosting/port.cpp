// The port for bare metal without drivers: inputs are at the linker script's symbols, results and
// the exit status go to the emulator or debugger by semihosting.
#include "platform/port.h"

#include "core/fault.h"
#include "platform/semihosting/semihosting.h"

extern "C" {
extern const uint8_t __kerf_model_start[];
extern const uint8_t __kerf_model_end[];
extern const uint8_t __kerf_calls_start[];
extern const uint8_t __kerf_calls_end[];
extern uint8_t __kerf_arena_start[];
extern uint8_t __kerf_arena_end[];
}

namespace kerf::platform {
namespace {

struct OpenBlock {
  const char* name;
  uintptr_t mode;
  size_t name_bytes;
};

constexpr uintptr_t kAppendBinary = 9;
constexpr OpenBlock kOutputFile = {"kerf.out", kAppendBinary, 8};

size_t distance(const uint8_t* start, const uint8_t* end) {
  return reinterpret_cast<uintptr_t>(end) - reinterpret_cast<uintptr_t>(start);
}

}  // namespace

Span<const uint8_t> model() {
  const size_t room = distance(__kerf_model_start, __kerf_model_end);
  const size_t bytes = reinterpret_cast<const uint32_t*>(__kerf_calls_start)[1];
  return {__kerf_model_start, bytes <= room ? bytes : 0};
}

Span<const uint8_t> calls() {
  return {__kerf_calls_start, distance(__kerf_calls_start, __kerf_calls_end)};
}

Span<uint8_t> arena() {
  return {__kerf_arena_start, distance(__kerf_arena_start, __kerf_arena_end)};
}

// Opens the file, seeks to its end and closes it each time: a handle that is kept would be the only
// RAM of the port. QEMU 7.2 does not append even in append mode.
void emit(const void* data, size_t bytes) {
  uintptr_t block[3];
  block[0] = static_cast<uintptr_t>(kerf_semihosting(Service::Open, &kOutputFile));
  block[1] = static_cast<uintptr_t>(kerf_semihosting(Service::Length, block));
  kerf_semihosting(Service::Seek, block);
  block[1] = reinterpret_cast<uintptr_t>(data);
  block[2] = bytes;
  // The result is the number of bytes not written; a handle of -1 fails here too.
  if (kerf_semihosting(Service::Write, block) != 0) finish(kOutputFault);
  kerf_semihosting(Service::Close, block);
}

void finish(int code) {
  constexpr uintptr_t kApplicationExit = 0x20026;
  const uintptr_t block[] = {kApplicationExit, static_cast<uintptr_t>(code)};
  for (;;) kerf_semihosting(Service::ExitExtended, block);
}

}  // namespace kerf::platform

// The console of the emulator or debugger.
extern "C" void kerf_message(const char* text) {
  kerf_semihosting(kerf::platform::Service::WriteText, text);
}
