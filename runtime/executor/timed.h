// What times the instructions of a method; nothing where the target was built without.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/profile.h"
#include "selected/features.h"

namespace kerf {

template <bool kProfile>
class TimedIf {
 protected:
  static constexpr bool set(Profile*) { return false; }
  static void begin_chain(size_t) {}
  struct Timer {
    Timer(const TimedIf&, size_t) {}
  };
};

template <>
class TimedIf<true> {
 protected:
  bool set(Profile* profile) {
    profile_ = profile;
    return true;
  }
  void begin_chain(size_t chain) {
    if (profile_ != nullptr) profile_->chain = static_cast<uint32_t>(chain);
  }

  // Notes an instruction of the chain that was begun, from here to the end of the scope.
  class Timer {
   public:
    Timer(const TimedIf& timed, size_t instruction)
        : timed_(timed), instruction_(static_cast<uint32_t>(instruction)) {
      if (const Profile* profile = timed.profile_) begin_ = profile->ticks(profile->clock);
    }
    ~Timer() {
      Profile* const profile = timed_.profile_;
      if (profile == nullptr) return;
      const uint64_t end = profile->ticks(profile->clock);
      if (profile->count < profile->capacity) {
        profile->events[profile->count++] = {profile->chain, instruction_, begin_, end};
      } else {
        ++profile->lost;
      }
    }

   private:
    const TimedIf& timed_;
    uint32_t instruction_;
    uint64_t begin_ = 0;
  };

 private:
  Profile* profile_ = nullptr;
};

using Timed = TimedIf<selected::features::kProfile>;

}  // namespace kerf
