// A small, reproducible random number generator (SplitMix64).
#ifndef STREAMALLOC_SIM_IMPL_RANDOM_H
#define STREAMALLOC_SIM_IMPL_RANDOM_H

#include <cstdint>

namespace streamalloc_sim {

inline uint64_t mix(uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

class Random {
  public:
    explicit Random(uint64_t seed) : state_(seed) {}

    uint64_t next() { return mix(state_ += 0x9e3779b97f4a7c15u); }

    // A number in [0, limit); limit > 0.
    uint64_t below(uint64_t limit) { return next() % limit; }

    bool chance(double probability) { return static_cast<double>(next() >> 11) * 0x1p-53 < probability; }

  private:
    uint64_t state_;
};

} // namespace streamalloc_sim

#endif
