// The functions of Arm's driver that are called, and what firmware may define. All are weak: a
// program without the driver links, and has no such backend.
// Source: ethosu_driver.h of Arm's ethos-u-core-driver; the names of ExecuTorch's firmware.
#pragma once

#include <stddef.h>
#include <stdint.h>

struct ethosu_driver;

extern "C" {
[[gnu::weak]] ethosu_driver* ethosu_reserve_driver();
[[gnu::weak]] void ethosu_release_driver(ethosu_driver* driver);
[[gnu::weak]] int ethosu_invoke_async(ethosu_driver* driver, const void* commands, int bytes,
                                      uint64_t* bases, const size_t* sizes, int count, void* user);
// 0: done; positive: still running; negative: failed.
[[gnu::weak]] int ethosu_wait(ethosu_driver* driver, bool block);

// Memory of the processor's own, aligned to 16, where the system has any.
[[gnu::weak]] extern unsigned char* ethosu_fast_scratch;
[[gnu::weak]] extern size_t ethosu_fast_scratch_size;
}
