// A timer that the application has: an interrupt on a chip, a thread on a host.
#pragma once

#include <stdint.h>

namespace timer {

struct Timer {
  // Starts it, to fire once after `ticks`.
  void (*start)(uint32_t ticks);
  // Whether it has fired since it was started.
  bool (*fired)();
  // Returns when it has fired, or earlier.
  void (*wait)();
};

// The one of the platform.
extern const Timer kTimer;

// Gives the backend its timer; without one it is not available.
void connect(const Timer& timer);

}  // namespace timer
