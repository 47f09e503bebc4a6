// Adds 1, or the first of the weights, to the bytes that its commands name. A command stream is
// "COP1", then offsets in the scratch of source and destination, their bytes, and whether it fails
// (1: at start, 2: as it runs).
#include "ethosu_device.h"

int device_accepts(const uint32_t* words, int bytes, const size_t* sizes) {
  if (bytes < 20 || words[0] != 0x31504f43 || words[4] == 1) return 0;
  for (int i = 1; i < 3; ++i) {
    if (words[3] > sizes[1] || words[i] > sizes[1] - words[3]) return 0;
  }
  return 1;
}

int device_runs(const uint32_t* words, const uint64_t* bases, const size_t* sizes) {
  uint8_t* const scratch = (uint8_t*)(uintptr_t)bases[1];
  const uint8_t* const weights = (const uint8_t*)(uintptr_t)bases[0];
  if (words[4] == 2) return -1;
  for (uint32_t i = 0; i < words[3]; ++i) {
    scratch[words[2] + i] = (uint8_t)(scratch[words[1] + i] + (sizes[0] != 0 ? weights[0] : 1));
  }
  return 0;
}
