// Runs the operators of one method while a delegate of another one works, on one core. The trace
// has a letter for each step: W the delegate waits, w an instruction of the other method, D both
// are done; S the processor has slept until the delegate was done.
#include "core/libc.h"
#include "executor/method.h"
#include "memory/block.h"
#include "platform/port.h"
#include "selected/memory.h"
#include "timer/timer.h"

namespace kerf {
namespace {

// Methods that run at the same time share neither planned memory nor a temp arena.
struct Loaded {
  Block<selected::kMethodBytes> method_memory;
  Block<selected::kTempBytes> temp_memory;
  Block<selected::kPlannedBytes[1]> planned_memory;
  Arena method{method_memory};
  Arena temp{temp_memory};
  Span<uint8_t> planned[1] = {planned_memory};
  MemoryManager memory{&method, {planned, 1}, &temp};
};

Loaded memory_of_slow, memory_of_work;

constexpr size_t kMostNoted = 16;
char trace[kMostNoted + 2];
size_t length;
// The beginning of a long wait is enough.
void note(char step) {
  if (length < kMostNoted || step == 'D' || step == 'S') trace[length++] = step;
}

Error set_ones(Method& method) {
  Result<Value> input = method.get_input(0);
  KERF_TRY(input.error());
  const Tensor& tensor = input->tensor();
  for (size_t i = 0; i < tensor.numel(); ++i) tensor.mutable_data_ptr<float>()[i] = 1;
  return Error::Ok;
}

// Whether the first element of the output is `expected`.
bool gives(const Method& method, float expected) {
  const Result<Value> output = method.get_output(0);
  return output.ok() && output->tensor().const_data_ptr<float>()[0] == expected;
}

Error overlap(Method& slow, Method& work) {
  KERF_TRY(set_ones(slow));
  KERF_TRY(set_ones(work));
  for (;;) {
    const Result<Progress> progress = slow.step();
    KERF_TRY(progress.error());
    if (progress.get() == Progress::Done) break;
    if (progress.get() == Progress::Advanced) continue;
    note('W');
    const Result<Progress> other = work.step();
    KERF_TRY(other.error());
    if (other.get() == Progress::Advanced) note('w');
    if (other.get() == Progress::Done) KERF_TRY(set_ones(work));
  }
  note('D');
  KERF_TRY(work.execute());
  return gives(slow, 2) && gives(work, 9) ? Error::Ok : Error::Internal;
}

// Waits with nothing else to do: the processor sleeps.
Error sleep(Method& slow) {
  KERF_TRY(set_ones(slow));
  KERF_TRY(slow.execute(0, {[](void*) { timer::kTimer.wait(); }, nullptr}));
  note('S');
  return gives(slow, 2) ? Error::Ok : Error::Internal;
}

Error run() {
  const Result<Program> program = Program::load(platform::model());
  KERF_TRY(program.error());
  timer::connect(timer::kTimer);
  Result<Method> slow = Method::load(program.get(), "slow", memory_of_slow.memory);
  KERF_TRY(slow.error());
  Result<Method> work = Method::load(program.get(), "work", memory_of_work.memory);
  KERF_TRY(work.error());
  Error error = overlap(slow.get(), work.get());
  if (error == Error::Ok) error = sleep(slow.get());
  slow->unload();
  platform::emit(trace, length);
  return error;
}

}  // namespace
}  // namespace kerf

int main() { return static_cast<int>(kerf::run()); }
