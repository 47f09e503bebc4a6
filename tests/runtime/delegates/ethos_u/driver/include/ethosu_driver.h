// The part of Arm's header of this name that Kerf's backend calls.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct ethosu_driver;

struct ethosu_driver* ethosu_reserve_driver(void);
void ethosu_release_driver(struct ethosu_driver* driver);
int ethosu_invoke_async(struct ethosu_driver* driver, const void* commands, int bytes,
                        uint64_t* bases, const size_t* sizes, int count, void* user);
int ethosu_wait(struct ethosu_driver* driver, bool block);

#ifdef __cplusplus
}
#endif
