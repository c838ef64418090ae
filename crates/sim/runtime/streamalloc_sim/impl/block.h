// Runs the threads of one block.
//
// Threads run one after the other on a fiber. Only when a thread meets a barrier or a warp exchange does it keep that fiber, and
// the next thread starts on another. Once every thread has returned or waits, what they wait for is resolved, and those that
// can go on do so in thread order. A kernel without barriers thus costs one switch per block.
#ifndef STREAMALLOC_SIM_IMPL_BLOCK_H
#define STREAMALLOC_SIM_IMPL_BLOCK_H

#include <algorithm>
#include <memory>
#include <vector>

#include "../builtins.h"
#include "fiber.h"

namespace streamalloc_sim {

class BlockRunner;
extern __thread BlockRunner *block_runner; // of this device thread, while it runs a block

class BlockRunner {
  public:
    explicit BlockRunner(uint64_t poison) : poison_(poison) {}

    void *shared() {
        uintptr_t p = reinterpret_cast<uintptr_t>(shared_.data());
        return reinterpret_cast<void *>((p + shared_alignment - 1) / shared_alignment * shared_alignment);
    }

    void run(KernelBody &body, size_t shared_bytes) {
        prepare_shared(shared_bytes);
        body_ = &body;
        block_runner = this;
        cursor = Cursor{0, blockDim.x * blockDim.y * blockDim.z, uint3{0, 0, 0}};
        blocked_.clear();
        while (cursor.next < cursor.count) {
            Fiber &fiber = idle_fiber();
            if (!resume(fiber)) blocked_.push_back(&fiber);
        }
        while (!blocked_.empty()) {
            resolve();
            std::vector<Fiber *> still_blocked;
            for (Fiber *fiber : blocked_)
                if (fiber->waiting || !resume(*fiber)) still_blocked.push_back(fiber);
            blocked_.swap(still_blocked);
        }
    }

    // The calling CUDA thread waits at a barrier of the block.
    int barrier(BarrierReduction reduction, int predicate) {
        Fiber &self = *running_;
        self.at_barrier = true;
        self.reduction = reduction;
        self.predicate = predicate;
        wait(self);
        return self.predicate;
    }

    // The calling CUDA thread waits for the other lanes of its warp. `site` is where in the kernel it does so.
    WarpView exchange(WarpOp op, unsigned mask, uint64_t value, const void *site) {
        Fiber &self = *running_;
        self.at_barrier = false;
        self.op = op;
        self.mask = mask;
        self.value = value;
        self.site = op == WarpOp::Active ? site : nullptr;
        wait(self);
        return WarpView{self.view->present, self.linear % 32, self.view->values};
    }

    bool overflowed(const void *address) const {
        for (const auto &fiber : fibers_)
            if (fiber->stack.guards(address)) return true;
        return false;
    }

  private:
    struct LaneValues {
        unsigned present;
        uint64_t values[32];
    };

    struct Fiber {
        Fiber() : stack(&BlockRunner::fiber_main) {}
        FiberStack stack;
        bool busy = false;    // holds a thread that has not returned
        bool waiting = false; // that thread waits for something unresolved
        unsigned linear = 0;  // its number in the block
        // What it waits for
        bool at_barrier = false;
        BarrierReduction reduction = BarrierReduction::None;
        int predicate = 0; // in: the thread's; out: the combination
        WarpOp op = WarpOp::Sync;
        unsigned mask = 0;
        uint64_t value = 0;
        const void *site = nullptr; // only where lanes at different places must not meet
        LaneValues *view = nullptr; // the result
        LaneValues own;             // result of the group whose first lane this is
    };

    static void fiber_main() {
        for (;;) {
            BlockRunner &runner = *block_runner;
            runner.body_->run_threads();
            Fiber &self = *block_runner->running_;
            self.busy = false;
            self.stack.leave();
        }
    }

    // The running thread gives way until resolve() has an answer for it.
    void wait(Fiber &self) {
        uint3 index = threadIdx;
        self.linear = index.x + blockDim.x * (index.y + blockDim.y * index.z);
        self.waiting = true;
        self.stack.leave();
        threadIdx = index;
    }

    // Runs a fiber until its thread waits (false) or there is no thread left for it (true).
    bool resume(Fiber &fiber) {
        fiber.busy = true;
        running_ = &fiber;
        fiber.stack.enter();
        return !fiber.busy;
    }

    Fiber &idle_fiber() {
        for (size_t i = blocked_.size(); i < fibers_.size(); i++)
            if (!fibers_[i]->busy) return *fibers_[i];
        for (auto &fiber : fibers_)
            if (!fiber->busy) return *fiber;
        fibers_.push_back(std::make_unique<Fiber>());
        return *fibers_.back();
    }

    // Every thread that has not returned waits: let some of them go on.
    void resolve() {
        bool any_warp = false, progress = false;
        for (Fiber *fiber : blocked_) any_warp |= !fiber->at_barrier;
        if (!any_warp) return release_barrier();
        for (Fiber *fiber : blocked_) progress |= release_group(*fiber, false);
        if (progress) return;
        // Lanes that a mask names will never come (undefined in CUDA): go on with those that did.
        for (Fiber *fiber : blocked_) release_group(*fiber, true);
    }

    void release_barrier() {
        int count = 0, all = 1;
        for (Fiber *fiber : blocked_) {
            count += fiber->predicate != 0;
            all &= fiber->predicate != 0;
        }
        for (Fiber *fiber : blocked_) {
            switch (fiber->reduction) {
            case BarrierReduction::None: break;
            case BarrierReduction::Count: fiber->predicate = count; break;
            case BarrierReduction::And: fiber->predicate = all; break;
            case BarrierReduction::Or: fiber->predicate = count != 0; break;
            }
            fiber->waiting = false;
        }
    }

    // Completes the warp exchange that `first` waits in, if it is the group's first lane and everyone expected is there.
    bool release_group(Fiber &first, bool regardless) {
        if (!first.waiting || first.at_barrier) return false;
        unsigned alive = 0, present = 0;
        Fiber *lanes[32];
        for (Fiber *fiber : blocked_) {
            if (fiber->linear / 32 != first.linear / 32) continue;
            unsigned lane = fiber->linear % 32;
            alive |= 1u << lane;
            if (fiber->waiting && !fiber->at_barrier && fiber->op == first.op && fiber->mask == first.mask &&
                fiber->site == first.site) {
                present |= 1u << lane;
                lanes[lane] = fiber;
            }
        }
        bool expected = first.op == WarpOp::Active || (first.mask & alive & ~present) == 0;
        if (!expected && !regardless) return false;
        first.own.present = present;
        for (unsigned lane = 0; lane < 32; lane++) {
            if (!(present >> lane & 1)) continue;
            first.own.values[lane] = lanes[lane]->value;
            lanes[lane]->view = &first.own;
            lanes[lane]->waiting = false;
        }
        return true;
    }

    // Shared memory has no defined contents when a block starts.
    void prepare_shared(size_t bytes) {
        size_t words = (bytes + shared_alignment) / sizeof(uint64_t) + 1;
        if (shared_.size() < words) shared_.resize(words);
        std::fill_n(shared_.begin(), words, poison_);
    }

    static constexpr size_t shared_alignment = 128;
    uint64_t poison_;
    std::vector<uint64_t> shared_;
    std::vector<std::unique_ptr<Fiber>> fibers_;
    std::vector<Fiber *> blocked_; // in thread order
    KernelBody *body_ = nullptr;
    Fiber *running_ = nullptr;
};

} // namespace streamalloc_sim

#endif
