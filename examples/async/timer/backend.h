// A backend that takes as long as a timer: in place of an accelerator, which works while the
// processor does something else.
#pragma once

#include "delegate/backend.h"

namespace timer {

class Backend final : public kerf::BackendInterface {
 public:
  bool is_available() const override;
  kerf::Result<kerf::DelegateHandle*> init(
      kerf::BackendInitContext& context, kerf::Span<const uint8_t> processed,
      kerf::Span<const kerf::CompileSpec> compile_specs) const override;
  kerf::Error execute(kerf::BackendExecutionContext& context, kerf::DelegateHandle* handle,
                      const kerf::DelegateArguments& arguments) const override;
};

}  // namespace timer
