// What runs where: the frames of each stack, and the memory that is known, behind one lock.
#ifndef STREAMALLOC_ORACLE_STATE_H
#define STREAMALLOC_ORACLE_STATE_H

#include <dlfcn.h>
#include <pthread.h>
#include <unwind.h>

#include <map>
#include <unordered_map>
#include <unordered_set>

#include "layout.h"
#include "log.h"

extern "C" char __executable_start, etext; // made by the linker

namespace oracle {

struct Frame {
    uint32_t node;      // says how the frame came to be
    uintptr_t cfa;      // its canonical address: the stack pointer before it was called
    const Function *function;
};

using Stack = std::vector<Frame>;

struct Thread {
    Stack own;
    std::unordered_map<const void *, Stack> fibers;
    Stack *current = &own;
    uint64_t op = 0; // what the thread carries out
};

// Set while the calling thread is in here: what the observer itself allocates and copies does not count.
extern __thread int inside;
extern __thread Thread *self;

class State {
  public:
    // Made at the first use and never destroyed: threads may run until the process ends.
    static State &get() {
        static State *state = new State;
        return *state;
    }

    Thread &thread() {
        if (!self) {
            self = new Thread;
            threads_.push_back(self);
        }
        return *self;
    }

    void enter(uintptr_t call, uintptr_t in, uintptr_t cfa) {
        Stack &stack = *thread().current;
        drop(stack, cfa + 1);
        uint32_t parent = stack.empty() ? 0 : stack.back().node;
        Key key{parent, call, in};
        auto found = nodes_.find(key);
        if (found == nodes_.end()) {
            uint32_t id = static_cast<uint32_t>(nodes_.size() + 1);
            found = nodes_.emplace(key, Node{id, layout_.function(in)}).first;
            log_.line("N %u %u %lx %lx\n", id, parent, call, in);
        }
        stack.push_back({found->second.id, cfa, found->second.function});
    }

    void leave() {
        Stack &stack = *thread().current;
        if (!stack.empty()) stack.pop_back();
    }

    // An access by code of the program, whose frame has this canonical address.
    void access(const void *at, size_t size, int write, uintptr_t pc, uintptr_t cfa) {
        Thread &t = thread();
        drop(*t.current, cfa);
        if (size) note(t, at, write, pc);
    }

    // An access by a function of the C library that the program called at `pc`.
    void library_access(const void *at, size_t size, int write, uintptr_t pc) {
        Thread &t = thread();
        const Stack &stack = *t.current;
        if (!size || stack.empty() || !stack.back().function || !stack.back().function->holds(pc)) return;
        note(t, at, write, pc);
    }

    // An access by the device itself.
    void device_access(const void *at, size_t size, int write) {
        Thread &t = thread();
        if (size) event(0, 0, t.op, write, at);
    }

    // `by` is where the allocating function was called.
    void allocate(const void *at, size_t size, uintptr_t by) {
        if (!at || is_exception(by)) return;
        Thread &t = thread();
        uintptr_t pc = caller(t, by);
        if (!pc) return;
        uintptr_t low = reinterpret_cast<uintptr_t>(at);
        uint32_t id = ++allocations_;
        heap_[low] = Heap{low + (size ? size : 1), id};
        log_.line("H %u %u %lx %zu\n", id, top(t), pc, size);
    }

    void release(const void *at) {
        auto found = heap_.find(reinterpret_cast<uintptr_t>(at));
        if (found == heap_.end()) return;
        Thread &t = thread();
        uintptr_t pc = caller(t, 0);
        if (pc) log_.line("F %u %lx %lu %u\n", top(t), pc, static_cast<unsigned long>(t.op), found->second.id);
        heap_.erase(found);
    }

    void issue(uint64_t op) {
        Thread &t = thread();
        log_.line("O %lu %u %lx\n", static_cast<unsigned long>(op), top(t), caller(t, 0));
    }

  private:
    struct Key {
        uint32_t parent;
        uintptr_t call, in;
        bool operator==(const Key &o) const { return parent == o.parent && call == o.call && in == o.in; }
    };
    struct Hash {
        size_t operator()(const Key &k) const { return mix(mix(mix(0, k.parent), k.call), k.in); }
    };
    struct Node {
        uint32_t id;
        const Function *function;
    };
    struct Heap {
        uintptr_t high;
        uint32_t id;
    };
    // A variable in a frame is one object for all runs of the same chain of calls.
    struct Object {
        char kind;
        uint32_t id, owner;
        long offset;
    };
    // Events of one place with ever new offsets are given up.
    static constexpr int most_offsets = 64;

    static uint64_t mix(uint64_t hash, uint64_t value) {
        hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
        return hash ^ hash >> 29;
    }

    static uint32_t top(const Thread &t) { return t.current->empty() ? 0 : t.current->back().node; }

    // Frames that were left by a jump. `cfa` belongs to the frame that runs.
    static void drop(Stack &stack, uintptr_t cfa) {
        while (!stack.empty() && stack.back().cfa < cfa) stack.pop_back();
    }

    // Objects that are thrown are the C++ runtime's.
    static bool is_exception(uintptr_t by) {
        static const uintptr_t function = reinterpret_cast<uintptr_t>(dlsym(RTLD_DEFAULT, "__cxa_allocate_exception"));
        return by > function && by < function + 256;
    }

    // Where the innermost function of the program is that led here; 0 if the simulator called at `by`, for itself.
    uintptr_t caller(const Thread &t, uintptr_t by) {
        if (t.current->empty() || !t.current->back().function) return 0;
        Search search{layout_, *t.current->back().function, by, by == 0, 0, 0};
        _Unwind_Backtrace(
            [](_Unwind_Context *context, void *data) { return static_cast<Search *>(data)->step(_Unwind_GetIP(context)); },
            &search);
        return search.pc;
    }

    struct Search {
        const Layout &layout;
        const Function &function;
        uintptr_t by;
        bool begun; // the caller at `by` was reached
        uintptr_t pc;
        int depth;

        _Unwind_Reason_Code step(uintptr_t at) {
            if (function.holds(at - 1)) pc = at;
            if (pc || ++depth > 64) return _URC_END_OF_STACK;
            begun |= at == by;
            bool simulator = by && begun && at >= reinterpret_cast<uintptr_t>(&__executable_start) &&
                             at < reinterpret_cast<uintptr_t>(&etext) && !layout.function(at - 1);
            return simulator ? _URC_END_OF_STACK : _URC_NO_REASON;
        }
    };

    void note(Thread &t, const void *at, int write, uintptr_t pc) { event(top(t), pc, t.op, write, at); }

    void event(uint32_t node, uintptr_t pc, uint64_t op, int write, const void *at) {
        Object object = find(reinterpret_cast<uintptr_t>(at));
        if (!object.kind) return log_.count_unknown();
        uint64_t place = mix(mix(mix(mix(0, node), pc), op), static_cast<uint64_t>(write) << 8 | static_cast<unsigned char>(object.kind));
        place = mix(mix(place, object.id), object.owner);
        if (object.kind == 'L') {
            int &offsets = offsets_[place];
            if (offsets >= most_offsets || !seen_.insert(mix(place, static_cast<uint64_t>(object.offset))).second) return;
            offsets++;
            log_.line("A %u %lx %lu %d L %u %u %ld\n", node, pc, static_cast<unsigned long>(op), write, object.id, object.owner,
                      object.offset);
        } else if (seen_.insert(place).second) {
            log_.line("A %u %lx %lu %d %c %u\n", node, pc, static_cast<unsigned long>(op), write, object.kind, object.id);
        }
    }

    Object find(uintptr_t at) {
        auto after = heap_.upper_bound(at);
        if (after != heap_.begin() && at < std::prev(after)->second.high) return {'H', std::prev(after)->second.id, 0, 0};
        if (const Static *s = layout_.static_at(at)) return {'S', s->id, 0, 0};
        Object found = in_stack(*thread().current, at);
        for (const Thread *t : threads_) {
            if (found.kind) break;
            found = in_stack(t->own, at);
            for (const auto &fiber : t->fibers)
                if (!found.kind) found = in_stack(fiber.second, at);
        }
        return found;
    }

    static Object in_stack(const Stack &stack, uintptr_t at) {
        if (stack.empty() || at >= stack.front().cfa || at + (size_t(8) << 20) < stack.back().cfa) return {};
        // The innermost frame that begins above the address.
        auto frame = std::partition_point(stack.begin(), stack.end(), [at](const Frame &f) { return f.cfa > at; });
        --frame;
        if (!frame->function) return {};
        long offset = static_cast<long>(at) - static_cast<long>(frame->cfa);
        for (const Variable &v : frame->function->variables)
            if (offset >= v.offset && offset < v.offset + v.size) return {'L', v.id, frame->node, offset - v.offset};
        return {};
    }

    Log log_;
    Layout layout_;
    std::unordered_map<Key, Node, Hash> nodes_;
    std::unordered_set<uint64_t> seen_;
    std::unordered_map<uint64_t, int> offsets_;
    std::map<uintptr_t, Heap> heap_; // by first byte
    std::vector<Thread *> threads_;
    uint32_t allocations_ = 0;
};

// Holds the lock and tells allocations of the observer's own apart. Nothing happens in a guard within a guard.
class Guard {
  public:
    Guard() : first(!inside) {
        if (!first) return;
        inside = 1;
        pthread_mutex_lock(&mutex);
    }
    ~Guard() {
        if (!first) return;
        pthread_mutex_unlock(&mutex);
        inside = 0;
    }
    Guard(const Guard &) = delete;
    Guard &operator=(const Guard &) = delete;

    const bool first;

  private:
    static pthread_mutex_t mutex;
};

} // namespace oracle

#endif
