// Events: a handle that remembers the marker recorded last.
#ifndef STREAMALLOC_SIM_IMPL_EVENT_H
#define STREAMALLOC_SIM_IMPL_EVENT_H

#include <memory>
#include <unordered_map>

#include "../types.h"
#include "op.h"

struct CUevent_st {
    unsigned flags = 0;
    streamalloc_sim::OpPtr record; // null: never recorded, which counts as complete
};

namespace streamalloc_sim {

using Event = CUevent_st;

class Events {
  public:
    Event *create(unsigned flags) {
        auto event = std::make_unique<Event>();
        event->flags = flags;
        Event *handle = event.get();
        all_[handle] = std::move(event);
        return handle;
    }

    // Null when the handle is not an event.
    Event *resolve(cudaEvent_t handle) {
        auto it = all_.find(handle);
        return it == all_.end() ? nullptr : it->second.get();
    }

    // Waits that took the record keep it.
    void destroy(Event &event) { all_.erase(&event); }

    void forget_all() { all_.clear(); }

  private:
    std::unordered_map<Event *, std::unique_ptr<Event>> all_;
};

} // namespace streamalloc_sim

#endif
