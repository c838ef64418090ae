// Faults: what the simulator says when a program breaks a rule that a real device would let pass or answer with garbage.
#ifndef STREAMALLOC_SIM_IMPL_REPORT_H
#define STREAMALLOC_SIM_IMPL_REPORT_H

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

namespace streamalloc_sim {

constexpr int fault_exit_code = 86;       // the program broke a rule
constexpr int unsupported_exit_code = 87; // the program needs something that the simulator lacks

[[noreturn]] inline void stop(int code, const char *format, va_list arguments) {
    // The fault may have struck inside stdio: do not wait for its lock.
    if (ftrylockfile(stdout) == 0) {
        fflush(stdout);
        funlockfile(stdout);
    }
    fputs("streamalloc-sim: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    _exit(code);
}

[[noreturn]] __attribute__((format(printf, 1, 2))) inline void fault(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    stop(fault_exit_code, format, arguments);
}

[[noreturn]] __attribute__((format(printf, 1, 2))) inline void unsupported(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    stop(unsupported_exit_code, format, arguments);
}

} // namespace streamalloc_sim

#endif
