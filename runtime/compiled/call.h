// What runs a method of a compiled program: its tables, read by the words of its code.
#pragma once

#include "compiled/table.h"
#include "core/optional.h"
#include "core/span.h"
#include "kernels/context.h"
#include "memory/arena.h"
#include "memory/random_source.h"
#include "memory/threads.h"
#include "selected/features.h"
#include "selected/program.h"
#include "tensor/int32.h"

namespace kerf {
namespace compiled {

// A word that names no value: an argument that is left out.
inline constexpr size_t kNone = UINT16_MAX;

// A word that is the same in all calls of a kernel.
template <size_t kWord>
struct Known {
  constexpr operator size_t() const { return kWord; }

  // What the tables have for it as a tensor.
  static constexpr bool is_of_tables() { return kWord < kTensorCount; }
  static constexpr uint32_t location() { return kLocations[kWord]; }
  static constexpr size_t shape() { return kShapeOf[kWord]; }
  static constexpr uint32_t about() { return static_cast<uint32_t>(kShapes[shape()]); }
};

// What locations in the region of weights of that number, from 0 on, count from.
constexpr size_t base_of_weights(size_t region) {
  return region == 0 ? static_cast<size_t>(Base::Weights) : base_of_arena(kArenas) + region - 1;
}
inline constexpr size_t kBases = base_of_weights(kWeightRegions);

// Where the arenas of a method are; of one that has less than others the rest is null.
struct Arenas {
  void* at[kArenas];
};

// One run of a method. Every other word is the index of a tensor, number or list in its table, or,
// past the end of the table, of one of the method's values that change. Tables are trusted: the
// build made them from a program that it had checked.
class Call : public RandomSource, public Threads {
 public:
  // `weights`: where the constants of the program are, those in its first region. `arenas`: the
  // method's memory, each aligned to kPlannedAlignment, of arena_bytes(method, index). All outlive
  // the run. Values that change are initialised from the program; tensors of dynamic shape get
  // their largest shape. `threads`: what kernels divide their calls among. `random`: what they draw
  // from.
  Call(const Method& method, const uint8_t* weights, Arenas arenas, Threads threads = nullptr,
       RandomSource random = nullptr);

  // How often loops may jump back, all together, so that a run ends whatever the program is:
  // UINT32_MAX times by default.
  void limit_jumps(uint32_t most) { jumps_left_ = most; }

  // Copies the initial data of the tensors that keep their values from run to run into the arenas.
  void initialise();

  // Runs all calls. Errors: those of the kernels; InvalidType (a computed number of another kind),
  // InvalidState (a tensor without data), InvalidProgram (a view that has memory of its own),
  // OutOfResources (too many jumps back).
  Error run();

  KernelContext context() { return KernelContext(temp_, generator(), *this); }

  // What adapter::Argument reads. A computed value of another kind is kept in error().
  Tensor tensor(size_t word);
  Tensor mutable_tensor(size_t word) { return tensor(word); }
  template <size_t kWord>
  Tensor mutable_tensor(Known<kWord> word) {
    return tensor(word);
  }
  template <size_t kWord>
  [[gnu::always_inline]] Tensor tensor(Known<kWord> word) {
    if constexpr (word.is_of_tables()) return tensor_of_tables(word);
    return tensor(kWord);
  }
  Scalar scalar(size_t word) const;
  // The bits of a number of that kind.
  int64_t bits(size_t word, Scalar::Kind kind);
  int64_t integer(size_t word) { return bits(word, Scalar::Kind::Int); }
  Int32 narrow_integer(size_t word) {
    if (!kChanges || word < kNumberCount) return Int32::of_tables(kNumbers[word]);
    return integer(word);
  }
  double real(size_t word) const;
  bool boolean(size_t word) { return bits(word, Scalar::Kind::Bool) != 0; }
  constexpr bool is_none(size_t word) const { return word == kNone; }
  Span<const char> string(size_t word) const { return list(kStrings, kCharacters, word); }
  Span<const int64_t> int_list(size_t word);
  Span<const double> double_list(size_t word) const { return list(kDoubleLists, kDoubles, word); }
  Span<const bool> bool_list(size_t word) const { return list(kBoolLists, kBools, word); }
  Span<const Tensor> tensor_list(size_t word) { return tensors<Tensor>(word); }
  Span<Tensor> mutable_tensor_list(size_t word) { return tensors<Tensor>(word); }
  Span<const Optional<Tensor>> optional_tensor_list(size_t word) {
    return tensors<Optional<Tensor>>(word);
  }
  void set_scalar(size_t word, const Scalar& value) { *changing_number(word) = value; }

  // The tensor, or number, that changes and that `word` names; null where it does not change.
  Tensor* slot(size_t word) const;
  Scalar* changing_number(size_t word) const;
  // The sizes of a tensor, with or without data.
  Span<const int32_t> sizes(size_t word) const;

  Error error() const {
    if constexpr (kChanges) return error_;
    return Error::Ok;
  }

  // The next `count` words of the code, which the current call takes.
  const Word* take(size_t count) {
    const Word* row = next_;
    next_ += count;
    return row;
  }
  // Continues at word `to` of the method's code. Error: OutOfResources.
  Error jump(uint32_t to);

  const Arena& temp() const { return temp_; }
  Arena& temp() { return temp_; }
  // The constant at that offset of the weights, with the number of their region above kOffsetBits.
  const uint8_t* weights(uint32_t at) const {
    if constexpr (kWeightRegions == 1) return base_[base_of_weights(0)] + at;
    return base_[base_of_weights(at >> kOffsetBits)] + (at & kOffsetMask);
  }
  // The first arena.
  uint8_t* arena() const { return base_[static_cast<size_t>(Base::Arena)]; }

 private:
  template <typename Item>
  static Span<const Item> list(const Range* lists, const Item* pool, size_t word) {
    return {pool + lists[word].start, lists[word].count};
  }
  static Scalar number_of_tables(size_t word) {
    return Scalar::from_bits(static_cast<Scalar::Kind>(kNumberKinds[word]), kNumbers[word]);
  }
  template <typename Item>
  Span<Item> tensors(size_t word);
  Tensor tensor_of_tables(size_t word) const;
  // All but where its memory begins is read while compiling.
  template <size_t kWord>
  [[gnu::always_inline]] Tensor tensor_of_tables(Known<kWord> word) const {
    constexpr uint32_t kLocation = word.location();
    constexpr size_t kShape = word.shape();
    constexpr uint32_t kAbout = word.about();
    return Tensor(static_cast<ScalarType>(kAbout & 0xFFu), kAbout >> 8 & 0xFFu,
                  kShapes + kShape + 1, kDimOrders + (kAbout >> 16),
                  base_[kLocation >> kOffsetBits] + (kLocation & kOffsetMask));
  }
  void start_slots(const Layout& layout);
  void fail(Error error) {
    if (error_ == Error::Ok) error_ = error;
  }

  const Method& method_;
  const Word* next_;
  uint8_t* base_[kBases];
  Arena temp_;
  Tensor* slots_;
  Scalar* numbers_;
  uint32_t jumps_left_;
  Error error_;
};

}  // namespace compiled

using compiled::Call;

}  // namespace kerf
