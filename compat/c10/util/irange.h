// Numbers from one to another, to loop over.
#pragma once

#include <cstddef>
#include <iterator>

namespace c10 {

template <typename I>
struct IntegerRange {
  struct iterator {
    using iterator_category = std::input_iterator_tag;
    using value_type = I;
    using difference_type = std::ptrdiff_t;
    using pointer = I*;
    using reference = I&;

    constexpr I operator*() const { return at; }
    constexpr iterator& operator++() {
      ++at;
      return *this;
    }
    constexpr iterator operator++(int) {
      const iterator before = *this;
      ++at;
      return before;
    }
    constexpr bool operator==(const iterator& other) const { return at == other.at; }
    constexpr bool operator!=(const iterator& other) const { return at != other.at; }

    I at;
  };

  constexpr iterator begin() const { return {first}; }
  constexpr iterator end() const { return {last}; }

  I first;
  I last;
};

// None where `last` is not above `first`.
template <typename A, typename B>
constexpr IntegerRange<B> irange(A first, B last) {
  const B start = static_cast<B>(first);
  return {start, start < last ? last : start};
}
template <typename I>
constexpr IntegerRange<I> irange(I last) {
  return irange(I{0}, last);
}

}  // namespace c10
