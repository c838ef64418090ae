// One start of a program, many runs: each under a seed of its own, in a process of its own.
#ifndef STREAMALLOC_SIM_IMPL_SEEDS_H
#define STREAMALLOC_SIM_IMPL_SEEDS_H

#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace streamalloc_sim {

// What a run prints, in memory.
struct Capture {
    int file = memfd_create("output", MFD_CLOEXEC);

    long size() const { return lseek(file, 0, SEEK_END); }

    void show() const {
        lseek(file, 0, SEEK_SET);
        char part[65536];
        for (ssize_t got; (got = read(file, part, sizeof part)) > 0;)
            for (ssize_t done = 0, now; done < got; done += now)
                if ((now = write(STDOUT_FILENO, part + done, got - done)) < 0) _exit(1);
    }
};

// The child goes on as the program itself; its time is limited by a signal that ends it.
inline void become_run(const char *seed, const Capture &out, const Capture &err, uint64_t limit_ms) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(out.file, STDOUT_FILENO);
    dup2(err.file, STDERR_FILENO);
    close(out.file);
    close(err.file);
    unsetenv("SIM_SEEDS");
    setenv("SIM_SEED", seed, 1);
    itimerval timer = {};
    timer.it_value.tv_sec = limit_ms / 1000;
    timer.it_value.tv_usec = limit_ms % 1000 * 1000;
    setitimer(ITIMER_REAL, &timer, nullptr);
}

// SIM_SEEDS is a list of seeds with a space behind each. For each run a line goes to standard output, with the end (exited,
// killed, late), the exit status or signal, and the lengths of what the run printed to both outputs, which follows. The
// last run is the first that is late.
__attribute__((constructor(101))) inline void run_all_seeds() {
    const char *list = std::getenv("SIM_SEEDS");
    if (!list || !*list) return;
    const char *limit = std::getenv("SIM_LIMIT_MS");
    uint64_t limit_ms = limit ? std::strtoull(limit, nullptr, 10) : 10000;
    for (char *end; *list; list = end) {
        char seed[24];
        std::snprintf(seed, sizeof seed, "%llu", std::strtoull(list, &end, 10));
        if (end == list) _exit(0);
        Capture out, err;
        pid_t child = fork();
        if (child == 0) return become_run(seed, out, err, limit_ms);
        int status = 0;
        if (child < 0 || waitpid(child, &status, 0) != child) _exit(1);
        bool killed = WIFSIGNALED(status), late = killed && WTERMSIG(status) == SIGALRM;
        dprintf(STDOUT_FILENO, "%s %d %ld %ld\n", late ? "late" : killed ? "killed" : "exited",
                killed ? WTERMSIG(status) : WEXITSTATUS(status), out.size(), err.size());
        out.show();
        err.show();
        close(out.file);
        close(err.file);
        if (late) break;
    }
    _exit(0);
}

} // namespace streamalloc_sim

#endif
