// The check of a program that is not trusted: everything that its schema expresses, and what it
// cannot express: indices in range, tensors inside their memory, shapes whose product does not
// overflow.
#pragma once

#include "core/error.h"
#include "flatbuffer/verifier.h"
#include "program/layout.h"
#include "program/program.h"

namespace kerf {

// Runs once. Afterwards every value, instruction and segment of every method may be used without a
// check.
class ProgramCheck : private flatbuffer::Walk {
 public:
  // `program` has its root and segments; `bytes` are those of its flatbuffer, which
  // flatbuffer::check_identifier() has accepted.
  ProgramCheck(Span<const uint8_t> bytes, const Program& program)
      : Walk(bytes, Layout::schema(), places_, check), program_(program) {}

  // Ok, InvalidProgram, NotSupported.
  using Walk::run;

  // What the program uses, after run().
  FeatureSet features() const { return features_; }

 private:
  using Layout = schema::layout::ProgramLayout;

  static Error check(Walk& walk, unsigned check);
  Error check(unsigned check);
  Error segment() const;
  Error subsegments();
  Error named() const;
  Error plan();
  Error boundary(schema::Vector<int32_t> indices, bool inputs);
  Error list(const uint8_t* list, schema::ValueType wanted, bool optional);
  Error tensor();
  Error tensor_data(size_t bytes, size_t alignment);
  Error inline_data(uint32_t index, size_t bytes, size_t alignment) const;
  Error kernel_call();
  Error delegate() const;
  Error delegate_call();
  Error move_call();
  Error jump_false_call();
  Error free_call();
  bool valid_indices(schema::Vector<int32_t> indices) const;
  bool is_value(uint32_t index) const;
  // The type of a value; Absent where there is none of that index.
  schema::ValueType type_of(uint32_t index) const;
  schema::TableVector values() const;
  // The code after the call is compiled only where the feature is selected. Error: NotSupported.
  template <Feature kFeature>
  Error use();
  Error unselected() const;

  const Program& program_;
  FeatureSet features_ = 0;
  Span<const uint8_t> segment_;  // that the latest subsegments are in
  const uint8_t* places_[Layout::size()];
};

}  // namespace kerf
