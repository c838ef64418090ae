// Device management: one device, with plausible properties.
#ifndef STREAMALLOC_SIM_IMPL_API_DEVICE_H
#define STREAMALLOC_SIM_IMPL_API_DEVICE_H

#include "device.h"

namespace streamalloc_sim {

inline cudaDeviceProp device_properties(const Device &device) {
    cudaDeviceProp p = {};
    snprintf(p.name, sizeof p.name, "StreamAlloc simulated device");
    p.totalGlobalMem = device.memory.device_total();
    p.sharedMemPerBlock = 48 * 1024;
    p.regsPerBlock = 65536;
    p.warpSize = 32;
    p.memPitch = 2147483647;
    p.maxThreadsPerBlock = 1024;
    p.maxThreadsDim[0] = p.maxThreadsDim[1] = 1024;
    p.maxThreadsDim[2] = 64;
    p.maxGridSize[0] = 2147483647;
    p.maxGridSize[1] = p.maxGridSize[2] = 65535;
    p.clockRate = 1980000;
    p.totalConstMem = 65536;
    p.major = 9;
    p.textureAlignment = 512;
    p.texturePitchAlignment = 32;
    p.deviceOverlap = 1;
    p.multiProcessorCount = 132;
    p.canMapHostMemory = 1;
    p.maxTexture1D = p.maxTexture2D[0] = 131072;
    p.maxTexture2D[1] = 65536;
    p.maxTexture3D[0] = p.maxTexture3D[1] = p.maxTexture3D[2] = 16384;
    p.surfaceAlignment = 512;
    p.concurrentKernels = 1;
    p.asyncEngineCount = 3;
    p.unifiedAddressing = 1;
    p.memoryClockRate = 3201000;
    p.memoryBusWidth = 6144;
    p.l2CacheSize = 60 << 20;
    p.maxThreadsPerMultiProcessor = 2048;
    p.streamPrioritiesSupported = p.globalL1CacheSupported = p.localL1CacheSupported = 1;
    p.sharedMemPerMultiprocessor = 228 * 1024;
    p.regsPerMultiprocessor = 65536;
    p.managedMemory = 1;
    p.singleToDoublePrecisionPerfRatio = 2;
    p.concurrentManagedAccess = p.computePreemptionSupported = p.canUseHostPointerForRegisteredMem = 1;
    p.cooperativeLaunch = 1;
    p.sharedMemPerBlockOptin = 227 * 1024;
    p.maxBlocksPerMultiProcessor = 32;
    p.reservedSharedMemPerBlock = 1024;
    p.hostRegisterSupported = p.memoryPoolsSupported = p.clusterLaunch = 1;
    return p;
}

inline int device_attribute(const cudaDeviceProp &p, cudaDeviceAttr attr, bool &known) {
    known = true;
    switch (attr) {
    case cudaDevAttrMaxThreadsPerBlock: return p.maxThreadsPerBlock;
    case cudaDevAttrMaxBlockDimX: return p.maxThreadsDim[0];
    case cudaDevAttrMaxBlockDimY: return p.maxThreadsDim[1];
    case cudaDevAttrMaxBlockDimZ: return p.maxThreadsDim[2];
    case cudaDevAttrMaxGridDimX: return p.maxGridSize[0];
    case cudaDevAttrMaxGridDimY: return p.maxGridSize[1];
    case cudaDevAttrMaxGridDimZ: return p.maxGridSize[2];
    case cudaDevAttrMaxSharedMemoryPerBlock: return static_cast<int>(p.sharedMemPerBlock);
    case cudaDevAttrTotalConstantMemory: return static_cast<int>(p.totalConstMem);
    case cudaDevAttrWarpSize: return p.warpSize;
    case cudaDevAttrMaxPitch: return static_cast<int>(p.memPitch);
    case cudaDevAttrMaxRegistersPerBlock: return p.regsPerBlock;
    case cudaDevAttrClockRate: return p.clockRate;
    case cudaDevAttrTextureAlignment: return static_cast<int>(p.textureAlignment);
    case cudaDevAttrGpuOverlap: return p.deviceOverlap;
    case cudaDevAttrMultiProcessorCount: return p.multiProcessorCount;
    case cudaDevAttrKernelExecTimeout: return p.kernelExecTimeoutEnabled;
    case cudaDevAttrIntegrated: return p.integrated;
    case cudaDevAttrCanMapHostMemory: return p.canMapHostMemory;
    case cudaDevAttrComputeMode: return p.computeMode;
    case cudaDevAttrConcurrentKernels: return p.concurrentKernels;
    case cudaDevAttrEccEnabled: return p.ECCEnabled;
    case cudaDevAttrPciBusId: return p.pciBusID;
    case cudaDevAttrPciDeviceId: return p.pciDeviceID;
    case cudaDevAttrTccDriver: return p.tccDriver;
    case cudaDevAttrMemoryClockRate: return p.memoryClockRate;
    case cudaDevAttrGlobalMemoryBusWidth: return p.memoryBusWidth;
    case cudaDevAttrL2CacheSize: return p.l2CacheSize;
    case cudaDevAttrMaxThreadsPerMultiProcessor: return p.maxThreadsPerMultiProcessor;
    case cudaDevAttrAsyncEngineCount: return p.asyncEngineCount;
    case cudaDevAttrUnifiedAddressing: return p.unifiedAddressing;
    case cudaDevAttrComputeCapabilityMajor: return p.major;
    case cudaDevAttrComputeCapabilityMinor: return p.minor;
    case cudaDevAttrStreamPrioritiesSupported: return p.streamPrioritiesSupported;
    case cudaDevAttrGlobalL1CacheSupported: return p.globalL1CacheSupported;
    case cudaDevAttrLocalL1CacheSupported: return p.localL1CacheSupported;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor: return static_cast<int>(p.sharedMemPerMultiprocessor);
    case cudaDevAttrMaxRegistersPerMultiprocessor: return p.regsPerMultiprocessor;
    case cudaDevAttrManagedMemory: return p.managedMemory;
    case cudaDevAttrHostNativeAtomicSupported: return p.hostNativeAtomicSupported;
    case cudaDevAttrPageableMemoryAccess: return p.pageableMemoryAccess;
    case cudaDevAttrConcurrentManagedAccess: return p.concurrentManagedAccess;
    case cudaDevAttrComputePreemptionSupported: return p.computePreemptionSupported;
    case cudaDevAttrCanUseHostPointerForRegisteredMem: return p.canUseHostPointerForRegisteredMem;
    case cudaDevAttrCooperativeLaunch: return p.cooperativeLaunch;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin: return static_cast<int>(p.sharedMemPerBlockOptin);
    case cudaDevAttrHostRegisterSupported: return p.hostRegisterSupported;
    case cudaDevAttrPageableMemoryAccessUsesHostPageTables: return p.pageableMemoryAccessUsesHostPageTables;
    case cudaDevAttrDirectManagedMemAccessFromHost: return p.directManagedMemAccessFromHost;
    case cudaDevAttrMaxBlocksPerMultiprocessor: return p.maxBlocksPerMultiProcessor;
    case cudaDevAttrHostRegisterReadOnlySupported: return 1;
    case cudaDevAttrMemoryPoolsSupported: return p.memoryPoolsSupported;
    case cudaDevAttrClusterLaunch: return p.clusterLaunch;
    }
    known = false;
    return 0;
}

// Limits that programs set and read back; they change nothing here.
inline size_t &device_limit(cudaLimit limit) {
    static size_t limits[] = {1024, 1 << 20, 8 << 20, 2, 2048, 128, 0};
    return limits[limit];
}

} // namespace streamalloc_sim

extern "C" {

cudaError_t cudaGetDeviceCount(int *count) {
    streamalloc_sim::ApiCall call;
    if (!count) return call.result(cudaErrorInvalidValue);
    *count = 1;
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device) {
    streamalloc_sim::ApiCall call;
    return call.result(device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}

cudaError_t cudaInitDevice(int device, unsigned, unsigned) { return cudaSetDevice(device); }

cudaError_t cudaGetDevice(int *device) {
    streamalloc_sim::ApiCall call;
    if (!device) return call.result(cudaErrorInvalidValue);
    *device = 0;
    return cudaSuccess;
}

cudaError_t cudaChooseDevice(int *device, const cudaDeviceProp *) { return cudaGetDevice(device); }

cudaError_t cudaGetDeviceProperties(cudaDeviceProp *prop, int device) {
    streamalloc_sim::ApiCall call;
    if (!prop) return call.result(cudaErrorInvalidValue);
    if (device != 0) return call.result(cudaErrorInvalidDevice);
    *prop = streamalloc_sim::device_properties(call.device);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attr, int device) {
    streamalloc_sim::ApiCall call;
    if (device != 0) return call.result(cudaErrorInvalidDevice);
    bool known = false;
    int answer = streamalloc_sim::device_attribute(streamalloc_sim::device_properties(call.device), attr, known);
    if (!value || !known) return call.result(cudaErrorInvalidValue);
    *value = answer;
    return cudaSuccess;
}

cudaError_t cudaSetDeviceFlags(unsigned) { return cudaSuccess; }

cudaError_t cudaGetDeviceFlags(unsigned *flags) {
    *flags = cudaDeviceMapHost;
    return cudaSuccess;
}

cudaError_t cudaDeviceSynchronize() {
    streamalloc_sim::ApiCall call;
    if (call.forbidden()) return call.result(cudaErrorNotPermitted);
    call.device.scheduler.complete_all(call.lock);
    call.device.output.flush();
    return cudaSuccess;
}

cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }

cudaError_t cudaDeviceReset() {
    streamalloc_sim::ApiCall call;
    if (call.forbidden()) return call.result(cudaErrorNotPermitted);
    call.device.scheduler.complete_all(call.lock);
    call.device.output.flush();
    call.device.memory.release_everything();
    call.device.streams.forget_all();
    call.device.events.forget_all();
    streamalloc_sim::last_error = cudaSuccess;
    return cudaSuccess;
}

cudaError_t cudaThreadExit() { return cudaDeviceReset(); }

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
    streamalloc_sim::ApiCall call;
    if (limit < 0 || limit > cudaLimitPersistingL2CacheSize) return call.result(cudaErrorUnsupportedLimit);
    streamalloc_sim::device_limit(limit) = value;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetLimit(size_t *value, cudaLimit limit) {
    streamalloc_sim::ApiCall call;
    if (!value) return call.result(cudaErrorInvalidValue);
    if (limit < 0 || limit > cudaLimitPersistingL2CacheSize) return call.result(cudaErrorUnsupportedLimit);
    *value = streamalloc_sim::device_limit(limit);
    return cudaSuccess;
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return cudaSuccess; }

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache *config) {
    *config = cudaFuncCachePreferNone;
    return cudaSuccess;
}

cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) { return cudaSuccess; }

cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *config) {
    *config = cudaSharedMemBankSizeFourByte;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
    if (least) *least = 0;
    if (greatest) *greatest = -5;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetPCIBusId(char *id, int length, int device) {
    streamalloc_sim::ApiCall call;
    if (device != 0) return call.result(cudaErrorInvalidDevice);
    if (!id || length < 13) return call.result(cudaErrorInvalidValue);
    snprintf(id, static_cast<size_t>(length), "0000:00:00.0");
    return cudaSuccess;
}

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer) {
    streamalloc_sim::ApiCall call;
    if (device != 0 || peer != 0) return call.result(cudaErrorInvalidDevice);
    *can = 0;
    return cudaSuccess;
}

cudaError_t cudaDeviceEnablePeerAccess(int, unsigned) {
    streamalloc_sim::ApiCall call;
    return call.result(cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceDisablePeerAccess(int) {
    streamalloc_sim::ApiCall call;
    return call.result(cudaErrorInvalidDevice);
}

cudaError_t cudaDriverGetVersion(int *version) {
    *version = CUDART_VERSION;
    return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int *version) {
    *version = CUDART_VERSION;
    return cudaSuccess;
}

cudaError_t cudaProfilerStart() { return cudaSuccess; }
cudaError_t cudaProfilerStop() { return cudaSuccess; }

} // extern "C"

#endif
