// Stands in for Arm's driver: checks what it is called with, is done after two polls, and adds 1 to
// the bytes that its commands name. A command stream is "COP1", then offsets in the scratch of
// source and destination, their bytes, and whether it fails (1: at start, 2: as it runs).
#include "delegate/ethos_u/driver.h"

#include <stdio.h>
#include <stdlib.h>

struct ethosu_driver {
  bool reserved;
  bool running;
  int polls;
  const uint32_t* words;
  uint64_t* bases;
  const size_t* sizes;
};

static ethosu_driver only;

static void require(bool holds, const char* what) {
  if (holds) return;
  printf("driver: %s\n", what);
  exit(70);
}

ethosu_driver* ethosu_reserve_driver() {
  if (only.reserved) return nullptr;
  only = ethosu_driver{};
  only.reserved = true;
  return &only;
}

void ethosu_release_driver(ethosu_driver* driver) {
  require(driver == &only && driver->reserved && !driver->running, "released as it runs");
  driver->reserved = false;
}

int ethosu_invoke_async(ethosu_driver* driver, const void* commands, int bytes, uint64_t* bases,
                        const size_t* sizes, int count, void*) {
  require(driver == &only && driver->reserved && !driver->running, "not reserved");
  require(count == 3, "another number of regions");
  require(reinterpret_cast<uintptr_t>(commands) % 16 == 0, "commands are not aligned");
  for (int i = 0; i < count; ++i) {
    require(bases[i] % 16 == 0, "a region is not aligned");
    const auto* const data = reinterpret_cast<const volatile uint8_t*>(bases[i]);
    if (sizes[i] != 0) (void)(data[0] + data[sizes[i] - 1]);  // under the sanitizer
  }
  const auto* const words = static_cast<const uint32_t*>(commands);
  if (bytes < 20 || words[0] != 0x31504f43 || words[4] == 1) return -1;
  for (int i = 1; i < 3; ++i) {
    if (words[3] > sizes[1] || words[i] > sizes[1] - words[3]) return -1;
  }
  driver->running = true;
  driver->polls = 2;
  driver->words = words;
  driver->bases = bases;
  driver->sizes = sizes;
  return 0;
}

int ethosu_wait(ethosu_driver* driver, bool block) {
  require(driver == &only && driver->running, "waits for nothing");
  if (!block && driver->polls-- > 0) return 1;
  driver->running = false;
  if (driver->words[4] == 2) return -1;
  auto* const scratch = reinterpret_cast<uint8_t*>(driver->bases[1]);
  const auto* const weights = reinterpret_cast<const uint8_t*>(driver->bases[0]);
  for (uint32_t i = 0; i < driver->words[3]; ++i) {
    scratch[driver->words[2] + i] = static_cast<uint8_t>(scratch[driver->words[1] + i] +
                                                         (driver->sizes[0] != 0 ? weights[0] : 1));
  }
  return 0;
}
