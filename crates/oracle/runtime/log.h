// The log: lines of text in a file that is mapped into memory, so that it is complete however the program ends.
//
//   N id parent call function   a frame: made by the call at this address, in the frame `parent`
//   O op node pc                operation `op` was put into a stream here
//   H id node pc size           an allocation
//   A node pc op write H id     an access of an allocation, here (op 0) or by an operation
//   A node pc op write S id     ... of a static variable
//   A node pc op write L id owner offset   ... of a variable in the frame `owner`
//   F node pc op id             an allocation ends
//
// The file begins with two numbers of eight bytes: the length of the text, and how many accesses met nothing that is known.
#ifndef STREAMALLOC_ORACLE_LOG_H
#define STREAMALLOC_ORACLE_LOG_H

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace oracle {

class Log {
  public:
    Log() {
        const char *path = getenv("STREAMALLOC_ORACLE_LOG");
        int file = path ? open(path, O_RDWR | O_CREAT | O_TRUNC, 0600) : -1;
        if (file < 0 || ftruncate(file, size) != 0) return;
        void *p = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        close(file);
        if (p == MAP_FAILED) return;
        header_ = static_cast<uint64_t *>(p);
        header_[0] = header_[1] = 0;
    }

    __attribute__((format(printf, 2, 3))) void line(const char *format, ...) {
        if (!header_ || header_[0] + longest > size - 2 * sizeof(uint64_t)) return;
        va_list arguments;
        va_start(arguments, format);
        int n = vsnprintf(reinterpret_cast<char *>(header_ + 2) + header_[0], longest, format, arguments);
        va_end(arguments);
        header_[0] += static_cast<uint64_t>(n);
    }

    void count_unknown() {
        if (header_) header_[1]++;
    }

  private:
    static constexpr size_t size = size_t(256) << 20, longest = 200;
    uint64_t *header_ = nullptr;
};

} // namespace oracle

#endif
