// How many delegates of the tests' backend there are.
#pragma once

#include "delegate/backend.h"

namespace kerf {

// 0 where no backend is linked.
inline int64_t live_delegates() {
  BackendOption option{"live", Scalar(int64_t{0})};
  return get_option("ScaleBackend", {&option, 1}) == Error::Ok ? option.value.integer() : 0;
}

}  // namespace kerf
