// What selection knows of the calls of an operator: a kernel is a template over a type of facts.
//
// The generated type has one member for each parameter of the operator's schema, under its name:
// TensorFacts for tensors and lists of tensors, NumberFacts for numbers and lists of numbers; and
// `traits`, the relations between arguments that some call has.
#pragma once

#include <stdint.h>

#include "tensor/scalar_type.h"

namespace kerf {

// A tensor, an optional tensor, or the items of a list of tensors.
struct TensorFacts {
  DtypeSet dtypes;  // that it may have; empty where no call passes one
  uint32_t ranks;   // bit r: it may have r dimensions
  bool permuted;    // its order in memory may differ from the order of its dimensions
  bool absent;      // it may be left out

  // Whether any call passes one.
  constexpr bool present() const { return dtypes != 0; }
  constexpr bool may_have_rank(unsigned rank) const { return (ranks >> rank & 1u) != 0; }
};

enum class Known : uint8_t { no, integer, real };

// A number, an optional number, or the items of a list of numbers.
struct NumberFacts {
  uint8_t kinds;  // of a number: bit 0 an int, 1 a bool, 2 a double
  bool absent;    // it may be left out
  // The value that it, or every item of the list, has in all calls that pass it.
  Known known = Known::no;
  int64_t integer = 0;
  double value = 0;

  constexpr bool may_be_double() const { return (kinds & 4u) != 0; }
  // Whether it is known to be `number` wherever it is passed.
  constexpr bool is(int64_t number) const {
    return known == Known::integer ? integer == number
                                   : known == Known::real && value == static_cast<double>(number);
  }
};

// Relations between the arguments of one call, where some call has them or may have them; where
// none has, the kernel drops the code for it and keeps a check that returns NotSupported.
// codegen/traits.py derives each from the calls of the programs; the names there are the same.
enum class Trait : uint8_t {
  broadcast,            // tensors differ in shape
  in_place,             // an output is another argument
  mixed_dtypes,         // tensors, outputs included, differ in dtype
  mixed_layouts,        // tensors, outputs included, differ in dim order
  outer_reduction,      // the dimensions `dim` are not the last ones in memory
  negative_multiplier,  // a term of a quantized sum is subtracted
  overlap,              // an output shares some bytes with the first argument
};

using TraitSet = uint32_t;
constexpr TraitSet trait_set(Trait trait) { return TraitSet{1} << static_cast<unsigned>(trait); }

// What the build of a compiled program has proven of every call that an operator will ever get, so
// that its kernel need not check it. Where calls come from a program that is loaded, facts have no
// member `proofs`, and nothing is proven. codegen/compiled/proofs.py derives each.
enum class Proof : uint8_t {
  facts,     // every call is as the facts say, and no tensor changes its shape
  expanded,  // outputs have the shape that all operands together are expanded to
  row,       // outputs are one row each: all of their dimensions but the last are 1
  checked,   // the kernel would return InvalidArgument for no call, and no tensor is empty
  packed,    // weights are stored as Int8PackedProduct reads them
  folded,    // a bias is there, and has the offset of inputs times the sums of its weights added
  scaled,    // scales and biases are as `scaled` of the operator in functions.yaml has them
};

using ProofSet = uint32_t;
constexpr ProofSet proof_set(Proof proof) { return ProofSet{1} << static_cast<unsigned>(proof); }

template <typename Facts, typename = void>
inline constexpr ProofSet kProofs = 0;
template <typename Facts>
inline constexpr ProofSet kProofs<Facts, decltype(static_cast<void>(Facts::proofs))> =
    Facts::proofs;

template <typename Facts>
constexpr bool proves(Proof proof) {
  return (kProofs<Facts> & proof_set(proof)) != 0;
}

// Whether arguments that have these sets of dtypes have one and the same, known one: then nothing
// is left to check, because Method::load() compares the dtype of each argument with its facts.
template <typename... Sets>
constexpr bool one_dtype(DtypeSet first, Sets... others) {
  return (first & (first - 1)) == 0 && ((others == first) && ... && true);
}

// Whether some call of the operator with `Facts` has `trait`.
template <typename Facts>
constexpr bool needs(Trait trait) {
  return (Facts::traits & trait_set(trait)) != 0;
}

// IfNeeds<Facts, trait, With, Without> is With where some call has `trait`, else Without.
template <bool kNeeds, typename With, typename Without>
struct EitherType {
  using Type = With;
};
template <typename With, typename Without>
struct EitherType<false, With, Without> {
  using Type = Without;
};
template <typename Facts, Trait kTrait, typename With, typename Without>
using IfNeeds = typename EitherType<needs<Facts>(kTrait), With, Without>::Type;

// Whether it is proven that the tensors of each call have one shape and one dim order.
template <typename Facts>
constexpr bool proves_layout() {
  return proves<Facts>(Proof::facts) && !needs<Facts>(Trait::broadcast) &&
         !needs<Facts>(Trait::mixed_layouts);
}
// Whether, in addition, all have one dtype.
template <typename Facts>
constexpr bool proves_alike() {
  return proves_layout<Facts>() && !needs<Facts>(Trait::mixed_dtypes);
}

}  // namespace kerf
