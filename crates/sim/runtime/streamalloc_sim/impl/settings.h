// What the environment says about this run.
#ifndef STREAMALLOC_SIM_IMPL_SETTINGS_H
#define STREAMALLOC_SIM_IMPL_SETTINGS_H

#include <cstdint>
#include <cstdlib>
#include <string>

namespace streamalloc_sim {

struct Settings {
    uint64_t seed = number("SIM_SEED", 0);              // chooses the device's behaviour: see policy.h
    // SIM_SEEDS and SIM_LIMIT_MS: many runs in one start, see seeds.h
    std::string trace = text("SIM_TRACE");              // file that gets one JSON line per executed operation
    std::string memory_log = text("SIM_MEMORY_LOG");    // file that gets one line per buffer: see memory_log.h
    std::string pageable = text("SIM_PAGEABLE");        // async pageable copies: stage, defer, complete; default: by seed
    std::string sync_h2d = text("SIM_SYNC_H2D");        // pageable cudaMemcpy: complete, lag; default: by seed
    bool check_uninitialised = text("SIM_CHECK") == "uninit"; // downloads of never-written device memory are faults
    uint64_t stuck_ms = number("SIM_STUCK_MS", 1000);   // a kernel that runs longer no longer holds up the host
    uint64_t idle_ms = number("SIM_IDLE_MS", 1500);     // work goes on by itself when the host makes no call for so long
    uint64_t memory_mib = number("SIM_MEMORY_MB", 16384); // device memory in MiB
    uint64_t pinned_mib = number("SIM_PINNED_MB", 16384); // how much host memory can be page-locked, in MiB

  private:
    static std::string text(const char *name) {
        const char *value = std::getenv(name);
        return value ? value : "";
    }

    static uint64_t number(const char *name, uint64_t otherwise) {
        const char *value = std::getenv(name);
        if (!value || !*value) return otherwise;
        char *end = nullptr;
        unsigned long long n = std::strtoull(value, &end, 10);
        return *end ? otherwise : n;
    }
};

} // namespace streamalloc_sim

#endif
