// Damages of files.
#include "tests/runtime/faults/damage.h"

#include "core/libc.h"

namespace kerf::faults {
namespace {

// Source: Vigna, splitmix64, https://prng.di.unimi.it/splitmix64.c
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t next() {
    state_ += 0x9E3779B97F4A7C15u;
    uint64_t z = state_;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
  }
  // Below `count`, which is not 0.
  size_t below(size_t count) { return static_cast<size_t>(next() % count); }

 private:
  uint64_t state_;
};

constexpr uint32_t kEdges[] = {0,          1,          2,          3,          7,
                               0x10,       0x7F,       0x80,       0xFF,       0x7FFF,
                               0xFFFF,     0x10000,    0x7FFFFFFF, 0x80000000, 0x80000001,
                               0xFFFFFFFC, 0xFFFFFFFE, 0xFFFFFFFF};
constexpr size_t kEdgeCount = sizeof kEdges / sizeof kEdges[0];

}  // namespace

bool keep(size_t number, Span<uint8_t> out, size_t* bytes) {
  *bytes = out.size();
  return number == 0;
}

bool truncate(size_t number, Span<uint8_t> out, size_t* bytes) {
  *bytes = number;
  return number < out.size();
}

bool flip(size_t number, Span<uint8_t> out, size_t* bytes) {
  const size_t at = number / 4;
  *bytes = out.size();
  if (at >= out.size()) return false;
  const uint8_t old = out[at];
  const uint8_t changed[] = {static_cast<uint8_t>(old ^ 0xFF), static_cast<uint8_t>(old ^ 0x01),
                             static_cast<uint8_t>(old ^ 0x80), 0};
  out[at] = changed[number % 4];
  return true;
}

bool number(size_t number, Span<uint8_t> out, size_t* bytes) {
  const size_t at = number / kEdgeCount * 4;
  *bytes = out.size();
  if (at + 4 > out.size()) return false;
  libc::copy(out.data() + at, &kEdges[number % kEdgeCount], 4);
  return true;
}

bool scramble(size_t number, Span<uint8_t> out, size_t* bytes) {
  Random random(number);
  *bytes = out.size();
  for (size_t left = 1 + random.below(4); left > 0; --left) {
    const size_t at = random.below(out.size());
    const size_t other = random.below(out.size());
    switch (random.below(6)) {
      case 0:
        out[at] = static_cast<uint8_t>(random.next());
        break;
      case 5:
        out[at / 4 * 4] = static_cast<uint8_t>(random.below(32));
        break;  // likely an index that exists
      case 1:
        out[at] = static_cast<uint8_t>(out[at] + 1 + 2 * random.below(2));
        break;
      case 2:
        if (out.size() >= 4)
          libc::copy(out.data() + at / 4 * 4 % (out.size() - 3), &kEdges[random.below(kEdgeCount)],
                     4);
        break;
      case 3: {
        // A reference or number from elsewhere is more likely to be valid than a random one.
        if (out.size() < 4) break;
        libc::move(out.data() + at / 4 * 4 % (out.size() - 3),
                   out.data() + other / 4 * 4 % (out.size() - 3), 4);
        break;
      }
      default: {
        const uint8_t kept = out[at];
        out[at] = out[other];
        out[other] = kept;
      }
    }
  }
  return true;
}

}  // namespace kerf::faults
