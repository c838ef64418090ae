// Fibers: stacks that one OS thread switches between, one for each CUDA thread that has to wait inside its block.
#ifndef STREAMALLOC_SIM_IMPL_FIBER_H
#define STREAMALLOC_SIM_IMPL_FIBER_H

#include <sys/mman.h>

#include <cstdint>

#include "observe.h"
#include "report.h"

#if defined(__x86_64__)

// Saves the callee-saved registers and the stack pointer of the caller in *save, and goes on with those at `load`.
extern "C" void streamalloc_sim_switch(void **save, void *load);
asm(R"(
.text
.type streamalloc_sim_switch, @function
streamalloc_sim_switch:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
.size streamalloc_sim_switch, . - streamalloc_sim_switch
)");

#else
#include <ucontext.h>
#endif

namespace streamalloc_sim {

class FiberStack {
  public:
    static constexpr size_t size = 256 * 1024;
    static constexpr size_t guard = 4096;

    // `entry` must never return.
    explicit FiberStack(void (*entry)()) {
        void *p = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
        if (p == MAP_FAILED || mprotect(p, guard, PROT_NONE) != 0) unsupported("no memory for the stacks of a block's threads");
        base_ = static_cast<char *>(p);
#if defined(__x86_64__)
        // As if `entry` were about to return from the switch: six saved registers, the return address, and a null above it
        // that keeps the stack aligned as at a call.
        void **top = reinterpret_cast<void **>(base_ + size);
        *--top = nullptr;
        *--top = reinterpret_cast<void *>(entry);
        for (int i = 0; i < 6; i++) *--top = nullptr;
        pointer_ = top;
#else
        getcontext(&context_);
        context_.uc_stack.ss_sp = base_;
        context_.uc_stack.ss_size = size;
        context_.uc_link = nullptr;
        makecontext(&context_, entry, 0);
#endif
    }

    FiberStack(const FiberStack &) = delete;
    FiberStack &operator=(const FiberStack &) = delete;
    ~FiberStack() { munmap(base_, size); }

    // Runs the fiber until it calls leave().
    void enter() {
        observe(streamalloc_observe_stack, static_cast<const void *>(base_));
#if defined(__x86_64__)
        streamalloc_sim_switch(&back_, pointer_);
#else
        swapcontext(&back_, &context_);
#endif
        observe(streamalloc_observe_stack, static_cast<const void *>(nullptr));
    }

    // Called on the fiber: goes back to the caller of enter().
    void leave() {
#if defined(__x86_64__)
        streamalloc_sim_switch(&pointer_, back_);
#else
        swapcontext(&context_, &back_);
#endif
    }

    bool guards(const void *p) const { return p >= base_ && p < base_ + guard; }

  private:
    char *base_;
#if defined(__x86_64__)
    void *pointer_ = nullptr, *back_ = nullptr;
#else
    ucontext_t context_, back_;
#endif
};

} // namespace streamalloc_sim

#endif
