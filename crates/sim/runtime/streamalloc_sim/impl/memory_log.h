// SIM_MEMORY_LOG: what every buffer held when it was freed, and what those hold that are alive at exit.
//
// One line for each buffer: number in the order of allocation, kind, size, host thread that allocated it (in the order of their
// first allocations), `freed` or `alive`, and two hashes. The last line says whether the device was idle at exit; only then do
// live buffers have lines, since nobody can tell how far work in flight has come.
//
// Equal contents have equal hashes in different runs: an aligned word that holds the address of a buffer counts as that buffer
// and an offset, and one that holds the address of host memory as just that. The second hash also leaves out what
// was never written: it is the same under every seed, unless a value was made of such memory.
#ifndef STREAMALLOC_SIM_IMPL_MEMORY_LOG_H
#define STREAMALLOC_SIM_IMPL_MEMORY_LOG_H

#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "report.h"

namespace streamalloc_sim {

// Where this process has memory, as its map says now.
class HostRanges {
  public:
    bool contains(uint64_t address) {
        if (address >> 32 == 0 || address >> 47 != 0) return false; // most values are no addresses
        if (ranges_.empty()) read();
        for (const auto &range : ranges_)
            if (range.first <= address && address < range.second) return true;
        return false;
    }

  private:
    void read() {
        ranges_.emplace_back(0, 0);
        FILE *maps = fopen("/proc/self/maps", "r");
        if (!maps) return;
        uint64_t first, last;
        char mode = '-'; // address space without access, most of the arena for one, holds nothing
        while (fscanf(maps, "%" SCNx64 "-%" SCNx64 " %c%*[^\n]", &first, &last, &mode) == 3)
            if (mode == 'r') ranges_.emplace_back(first, last);
        fclose(maps);
    }

    std::vector<std::pair<uint64_t, uint64_t>> ranges_;
};

class MemoryLog {
  public:
    // Replaces the address of a buffer by a number that does not depend on where it lies; false for other words.
    using Rename = std::function<bool(uint64_t &)>;

    explicit MemoryLog(const std::string &path) {
        if (path.empty()) return;
        file_ = fopen(path.c_str(), "w");
        if (!file_) fault("cannot write the memory log %s", path.c_str());
    }

    bool on() const { return file_ != nullptr; }

    void write(uint64_t number, const char *kind, const void *bytes, size_t size, unsigned thread, bool alive, uint64_t poison,
               const Rename &rename) {
        uint64_t exact = 0, defined = 0;
        hash(static_cast<const char *>(bytes), size, poison, rename, exact, defined);
        fprintf(file_, "%" PRIu64 " %s %zu %u %s %016" PRIx64 " %016" PRIx64 "\n", number, kind, size, thread, alive ? "alive" : "freed",
                exact, defined);
        fflush(file_);
    }

    void end(bool idle) {
        fputs(idle ? "end idle\n" : "end busy\n", file_);
        fflush(file_);
    }

  private:
    static void hash(const char *bytes, size_t size, uint64_t poison, const Rename &rename, uint64_t &exact, uint64_t &defined) {
        constexpr uint64_t low = 0xffffffffu, high = ~low;
        HostRanges host;
        for (size_t i = 0; i < size; i += 8) {
            uint64_t word = 0;
            std::memcpy(&word, bytes + i, size - i < 8 ? size - i : 8);
            uint64_t written = word;
            if (word == poison) {
                written = 0;
            } else if (rename(word)) {
                written = word;
            } else if (host.contains(word)) {
                written = word = 1;
            } else {
                if ((word & low) == (poison & low)) written &= high;
                if ((word & high) == (poison & high)) written &= low;
            }
            exact = step(exact, word);
            defined = step(defined, written);
        }
    }

    static uint64_t step(uint64_t hash, uint64_t word) {
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
        return hash ^ hash >> 29;
    }

    FILE *file_ = nullptr;
};

} // namespace streamalloc_sim

#endif
