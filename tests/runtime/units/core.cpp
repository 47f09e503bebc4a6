// Errors, results, spans, optional values, and the description of a fault.
#include "core/error.h"
#include "core/fault.h"
#include "core/optional.h"
#include "core/result.h"
#include "core/span.h"
#include "tests/runtime/units/unit.h"

namespace {

using namespace kerf;

// Source: runtime/core/error.h of ExecuTorch 1.5.1.
struct Code {
  Error error;
  int number;
  const char* name;
};
constexpr Code kCodes[] = {
    {Error::Ok, 0x00, "Ok"},
    {Error::Internal, 0x01, "Internal"},
    {Error::InvalidState, 0x02, "InvalidState"},
    {Error::EndOfMethod, 0x03, "EndOfMethod"},
    {Error::AlreadyLoaded, 0x04, "AlreadyLoaded"},
    {Error::NotSupported, 0x10, "NotSupported"},
    {Error::NotImplemented, 0x11, "NotImplemented"},
    {Error::InvalidArgument, 0x12, "InvalidArgument"},
    {Error::InvalidType, 0x13, "InvalidType"},
    {Error::OperatorMissing, 0x14, "OperatorMissing"},
    {Error::RegistrationExceedingMaxKernels, 0x15, "RegistrationExceedingMaxKernels"},
    {Error::RegistrationAlreadyRegistered, 0x16, "RegistrationAlreadyRegistered"},
    {Error::NotFound, 0x20, "NotFound"},
    {Error::MemoryAllocationFailed, 0x21, "MemoryAllocationFailed"},
    {Error::AccessFailed, 0x22, "AccessFailed"},
    {Error::InvalidProgram, 0x23, "InvalidProgram"},
    {Error::InvalidExternalData, 0x24, "InvalidExternalData"},
    {Error::OutOfResources, 0x25, "OutOfResources"},
    {Error::DelegateInvalidCompatibility, 0x30, "DelegateInvalidCompatibility"},
    {Error::DelegateMemoryAllocationFailed, 0x31, "DelegateMemoryAllocationFailed"},
    {Error::DelegateInvalidHandle, 0x32, "DelegateInvalidHandle"},
};

Error fail_if(bool fails, int* reached) {
  KERF_TRY(fails ? Error::NotFound : Error::Ok);
  ++*reached;
  return Error::Ok;
}

}  // namespace

UNIT(errors_have_executorchs_numbers_and_names) {
  for (const Code& code : kCodes) {
    CHECK(static_cast<int>(code.error) == code.number);
    CHECK(strcmp(to_string(code.error), code.name) == 0);
  }
  CHECK(strcmp(to_string(static_cast<Error>(0x7F)), "Unknown") == 0);
}

UNIT(try_returns_the_error_and_goes_on_without_one) {
  int reached = 0;
  CHECK(fail_if(true, &reached) == Error::NotFound);
  CHECK(reached == 0);
  CHECK(fail_if(false, &reached) == Error::Ok);
  CHECK(reached == 1);
}

UNIT(result_holds_a_value_or_an_error) {
  Result<int> value = 7;
  CHECK(value.ok() && value.error() == Error::Ok && value.get() == 7);
  value.get() = 8;
  CHECK(value.get() == 8);
  const Result<int> error = Error::NotSupported;
  CHECK(!error.ok() && error.error() == Error::NotSupported);
}

UNIT(span_of_an_array_has_its_elements) {
  int array[] = {1, 2, 3};
  const Span<int> span(array);
  const Span<const int> readable = span;
  CHECK(readable.size() == 3 && readable[2] == 3 && readable.data() == array);
  int sum = 0;
  for (const int each : readable) sum += each;
  CHECK(sum == 6);
  CHECK(Span<int>().empty() && Span<int>().data() == nullptr);
}

UNIT(optional_is_absent_unless_it_has_a_value) {
  const Optional<int> absent;
  const Optional<int> present(3);
  CHECK(!absent.has_value() && absent.value_or(5) == 5);
  CHECK(present.has_value() && *present == 3 && present.value_or(5) == 3);
}

UNIT(first_fault_stays_until_it_is_cleared) {
  clear_fault();
  CHECK(strcmp(last_fault(), "") == 0);
  CHECK(fault(Error::NotFound, "the cause", "subject") == Error::NotFound);
  CHECK(fault(Error::Internal, "a consequence") == Error::Internal);
  CHECK(strcmp(last_fault(), "the cause: subject") == 0);
  clear_fault();
  keep_fault("alone", nullptr, nullptr);
  CHECK(strcmp(last_fault(), "alone") == 0);
}

UNIT(names_from_a_file_print_as_one_line_of_bounded_length) {
  clear_fault();
  keep_fault("name", "a\nb\x1B[31m\xFF", "");
  CHECK(strcmp(last_fault(), "name: a?b?[31m?") == 0);
  clear_fault();
  char longer[1000];
  memset(longer, 'x', sizeof longer);
  longer[sizeof longer - 1] = '\0';
  keep_fault(longer, longer, longer);
  CHECK(strlen(last_fault()) == 255);
}
