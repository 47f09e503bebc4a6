// Makes a backend that is written for ExecuTorch a backend of Kerf.
#pragma once

#include <new>

#include "delegate/backend.h"

namespace executorch::runtime {
class BackendInterface;
}

namespace kerf::bridge {

class Backend final : public BackendInterface {
 public:
  // `theirs` returns the object that lives as long as the program.
  explicit constexpr Backend(::executorch::runtime::BackendInterface& (*theirs)())
      : theirs_(theirs) {}

  bool is_available() const override;
  Result<DelegateHandle*> init(BackendInitContext& context, Span<const uint8_t> processed,
                               Span<const CompileSpec> compile_specs) const override;
  Error execute(BackendExecutionContext& context, DelegateHandle* handle,
                const DelegateArguments& arguments) const override;
  void destroy(DelegateHandle* handle) const override;
  // Numbers are passed as bool or int. Errors: InvalidArgument (no option of ExecuTorch can be it).
  Error set_option(Span<const BackendOption> options) const override;
  // Numbers alone; what an option holds says which kind of number is wanted.
  Error get_option(Span<BackendOption> options) const override;

 private:
  ::executorch::runtime::BackendInterface& (*theirs_)();
};

// The only T, made when it is first used and never destroyed: no static constructor, no heap.
template <typename T>
::executorch::runtime::BackendInterface& kept() {
  alignas(T) static uint8_t memory[sizeof(T)];
  static T& made = *::new (static_cast<void*>(memory)) T();
  return made;
}

}  // namespace kerf::bridge
