// An operation: what a host call put into a stream and the device carries out later.
#ifndef STREAMALLOC_SIM_IMPL_OP_H
#define STREAMALLOC_SIM_IMPL_OP_H

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace streamalloc_sim {

enum class OpKind { Kernel, Copy, Set, Marker, HostFunction, Allocate, Free };
enum class Direction { None, Upload, Download, OnDevice, OnHost };
enum class OpState { Queued, Running, Done };

struct Op;
using OpPtr = std::shared_ptr<Op>;

struct Op {
    explicit Op(OpKind kind) : kind(kind) {}
    virtual ~Op() {}

    const OpKind kind;
    Direction direction = Direction::None;
    OpState state = OpState::Queued;
    uint64_t number = 0;     // order of issue
    unsigned stream = 0;     // number of the stream it was put into
    std::vector<OpPtr> after; // what must be done first: the stream's last operation, events, default-stream rules
    double done_at = 0;      // milliseconds, for event timing
    uint64_t seen_by = 0;    // the scheduler's search that came by last

    bool done() const { return state == OpState::Done; }

    void run_after(const OpPtr &other) {
        if (other && !other->done()) after.push_back(other);
    }

    bool runnable() {
        if (state != OpState::Queued) return false;
        after.erase(std::remove_if(after.begin(), after.end(), [](const OpPtr &op) { return op->done(); }), after.end());
        return after.empty();
    }

    // Kernels and host functions may run for long or wait for the host: they run on a device thread, without the lock.
    bool needs_thread() const { return kind == OpKind::Kernel || kind == OpKind::HostFunction; }

    // How many units (blocks, bytes) are left; more than one means that the operation can be carried out in parts.
    virtual uint64_t remaining() const { return 1; }

    // Carries out `units` units; true when nothing is left.
    virtual bool step(uint64_t units) = 0;

    // The trace's fields after number, stream and kind: `"name": value, ...`, or nothing.
    virtual std::string describe() const { return std::string(); }

    // For messages.
    virtual std::string title() const = 0;
};

} // namespace streamalloc_sim

#endif
