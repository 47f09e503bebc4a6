// Makes a kernel, a typed function, callable by position: one conversion per parameter type,
// nothing else.
#pragma once

#include "executor/argument.h"
#include "executor/argument_frame.h"
#include "executor/call.h"

namespace kerf {
namespace adapter {

// Whether a kernel resizes the argument of a parameter of type P.
template <typename P>
inline constexpr bool kResizes = false;
template <>
inline constexpr bool kResizes<Tensor&> = true;
template <>
inline constexpr bool kResizes<Span<Tensor>> = true;

template <typename Bound>
struct Adapt {
  static Error call(Call& call) { return unpack(call, Bound::run); }

 private:
  template <typename... P>
  static Error unpack(Call& call, Error (*)(KernelContext&, P...)) {
    return read<P...>(call, typename CountTo<sizeof...(P)>::Type{});
  }
  template <typename... P, size_t... I>
  static Error read(Call& call, Indices<I...>) {
    if constexpr ((kReadByLoop<P> && ...)) {
      Frame<Indices<I...>, P...> frame;
      read_arguments<P...>(call, frame);
      return run<I...>(call, argument_in<I>(frame)...);
    } else {
      return run<I...>(call, Argument<Call, P>(call, I)...);
    }
  }
  template <size_t... I, typename... P>
  static Error run(Call& call, Argument<Call, P>&&... arguments) {
    KERF_TRY(call.check(((uint32_t{kResizes<P>} << I) | ... | 0u), sizeof...(P)));
    KernelContext context = call.context();
    KERF_TRY(Bound::run(context, arguments.get()...));
    (arguments.commit(call, I), ...);
    return call.error();
  }
};

}  // namespace adapter

// Runs `call` on a kernel: Bound::run, a constant pointer to a function.
template <typename Bound>
Error adapt(Call& call) {
  return adapter::Adapt<Bound>::call(call);
}

}  // namespace kerf
