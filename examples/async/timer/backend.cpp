// Starts the timer, and multiplies when it has fired.
#include "backend.h"

#include "timer.h"

namespace timer {

using kerf::Error;
using kerf::Tensor;

static const Timer* connected;

void connect(const Timer& timer) { connected = &timer; }

bool Backend::is_available() const { return connected != nullptr; }

struct Payload {
  uint32_t ticks;
  float factor;
};

// The payload is used where it is: its address is all that a delegate keeps.
kerf::Result<kerf::DelegateHandle*> Backend::init(kerf::BackendInitContext&,
                                                  kerf::Span<const uint8_t> processed,
                                                  kerf::Span<const kerf::CompileSpec>) const {
  if (processed.size() != sizeof(Payload)) return Error::DelegateInvalidCompatibility;
  return const_cast<uint8_t*>(processed.data());
}

Error Backend::execute(kerf::BackendExecutionContext& context, kerf::DelegateHandle* handle,
                       const kerf::DelegateArguments& arguments) const {
  const auto& payload = *static_cast<const Payload*>(handle);
  if (!context.resumed()) connected->start(payload.ticks);
  if (!connected->fired()) return context.suspend(), Error::Ok;
  const kerf::Result<Tensor> in = arguments.input(0);
  KERF_TRY(in.error());
  kerf::Result<Tensor> out = arguments.output(1);
  KERF_TRY(out.error());
  if (in->scalar_type() != kerf::ScalarType::Float || out->scalar_type() != in->scalar_type())
    return Error::InvalidType;
  KERF_TRY(resize(out.get(), in->sizes()));
  for (size_t i = 0; i < in->numel(); ++i)
    out->mutable_data_ptr<float>()[i] = in->const_data_ptr<float>()[i] * payload.factor;
  return Error::Ok;
}

}  // namespace timer
