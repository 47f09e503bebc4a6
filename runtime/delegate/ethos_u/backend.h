// Ethos-U: a payload is a stream of blocks that Vela made, its commands run by Arm's driver while
// the method waits.
#pragma once

#include "delegate/backend.h"

namespace kerf::ethos_u {

class Backend final : public BackendInterface {
 public:
  // Whether the program has the driver: the application calls ethosu_init() before a method runs.
  bool is_available() const override;
  // Errors: DelegateInvalidCompatibility (not what Vela writes), NotFound (data by name).
  Result<DelegateHandle*> init(BackendInitContext& context, Span<const uint8_t> processed,
                               Span<const CompileSpec> compile_specs) const override;
  // Suspends the call until the processor is done. Errors: InvalidProgram, InvalidType (arguments
  // that are not those of the payload), DelegateMemoryAllocationFailed, InvalidState (no driver is
  // free, or it failed).
  Error execute(BackendExecutionContext& context, DelegateHandle* handle,
                const DelegateArguments& arguments) const override;
  void destroy(DelegateHandle* handle) const override;
};

}  // namespace kerf::ethos_u
