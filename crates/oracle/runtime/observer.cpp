// The observer that is linked to a program: what the compiler's instrumentation calls (the interface of the thread sanitizer, of
// which nothing else is used), what the simulator tells, and the C library's functions that allocate or touch memory.
#include <cstring>

#include "state.h"

namespace oracle {

__thread int inside;
__thread Thread *self;
pthread_mutex_t Guard::mutex = PTHREAD_MUTEX_INITIALIZER;

static inline void access(const volatile void *at, size_t size, int write, void *pc, void *frame) {
    Guard guard;
    // Above the saved frame pointer and the return address.
    if (guard.first)
        State::get().access(const_cast<const void *>(at), size, write, reinterpret_cast<uintptr_t>(pc),
                            reinterpret_cast<uintptr_t>(frame) + 16);
}

static inline void library(const void *at, size_t size, int write, void *pc) {
    Guard guard;
    if (guard.first) State::get().library_access(at, size, write, reinterpret_cast<uintptr_t>(pc));
}

} // namespace oracle

#define PC __builtin_return_address(0)
#define CALLER (*static_cast<void **>(__builtin_frame_address(0)))
#define READ(at, size) oracle::access(at, size, 0, PC, CALLER)
#define WRITE(at, size) oracle::access(at, size, 1, PC, CALLER)

// --- the compiler ---

extern "C" {

void __tsan_init() {}

void __tsan_func_entry(void *call) {
    oracle::Guard guard;
    if (guard.first)
        oracle::State::get().enter(reinterpret_cast<uintptr_t>(call), reinterpret_cast<uintptr_t>(PC),
                                   reinterpret_cast<uintptr_t>(CALLER) + 16);
}

void __tsan_func_exit() {
    oracle::Guard guard;
    if (guard.first) oracle::State::get().leave();
}

#define SIZED(n)                                                        \
    void __tsan_read##n(void *at) { READ(at, n); }                      \
    void __tsan_write##n(void *at) { WRITE(at, n); }                    \
    void __tsan_volatile_read##n(void *at) { READ(at, n); }             \
    void __tsan_volatile_write##n(void *at) { WRITE(at, n); }           \
    void __tsan_unaligned_read##n(void *at) { READ(at, n); }            \
    void __tsan_unaligned_write##n(void *at) { WRITE(at, n); }
SIZED(1)
SIZED(2)
SIZED(4)
SIZED(8)
SIZED(16)

void __tsan_read_range(void *at, unsigned long size) { READ(at, size); }
void __tsan_write_range(void *at, unsigned long size) { WRITE(at, size); }
// Pointers to tables of virtual functions are the compiler's own.
void __tsan_vptr_update(void **, void *) {}
void __tsan_vptr_read(void **) {}

#define UPDATE(bits, name)                                                                          \
    uint##bits##_t __tsan_atomic##bits##_##name(volatile uint##bits##_t *at, uint##bits##_t v, int) { \
        READ(at, bits / 8);                                                                         \
        WRITE(at, bits / 8);                                                                        \
        return __atomic_##name(at, v, __ATOMIC_SEQ_CST);                                            \
    }
#define EXCHANGE(bits, kind, weak)                                                                                             \
    bool __tsan_atomic##bits##_compare_exchange_##kind(volatile uint##bits##_t *at, uint##bits##_t *expected, uint##bits##_t v, \
                                                       int, int) {                                                             \
        READ(at, bits / 8);                                                                                                    \
        WRITE(at, bits / 8);                                                                                                   \
        READ(expected, bits / 8);                                                                                              \
        return __atomic_compare_exchange_n(at, expected, v, weak, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                         \
    }
#define ATOMIC(bits)                                                                        \
    uint##bits##_t __tsan_atomic##bits##_load(const volatile uint##bits##_t *at, int) {     \
        READ(at, bits / 8);                                                                 \
        return __atomic_load_n(at, __ATOMIC_SEQ_CST);                                       \
    }                                                                                       \
    void __tsan_atomic##bits##_store(volatile uint##bits##_t *at, uint##bits##_t v, int) {  \
        WRITE(at, bits / 8);                                                                \
        __atomic_store_n(at, v, __ATOMIC_SEQ_CST);                                          \
    }                                                                                       \
    uint##bits##_t __tsan_atomic##bits##_exchange(volatile uint##bits##_t *at, uint##bits##_t v, int) { \
        READ(at, bits / 8);                                                                 \
        WRITE(at, bits / 8);                                                                \
        return __atomic_exchange_n(at, v, __ATOMIC_SEQ_CST);                                \
    }                                                                                       \
    UPDATE(bits, fetch_add)                                                                 \
    UPDATE(bits, fetch_sub)                                                                 \
    UPDATE(bits, fetch_and)                                                                 \
    UPDATE(bits, fetch_or)                                                                  \
    UPDATE(bits, fetch_xor)                                                                 \
    UPDATE(bits, fetch_nand)                                                                \
    EXCHANGE(bits, strong, false)                                                           \
    EXCHANGE(bits, weak, true)
ATOMIC(8)
ATOMIC(16)
ATOMIC(32)
ATOMIC(64)

void __tsan_atomic_thread_fence(int) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
void __tsan_atomic_signal_fence(int) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }

// --- the simulator ---

void streamalloc_observe_issue(uint64_t op) {
    oracle::Guard guard;
    if (guard.first) oracle::State::get().issue(op);
}

void streamalloc_observe_begin(uint64_t op) {
    oracle::Guard guard;
    if (guard.first) oracle::State::get().thread().op = op;
}

void streamalloc_observe_end() {
    oracle::Guard guard;
    if (guard.first) oracle::State::get().thread().op = 0;
}

void streamalloc_observe_touch(const void *at, size_t size, int write) {
    oracle::Guard guard;
    if (guard.first) oracle::State::get().device_access(at, size, write);
}

void streamalloc_observe_stack(const void *stack) {
    oracle::Guard guard;
    if (!guard.first) return;
    oracle::Thread &t = oracle::State::get().thread();
    t.current = stack ? &t.fibers[stack] : &t.own;
}

void streamalloc_observe_allocate(const void *at, size_t size) {
    oracle::Guard guard;
    if (guard.first) oracle::State::get().allocate(at, size, 0);
}

void streamalloc_observe_release(const void *at) {
    oracle::Guard guard;
    if (guard.first) oracle::State::get().release(at);
}

// --- the C library: memory ---

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

static void allocated(void *p, size_t size, void *by) {
    oracle::Guard guard;
    if (guard.first) oracle::State::get().allocate(p, size, reinterpret_cast<uintptr_t>(by));
}

void *malloc(size_t size) {
    void *p = __libc_malloc(size);
    allocated(p, size, PC);
    return p;
}

void *calloc(size_t count, size_t size) {
    void *p = __libc_calloc(count, size);
    allocated(p, count * size, PC);
    return p;
}

void *realloc(void *old, size_t size) {
    streamalloc_observe_release(old);
    void *p = __libc_realloc(old, size);
    allocated(p, size, PC);
    return p;
}

void *aligned_alloc(size_t alignment, size_t size) {
    void *p = __libc_memalign(alignment, size);
    allocated(p, size, PC);
    return p;
}

void *memalign(size_t alignment, size_t size) {
    void *p = __libc_memalign(alignment, size);
    allocated(p, size, PC);
    return p;
}

int posix_memalign(void **at, size_t alignment, size_t size) {
    *at = __libc_memalign(alignment, size);
    allocated(*at, size, PC);
    return *at ? 0 : 12;
}

void free(void *p) {
    if (p) streamalloc_observe_release(p);
    __libc_free(p);
}

// --- the C library: accesses (the linker sends calls of f to __wrap_f) ---

#define TOUCHES(at, size, write) oracle::library(at, size, write, PC)

void *__real_memcpy(void *, const void *, size_t);
void *__wrap_memcpy(void *to, const void *from, size_t size) {
    TOUCHES(from, size, 0);
    TOUCHES(to, size, 1);
    return __real_memcpy(to, from, size);
}

void *__real_memmove(void *, const void *, size_t);
void *__wrap_memmove(void *to, const void *from, size_t size) {
    TOUCHES(from, size, 0);
    TOUCHES(to, size, 1);
    return __real_memmove(to, from, size);
}

void *__real_memset(void *, int, size_t);
void *__wrap_memset(void *to, int value, size_t size) {
    TOUCHES(to, size, 1);
    return __real_memset(to, value, size);
}

int __real_memcmp(const void *, const void *, size_t);
int __wrap_memcmp(const void *a, const void *b, size_t size) {
    TOUCHES(a, size, 0);
    TOUCHES(b, size, 0);
    return __real_memcmp(a, b, size);
}

size_t __real_strlen(const char *);
size_t __wrap_strlen(const char *s) {
    size_t n = __real_strlen(s);
    TOUCHES(s, n + 1, 0);
    return n;
}

char *__real_strcpy(char *, const char *);
char *__wrap_strcpy(char *to, const char *from) {
    TOUCHES(from, 1, 0);
    TOUCHES(to, 1, 1);
    return __real_strcpy(to, from);
}

char *__real_strncpy(char *, const char *, size_t);
char *__wrap_strncpy(char *to, const char *from, size_t size) {
    TOUCHES(from, size, 0);
    TOUCHES(to, size, 1);
    return __real_strncpy(to, from, size);
}

int __real_strcmp(const char *, const char *);
int __wrap_strcmp(const char *a, const char *b) {
    TOUCHES(a, 1, 0);
    TOUCHES(b, 1, 0);
    return __real_strcmp(a, b);
}

size_t __real_fwrite(const void *, size_t, size_t, FILE *);
size_t __wrap_fwrite(const void *from, size_t size, size_t count, FILE *file) {
    TOUCHES(from, size * count, 0);
    return __real_fwrite(from, size, count, file);
}

size_t __real_fread(void *, size_t, size_t, FILE *);
size_t __wrap_fread(void *to, size_t size, size_t count, FILE *file) {
    TOUCHES(to, size * count, 1);
    return __real_fread(to, size, count, file);
}

ssize_t __real_write(int, const void *, size_t);
ssize_t __wrap_write(int file, const void *from, size_t size) {
    TOUCHES(from, size, 0);
    return __real_write(file, from, size);
}

ssize_t __real_read(int, void *, size_t);
ssize_t __wrap_read(int file, void *to, size_t size) {
    TOUCHES(to, size, 1);
    return __real_read(file, to, size);
}

int __real_puts(const char *);
int __wrap_puts(const char *s) {
    TOUCHES(s, 1, 0);
    return __real_puts(s);
}

int __wrap_snprintf(char *to, size_t size, const char *format, ...) {
    TOUCHES(to, size, 1);
    va_list arguments;
    va_start(arguments, format);
    int n = vsnprintf(to, size, format, arguments);
    va_end(arguments);
    return n;
}

} // extern "C"
