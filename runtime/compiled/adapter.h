// Makes a kernel, a typed function, callable by the words of a compiled program's code.
#pragma once

#include "compiled/call.h"
#include "core/result.h"
#include "executor/argument.h"

namespace kerf {
namespace compiled {

// Where an argument's word is: in the code, at that place among those of the call, counted from
// kBase; or the same in all calls of the kernel.
template <size_t kPlace, size_t kBase = 0>
struct At {
  static constexpr size_t kWords = 1;
  static size_t word(const Word* row) { return row[kPlace] + kBase; }
};
// Reads an argument that some call leaves out.
template <size_t kPlace, size_t kBase = 0>
struct Maybe {
  static constexpr size_t kWords = 1;
  static size_t word(const Word* row) {
    constexpr Word kLeftOut = static_cast<Word>(~Word{0});
    return row[kPlace] == kLeftOut ? kNone : row[kPlace] + kBase;
  }
};
template <size_t kWord>
struct Always {
  static constexpr size_t kWords = 0;
  static size_t word(const Word*) { return kWord; }
};
// Reads an argument of an inlined kernel, whose table words are known while compiling.
template <size_t kWord>
struct Inline {
  static constexpr size_t kWords = 0;
  static Known<kWord> word(const Word*) { return {}; }
};

template <typename Bound, typename... Words>
struct Adapt {
  static Error call(Call& call) { return unpack(call, Signature{}); }

 private:
  // A null pointer: with the kernel's own, its only call would not be its only use.
  using Signature = decltype(Bound::run);

  template <typename... P>
  static Error unpack(Call& call, Error (*)(KernelContext&, P...)) {
    static_assert(sizeof...(P) == sizeof...(Words), "a word for each parameter");
    const Word* const row = call.take((Words::kWords + ... + 0));
    return run<P...>(call, row, adapter::Argument<Call, P>(call, Words::word(row))...);
  }
  template <typename... P>
  static Error run(Call& call, const Word* row, adapter::Argument<Call, P>&&... arguments) {
    KERF_TRY(call.error());
    KernelContext context = call.context();
    KERF_TRY(Bound::run(context, arguments.get()...));
    (arguments.commit(call, Words::word(row)), ...);
    return Error::Ok;
  }
};

// Runs the kernel Bound::run, a constant pointer to a function, on the words of the current call.
template <typename Bound, typename... Words>
Error adapt(Call& call) {
  return Adapt<Bound, Words...>::call(call);
}

}  // namespace compiled

using compiled::adapt;
using compiled::Always;
using compiled::At;
using compiled::Inline;
using compiled::Maybe;

}  // namespace kerf
