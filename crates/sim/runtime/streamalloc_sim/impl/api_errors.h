// cudaGetLastError and friends. The last error belongs to a host thread; a successful call leaves it alone.
#ifndef STREAMALLOC_SIM_IMPL_API_ERRORS_H
#define STREAMALLOC_SIM_IMPL_API_ERRORS_H

#include "device.h"

extern "C" {

cudaError_t cudaGetLastError() {
    streamalloc_sim::ApiCall call;
    cudaError_t error = streamalloc_sim::last_error;
    streamalloc_sim::last_error = cudaSuccess;
    return error;
}

cudaError_t cudaPeekAtLastError() {
    streamalloc_sim::ApiCall call;
    return streamalloc_sim::last_error;
}

const char *cudaGetErrorName(cudaError_t error) {
    switch (error) {
#define STREAMALLOC_SIM_ERROR(name, value, text)                                                                         \
    case name: return #name;
        STREAMALLOC_SIM_ERRORS(STREAMALLOC_SIM_ERROR)
#undef STREAMALLOC_SIM_ERROR
    }
    return "unrecognized error code";
}

const char *cudaGetErrorString(cudaError_t error) {
    switch (error) {
#define STREAMALLOC_SIM_ERROR(name, value, text)                                                                         \
    case name: return text;
        STREAMALLOC_SIM_ERRORS(STREAMALLOC_SIM_ERROR)
#undef STREAMALLOC_SIM_ERROR
    }
    return "unrecognized error code";
}

} // extern "C"

#endif
