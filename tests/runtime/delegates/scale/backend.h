// A backend for tests: multiplies a tensor of Float by the factor of its payload, and is not ready
// for as many polls as the payload has.
#pragma once

#include "delegate/backend.h"

namespace scale {

// The payload: "SCAL", how often a call is suspended, the factor.
struct Payload {
  char magic[4];
  uint32_t polls;
  float factor;
  uint32_t scratch;
};

struct Handle {
  Payload payload;
  float bias;
  uint32_t polls;
  uint8_t* scratch;
};

class Backend final : public kerf::BackendInterface {
 public:
  static constexpr size_t kTempBytes = 64;

  bool is_available() const override;
  // Options: "fail" (int: the error of the delegate with so many before it), "bias" from data by
  // name where a spec "bias" names them.
  kerf::Result<kerf::DelegateHandle*> init(
      kerf::BackendInitContext& context, kerf::Span<const uint8_t> processed,
      kerf::Span<const kerf::CompileSpec> compile_specs) const override;
  kerf::Error execute(kerf::BackendExecutionContext& context, kerf::DelegateHandle* handle,
                      const kerf::DelegateArguments& arguments) const override;
  void destroy(kerf::DelegateHandle* handle) const override;
  // "available" (bool), "live" (int: how many delegates are there; read only).
  kerf::Error set_option(kerf::Span<const kerf::BackendOption> options) const override;
  kerf::Error get_option(kerf::Span<kerf::BackendOption> options) const override;
};

}  // namespace scale
