// Streams, and the order that they impose: an operation waits for the one before it in its stream, and the legacy default stream
// and the blocking streams wait for each other.
#ifndef STREAMALLOC_SIM_IMPL_STREAM_H
#define STREAMALLOC_SIM_IMPL_STREAM_H

#include <memory>
#include <vector>

#include "../types.h"
#include "op.h"

struct CUstream_st {
    unsigned number = 0;
    bool blocking = true; // ordered with the legacy default stream
    bool destroyed = false;
    unsigned flags = 0;
    int priority = 0;
    streamalloc_sim::OpPtr tail; // the last operation put into it
};

namespace streamalloc_sim {

using Stream = CUstream_st;

extern bool per_thread_default_stream; // set by a static initialiser of units built for it

class Streams {
  public:
    Streams() { all_.push_back(std::make_unique<Stream>()); }

    Stream &legacy() { return *all_.front(); }

    Stream *create(unsigned flags, int priority) {
        all_.push_back(std::make_unique<Stream>());
        Stream &s = *all_.back();
        s.number = next_number_++;
        s.blocking = !(flags & cudaStreamNonBlocking);
        s.flags = flags;
        s.priority = priority;
        return &s;
    }

    // What a handle stands for in the calling thread; null when it is not a stream.
    Stream *resolve(cudaStream_t handle) {
        if (handle == cudaStreamLegacy) return &legacy();
        if (handle == cudaStreamPerThread || (!handle && per_thread_default_stream)) return own();
        if (!handle) return &legacy();
        for (auto &s : all_)
            if (s.get() == handle && !s->destroyed && s.get() != &legacy()) return s.get();
        return nullptr;
    }

    // Work that is pending stays, and stays ordered with the legacy stream.
    void destroy(Stream &stream) {
        stream.destroyed = true;
        for (size_t i = all_.size(); i-- > 1;)
            if (all_[i]->destroyed && (!all_[i]->tail || all_[i]->tail->done()))
                all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(i));
    }

    // Puts an operation at the end of a stream.
    void append(Stream &stream, const OpPtr &op) {
        op->stream = stream.number;
        op->run_after(stream.tail);
        if (&stream == &legacy()) {
            for (auto &other : all_)
                if (other->blocking) op->run_after(other->tail);
        } else if (stream.blocking) {
            op->run_after(legacy().tail);
        }
        stream.tail = op;
    }

    // What a host wait on the stream covers. On the legacy stream that includes all blocking streams.
    std::vector<OpPtr> covered(Stream &stream) {
        std::vector<OpPtr> tails;
        for (auto &other : all_)
            if (other.get() == &stream || (&stream == &legacy() && other->blocking))
                if (other->tail && !other->tail->done()) tails.push_back(other->tail);
        return tails;
    }

    // What an operation put into the stream now would have to wait for.
    std::vector<OpPtr> predecessors(Stream &stream) {
        std::vector<OpPtr> tails = covered(stream);
        if (&stream != &legacy() && stream.blocking && legacy().tail && !legacy().tail->done()) tails.push_back(legacy().tail);
        return tails;
    }

    void forget_all() {
        generation_++;
        for (auto &s : all_)
            if (s.get() != &legacy()) s->destroyed = true;
    }

  private:
    // The calling thread's default stream.
    Stream *own() {
        static thread_local Stream *mine = nullptr;
        static thread_local unsigned made_in = 0;
        if (!mine || made_in != generation_) mine = create(0, 0), made_in = generation_;
        return mine;
    }

    std::vector<std::unique_ptr<Stream>> all_; // the legacy stream first
    unsigned next_number_ = 1;
    unsigned generation_ = 1; // of streams: changes when a reset forgets them
};

} // namespace streamalloc_sim

#endif
