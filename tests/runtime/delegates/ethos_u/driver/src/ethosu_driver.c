// A driver with the interface of Arm's and a simulated processor: checks what it is called with,
// and is done after two polls.
#include "../include/ethosu_driver.h"

#include "ethosu_device.h"

struct ethosu_driver {
  bool reserved;
  bool running;
  int polls;
  const uint32_t* words;
  uint64_t* bases;
  const size_t* sizes;
};

static struct ethosu_driver only;

static void require(bool holds) {
  if (!holds) __builtin_trap();
}

struct ethosu_driver* ethosu_reserve_driver(void) {
  if (only.reserved) return NULL;
  only.reserved = true;
  return &only;
}

void ethosu_release_driver(struct ethosu_driver* driver) {
  require(driver == &only && driver->reserved && !driver->running);
  driver->reserved = false;
}

int ethosu_invoke_async(struct ethosu_driver* driver, const void* commands, int bytes,
                        uint64_t* bases, const size_t* sizes, int count, void* user) {
  (void)user;
  require(driver == &only && driver->reserved && !driver->running);
  require(count == 3);
  require((uintptr_t)commands % 16 == 0);
  for (int i = 0; i < count; ++i) {
    require(bases[i] % 16 == 0);
    const volatile uint8_t* const data = (const volatile uint8_t*)(uintptr_t)bases[i];
    if (sizes[i] != 0) (void)(data[0] + data[sizes[i] - 1]);  // under the sanitizer
  }
  const uint32_t* const words = (const uint32_t*)commands;
  if (!device_accepts(words, bytes, sizes)) return -1;
  driver->running = true;
  driver->polls = 2;
  driver->words = words;
  driver->bases = bases;
  driver->sizes = sizes;
  return 0;
}

int ethosu_wait(struct ethosu_driver* driver, bool block) {
  require(driver == &only && driver->running);
  if (!block && driver->polls-- > 0) return 1;
  driver->running = false;
  return device_runs(driver->words, driver->bases, driver->sizes);
}
