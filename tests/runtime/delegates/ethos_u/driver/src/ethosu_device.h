// The simulated processor.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Whether the commands are those of this processor, and stay within the scratch.
int device_accepts(const uint32_t* words, int bytes, const size_t* sizes);
// Runs them: 0, or -1 where they are to fail.
int device_runs(const uint32_t* words, const uint64_t* bases, const size_t* sizes);

#ifdef __cplusplus
}
#endif
