// Decides which pending operation runs when, and runs it. Every function here is called with the device's lock held and may release
// it for a while.
#ifndef STREAMALLOC_SIM_IMPL_SCHEDULER_H
#define STREAMALLOC_SIM_IMPL_SCHEDULER_H

#include <chrono>
#include <condition_variable>

#include "device_thread.h"
#include "observe.h"
#include "policy.h"
#include "stream.h"
#include "trace.h"

namespace streamalloc_sim {

extern __thread const Op *current_op; // what this OS thread is carrying out, for messages

inline double now_ms() {
    using namespace std::chrono;
    return duration<double, std::milli>(steady_clock::now().time_since_epoch()).count();
}

class Scheduler {
  public:
    Scheduler(std::mutex &mutex, const Settings &settings, Policy &policy, Trace &trace)
        : mutex_(mutex), policy_(policy), trace_(trace), stuck_(settings.stuck_ms), idle_(settings.idle_ms) {}

    void submit(Streams &streams, Stream &stream, const OpPtr &op) {
        op->number = ++issued_;
        observe(streamalloc_observe_issue, op->number);
        streams.append(stream, op);
        pending_.push_back(op);
        start_watch();
    }

    // At the end of each API call: what the device does on its own accord.
    void tick(Lock &lock) {
        epoch_++;
        if (policy_.random_order()) {
            for (unsigned n = policy_.advance(); n > 0; n--) {
                std::vector<OpPtr> ready = willing();
                if (ready.empty()) break;
                run(lock, ready[policy_.pick(ready)]);
            }
        } else {
            while (OpPtr op = first_early()) run(lock, op);
        }
        // A stream's launch queue is bounded; a call that finds it full waits.
        while (pending_.size() > queue_limit) {
            std::vector<OpPtr> ready = runnable();
            if (ready.empty()) break;
            run(lock, ready.front());
        }
    }

    // Runs what it takes until all the operations are done.
    void complete(Lock &lock, const std::vector<OpPtr> &targets) {
        waiting_++;
        for (;;) {
            bool all_done = true;
            for (const OpPtr &op : targets) all_done &= op->done();
            if (all_done) break;
            std::vector<OpPtr> ready = policy_.overtake() ? willing() : needed(targets);
            if (ready.empty()) ready = needed(targets);
            if (!ready.empty()) {
                run(lock, ready[policy_.pick(ready)]);
            } else if (changed_.wait_for(lock, thread_ ? stuck_ : std::chrono::milliseconds(20)) ==
                       std::cv_status::timeout) {
                // What we wait for is running and does not end. It may itself wait for another stream.
                ready = runnable();
                if (!ready.empty()) run(lock, ready.front());
            }
        }
        waiting_--;
    }

    bool idle() const { return pending_.empty(); }

    void complete_all(Lock &lock) {
        while (!pending_.empty()) complete(lock, pending_);
    }

    // The program asked whether these are done and was told no: a program that goes on asking must get there.
    void poll(Lock &lock, const std::vector<OpPtr> &targets) {
        std::vector<OpPtr> ready = needed(targets);
        if (!ready.empty()) run(lock, ready[policy_.pick(ready)]);
    }

  private:
    static constexpr size_t queue_limit = 1000;
    static constexpr std::chrono::milliseconds short_patience{100};

    std::vector<OpPtr> runnable() {
        std::vector<OpPtr> ready;
        for (const OpPtr &op : pending_)
            if (op->runnable()) ready.push_back(op);
        return ready;
    }

    std::vector<OpPtr> willing() {
        std::vector<OpPtr> ready = runnable();
        ready.erase(std::remove_if(ready.begin(), ready.end(), [this](const OpPtr &op) { return policy_.lazy(*op); }), ready.end());
        return ready;
    }

    OpPtr first_early() {
        for (const OpPtr &op : pending_)
            if (policy_.early(*op) && op->runnable()) return op;
        return nullptr;
    }

    // The runnable operations among the targets and all that they wait for.
    std::vector<OpPtr> needed(const std::vector<OpPtr> &targets) {
        std::vector<OpPtr> ready, todo = targets;
        searches_++;
        while (!todo.empty()) {
            OpPtr op = std::move(todo.back());
            todo.pop_back();
            if (op->done() || op->seen_by == searches_) continue;
            op->seen_by = searches_;
            if (op->runnable()) ready.push_back(std::move(op));
            else todo.insert(todo.end(), op->after.begin(), op->after.end());
        }
        std::sort(ready.begin(), ready.end(), [](const OpPtr &a, const OpPtr &b) { return a->number < b->number; });
        return ready;
    }

    // Carries out an operation, or the part of it that the policy chooses. The lock is released while a kernel runs, so the
    // caller must look at everything afresh afterwards.
    void run(Lock &lock, const OpPtr &op) {
        if (thread_ && thread_->busy()) {
            // Another host thread's call is driving the device.
            if (!changed_.wait_for(lock, stuck_, [this] { return !thread_ || !thread_->busy(); })) abandon_thread();
            return;
        }
        op->state = OpState::Running;
        uint64_t units = policy_.portion(op->remaining());
        auto outcome = std::make_shared<bool>(false);
        auto work = [op, units, outcome] {
            current_op = op.get();
            observe(streamalloc_observe_begin, op->number);
            *outcome = op->step(units);
            observe(streamalloc_observe_end);
            current_op = nullptr;
        };
        auto finish = [this, op, units, outcome] {
            trace_.write(*op, units, *outcome);
            op->state = *outcome ? OpState::Done : OpState::Queued;
            if (!*outcome) return;
            op->done_at = now_ms();
            op->after.clear();
            pending_.erase(std::find(pending_.begin(), pending_.end(), op));
        };
        if (!op->needs_thread()) {
            work();
            finish();
            changed_.notify_all();
            return;
        }
        if (!thread_) thread_ = DeviceThread::start(mutex_, changed_);
        std::shared_ptr<DeviceThread> thread = thread_;
        thread->post(work, finish);
        if (!changed_.wait_for(lock, stuck_, [&thread] { return !thread->busy(); })) abandon_thread();
    }

    void abandon_thread() {
        if (thread_) thread_->retire();
        thread_.reset();
        stuck_ = std::min(stuck_, short_patience); // such a program will do it again
    }

    // A host that spins on memory which pending work will write makes no call that would let that work run. When no call
    // has been made for a while, the device goes on by itself.
    void start_watch() {
        if (watching_) return;
        watching_ = true;
        std::thread([this] {
            install_signal_stack();
            uint64_t seen = 0;
            auto since = std::chrono::steady_clock::now();
            for (;;) {
                std::this_thread::sleep_for(std::chrono::milliseconds(10));
                Lock lock(mutex_);
                auto now = std::chrono::steady_clock::now();
                if (epoch_ != seen || waiting_ > 0 || pending_.empty()) {
                    seen = epoch_;
                    since = now;
                    continue;
                }
                if (now - since < idle_) continue;
                std::vector<OpPtr> ready = runnable();
                if (!ready.empty()) run(lock, ready[policy_.pick(ready)]);
                idle_ = std::min(idle_, short_patience); // such a program will do it again
            }
        }).detach();
    }

    std::mutex &mutex_;
    std::condition_variable changed_; // an operation has ended
    Policy &policy_;
    Trace &trace_;
    std::chrono::milliseconds stuck_; // how long a kernel may hold up the host
    std::chrono::milliseconds idle_;  // how long the host may go without a call
    std::vector<OpPtr> pending_; // in order of issue
    std::shared_ptr<DeviceThread> thread_;
    uint64_t issued_ = 0;
    uint64_t epoch_ = 0;  // API calls made
    uint64_t searches_ = 0;
    int waiting_ = 0;     // host threads that wait
    bool watching_ = false;
};

} // namespace streamalloc_sim

#endif
