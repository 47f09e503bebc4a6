// An ExecuTorch program (`.pte`): checked once when it is loaded, read without checks afterwards.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/result.h"
#include "core/span.h"
#include "program/feature.h"
#include "program/schema.h"
#include "selected/features.h"

namespace kerf {

class MethodMeta;

// Holds pointers into the bytes it was loaded from, nothing else; copies are cheap and equal.
class Program {
 public:
  // Addresses of tensor data are checked against their element size; files align them to 16 or
  // more.
  static constexpr size_t kMinimumAlignment = 16;

  // The program in `bytes`: a whole `.pte`, at a multiple of kMinimumAlignment. Nothing is copied:
  // `bytes` outlive the Program and everything loaded from it, and do not change. Errors:
  // InvalidArgument (alignment), InvalidProgram (anything invalid in any table of any method),
  // NotSupported (a dtype or a tensor feature that this runtime does not have). Where the target
  // has check = "never", only the alignment, the header and the identifier are checked.
  static Result<Program> load(Span<const uint8_t> bytes);

  size_t num_methods() const { return plans_.size(); }
  // Valid as long as the program's bytes; `index` < num_methods().
  const char* method_name(size_t index) const { return plans_[index].text(schema::plan::name); }
  // Error: NotFound.
  Result<MethodMeta> method_meta(const char* name) const;

  // The features of the format that the methods of this program use, all together; where programs
  // are not checked, those that were selected.
  FeatureSet features() const { return features_; }

  // The rest is for the executor. The plan of a method by name, none where there is no such method.
  schema::Table plan(const char* name) const;

  // Data of constant `index` of the tensors' data_buffer_idx (checked: > 0 and in range).
  const uint8_t* constant(uint32_t index) const;

  // Initial data of a mutable tensor: entry `index` of mutable_data_segments[list].
  const uint8_t* mutable_data(uint64_t list, uint32_t index) const;

  // The segment that holds data named `key`. Error: NotFound.
  Result<Span<const uint8_t>> named_data(const char* key) const;

  // The payload of a delegate, in the flatbuffer or in a segment; empty where it has none.
  Span<const uint8_t> delegate_data(schema::Table delegate) const;

  // Bytes of segment `index` (checked).
  Span<const uint8_t> segment(uint32_t index) const;

 private:
  friend class ProgramCheck;
  Program(schema::Table root, Span<const uint8_t> segment_bytes)
      : root_(root), segment_bytes_(segment_bytes) {}

  schema::Table root_;
  schema::TableVector plans_;
  Span<const uint8_t> segment_bytes_;         // from the segment base to the end of the file
  const uint8_t* constants_ = nullptr;        // the segment that has the constants
  schema::Vector<uint64_t> constant_starts_;  // in it; none where constants are inline
  FeatureSet features_ = selected::features::kSelected;
};

}  // namespace kerf
