// Page-locked host memory for the programs of this folder, in the cheapest way that measurements on an H200 found.
//
// `cudaMallocHost` takes 47 ms for 128 MiB. Here pages are huge, a few threads touch them ahead of the program (4 ms),
// and blocks are registered one after the other behind them (3 ms in blocks of 16 MiB, 7 ms in blocks of 4 MiB). The
// program fills its first block meanwhile, and waits only before it gives a block to an asynchronous copy. Blocks that
// it releases are unregistered in the background, too (3 ms). Memory that is too little to be worth it stays pageable:
// copies take it all the same.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <cuda_runtime.h>
#include <mutex>
#include <sys/mman.h>
#include <thread>
#include <vector>

class PinnedBlocks {
  public:
    // Blocks of so many bytes, in the order in which the program will use them.
    explicit PinnedBlocks(const std::vector<size_t> &sizes)
    {
        size_t used = 0, end = 0;
        for (size_t bytes : sizes) {
            blocks_.push_back(Block{end, bytes});
            end += (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
            used += bytes;
        }
        length_ = end + HUGE_PAGE;
        mapping_ = mmap(nullptr, length_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (mapping_ == MAP_FAILED) abort();
        base_ = reinterpret_cast<char *>((reinterpret_cast<size_t>(mapping_) + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE);
        if (used < WORTHWHILE) return;
        madvise(base_, end, MADV_HUGEPAGE);
        worker_ = std::thread([this] {
            prepare();
            unprepare();
        });
    }
    ~PinnedBlocks()
    {
        release();
        if (worker_.joinable()) worker_.join();
        munmap(mapping_, length_);
    }
    PinnedBlocks(const PinnedBlocks &) = delete;
    PinnedBlocks &operator=(const PinnedBlocks &) = delete;

    // A block for the host's use.
    template <typename T> T *host(size_t number) { return reinterpret_cast<T *>(base_ + blocks_[number].begin); }

    // A block for asynchronous copies: waits until it is page-locked.
    template <typename T> T *pinned(size_t number)
    {
        if (worker_.joinable() && number >= ready_.load(std::memory_order_acquire)) {
            std::unique_lock<std::mutex> lock(mutex_);
            changed_.wait(lock, [&] { return number < ready_; });
        }
        return host<T>(number);
    }

    // All copies from and to the blocks are complete, and there will be no more. The host may go on using them.
    void release()
    {
        std::lock_guard<std::mutex> lock(mutex_);
        released_ = true;
        changed_.notify_all();
    }

  private:
    static constexpr size_t PAGE = 4096, HUGE_PAGE = 2 << 20, WORTHWHILE = 1 << 20;
    static constexpr unsigned TOUCHERS = 8;

    struct Block {
        size_t begin, bytes;
        bool registered = false;
    };

    // In the background: touches all pages with several threads, and registers what they have touched.
    void prepare()
    {
        std::vector<std::thread> touchers;
        const unsigned cores = std::max(2u, std::thread::hardware_concurrency());
        const size_t units = blocks_.back().begin / HUGE_PAGE + units_of(blocks_.back());
        const size_t count = std::min<size_t>({TOUCHERS, cores - 1, (units + 1) / 2});
        touched_ = std::vector<std::atomic<size_t>>(blocks_.size());
        for (size_t i = 0; i < count; i++) touchers.emplace_back([this, units] { touch(units); });
        for (size_t number = 0; number < blocks_.size(); number++) {
            Block &block = blocks_[number];
            {
                std::unique_lock<std::mutex> lock(mutex_);
                changed_.wait(lock, [&] { return touched_[number] == units_of(block); });
            }
            char *begin = base_ + block.begin;
            block.registered = cudaHostRegister(begin, block.bytes, cudaHostRegisterDefault) == cudaSuccess;
            {
                std::lock_guard<std::mutex> lock(mutex_);
                ready_ = number + 1;
                changed_.notify_all();
            }
            // CUDA's lock is not fair: without a pause, a call of the program waits for all registrations.
            std::this_thread::sleep_for(std::chrono::microseconds(20));
        }
        for (std::thread &toucher : touchers) toucher.join();
    }

    // In the background, too: takes back what `prepare` has registered, once the program has released it.
    void unprepare()
    {
        std::unique_lock<std::mutex> lock(mutex_);
        changed_.wait(lock, [&] { return released_; });
        lock.unlock();
        for (const Block &block : blocks_)
            if (block.registered) cudaHostUnregister(base_ + block.begin);
    }

    // Takes one huge page after the other. A page may be in use already, so nothing but 0 is added.
    void touch(size_t units)
    {
        for (size_t unit; (unit = next_++) < units;) {
            const size_t at = unit * HUGE_PAGE;
            size_t number = 0;
            while (number + 1 < blocks_.size() && blocks_[number + 1].begin <= at) number++;
            const Block &block = blocks_[number];
            const size_t end = std::min(at + HUGE_PAGE, block.begin + block.bytes);
            for (size_t page = at; page < end; page += PAGE) __atomic_fetch_or(base_ + page, 0, __ATOMIC_RELAXED);
            if (++touched_[number] < units_of(block)) continue;
            std::lock_guard<std::mutex> lock(mutex_);
            changed_.notify_all();
        }
    }

    static size_t units_of(const Block &block) { return (block.bytes + HUGE_PAGE - 1) / HUGE_PAGE; }

    void *mapping_;
    char *base_;
    size_t length_;
    std::vector<Block> blocks_;
    std::vector<std::atomic<size_t>> touched_;
    std::atomic<size_t> next_{0}, ready_{0};
    bool released_ = false;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::thread worker_;
};
