// Walks over tensors, and bytes that are copied along them.
#include "tensor/walk.h"

#include "kernels/support/copy.h"
#include "tests/runtime/units/unit.h"

namespace {

using namespace kerf;

// Three planes of `pixels` bytes each become pixels of three.
bool copies_planes(int32_t pixels) {
  uint8_t planes[3 * 40];
  uint8_t image[3 * 40 + 1];
  for (int32_t i = 0; i < 3 * pixels; ++i) planes[i] = static_cast<uint8_t>(7 * i + 1);
  image[3 * pixels] = 99;
  Walk<1> walk{};
  walk.add(2, {pixels / 2});
  walk.add(pixels / 2, {1});
  walk.add(3, {pixels});
  portable::copy_words<uint8_t>(walk, planes, image);
  for (int32_t i = 0; i < 3 * pixels; ++i) {
    if (image[i] != planes[i % 3 * pixels + i / 3]) return false;
  }
  return image[3 * pixels] == 99;
}

UNIT(a_longer_loop_becomes_the_inner_one) {
  Walk<1> walk{};
  walk.add(40, {1});
  walk.add(3, {100});
  CHECK(walk.lengthen() == 3);
  CHECK(walk.count() == 40 && walk.step(0) == 1);
  CHECK(walk.next() && walk.offset(0) == 100);
  CHECK(walk.next() && walk.offset(0) == 200);
  CHECK(!walk.next());
}

UNIT(a_shorter_loop_stays_the_outer_one) {
  Walk<1> walk{};
  CHECK(walk.lengthen() == 1);
  walk.add(3, {1});
  CHECK(walk.lengthen() == 1);
  walk.add(40, {3});
  CHECK(walk.lengthen() == 1);
  CHECK(walk.count() == 40 && walk.step(0) == 3);
}

UNIT(planes_become_pixels) {
  CHECK(copies_planes(40));
  CHECK(copies_planes(4));
  CHECK(copies_planes(2));
}

}  // namespace
