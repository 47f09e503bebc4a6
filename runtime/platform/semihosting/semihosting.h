// Semihosting: services that a debugger or an emulator gives to the program it runs.
// Source: Arm, "Semihosting for AArch32 and AArch64" 2.0; RISC-V, "RISC-V Semihosting" 0.4.
#pragma once

#include <stdint.h>

namespace kerf::platform {

enum class Service : uintptr_t {
  Open = 0x01,
  Close = 0x02,
  WriteText = 0x04,
  Write = 0x05,
  Seek = 0x0A,
  Length = 0x0C,
  ExitExtended = 0x20,
};

// Exit statuses in addition to the runtime's error numbers (all of them below 0x40).
constexpr int kProcessorFault = 0xF0;
constexpr int kOutputFault = 0xF1;

}  // namespace kerf::platform

// Requests `service` with its block of arguments; the service defines the result.
// Each processor port defines it: the trap is all that differs.
extern "C" intptr_t kerf_semihosting(kerf::platform::Service service, const void* arguments);
