// The adversary: every choice that the CUDA rules leave to the device, made by the seed.
//
//   seed   behaviour
//   0      everything as early as it can
//   1      everything as late as it may: only when a host wait forces it, and then only what that wait needs
//   2, 3   kernels and memsets late and copies early; the reverse
//   4 - 9  some streams late, the others early: those whose number has bit 0 (4), lacks bit 0 (5), has bit 1 (6), lacks bit 1
//          (7), has bit 2 (8), lacks bit 2 (9). Of any two of the first eight streams, one is late while the other is early.
//   10, 11 uploads late and all else early; downloads late
//   12 ... random: priorities for streams (or for the kinds of work in them) that hold for a while, so that some run far ahead
//          and others only when forced; kernels and copies are cut into parts with other work in between
//
// Of several late operations that are forced at once, odd seeds run the newest first, even ones the oldest.
// Streams are numbered in the order of their creation; the legacy default stream is number 0.
// "Early" operations run at the first API call at which all they must wait for is done; "late" ones only when forced.
#ifndef STREAMALLOC_SIM_IMPL_POLICY_H
#define STREAMALLOC_SIM_IMPL_POLICY_H

#include "op.h"
#include "random.h"
#include "settings.h"

namespace streamalloc_sim {

// What becomes of an asynchronous copy that involves pageable memory; all three are permitted.
enum class PageableCopy { Stage, Defer, Complete };

class Policy {
  public:
    explicit Policy(const Settings &settings)
        : seed_(settings.seed), pageable_(settings.pageable), sync_h2d_(settings.sync_h2d), random_(mix(settings.seed + 1)) {
        const double eagerness[] = {0.1, 0.5, 0.9}, overtaking[] = {0.0, 0.3, 0.7}, division[] = {0.0, 0.2, 0.5};
        advance_ = eagerness[random_.below(3)];
        overtake_ = overtaking[random_.below(3)];
        divide_ = division[random_.below(3)];
        by_kind_ = random_.chance(0.3);
    }

    bool random_order() const { return seed_ >= first_random; }

    // Whether the operation runs as soon as it can (never for random seeds, which use advance()).
    bool early(const Op &op) const {
        if (random_order()) return false;
        if (op.kind == OpKind::Marker && seed_ != 1) return true;
        bool copy = op.kind == OpKind::Copy;
        switch (seed_) {
        case 0: return true;
        case 1: return false;
        case 2: return copy;
        case 3: return !copy;
        case 10: return op.direction != Direction::Upload;
        case 11: return op.direction != Direction::Download;
        default: {
            unsigned bit = static_cast<unsigned>(seed_ - 4) / 2;
            bool late = ((op.stream >> bit & 1) != 0) == (seed_ % 2 == 0);
            return !late;
        }
        }
    }

    // Random seeds: how many operations to run at an API call.
    unsigned advance() { return random_.chance(advance_) ? 1 + static_cast<unsigned>(random_.below(4)) : 0; }

    // Random seeds: whether work that a wait does not need runs before work that it needs.
    bool overtake() { return random_order() && random_.chance(overtake_); }

    // Random seeds: whether the operation waits until it is forced, for now.
    bool lazy(const Op &op) const { return random_order() && priority(op) % 2 == 0; }

    // Which of several runnable operations, in order of issue, comes next.
    size_t pick(const std::vector<OpPtr> &runnable) {
        if (!random_order()) return seed_ % 2 ? runnable.size() - 1 : 0;
        if (random_.below(24) == 0) epoch_++;
        if (random_.chance(0.1)) return random_.below(runnable.size());
        size_t best = 0;
        for (size_t i = 1; i < runnable.size(); i++)
            if (priority(*runnable[i]) > priority(*runnable[best])) best = i;
        return best;
    }

    // How much of `units` remaining units of a divisible operation to run now.
    uint64_t portion(uint64_t units) {
        if (!random_order() || units < 2 || !random_.chance(divide_)) return units;
        return 1 + random_.below(units - 1);
    }

    PageableCopy pageable_upload() { return pageable(PageableCopy::Stage, true); }
    PageableCopy pageable_download() { return pageable(PageableCopy::Complete, false); }

    // Whether a synchronous pageable upload may still be on its way to the device when the call returns.
    bool sync_upload_lags() {
        if (sync_h2d_ == "complete") return false;
        if (sync_h2d_ == "lag") return true;
        return random_order() ? random_.chance(0.5) : seed_ % 2 == 1;
    }

    // Whether freed device memory is handed out again at once, or never (then every later access is caught).
    bool reuse_freed_memory() const { return seed_ % 2 == 1; }

    // Fills memory that has no defined contents; differs from seed to seed.
    uint64_t poison() const { return mix(seed_ ^ 0x5eed) | 0x8000000080000000u; }

  private:
    static constexpr uint64_t first_random = 12;

    uint64_t priority(const Op &op) const {
        uint64_t kind = by_kind_ ? 1 + static_cast<uint64_t>(op.kind) * 8 + static_cast<uint64_t>(op.direction) : 0;
        return mix(mix(seed_ * 1000003 + epoch_) + op.stream * 64 + kind);
    }

    PageableCopy pageable(PageableCopy kind_of_wait, bool upload) {
        if (pageable_ == "defer") return PageableCopy::Defer;
        if (pageable_ == "complete") return PageableCopy::Complete;
        if (pageable_ == "stage") return upload ? PageableCopy::Stage : PageableCopy::Complete;
        if (seed_ == 0) return PageableCopy::Complete;
        if (!random_order()) return seed_ % 2 ? PageableCopy::Defer : kind_of_wait;
        if (random_.chance(0.5)) return PageableCopy::Defer;
        return upload && random_.chance(0.7) ? PageableCopy::Stage : PageableCopy::Complete;
    }

    uint64_t seed_;
    std::string pageable_, sync_h2d_;
    Random random_;
    uint64_t epoch_ = 0;
    double advance_ = 0, overtake_ = 0, divide_ = 0;
    bool by_kind_ = false;
};

} // namespace streamalloc_sim

#endif
