// Device, pinned and managed memory: where it lies, who owns which range, and what a pointer points to.
//
// All of it comes from one reserved address range, the arena, in whole pages with an inaccessible page behind each allocation,
// so that an access past the end, or to memory that was freed and is not handed out again, is a fault that the simulator
// can explain. New memory is filled with the seed's poison. Registered host memory and __device__ variables lie elsewhere;
// they are only known here.
#ifndef STREAMALLOC_SIM_IMPL_MEMORY_H
#define STREAMALLOC_SIM_IMPL_MEMORY_H

#include <sys/mman.h>

#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "memory_log.h"
#include "observe.h"
#include "report.h"

namespace streamalloc_sim {

enum class MemoryKind { Pageable, Pinned, Registered, Managed, Device, Symbol };

inline const char *name_of(MemoryKind kind) {
    switch (kind) {
    case MemoryKind::Pageable: return "pageable host memory";
    case MemoryKind::Pinned: return "pinned host memory";
    case MemoryKind::Registered: return "registered host memory";
    case MemoryKind::Managed: return "managed memory";
    case MemoryKind::Device: return "device memory";
    case MemoryKind::Symbol: return "a device variable";
    }
    return "memory";
}

inline const char *short_name_of(MemoryKind kind) {
    switch (kind) {
    case MemoryKind::Pageable: return "pageable";
    case MemoryKind::Pinned: return "pinned";
    case MemoryKind::Registered: return "registered";
    case MemoryKind::Managed: return "managed";
    case MemoryKind::Device: return "device";
    case MemoryKind::Symbol: return "variable";
    }
    return "memory";
}

struct Allocation {
    uintptr_t begin = 0;
    size_t size = 0;
    MemoryKind kind = MemoryKind::Pageable;
    unsigned flags = 0;
    uintptr_t pages = 0; // of the arena; 0 for registered memory and variables
    size_t page_bytes = 0;
    uint64_t number = 0;     // in the order of allocation, or of first use for variables
    unsigned thread = 0;     // that allocated it, in the order of their first allocations
    bool free_queued = false; // given to cudaFreeAsync, which may not have run yet

    uintptr_t end() const { return begin + size; }
    bool contains(uintptr_t p) const { return p >= begin && p < end(); }
};

// Whether the process may write to all of [p, p + size), going by its memory map.
inline bool writable(const void *p, size_t size) {
    FILE *maps = fopen("/proc/self/maps", "r");
    if (!maps) return true;
    uintptr_t at = reinterpret_cast<uintptr_t>(p), end = at + size;
    unsigned long first, last;
    char mode[8];
    while (at < end && fscanf(maps, "%lx-%lx %7s%*[^\n]", &first, &last, mode) == 3)
        if (first <= at && at < last && mode[1] == 'w') at = last;
    fclose(maps);
    return at >= end;
}

class Memory {
  public:
    Memory(uint64_t poison, bool reuse, size_t device_bytes, size_t pinned_bytes, const std::string &log)
        : log_(log), poison_(poison), reuse_(reuse), device_total_(device_bytes), pinned_free_(pinned_bytes) {
        for (size_t bytes = size_t(1) << 40; bytes >= size_t(1) << 32; bytes /= 2) {
            void *p = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
            if (p == MAP_FAILED) continue;
            arena_ = next_ = reinterpret_cast<uintptr_t>(p);
            arena_end_ = arena_ + bytes;
            return;
        }
        unsupported("cannot reserve address space for device memory");
    }

    // Null when there is no room.
    void *allocate(size_t size, MemoryKind kind, unsigned flags) {
        if (size > (kind == MemoryKind::Pinned ? pinned_free_ : device_free())) return nullptr;
        size_t bytes = (size + page - 1) / page * page;
        uintptr_t pages = take_pages(bytes);
        if (!pages) return nullptr;
        Allocation a;
        // The end lies as close to the inaccessible page as the alignment that CUDA promises permits.
        a.begin = pages + (bytes - size) / alignment * alignment;
        a.size = size;
        a.kind = kind;
        a.flags = flags;
        a.pages = pages;
        a.page_bytes = bytes;
        a.number = allocated_++;
        a.thread = this_thread();
        fill_with_poison(a);
        if (kind == MemoryKind::Pinned) pinned_free_ -= size;
        else device_used_ += size;
        freed_.erase(freed_.lower_bound(pages), freed_.upper_bound(pages + bytes));
        live_[a.begin] = a;
        observe(streamalloc_observe_allocate, reinterpret_cast<const void *>(a.begin), size);
        return reinterpret_cast<void *>(a.begin);
    }

    // Registers host memory; false when no more can be page-locked.
    bool pin(const void *p, size_t size, unsigned flags) {
        if (size > pinned_free_) return false;
        pinned_free_ -= size;
        note(p, size, MemoryKind::Registered, flags);
        return true;
    }

    // Makes memory known that lies elsewhere.
    void note(const void *p, size_t size, MemoryKind kind, unsigned flags) {
        Allocation a;
        a.begin = reinterpret_cast<uintptr_t>(p);
        a.size = size;
        a.kind = kind;
        a.flags = flags;
        if (kind == MemoryKind::Symbol) a.number = variables_++;
        live_[a.begin] = a;
    }

    // `a` must be live. Its pages become inaccessible, or are handed out again soon, by seed.
    void release(Allocation a) {
        if (log_.on() && a.pages) log(a, false);
        live_.erase(a.begin);
        if (a.kind == MemoryKind::Pinned || a.kind == MemoryKind::Registered) pinned_free_ += a.size;
        if (!a.pages) return;
        observe(streamalloc_observe_release, reinterpret_cast<const void *>(a.begin));
        if (a.kind != MemoryKind::Pinned) device_used_ -= a.size;
        freed_[a.begin] = a;
        if (reuse_ && spare_bytes_ + a.page_bytes <= spare_limit) {
            if (a.page_bytes > poison_limit) // what is not filled is zero again
                madvise(reinterpret_cast<void *>(a.pages + poison_limit), a.page_bytes - poison_limit, MADV_DONTNEED);
            fill_with_poison(a);
            spare_.emplace_back(a.pages, a.page_bytes);
            spare_bytes_ += a.page_bytes;
        } else {
            madvise(reinterpret_cast<void *>(a.pages), a.page_bytes, MADV_DONTNEED);
            mprotect(reinterpret_cast<void *>(a.pages), a.page_bytes, PROT_NONE);
        }
    }

    void release_everything() {
        std::map<uintptr_t, Allocation> all = live_;
        for (auto &entry : all) release(entry.second);
    }

    // Ends the log. Live buffers are part of it when nothing is in flight that may still change them.
    void end_log(bool idle) {
        if (!log_.on()) return;
        for (const auto &entry : live_)
            if (idle && entry.second.kind != MemoryKind::Registered) log(entry.second, true);
        log_.end(idle);
    }

    void fill_with_poison(const Allocation &a) const {
        // Touching every page of very large buffers costs more than it shows; they keep zeros beyond the limit.
        size_t bytes = a.page_bytes < poison_limit ? a.page_bytes : poison_limit;
        uint64_t *words = reinterpret_cast<uint64_t *>(a.pages);
        for (size_t i = 0; i < bytes / sizeof(uint64_t); i++) words[i] = poison_;
    }

    // The live allocation that holds the byte at p, or null.
    Allocation *find(const void *p) {
        uintptr_t at = reinterpret_cast<uintptr_t>(p);
        auto it = live_.upper_bound(at);
        if (it == live_.begin()) return nullptr;
        --it;
        return it->second.contains(at) ? &it->second : nullptr;
    }

    // A live allocation that shares a byte with [p, p + size), or null.
    Allocation *find_overlap(const void *p, size_t size) {
        if (Allocation *a = find(p)) return a;
        auto it = live_.lower_bound(reinterpret_cast<uintptr_t>(p));
        return it != live_.end() && it->second.begin < reinterpret_cast<uintptr_t>(p) + size ? &it->second : nullptr;
    }

    bool in_arena(const void *p) const {
        uintptr_t at = reinterpret_cast<uintptr_t>(p);
        return at >= arena_ && at < arena_end_;
    }

    // Says what lies at an arena address that no live allocation holds.
    std::string explain(const void *p) const {
        uintptr_t at = reinterpret_cast<uintptr_t>(p);
        char text[200];
        auto dead = freed_.upper_bound(at);
        if (dead != freed_.begin() && (--dead)->second.contains(at)) {
            const Allocation &a = dead->second;
            snprintf(text, sizeof text, "byte %zu of freed %s (%zu bytes)", at - a.begin, name_of(a.kind), a.size);
            return text;
        }
        auto live = live_.upper_bound(at);
        if (live != live_.begin() && at < (--live)->second.pages + live->second.page_bytes + page) {
            const Allocation &a = live->second;
            snprintf(text, sizeof text, "%zu bytes past the end of %s (%zu bytes)", at - a.end(), name_of(a.kind), a.size);
            return text;
        }
        return "no memory was allocated there";
    }

    // Whether [p, p + size) holds a stretch of poison long enough to be no accident: two words, or all of a few bytes.
    bool looks_uninitialised(const void *p, size_t size) const {
        const char *bytes = static_cast<const char *>(p);
        if (size < 16) {
            const char *pattern = reinterpret_cast<const char *>(&poison_);
            size_t same = 0;
            for (size_t i = 0; i < size; i++) same += bytes[i] == pattern[(reinterpret_cast<uintptr_t>(p) + i) % 8];
            return size >= 4 && same == size;
        }
        size_t skip = (8 - reinterpret_cast<uintptr_t>(p) % 8) % 8, run = 0;
        for (size_t i = skip; i + 8 <= size; i += 8) {
            uint64_t word;
            std::memcpy(&word, bytes + i, 8);
            run = word == poison_ ? run + 1 : 0;
            if (run == 2) return true;
        }
        return false;
    }

    size_t device_total() const { return device_total_; }
    size_t device_free() const { return device_total_ - device_used_; }

  private:
    void log(const Allocation &a, bool alive) {
        auto rename = [this](uint64_t &word) {
            const void *p = reinterpret_cast<const void *>(word);
            if (!in_arena(p)) return false;
            const Allocation *target = find(p);
            auto dead = freed_.upper_bound(word);
            if (!target && dead != freed_.begin() && (--dead)->second.contains(word)) target = &dead->second;
            if (target) word = target->number << 40 | (word - target->begin);
            return target != nullptr;
        };
        log_.write(a.number, short_name_of(a.kind), reinterpret_cast<const void *>(a.begin), a.size, a.thread, alive, poison_, rename);
    }

    unsigned this_thread() {
        static thread_local unsigned mine = threads_++;
        return mine;
    }

    static constexpr size_t page = 4096;
    static constexpr size_t alignment = 256;
    static constexpr size_t poison_limit = size_t(64) << 20;
    static constexpr size_t spare_limit = size_t(512) << 20;

    uintptr_t take_pages(size_t bytes) {
        for (size_t i = spare_.size(); i-- > 0;)
            if (spare_[i].second == bytes) {
                uintptr_t pages = spare_[i].first;
                spare_.erase(spare_.begin() + static_cast<std::ptrdiff_t>(i));
                spare_bytes_ -= bytes;
                return pages;
            }
        if (bytes + page > arena_end_ - next_) return 0;
        uintptr_t pages = next_;
        if (mprotect(reinterpret_cast<void *>(pages), bytes, PROT_READ | PROT_WRITE) != 0) return 0;
        next_ += bytes + page;
        return pages;
    }

    MemoryLog log_;
    uint64_t allocated_ = 0, variables_ = 0; // so far
    unsigned threads_ = 0;                   // that have allocated
    uint64_t poison_;
    bool reuse_;
    size_t device_total_, device_used_ = 0;
    size_t pinned_free_;
    uintptr_t arena_ = 0, arena_end_ = 0, next_ = 0;
    std::map<uintptr_t, Allocation> live_, freed_; // by first byte
    std::vector<std::pair<uintptr_t, size_t>> spare_; // pages that may be handed out again
    size_t spare_bytes_ = 0;
};

} // namespace streamalloc_sim

#endif
