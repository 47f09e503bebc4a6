// What a schema cannot express: indices in range, tensors inside their memory, shapes whose product
// does not overflow.
#pragma once

#include "core/error.h"
#include "program/program.h"

namespace kerf {

// Runs once, on a program whose flatbuffer has been verified. Afterwards every value, instruction
// and segment of every method may be used without a check.
class ProgramCheck {
 public:
  explicit ProgramCheck(const Program& program) : program_(program) {}

  // Ok, InvalidProgram, NotSupported.
  Error run();

  // What the program uses, after run().
  FeatureSet features() const { return features_; }

 private:
  Error segments() const;
  Error subsegments(schema::Table offsets) const;
  Error plan();
  Error boundary(unsigned field);
  Error value(schema::Table value);
  Error tensor(schema::Table tensor);
  Error tensor_data(schema::Table tensor, uint64_t bytes, size_t alignment);
  Error list(schema::Vector<int32_t> items, bool optional) const;
  Error constant_data(schema::Table offsets, uint32_t index, uint64_t bytes,
                      size_t alignment) const;
  Error inline_data(uint32_t index, uint64_t bytes, size_t alignment) const;
  Error chain(schema::Table chain);
  Error instruction(schema::Table instruction, size_t instructions);
  static Error move(schema::Table from, schema::Table to);
  Error result(schema::Vector<int32_t> arguments);
  bool valid_indices(schema::Vector<int32_t> indices) const;
  // The code after the call is compiled only where the feature is selected. Error: NotSupported.
  template <Feature kFeature>
  Error use();
  bool is_value(int64_t index) const {
    return index >= 0 && static_cast<uint64_t>(index) < values_.size();
  }
  bool is_type(int64_t index, schema::ValueType type) const {
    return is_value(index) && schema::value_type(values_[static_cast<size_t>(index)]) == type;
  }

  const Program& program_;
  FeatureSet features_ = 0;
  // Of the plan that is being checked.
  schema::Table plan_;
  schema::TableVector values_;
};

}  // namespace kerf
