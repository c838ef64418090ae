// Page-locked host memory for the programs of this folder, in the cheapest way that measurements on an H200 found.
//
// `cudaMallocHost` takes about 0.4 ms for each MiB, in the calling thread. Here pages are huge, a few threads touch
// them ahead of the program, and blocks are registered one after the other behind them. The program fills its first
// block meanwhile, and waits only before it gives a block to an asynchronous copy. Memory that is too little to be
// worth it stays pageable: copies take it all the same.
#pragma once

#include <algorithm>
#include <atomic>
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
        worker_ = std::thread([this] { prepare(); });
    }
    ~PinnedBlocks()
    {
        if (worker_.joinable()) worker_.join();
        for (const Block &block : blocks_)
            if (block.registered) cudaHostUnregister(base_ + block.begin);
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
        const size_t count = std::min<size_t>({TOUCHERS, cores - 1, units});
        touched_ = std::vector<std::atomic<size_t>>(blocks_.size());
        for (size_t i = 0; i < count; i++) touchers.emplace_back([this, units] { touch(units); });
        for (size_t number = 0; number < blocks_.size(); number++) {
            Block &block = blocks_[number];
            {
                std::unique_lock<std::mutex> lock(mutex_);
                changed_.wait(lock, [&] { return touched_[number] == units_of(block); });
            }
            block.registered = cudaHostRegister(base_ + block.begin, block.bytes, cudaHostRegisterDefault) == cudaSuccess;
            std::lock_guard<std::mutex> lock(mutex_);
            ready_ = number + 1;
            changed_.notify_all();
        }
        for (std::thread &toucher : touchers) toucher.join();
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
    std::mutex mutex_;
    std::condition_variable changed_;
    std::thread worker_;
};
