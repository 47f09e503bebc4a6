// Which parts of the program format are selected: the gate of everything in the executor that only
// some models need.
#pragma once

#include "program/feature.h"

namespace kerf::selected::features {

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.feature_flags(plan)) ]]]
inline constexpr bool bool_list = true;
inline constexpr bool caller_memory = true;
inline constexpr bool constant_buffer = true;
inline constexpr bool constant_segment = true;
inline constexpr bool delegate_call = true;
inline constexpr bool double_list = true;
inline constexpr bool dynamic_shapes = true;
inline constexpr bool external_data = true;
inline constexpr bool free_call = true;
inline constexpr bool jump_false_call = true;
inline constexpr bool move_call = true;
inline constexpr bool multiple_chains = true;
inline constexpr bool mutable_data = true;
inline constexpr bool optional_tensor_list = true;
inline constexpr bool scalar_inputs = true;
inline constexpr bool scalar_state = true;
inline constexpr bool string = true;
inline constexpr bool tensor_list = true;
inline constexpr bool complex_dtypes = true;
inline constexpr bool random = true;
inline constexpr FeatureSet kSelected =
    feature_set(Feature::bool_list) |
    feature_set(Feature::caller_memory) |
    feature_set(Feature::constant_buffer) |
    feature_set(Feature::constant_segment) |
    feature_set(Feature::delegate_call) |
    feature_set(Feature::double_list) |
    feature_set(Feature::dynamic_shapes) |
    feature_set(Feature::external_data) |
    feature_set(Feature::free_call) |
    feature_set(Feature::jump_false_call) |
    feature_set(Feature::move_call) |
    feature_set(Feature::multiple_chains) |
    feature_set(Feature::mutable_data) |
    feature_set(Feature::optional_tensor_list) |
    feature_set(Feature::scalar_inputs) |
    feature_set(Feature::scalar_state) |
    feature_set(Feature::string) |
    feature_set(Feature::tensor_list);
inline constexpr bool kState = true;
inline constexpr bool kChecksPrograms = true;
inline constexpr int kThreads = 16;
inline constexpr bool kProfile = false;
// [[[end]]] (sum: GALYRt2a//)
// clang-format on

}  // namespace kerf::selected::features
