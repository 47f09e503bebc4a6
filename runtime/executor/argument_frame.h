// The arguments of a kernel call, read one after the other by one loop for all kernels.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "executor/argument.h"
#include "executor/call.h"
#include "selected/arguments.h"

namespace kerf {
namespace adapter {

// The place of P among `types`; as many as these where it is not one of them.
template <typename P, typename... T>
constexpr size_t place_of(Types<T...>) {
  constexpr bool kFound[] = {kSameType<P, T>..., true};
  size_t place = 0;
  while (!kFound[place]) ++place;
  return place;
}
template <typename... T>
constexpr size_t count_of(Types<T...>) {
  return sizeof...(T);
}

// Whether the loop reads parameters of type P.
template <typename P>
inline constexpr bool kReadByLoop =
    place_of<P>(selected::ArgumentTypes{}) < count_of(selected::ArgumentTypes{});

// Room for an argument, read later.
template <size_t I, typename P>
struct alignas(8) Room {
  Room() {}
  Room(Call& call, size_t i) : argument(call, i) {}
  static void* operator new(size_t, void* at) { return at; }

  union {
    Argument<Call, P> argument;
  };
};

template <size_t I, typename P>
Argument<Call, P>&& argument_in(Room<I, P>& room) {
  return static_cast<Argument<Call, P>&&>(room.argument);
}

// Room for all arguments of a kernel, in their order and without gaps.
template <typename I, typename... P>
struct Frame;
template <size_t... I, typename... P>
struct Frame<Indices<I...>, P...> : Room<I, P>... {
  static constexpr uint8_t kTypes[] = {
      static_cast<uint8_t>(place_of<P>(selected::ArgumentTypes{}))..., 0};
};

// Reads argument `i` of `call` to `at`. Returns where the next one is read to.
template <typename P>
unsigned char* read_argument(Call& call, size_t i, unsigned char* at) {
  new (at) Room<0, P>(call, i);
  return at + sizeof(Room<0, P>);
}

template <typename... T, size_t... I>
[[gnu::noinline]] void read_arguments(Types<T...>, Indices<I...>, Call& call, const uint8_t* types,
                                      size_t count, unsigned char* at) {
  for (size_t i = 0; i < count; ++i) {
    const size_t type = types[i];
    static_cast<void>(((type == I && (at = read_argument<T>(call, i, at), true)) || ...));
  }
}

// Reads the arguments of `call` to `frame`, which was made for them.
template <typename... P>
void read_arguments(Call& call, Frame<typename CountTo<sizeof...(P)>::Type, P...>& frame) {
  static_assert(sizeof(frame) == (sizeof(Room<0, P>) + ... + 0), "arguments follow each other");
  constexpr size_t kCount = count_of(selected::ArgumentTypes{});
  read_arguments(selected::ArgumentTypes{}, typename CountTo<kCount>::Type{}, call, frame.kTypes,
                 sizeof...(P), reinterpret_cast<unsigned char*>(&frame));
}

}  // namespace adapter
}  // namespace kerf
