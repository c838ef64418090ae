// The OS threads that run kernels and host functions.
//
// There is one such thread at a time. A kernel that runs for very long is taken to wait for the host or for another stream; the
// host then goes on, and later work gets a new thread while the old one finishes by itself.
#ifndef STREAMALLOC_SIM_IMPL_DEVICE_THREAD_H
#define STREAMALLOC_SIM_IMPL_DEVICE_THREAD_H

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "signals.h"

namespace streamalloc_sim {

using Lock = std::unique_lock<std::mutex>;

class DeviceThread {
  public:
    // All members are protected by `mutex`, which is the device's lock; `changed` is signalled when a job ends.
    DeviceThread(std::mutex &mutex, std::condition_variable &changed) : mutex_(mutex), changed_(changed) {}

    static std::shared_ptr<DeviceThread> start(std::mutex &mutex, std::condition_variable &changed) {
        auto self = std::make_shared<DeviceThread>(mutex, changed);
        std::thread([self] { self->serve(); }).detach();
        return self;
    }

    // Hands over a job: `work` runs without the lock, then `finish` with it.
    void post(std::function<void()> work, std::function<void()> finish) {
        work_ = std::move(work);
        finish_ = std::move(finish);
        busy_ = true;
        wake_.notify_one();
    }

    bool busy() const { return busy_; }

    // Lets the thread end after its job.
    void retire() { retired_ = true; }

  private:
    void serve() {
        install_signal_stack();
        Lock lock(mutex_);
        while (!retired_) {
            wake_.wait(lock, [this] { return busy_; });
            std::function<void()> work = std::move(work_), finish = std::move(finish_);
            lock.unlock();
            work();
            lock.lock();
            finish();
            busy_ = false;
            changed_.notify_all();
        }
    }

    std::mutex &mutex_;
    std::condition_variable &changed_;
    std::condition_variable wake_;
    std::function<void()> work_, finish_;
    bool busy_ = false, retired_ = false;
};

} // namespace streamalloc_sim

#endif
