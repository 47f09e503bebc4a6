// Runs calls of operators on the kernels of `kernel_list.h` and prints what came out.
//
// Reads cases from standard input; for each prints `NAME ERROR`, a line for each output (sizes and
// elements) and `end`, before it reads the next one: after a crash the culprit is known. Kernels
// are called as generated code calls them: without program, registry or values.
#include <iostream>

#include "calls.h"
#include "kernel_list.h"

namespace kerf::test {
namespace {

Error run_case(Case& call) {
  const auto kernel = kKernels.find(call.op);
  return kernel == kKernels.end() ? Error::OperatorMissing : kernel->second(call.arguments);
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
