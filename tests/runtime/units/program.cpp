// Bytes that are not a program, as an application may pass them. Damaged ones: test_malformed.py.
#include "program/program.h"

#include "program/flat_tensor.h"
#include "tests/runtime/units/unit.h"

namespace {

using namespace kerf;

alignas(16) uint8_t zeros[256];

}  // namespace

UNIT(empty_bytes_are_not_a_program) {
  CHECK(Program::load({}).error() == Error::InvalidProgram);
  CHECK(FlatTensor::load({}).error() == Error::InvalidExternalData);
}

UNIT(zeros_are_not_a_program) {
  CHECK(Program::load(Span<const uint8_t>(zeros)).error() == Error::InvalidProgram);
  CHECK(FlatTensor::load(Span<const uint8_t>(zeros)).error() == Error::InvalidExternalData);
}

UNIT(bytes_at_an_odd_address_are_refused) {
  for (size_t offset = 1; offset < 16; ++offset) {
    const Span<const uint8_t> bytes(zeros + offset, sizeof zeros - offset);
    CHECK(Program::load(bytes).error() == Error::InvalidArgument);
    CHECK(FlatTensor::load(bytes).error() == Error::InvalidArgument);
  }
}
