// The functions of Arm's driver that are called, and what firmware may define. Where the build has
// no driver they are weak: a program without it links, and has no such backend.
// Source: ethosu_driver.h of Arm's ethos-u-core-driver; the names of ExecuTorch's firmware.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef KERF_ETHOS_U_DRIVER
#include KERF_ETHOS_U_DRIVER

namespace kerf::ethos_u {
constexpr bool driver_is_linked() { return true; }
}  // namespace kerf::ethos_u
#else
struct ethosu_driver;

extern "C" {
[[gnu::weak]] ethosu_driver* ethosu_reserve_driver();
[[gnu::weak]] void ethosu_release_driver(ethosu_driver* driver);
[[gnu::weak]] int ethosu_invoke_async(ethosu_driver* driver, const void* commands, int bytes,
                                      uint64_t* bases, const size_t* sizes, int count, void* user);
// 0: done; positive: still running; negative: failed.
[[gnu::weak]] int ethosu_wait(ethosu_driver* driver, bool block);
}

namespace kerf::ethos_u {
inline bool driver_is_linked() { return &ethosu_invoke_async != nullptr; }
}  // namespace kerf::ethos_u
#endif

extern "C" {
// Memory of the processor's own, aligned to 16, where the system has any.
[[gnu::weak]] extern unsigned char* ethosu_fast_scratch;
[[gnu::weak]] extern size_t ethosu_fast_scratch_size;
}
