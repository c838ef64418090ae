// Turns an access to memory that a program must not touch into an explanation.
#ifndef STREAMALLOC_SIM_IMPL_SIGNALS_H
#define STREAMALLOC_SIM_IMPL_SIGNALS_H

#include <signal.h>

#include <cstdlib>

namespace streamalloc_sim {

// Gives the calling thread a stack for the signal handler, which must work when the thread's own stack is exhausted.
inline void install_signal_stack() {
    constexpr size_t size = 64 * 1024;
    stack_t stack = {};
    stack.ss_sp = std::malloc(size); // kept for the life of the thread
    stack.ss_size = size;
    if (stack.ss_sp) sigaltstack(&stack, nullptr);
}

void explain_access(int signal, siginfo_t *info, void *);

inline void install_signal_handler() {
    struct sigaction action = {};
    action.sa_sigaction = explain_access;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND;
    sigaction(SIGSEGV, &action, nullptr);
    sigaction(SIGBUS, &action, nullptr);
}

} // namespace streamalloc_sim

#endif
