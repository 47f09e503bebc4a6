// Runs calls of operators on typed kernels and prints the results.
//
// Reads cases from standard input; for each prints `NAME ERROR`, a line for each output (sizes and
// elements) and `end`, before it reads the next one: after a crash the culprit is known. Kernels
// are called as generated code calls them: without program or values. As Method::load() does, a
// call is refused first where a row of the registry does not take its dtypes.
#include <iostream>

#include "calls.h"
#include "executor/registry.h"
#include "kernel_run.h"

namespace kerf::test {
namespace {

bool is_of(DtypeSet dtypes, const Argument& argument) {
  if (argument.items().empty()) {
    return !argument.is_tensor() || contains(dtypes, argument.tensor().scalar_type());
  }
  for (const Argument& item : argument.items()) {
    if (!is_of(dtypes, item)) return false;
  }
  return true;
}

bool takes(const Kernel& kernel, const std::vector<Argument>& arguments) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (!is_of(kernel.dtypes[i], arguments[i])) return false;
    if ((kernel.dtypes[i] & kLastArgument) != 0) break;
  }
  return true;
}

Error run_case(Case& call) {
  const Run run = find_run(call.op);
  if (run == nullptr) return Error::OperatorMissing;
  for (const Kernel& kernel : registered_kernels()) {
    if (call.op == kernel.name && takes(kernel, call.arguments)) return run(call.arguments);
  }
  return Error::OperatorMissing;
}

void print_output(const Argument& argument) {
  if (argument.is_output()) std::cout << argument.contents() << '\n';
}

}  // namespace
}  // namespace kerf::test

int main() {
  using namespace kerf::test;
  std::ios::sync_with_stdio(false);
  for (Case call; read_case(std::cin, call);) {
    const kerf::Error error = run_case(call);
    std::cout << call.name << ' ' << to_string(error) << '\n';
    for (const Argument& argument : call.arguments) {
      print_output(argument);
      for (const Argument& item : argument.items()) print_output(item);
    }
    std::cout << "end" << std::endl;
  }
  return 0;
}
