// Device-side printf: text gathers in a buffer and reaches standard output only at the points where CUDA flushes it (launches,
// synchronisation, blocking copies), never at process exit.
#ifndef STREAMALLOC_SIM_IMPL_OUTPUT_H
#define STREAMALLOC_SIM_IMPL_OUTPUT_H

#include <cstdarg>
#include <cstdio>
#include <mutex>
#include <string>
#include <vector>

namespace streamalloc_sim {

// Set while this OS thread runs kernel code.
extern __thread bool in_kernel;

class Output {
  public:
    int print(const char *format, va_list arguments) {
        va_list again;
        va_copy(again, arguments);
        int length = vsnprintf(nullptr, 0, format, arguments);
        if (length > 0) {
            std::vector<char> text(static_cast<size_t>(length) + 1);
            vsnprintf(text.data(), text.size(), format, again);
            std::lock_guard<std::mutex> lock(mutex_);
            buffer_.append(text.data(), static_cast<size_t>(length));
        }
        va_end(again);
        return length;
    }

    void flush() {
        std::string text;
        {
            std::lock_guard<std::mutex> lock(mutex_);
            text.swap(buffer_);
        }
        if (!text.empty()) fwrite(text.data(), 1, text.size(), stdout);
    }

  private:
    std::mutex mutex_;
    std::string buffer_;
};

} // namespace streamalloc_sim

#endif
