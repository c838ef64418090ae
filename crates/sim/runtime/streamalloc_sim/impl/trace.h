// SIM_TRACE: one JSON line for each operation, or part of one, in the order in which they were carried out.
#ifndef STREAMALLOC_SIM_IMPL_TRACE_H
#define STREAMALLOC_SIM_IMPL_TRACE_H

#include <cstdio>
#include <string>

#include "op.h"
#include "report.h"

namespace streamalloc_sim {

class Trace {
  public:
    explicit Trace(const std::string &path) {
        if (path.empty()) return;
        file_ = fopen(path.c_str(), "w");
        if (!file_) fault("cannot write the trace file %s", path.c_str());
    }

    // `units` is how much of the operation was carried out just now.
    void write(const Op &op, uint64_t units, bool complete) {
        if (!file_) return;
        static const char *const kinds[] = {"kernel", "copy", "set", "marker", "host", "allocate", "free"};
        std::string more = op.describe();
        fprintf(file_, "{\"op\": %llu, \"stream\": %u, \"kind\": \"%s\"%s%s, \"units\": %llu, \"complete\": %s}\n",
                static_cast<unsigned long long>(op.number), op.stream, kinds[static_cast<int>(op.kind)], more.empty() ? "" : ", ",
                more.c_str(), static_cast<unsigned long long>(units), complete ? "true" : "false");
        fflush(file_);
    }

  private:
    FILE *file_ = nullptr;
};

} // namespace streamalloc_sim

#endif
