// Where variables lie, as the debug information says: written by the tool, read when the program starts.
//
//   S address size id     a static variable
//   F low high            a function
//   V offset size id      a variable of the last function, from the frame's canonical address
#ifndef STREAMALLOC_ORACLE_LAYOUT_H
#define STREAMALLOC_ORACLE_LAYOUT_H

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace oracle {

struct Variable {
    long offset;
    long size;
    unsigned id;
};

struct Function {
    uintptr_t low, high;
    std::vector<Variable> variables;

    bool holds(uintptr_t pc) const { return pc >= low && pc < high; }
};

struct Static {
    uintptr_t low, high;
    unsigned id;
};

class Layout {
  public:
    Layout() {
        const char *path = getenv("STREAMALLOC_ORACLE_LAYOUT");
        FILE *file = path ? fopen(path, "r") : nullptr;
        if (!file) return;
        char kind;
        unsigned long a, b;
        long offset, size;
        unsigned id;
        while (fscanf(file, " %c", &kind) == 1) {
            if (kind == 'S' && fscanf(file, "%lx %lu %u", &a, &b, &id) == 3) statics_.push_back({a, a + b, id});
            else if (kind == 'F' && fscanf(file, "%lx %lx", &a, &b) == 2) functions_.push_back({a, b, {}});
            else if (kind == 'V' && fscanf(file, "%ld %ld %u", &offset, &size, &id) == 3)
                functions_.back().variables.push_back({offset, size, id});
            else break;
        }
        fclose(file);
        std::sort(functions_.begin(), functions_.end(), [](const Function &x, const Function &y) { return x.low < y.low; });
        std::sort(statics_.begin(), statics_.end(), [](const Static &x, const Static &y) { return x.low < y.low; });
    }

    const Function *function(uintptr_t pc) const { return holder(functions_, pc); }
    const Static *static_at(uintptr_t at) const { return holder(statics_, at); }

  private:
    template <typename T> static const T *holder(const std::vector<T> &all, uintptr_t at) {
        auto after = std::upper_bound(all.begin(), all.end(), at, [](uintptr_t a, const T &x) { return a < x.low; });
        if (after == all.begin()) return nullptr;
        --after;
        return at < after->high ? &*after : nullptr;
    }

    std::vector<Function> functions_;
    std::vector<Static> statics_;
};

} // namespace oracle

#endif
