// Random numbers: the published ones of the algorithm, and kernels that have no generator.
#include "kernels/portable/random.h"

#include "core/generator.h"
#include "memory/arena.h"
#include "memory/memory_manager.h"
#include "tests/runtime/units/unit.h"

namespace {

using namespace kerf;

struct Facts {
  static constexpr TensorFacts out{dtype_set(ScalarType::Float), 2, false, false};
};

struct DropoutFacts {
  static constexpr TensorFacts out0{dtype_set(ScalarType::Float), 2, false, false};
};

constexpr int32_t kSizes[] = {3};
constexpr uint8_t kOrder[] = {0};
constexpr int64_t kShape[] = {3};
float numbers[3];
bool mask[3];
Tensor out(ScalarType::Float, 1, kSizes, kOrder, numbers);
Tensor out_mask(ScalarType::Bool, 1, kSizes, kOrder, mask);

}  // namespace

// Source: the output of pcg32-demo of https://github.com/imneme/pcg-c-basic for seed 42 and
// sequence 54.
UNIT(numbers_are_those_that_the_authors_publish) {
  Generator generator(42, 54);
  constexpr uint32_t kPublished[] = {0xa15c02b7, 0x7b47f409, 0xba1d3330,
                                     0x83d2f293, 0xbfa4784b, 0xcbed606e};
  for (const uint32_t expected : kPublished) CHECK(generator.next() == expected);
}

UNIT(seed_and_sequence_determine_all_numbers) {
  Generator a(7);
  Generator b(7);
  Generator seed(8);
  Generator sequence(7, 1);
  int same_seed = 0;
  int same_sequence = 0;
  for (int i = 0; i < 1000; ++i) {
    const uint32_t number = a.next();
    CHECK(b.next() == number);
    same_seed += seed.next() == number ? 1 : 0;
    same_sequence += sequence.next() == number ? 1 : 0;
  }
  CHECK(same_seed < 3 && same_sequence < 3);
}

UNIT(a_copy_of_a_generator_repeats_its_numbers) {
  Generator a(1);
  Generator b = a;
  for (int i = 0; i < 10; ++i) CHECK(a.next() == b.next());
}

UNIT(without_a_generator_random_kernels_are_an_invalid_state) {
  Arena arena;
  KernelContext context(arena);
  CHECK(context.generator() == nullptr);
  CHECK(portable::rand_out<Facts>(context, kShape, out) == Error::InvalidState);
  CHECK(portable::randn_out<Facts>(context, kShape, out) == Error::InvalidState);
  CHECK(portable::native_dropout_out<DropoutFacts>(context, out, 0.5, true, out, out_mask) ==
        Error::InvalidState);
  CHECK(portable::native_dropout_out<DropoutFacts>(context, out, 0.5, false, out, out_mask) ==
        Error::Ok);
}

UNIT(memory_hands_on_the_generator_of_the_caller) {
  Arena arena;
  Generator generator(3);
  CHECK(MemoryManager(&arena, {}, &arena, &generator).generator() == &generator);
  CHECK(MemoryManager(&arena, {}, &arena).generator() == nullptr);
  Generator same(3);
  KernelContext context(arena, &generator);
  CHECK(portable::rand_out<Facts>(context, kShape, out) == Error::Ok);
  for (const float number : numbers) {
    CHECK(number == static_cast<float>(same.next() >> 8) / 16777216.0f);
  }
}
