// Values and execution of a compiled program.
#include "compiled/call.h"

#include "core/fault.h"
#include "core/libc.h"
#include "core/result.h"
#include "selected/identity.h"

namespace kerf::compiled {

Call::Call(const Method& method, const uint8_t* weights, Arenas arenas, Threads threads,
           RandomSource random)
    : RandomSource(random),
      Threads(threads),
      method_(method),
      base_{const_cast<uint8_t*>(weights), static_cast<uint8_t*>(arenas.at[0]), nullptr} {
  for (size_t i = 1; i < kArenas; ++i)
    base_[base_of_arena(i)] = static_cast<uint8_t*>(arenas.at[i]);
  for (size_t i = 1; i < kWeightRegions; ++i)
    base_[base_of_weights(i)] = const_cast<uint8_t*>(kMoreWeights[i - 1]);
  uint8_t* const arena = base_[base_of_arena(0)];
  if (kTempBytes != 0) temp_ = Arena({arena + scratch_of(method), kTempBytes});
  if constexpr (kChanges) start_slots(layout_of(method));
}

void Call::start_slots(const Layout& layout) {
  error_ = Error::Ok;
  jumps_left_ = UINT32_MAX;
  uint8_t* const arena = base_[base_of_arena(0)];
  slots_ = reinterpret_cast<Tensor*>(arena + layout.slots);
  numbers_ = reinterpret_cast<Scalar*>(arena + layout.numbers);
  int32_t* sizes = reinterpret_cast<int32_t*>(arena + layout.sizes);
  for (size_t i = 0; i < method_.slots.count; ++i) {
    const TensorSlot& slot = kSlots[method_.slots.start + i];
    const Tensor own = tensor_of_tables(slot.tensor);
    slots_[i] = own;
    if (!slot.dynamic) continue;
    libc::copy(sizes, own.sizes().data(), own.dim() * sizeof(int32_t));
    slots_[i] = Tensor(own.scalar_type(), own.dim(), sizes, own.sizes().data(),
                       own.dim_order().data(), own.mutable_data_ptr());
    sizes += own.dim();
  }
  for (size_t i = 0; i < method_.numbers.count; ++i)
    numbers_[i] = number_of_tables(kChangingNumbers[method_.numbers.start + i]);
}

void Call::initialise() {
  for (size_t i = 0; i < method_.initial_data.count; ++i) {
    const InitialData& data = kInitialData[method_.initial_data.start + i];
    uint8_t* to = base_[base_of_arena(0)] + data.to;
    if constexpr (kArenas > 1)
      to = base_[base_of_arena(data.to >> kOffsetBits)] + (data.to & kOffsetMask);
    libc::copy(to, weights(data.from), data.bytes);
  }
}

Error Call::run() {
  // A use that costs an address: without one, no linker would keep the digest.
  __asm__ volatile("" : : "r"(selected::kPlanDigest));
  next_ = kCode + method_.code;
  const Word* const end = kCode + method_.code_end;
  for (size_t number = 0; next_ != end; ++number) {
    const Word kernel = *next_++;
    const Error error = kKernels[kernel](*this);
    if constexpr (kDescribes) {
      if (error != Error::Ok) return fault_at(error, kKernelNames[kernel], nullptr, number);
    }
    KERF_TRY(error);
    if (kTempBytes != 0) temp_.reset();
  }
  return Error::Ok;
}

Tensor Call::tensor_of_tables(size_t word) const {
  const uint32_t location = kLocations[word];
  const int32_t* const shape = kShapes + kShapeOf[word];
  const uint32_t about = static_cast<uint32_t>(*shape);  // dtype, rank, where its dim order starts
  return Tensor(static_cast<ScalarType>(about & 0xFFu), about >> 8 & 0xFFu, shape + 1,
                kDimOrders + (about >> 16),
                base_[location >> kOffsetBits] + (location & kOffsetMask));
}

Tensor Call::tensor(size_t word) {
  if constexpr (kChanges) {
    if (const Tensor* changing = slot(word); changing != nullptr) {
      if (changing->const_data_ptr() == nullptr && changing->numel() != 0)
        fail(fault(Error::InvalidState, "a tensor has no data: was every input set?"));
      return *changing;
    }
  }
  return tensor_of_tables(word);
}

Tensor* Call::slot(size_t word) const {
  if constexpr (kChanges) {
    if (word >= kTensorCount) return slots_ + (word - kTensorCount);
  }
  return nullptr;
}

Span<const int32_t> Call::sizes(size_t word) const {
  const Tensor* const changing = slot(word);
  return changing != nullptr ? changing->sizes() : tensor_of_tables(word).sizes();
}

Scalar* Call::changing_number(size_t word) const {
  if constexpr (kChanges) {
    if (word >= kNumberCount) return numbers_ + (word - kNumberCount);
  }
  return nullptr;
}

Scalar Call::scalar(size_t word) const {
  const Scalar* const changing = changing_number(word);
  return changing != nullptr ? *changing : number_of_tables(word);
}

double Call::real(size_t word) const {
  // A number of the tables has the kind that its kernel takes.
  if constexpr (!kChanges) return Scalar::from_bits(Scalar::Kind::Double, kNumbers[word]).real();
  return scalar(word).to<double>();
}

int64_t Call::bits(size_t word, Scalar::Kind kind) {
  if constexpr (!kChanges) return kNumbers[word];
  const Scalar value = scalar(word);
  if (value.kind() != kind)
    fail(fault(Error::InvalidType,
               "an argument of a kernel call is not of the kind that the kernel takes"));
  return value.bits();
}

Span<const int64_t> Call::int_list(size_t word) {
  if constexpr (kChanges) {
    if (word >= kIntListCount) {
      const Range items = kComputedLists[word - kIntListCount];
      int64_t* const ints = temp_.allocate_array<int64_t>(items.count);
      for (size_t i = 0; i < items.count; ++i) ints[i] = integer(kItems[items.start + i]);
      return {ints, items.count};
    }
  }
  return list(kIntLists, kInts, word);
}

template <typename Item>
Span<Item> Call::tensors(size_t word) {
  const Range items = kTensorLists[word];
  Item* const list = temp_.allocate_array<Item>(items.count);
  for (size_t i = 0; i < items.count; ++i) {
    const size_t item = kItems[items.start + i];
    list[i] = Item();
    if (!is_none(item)) list[i] = tensor(item);
  }
  return {list, items.count};
}
template Span<Tensor> Call::tensors<Tensor>(size_t);
template Span<Optional<Tensor>> Call::tensors<Optional<Tensor>>(size_t);

Error Call::jump(uint32_t to) {
  const Word* const target = kCode + method_.code + to;
  // The code is finite, so that only jumps back could loop forever.
  if (target < next_ && jumps_left_-- == 0)
    return fault(Error::OutOfResources, "a loop exceeds the limit of jumps back");
  next_ = target;
  return Error::Ok;
}

}  // namespace kerf::compiled
