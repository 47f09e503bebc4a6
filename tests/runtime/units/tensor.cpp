// Tensors as views: sizes, strides, resizing.
#include "tensor/tensor.h"

#include "tests/runtime/units/unit.h"

namespace {

using namespace kerf;

constexpr uint8_t kOrder[] = {0, 1, 2, 3};
constexpr uint8_t kChannelsLast[] = {0, 2, 3, 1};

Tensor fixed(Span<const int32_t> sizes, const uint8_t* order = kOrder) {
  return Tensor(ScalarType::Float, sizes.size(), sizes.data(), order, nullptr);
}

Error resize_to(Tensor& tensor, int32_t a, int32_t b) {
  const int32_t sizes[] = {a, b};
  return resize(tensor, sizes);
}

// A tensor of at most 4x6 elements.
struct Dynamic {
  int32_t sizes[2] = {4, 6};
  const int32_t bound[2] = {4, 6};
  float data[24];
  Tensor tensor{ScalarType::Float, 2, sizes, bound, kOrder, data};
};

}  // namespace

UNIT(tensor_of_rank_0_has_one_element) {
  const Tensor tensor = fixed({});
  CHECK(tensor.dim() == 0);
  CHECK(tensor.numel() == 1);
  CHECK(tensor.nbytes() == 4);
  CHECK(is_contiguous(tensor));
}

UNIT(elements_are_the_product_of_the_sizes) {
  const int32_t sizes[] = {2, 3, 5};
  const int32_t empty[] = {2, 0, 5};
  CHECK(fixed(sizes).numel() == 30);
  CHECK(fixed(sizes).nbytes() == 120);
  CHECK(fixed(empty).numel() == 0);
}

UNIT(strides_follow_the_dim_order) {
  const int32_t sizes[] = {2, 3, 4, 5};
  int32_t strides[4];
  compute_strides(fixed(sizes), strides);
  CHECK(strides[0] == 60 && strides[1] == 20 && strides[2] == 5 && strides[3] == 1);
  compute_strides(fixed(sizes, kChannelsLast), strides);
  CHECK(strides[0] == 60 && strides[1] == 1 && strides[2] == 15 && strides[3] == 3);
}

UNIT(dim_order_tells_whether_a_tensor_is_contiguous) {
  const int32_t sizes[] = {2, 3, 4, 5};
  CHECK(is_contiguous(fixed(sizes)));
  CHECK(!is_contiguous(fixed(sizes, kChannelsLast)));
  CHECK(!same_dim_order(fixed(sizes), fixed(sizes, kChannelsLast)));
  CHECK(same_dim_order(fixed(sizes), fixed(sizes)));
}

UNIT(shapes_are_the_same_in_rank_and_sizes) {
  const int32_t a[] = {2, 3};
  const int32_t b[] = {2, 3};
  const int32_t c[] = {3, 2};
  const int32_t d[] = {2, 3, 1};
  CHECK(same_shape(fixed(a), fixed(b)));
  CHECK(!same_shape(fixed(a), fixed(c)));
  CHECK(!same_shape(fixed(a), fixed(d)));
  CHECK(same_shape(fixed({}), fixed({})));
}

UNIT(static_tensor_keeps_its_shape) {
  const int32_t sizes[] = {4, 6};
  Tensor tensor = fixed(sizes);
  CHECK(!tensor.is_dynamic());
  CHECK(tensor.max_numel() == 24);
  CHECK(resize_to(tensor, 4, 6) == Error::Ok);
  CHECK(resize_to(tensor, 6, 4) == Error::InvalidArgument);
  CHECK(resize_to(tensor, 4, 5) == Error::InvalidArgument);
}

UNIT(dynamic_tensor_takes_any_shape_of_as_many_elements) {
  Dynamic dynamic;
  CHECK(dynamic.tensor.is_dynamic());
  CHECK(resize_to(dynamic.tensor, 2, 3) == Error::Ok);
  CHECK(dynamic.tensor.numel() == 6);
  CHECK(dynamic.tensor.max_numel() == 24);
  CHECK(resize_to(dynamic.tensor, 24, 1) == Error::Ok);
  CHECK(resize_to(dynamic.tensor, 0, 6) == Error::Ok);
  CHECK(dynamic.tensor.numel() == 0);
  CHECK(resize_to(dynamic.tensor, 4, 6) == Error::Ok);
}

UNIT(dynamic_tensor_without_data_has_room_for_no_element) {
  int32_t sizes[2] = {0, 6};
  const int32_t bound[2] = {4, 6};
  Tensor tensor(ScalarType::Float, 2, sizes, bound, kOrder, nullptr);
  CHECK(resize_to(tensor, 1, 1) == Error::InvalidArgument);
  CHECK(resize_to(tensor, 4, 6) == Error::InvalidArgument);
  CHECK(sizes[0] == 0 && sizes[1] == 6);
  CHECK(resize_to(tensor, 3, 0) == Error::Ok);
  CHECK(sizes[0] == 3 && sizes[1] == 0);
}

UNIT(resize_beyond_the_bound_is_an_error_and_changes_nothing) {
  Dynamic dynamic;
  CHECK(resize_to(dynamic.tensor, 5, 5) == Error::InvalidArgument);
  CHECK(resize_to(dynamic.tensor, 25, 1) == Error::InvalidArgument);
  CHECK(resize_to(dynamic.tensor, -1, 6) == Error::InvalidArgument);
  CHECK(resize_to(dynamic.tensor, -1, -1) == Error::InvalidArgument);
  CHECK(dynamic.sizes[0] == 4 && dynamic.sizes[1] == 6);
}

UNIT(resize_whose_product_wraps_is_an_error) {
  const int32_t bound[] = {2, 3, 4};
  int32_t sizes[] = {2, 3, 4};
  uint8_t data[24];
  Tensor tensor(ScalarType::Byte, 3, sizes, bound, kOrder, data);
  const int32_t wraps[][3] = {{INT32_MAX, INT32_MAX, INT32_MAX},
                              {1 << 22, 1 << 21, 1 << 21},  // 2^64
                              {1 << 30, 1 << 30, 16},
                              {INT32_MAX, INT32_MAX, 0}};  // no element, but strides that overflow
  for (const auto& each : wraps) CHECK(resize(tensor, each) == Error::InvalidArgument);
}

UNIT(resize_to_another_rank_is_an_error) {
  Dynamic dynamic;
  const int32_t line[] = {24};
  const int32_t volume[] = {2, 3, 4};
  CHECK(resize(dynamic.tensor, line) == Error::InvalidArgument);
  CHECK(resize(dynamic.tensor, volume) == Error::InvalidArgument);
}

UNIT(empty_bound_has_room_for_nothing) {
  const int32_t bound[] = {0, 6};
  int32_t sizes[] = {0, 6};
  Tensor tensor(ScalarType::Float, 2, sizes, bound, kOrder, nullptr);
  CHECK(resize_to(tensor, 0, 3) == Error::Ok);
  CHECK(resize_to(tensor, 1, 1) == Error::InvalidArgument);
}

UNIT(copies_of_a_tensor_share_its_sizes) {
  Dynamic dynamic;
  Tensor copy = dynamic.tensor;
  CHECK(resize_to(copy, 1, 2) == Error::Ok);
  CHECK(dynamic.tensor.numel() == 2);
}
