// The delegates of a method, and where an execution is that may have to wait for one.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "delegate/backend.h"

namespace kerf {

// What a step of an execution has done.
enum class Progress : uint8_t { Advanced, Waiting, Done };

// How a caller waits for a delegate: `wait` may return early. None: the delegate is polled.
struct Waiter {
  void (*wait)(void* context) = nullptr;
  void* context = nullptr;
};

// In the method arena: copies of a method share it.
struct DelegateState {
  Span<Delegate> delegates;
  // The execution that step() has begun.
  size_t chain;
  size_t next;
  size_t kernels;  // of the chains before
  uint32_t jumps_left;
  bool running;
  // The call that a delegate has suspended, or runs now.
  bool suspended;
  BackendExecutionContext context;
  DelegateArguments arguments;
};

// What a method keeps where programs have delegates: nothing where they have none.
template <bool kDelegates>
struct DelegatesIf {
  static DelegateState* delegates_;  // declared for code that is not compiled
};
template <>
struct DelegatesIf<true> {
  DelegateState* delegates_ = nullptr;
};

}  // namespace kerf
