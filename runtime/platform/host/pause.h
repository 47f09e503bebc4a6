// How a thread waits for another.
#pragma once

namespace kerf::platform {

// Tells the processor that the thread only looks for what another writes.
inline void pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__) || defined(__arm__)
  __asm__ volatile("yield");
#endif
}

}  // namespace kerf::platform
