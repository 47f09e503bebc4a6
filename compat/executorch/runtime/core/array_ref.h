// Several constant elements in a row, which others own.
#pragma once

#include <initializer_list>
#include <type_traits>
#include <utility>

#include "executorch/runtime/platform/assert.h"

namespace executorch::runtime {

template <typename T>
class ArrayRef final {
 public:
  using value_type = T;
  using size_type = size_t;
  using iterator = const T*;
  using const_iterator = const T*;

  constexpr ArrayRef() = default;
  constexpr ArrayRef(const T& one) : data_(&one), size_(1) {}
  constexpr ArrayRef(const T* data, size_t size) : data_(data), size_(size) {}
  constexpr ArrayRef(const T* begin, const T* end)
      : data_(begin), size_(static_cast<size_t>(end - begin)) {}
  template <size_t N>
  constexpr ArrayRef(const T (&array)[N]) : data_(array), size_(N) {}
  constexpr ArrayRef(std::initializer_list<T> list) : data_(list.begin()), size_(list.size()) {}
  // Anything with data() and size(): a span, an array, a vector.
  template <
      typename Container,
      typename = std::enable_if_t<
          std::is_convertible_v<decltype(std::declval<const Container&>().data()), const T*> &&
          std::is_convertible_v<decltype(std::declval<const Container&>().size()), size_t>>>
  constexpr ArrayRef(const Container& container)
      : data_(container.data()), size_(container.size()) {}

  constexpr const T* data() const { return data_; }
  constexpr size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr const T* begin() const { return data_; }
  constexpr const T* end() const { return data_ + size_; }
  constexpr const T* cbegin() const { return begin(); }
  constexpr const T* cend() const { return end(); }

  constexpr const T& operator[](size_t index) const { return data_[index]; }
  constexpr const T& at(size_t index) const {
    ET_CHECK(index < size_);
    return data_[index];
  }
  constexpr const T& front() const { return data_[0]; }
  constexpr const T& back() const { return data_[size_ - 1]; }

  constexpr bool equals(ArrayRef other) const {
    if (size_ != other.size_) return false;
    for (size_t i = 0; i < size_; ++i) {
      if (!(data_[i] == other.data_[i])) return false;
    }
    return true;
  }
  constexpr ArrayRef slice(size_t start, size_t count) const { return {data_ + start, count}; }
  constexpr ArrayRef slice(size_t start) const { return {data_ + start, size_ - start}; }

 private:
  const T* data_ = nullptr;
  size_t size_ = 0;
};

template <typename T>
constexpr bool operator==(ArrayRef<T> a, ArrayRef<T> b) {
  return a.equals(b);
}
template <typename T>
constexpr bool operator!=(ArrayRef<T> a, ArrayRef<T> b) {
  return !a.equals(b);
}

template <typename T>
ArrayRef<T> makeArrayRef(const T* data, size_t size) {
  return {data, size};
}
template <typename T>
ArrayRef<T> makeArrayRef(const T& one) {
  return one;
}
template <typename T, size_t N>
ArrayRef<T> makeArrayRef(const T (&array)[N]) {
  return array;
}

}  // namespace executorch::runtime

namespace torch::executor {
using ::executorch::runtime::ArrayRef;
using ::executorch::runtime::makeArrayRef;
}  // namespace torch::executor
