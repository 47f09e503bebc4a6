// Typed reads from a flatbuffer that verify() has accepted: no checks, no copies.
// Source: https://flatbuffers.dev/internals (offsets, vtables, vectors); little-endian machines.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/libc.h"
#include "core/span.h"

namespace kerf::flatbuffer {

// Reads a T at `at`, a multiple of sizeof(T).
template <typename T>
T load(const uint8_t* at) {
  T value;
  libc::copy(&value, __builtin_assume_aligned(at, alignof(T)), sizeof(T));
  return value;
}

// What a reference at `at` points to.
inline const uint8_t* follow(const uint8_t* at) { return at + load<uint32_t>(at); }

// What an absent field reads as: the number 0, a reference to these zeros, a vector without
// elements, a table whose vtable is here too and has no fields.
alignas(8) inline constexpr uint8_t kNoElements[8] = {};

// A vector of numbers. One pointer, so that it is passed in a register.
template <typename T>
class Vector {
 public:
  Vector() = default;
  explicit Vector(const uint8_t* at) : at_(at) {}

  size_t size() const { return load<uint32_t>(at_); }
  T operator[](size_t index) const { return load<T>(at_ + sizeof(uint32_t) + index * sizeof(T)); }
  const T* data() const { return reinterpret_cast<const T*>(at_ + sizeof(uint32_t)); }
  Span<const T> span() const { return {data(), size()}; }

 private:
  const uint8_t* at_ = kNoElements;
};

// What reference `index` of a vector of them points to.
[[gnu::noinline]] inline const uint8_t* element(Vector<uint32_t> references, size_t index) {
  return follow(reinterpret_cast<const uint8_t*>(references.data() + index));
}

class Table;

// A vector of references to tables.
class TableVector {
 public:
  TableVector() = default;
  explicit TableVector(const uint8_t* at) : references_(at) {}

  size_t size() const { return references_.size(); }
  inline Table operator[](size_t index) const;

 private:
  Vector<uint32_t> references_;
};

// A table, or none (an absent field), whose fields are absent. Fields are named by their id, their
// position in the schema.
class Table {
 public:
  Table() = default;
  explicit Table(const uint8_t* at) : at_(at) {}

  explicit operator bool() const { return at_ != kNoElements; }

  // A number, 0 where the field is absent.
  template <typename T>
  T number(unsigned id) const {
    return load<T>(field(entry(id)));
  }
  Table table(unsigned id) const { return Table(reference(entry(id))); }
  // Reads a field that the table is known to have.
  template <typename T>
  T present_number(unsigned id) const {
    return load<T>(present(id));
  }
  Table present_table(unsigned id) const { return Table(follow(present(id))); }
  template <typename T>
  Vector<T> vector(unsigned id) const {
    return Vector<T>(reference(entry(id)));
  }
  TableVector tables(unsigned id) const { return TableVector(reference(entry(id))); }
  // NUL-terminated characters; "" where absent.
  Span<const char> string(unsigned id) const { return vector<char>(id).span(); }
  const char* text(unsigned id) const { return vector<char>(id).data(); }

 private:
  // Out of line on purpose: they are called from everywhere, and size counts more than a call.
  [[gnu::noinline]] const uint8_t* field(size_t entry) const {
    const uint8_t* vtable = at_ - load<int32_t>(at_);
    if (entry < load<uint16_t>(vtable)) {
      if (const size_t offset = load<uint16_t>(vtable + entry)) return at_ + offset;
    }
    return kNoElements;
  }
  [[gnu::noinline]] const uint8_t* reference(size_t entry) const { return follow(field(entry)); }
  const uint8_t* present(unsigned id) const {
    return at_ + load<uint16_t>(at_ - load<int32_t>(at_) + entry(id));
  }
  // Position of a field's offset in a vtable, in bytes.
  static constexpr size_t entry(unsigned id) { return 2 * id + 4; }

  const uint8_t* at_ = kNoElements;
};

[[gnu::always_inline]] inline Table TableVector::operator[](size_t index) const {
  return Table(element(references_, index));
}

// Whether the 4 bytes at `at`, a multiple of 4, are those characters: one comparison of numbers.
inline bool is_tag(const uint8_t* at, const char* tag) {
  const auto byte = [tag](unsigned i) { return uint32_t{static_cast<uint8_t>(tag[i])} << 8 * i; };
  return load<uint32_t>(at) == (byte(0) | byte(1) | byte(2) | byte(3));
}

// Whether the buffer is of the format that has this `identifier`, 4 characters.
inline bool has_identifier(const uint8_t* buffer, const char* identifier) {
  return is_tag(buffer + 4, identifier);
}

// What it refers to need not be checked yet: a sum of numbers may wrap, a pointer's may not.
inline Table root(const uint8_t* buffer) {
  return Table(reinterpret_cast<const uint8_t*>(reinterpret_cast<uintptr_t>(buffer) +
                                                load<uint32_t>(buffer)));
}

}  // namespace kerf::flatbuffer
