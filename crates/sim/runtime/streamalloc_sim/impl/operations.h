// What each kind of operation does when its time comes.
#ifndef STREAMALLOC_SIM_IMPL_OPERATIONS_H
#define STREAMALLOC_SIM_IMPL_OPERATIONS_H

#include <cstring>
#include <functional>

#include "../kernel.h"
#include "block.h"
#include "memory.h"
#include "observe.h"
#include "op.h"
#include "output.h"

namespace streamalloc_sim {

extern __thread bool in_host_function;

// A box of bytes in memory: `depth` slices of `height` rows of `width` bytes.
struct Box {
    char *at = nullptr;
    size_t pitch = 0, slice = 0; // distance between rows, and between slices

    char *row(size_t index, size_t height) const { return at + index / height * slice + index % height * pitch; }
};

struct Shape {
    size_t width = 0, height = 1, depth = 1;

    size_t rows() const { return height * depth; }
    size_t bytes() const { return width * rows(); }
    // Bytes from the first to the last one of such a box.
    size_t span(const Box &box) const { return (depth - 1) * box.slice + (height - 1) * box.pitch + width; }
};

inline std::string hex(const void *p) {
    char text[32];
    snprintf(text, sizeof text, "\"%p\"", p);
    return text;
}

class KernelOp final : public Op {
  public:
    KernelOp(const char *name, std::unique_ptr<KernelBody> body, dim3 grid, dim3 block, size_t shared, uint64_t poison)
        : Op(OpKind::Kernel), name_(name), body_(std::move(body)), grid_(grid), block_(block), shared_(shared), poison_(poison) {}

    uint64_t remaining() const override { return uint64_t(grid_.x) * grid_.y * grid_.z - next_; }

    bool step(uint64_t units) override {
        static thread_local BlockRunner *runner = new BlockRunner(poison_); // device threads live as long as the process
        gridDim = grid_;
        blockDim = block_;
        in_kernel = true;
        for (; units > 0; units--, next_++) {
            blockIdx.x = static_cast<unsigned>(next_ % grid_.x);
            blockIdx.y = static_cast<unsigned>(next_ / grid_.x % grid_.y);
            blockIdx.z = static_cast<unsigned>(next_ / grid_.x / grid_.y);
            runner->run(*body_, shared_);
        }
        in_kernel = false;
        bool complete = remaining() == 0;
        if (complete) body_.reset();
        return complete;
    }

    std::string describe() const override {
        char text[200];
        snprintf(text, sizeof text, "\"name\": \"%s\", \"grid\": [%u, %u, %u], \"block\": [%u, %u, %u]", name_, grid_.x, grid_.y,
                 grid_.z, block_.x, block_.y, block_.z);
        return text;
    }

    std::string title() const override { return std::string("kernel ") + name_; }

  private:
    const char *name_;
    std::unique_ptr<KernelBody> body_;
    dim3 grid_, block_;
    size_t shared_;
    uint64_t poison_;
    uint64_t next_ = 0; // block
};

// The part of copies and memsets that is common: they work through a box of bytes and can stop anywhere.
class BoxOp : public Op {
  public:
    BoxOp(OpKind kind, Shape shape) : Op(kind), shape_(shape) {}

    uint64_t remaining() const override { return shape_.bytes() - position_; }

    bool step(uint64_t units) override {
        while (units > 0) {
            size_t row = position_ / shape_.width, column = position_ % shape_.width;
            size_t length = std::min<size_t>(units, shape_.width - column);
            move(row, column, length);
            position_ += length;
            units -= length;
        }
        return remaining() == 0;
    }

  protected:
    virtual void move(size_t row, size_t column, size_t length) = 0;

    std::string shape_text() const {
        char text[120];
        snprintf(text, sizeof text, "\"width\": %zu, \"height\": %zu, \"depth\": %zu", shape_.width, shape_.height, shape_.depth);
        return text;
    }

    static std::string box_text(const char *name, const Box &box) {
        char text[120];
        snprintf(text, sizeof text, "\"%s\": \"%p\", \"%s_pitch\": %zu, \"%s_slice\": %zu", name, static_cast<void *>(box.at),
                 name, box.pitch, name, box.slice);
        return text;
    }

    Shape shape_;

  private:
    size_t position_ = 0;
};

class CopyOp final : public BoxOp {
  public:
    CopyOp(Box dst, Box src, Shape shape, Direction way, Memory &memory, bool check)
        : BoxOp(OpKind::Copy, shape), dst_(dst), src_(src), from_(src), memory_(memory), check_(check) {
        direction = way;
    }

    // Reads the source now, as a driver does that copies it to its own memory first.
    void stage() {
        staged_.resize(shape_.bytes());
        for (size_t row = 0; row < shape_.rows(); row++)
            std::memcpy(staged_.data() + row * shape_.width, src_.row(row, shape_.height), shape_.width);
        from_ = Box{staged_.data(), shape_.width, shape_.width * shape_.height};
    }

    std::string describe() const override {
        static const char *const ways[] = {"none", "upload", "download", "on device", "on host"};
        return std::string("\"direction\": \"") + ways[static_cast<int>(direction)] + "\", " + box_text("dst", dst_) + ", " +
               box_text("src", src_) + ", " + shape_text() + ", \"staged\": " + (staged_.empty() ? "false" : "true");
    }

    std::string title() const override {
        static const char *const ways[] = {"copy", "upload", "download", "copy on the device", "copy on the host"};
        return ways[static_cast<int>(direction)];
    }

  private:
    void move(size_t row, size_t column, size_t length) override {
        char *to = dst_.row(row, shape_.height) + column;
        const char *from = from_.row(row, shape_.height) + column;
        if (check_ && direction == Direction::Download && memory_.looks_uninitialised(from, length))
            fault("a download of %zu bytes reads device memory at %p that was never written", shape_.bytes(),
                  static_cast<const void *>(from));
        std::memmove(to, from, length);
        observe(streamalloc_observe_touch, static_cast<const void *>(src_.row(row, shape_.height) + column), length, 0);
        observe(streamalloc_observe_touch, static_cast<const void *>(to), length, 1);
    }

    Box dst_, src_;
    Box from_; // the source, or the staged bytes
    Memory &memory_;
    bool check_;
    std::vector<char> staged_;
};

class SetOp final : public BoxOp {
  public:
    SetOp(Box dst, Shape shape, int value) : BoxOp(OpKind::Set, shape), dst_(dst), value_(value) {}

    std::string describe() const override { return box_text("dst", dst_) + ", " + shape_text(); }
    std::string title() const override { return "memset"; }

  private:
    void move(size_t row, size_t column, size_t length) override {
        char *to = dst_.row(row, shape_.height) + column;
        std::memset(to, value_, length);
        observe(streamalloc_observe_touch, static_cast<const void *>(to), length, 1);
    }

    Box dst_;
    int value_;
};

// Does nothing but stand in its stream: an event record, or a stream's wait for one.
class MarkerOp final : public Op {
  public:
    explicit MarkerOp(const char *what) : Op(OpKind::Marker), what_(what) {}
    bool step(uint64_t) override { return true; }
    std::string describe() const override { return std::string("\"what\": \"") + what_ + "\""; }
    std::string title() const override { return what_; }

  private:
    const char *what_;
};

class HostFunctionOp final : public Op {
  public:
    explicit HostFunctionOp(std::function<void()> call) : Op(OpKind::HostFunction), call_(std::move(call)) {}

    bool step(uint64_t) override {
        in_host_function = true;
        call_();
        in_host_function = false;
        return true;
    }

    std::string title() const override { return "host function"; }

  private:
    std::function<void()> call_;
};

// The moment in stream order at which memory from cudaMallocAsync begins to exist: what was there before is gone.
class AllocateOp final : public Op {
  public:
    AllocateOp(Memory &memory, void *p) : Op(OpKind::Allocate), memory_(memory), p_(p) {}

    bool step(uint64_t) override {
        if (const Allocation *a = memory_.find(p_)) memory_.fill_with_poison(*a);
        return true;
    }

    std::string describe() const override { return "\"ptr\": " + hex(p_); }
    std::string title() const override { return "cudaMallocAsync"; }

  private:
    Memory &memory_;
    void *p_;
};

class FreeOp final : public Op {
  public:
    FreeOp(Memory &memory, void *p) : Op(OpKind::Free), memory_(memory), p_(p) {}

    bool step(uint64_t) override {
        if (const Allocation *a = memory_.find(p_)) memory_.release(*a);
        return true;
    }

    std::string describe() const override { return "\"ptr\": " + hex(p_); }
    std::string title() const override { return "cudaFreeAsync"; }

  private:
    Memory &memory_;
    void *p_;
};

} // namespace streamalloc_sim

#endif
