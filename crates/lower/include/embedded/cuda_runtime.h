// StreamAlloc embedded CUDA declarations: the header that every CUDA file sees first.
//
// Purpose: lets clang parse CUDA C++ on a machine without a toolkit (`-nocudainc -nocudalib -include cuda_runtime.h`).
// These are declarations of our own, for analysis only: nothing here can be linked or run.
// Version: models CUDA 13.0 (`CUDART_VERSION` 13000). Names that CUDA removed before that (texture references,
// cudaThread*, cudaMemcpyToArray, …) are kept, and so are the signatures of CUDA 12 that 13 changed, so that older
// programs parse.
// Layout: driver_types.h and cuda_runtime_api.h are C; this file adds the C++ overloads; device_functions.h,
// math_functions.h and the texture headers hold what kernels call. The other headers of this folder are what programs
// include by name, most of them thin.
#ifndef SA_EMBEDDED_CUDA_RUNTIME_H
#define SA_EMBEDDED_CUDA_RUNTIME_H
#define __CUDA_RUNTIME_H__

// Macros that nvcc defines and clang does not.
#ifdef __CUDA__
#ifndef __CUDACC__
#define __CUDACC__
#endif
#ifndef __CUDACC_VER_MAJOR__
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 0
#endif
#endif

#include "host_defines.h"

// The device halves of the C library come before anything that could include <cmath>.
#include "math_functions.h"

#include "builtin_types.h"
#include "channel_descriptor.h"
#include "cuda_runtime_api.h"
#include "device_functions.h"
#include "library_types.h"
#include "surface_functions.h"
#include "texture_fetch_functions.h"
#include "vector_functions.h"

#ifdef __cplusplus

// Typed pointers for the allocation functions.
template <class T>
static inline __host__ cudaError_t cudaMalloc(T **devPtr, size_t size) {
    return ::cudaMalloc((void **)(void *)devPtr, size);
}
template <class T>
static inline __host__ cudaError_t cudaMallocPitch(T **devPtr, size_t *pitch, size_t width, size_t height) {
    return ::cudaMallocPitch((void **)(void *)devPtr, pitch, width, height);
}
template <class T>
static inline __host__ cudaError_t cudaMallocManaged(T **devPtr, size_t size,
                                                     unsigned int flags = cudaMemAttachGlobal) {
    return ::cudaMallocManaged((void **)(void *)devPtr, size, flags);
}
static inline __host__ cudaError_t cudaMallocHost(void **ptr, size_t size, unsigned int flags) {
    return ::cudaHostAlloc(ptr, size, flags);
}
template <class T>
static inline __host__ cudaError_t cudaMallocHost(T **ptr, size_t size, unsigned int flags = 0) {
    return ::cudaHostAlloc((void **)(void *)ptr, size, flags);
}
template <class T>
static inline __host__ cudaError_t cudaHostAlloc(T **ptr, size_t size, unsigned int flags) {
    return ::cudaHostAlloc((void **)(void *)ptr, size, flags);
}
template <class T>
static inline __host__ cudaError_t cudaHostGetDevicePointer(T **pDevice, void *pHost, unsigned int flags) {
    return ::cudaHostGetDevicePointer((void **)(void *)pDevice, pHost, flags);
}
static inline __host__ cudaError_t cudaMallocAsync(void **ptr, size_t size, cudaMemPool_t memPool,
                                                   cudaStream_t stream) {
    return ::cudaMallocFromPoolAsync(ptr, size, memPool, stream);
}
template <class T>
static inline __host__ cudaError_t cudaMallocAsync(T **ptr, size_t size, cudaStream_t stream) {
    return ::cudaMallocAsync((void **)(void *)ptr, size, stream);
}
template <class T>
static inline __host__ cudaError_t cudaMallocAsync(T **ptr, size_t size, cudaMemPool_t memPool, cudaStream_t stream) {
    return ::cudaMallocFromPoolAsync((void **)(void *)ptr, size, memPool, stream);
}
template <class T>
static inline __host__ cudaError_t cudaMallocFromPoolAsync(T **ptr, size_t size, cudaMemPool_t memPool,
                                                           cudaStream_t stream) {
    return ::cudaMallocFromPoolAsync((void **)(void *)ptr, size, memPool, stream);
}
template <class T>
static inline __host__ cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T *devPtr, size_t length = 0,
                                                            unsigned int flags = cudaMemAttachSingle) {
    return ::cudaStreamAttachMemAsync(stream, (void *)devPtr, length, flags);
}

// Device symbols by name.
template <class T>
static inline __host__ cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *src, size_t count, size_t offset = 0,
                                                      enum cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
    return ::cudaMemcpyToSymbol((const void *)&symbol, src, count, offset, kind);
}
template <class T>
static inline __host__ cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *src, size_t count,
                                                           size_t offset = 0,
                                                           enum cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                                           cudaStream_t stream = 0) {
    return ::cudaMemcpyToSymbolAsync((const void *)&symbol, src, count, offset, kind, stream);
}
template <class T>
static inline __host__ cudaError_t cudaMemcpyFromSymbol(void *dst, const T &symbol, size_t count, size_t offset = 0,
                                                        enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
    return ::cudaMemcpyFromSymbol(dst, (const void *)&symbol, count, offset, kind);
}
template <class T>
static inline __host__ cudaError_t cudaMemcpyFromSymbolAsync(void *dst, const T &symbol, size_t count,
                                                             size_t offset = 0,
                                                             enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                                             cudaStream_t stream = 0) {
    return ::cudaMemcpyFromSymbolAsync(dst, (const void *)&symbol, count, offset, kind, stream);
}
template <class T>
static inline __host__ cudaError_t cudaGetSymbolAddress(void **devPtr, const T &symbol) {
    return ::cudaGetSymbolAddress(devPtr, (const void *)&symbol);
}
template <class T>
static inline __host__ cudaError_t cudaGetSymbolSize(size_t *size, const T &symbol) {
    return ::cudaGetSymbolSize(size, (const void *)&symbol);
}

// Managed memory: the signatures of CUDA 8 to 12, which name a device by number.
static inline __host__ cudaError_t cudaMemPrefetchAsync(const void *devPtr, size_t count, int dstDevice,
                                                        cudaStream_t stream = 0) {
    cudaMemLocation location = {dstDevice == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice,
                                dstDevice};
    return ::cudaMemPrefetchAsync(devPtr, count, location, 0, stream);
}
static inline __host__ cudaError_t cudaMemAdvise(const void *devPtr, size_t count, enum cudaMemoryAdvise advice,
                                                 int device) {
    cudaMemLocation location = {device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice,
                                device};
    return ::cudaMemAdvise(devPtr, count, advice, location);
}

// Batches with typed pointers, or with one attribute for all.
template <class T>
static inline __host__ cudaError_t cudaMemPrefetchBatchAsync(T **dptrs, size_t *sizes, size_t count,
                                                             struct cudaMemLocation *prefetchLocs,
                                                             size_t *prefetchLocIdxs, size_t numPrefetchLocs,
                                                             unsigned long long flags, cudaStream_t stream) {
    return ::cudaMemPrefetchBatchAsync((void **)dptrs, sizes, count, prefetchLocs, prefetchLocIdxs, numPrefetchLocs,
                                       flags, stream);
}
template <class T>
static inline __host__ cudaError_t cudaMemPrefetchBatchAsync(T **dptrs, size_t *sizes, size_t count,
                                                             struct cudaMemLocation prefetchLocs,
                                                             unsigned long long flags, cudaStream_t stream) {
    size_t first = 0;
    return ::cudaMemPrefetchBatchAsync((void **)dptrs, sizes, count, &prefetchLocs, &first, 1, flags, stream);
}
template <class T>
static inline __host__ cudaError_t cudaMemDiscardAndPrefetchBatchAsync(T **dptrs, size_t *sizes, size_t count,
                                                                       struct cudaMemLocation prefetchLocs,
                                                                       unsigned long long flags, cudaStream_t stream) {
    size_t first = 0;
    return ::cudaMemDiscardAndPrefetchBatchAsync((void **)dptrs, sizes, count, &prefetchLocs, &first, 1, flags, stream);
}
template <class T, class U>
static inline __host__ cudaError_t cudaMemcpyBatchAsync(T *const *dsts, U *const *srcs, const size_t *sizes,
                                                        size_t count, struct cudaMemcpyAttributes *attrs,
                                                        size_t *attrsIdxs, size_t numAttrs, cudaStream_t stream) {
    return ::cudaMemcpyBatchAsync((void *const *)(void *)dsts, (const void *const *)(const void *)srcs, sizes, count,
                                  attrs, attrsIdxs, numAttrs, stream);
}
template <class T, class U>
static inline __host__ cudaError_t cudaMemcpyBatchAsync(T *const *dsts, U *const *srcs, const size_t *sizes,
                                                        size_t count, struct cudaMemcpyAttributes attr,
                                                        cudaStream_t stream) {
    size_t first = 0;
    return ::cudaMemcpyBatchAsync((void *const *)(void *)dsts, (const void *const *)(const void *)srcs, sizes, count,
                                  &attr, &first, 1, stream);
}

// Events with flags.
static inline __host__ cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags) {
    return ::cudaEventCreateWithFlags(event, flags);
}

// Launches.
template <class T>
static inline __host__ cudaError_t cudaLaunchKernel(T *func, dim3 gridDim, dim3 blockDim, void **args,
                                                    size_t sharedMem = 0, cudaStream_t stream = 0) {
    return ::cudaLaunchKernel((const void *)func, gridDim, blockDim, args, sharedMem, stream);
}
template <class T>
static inline __host__ cudaError_t cudaLaunchCooperativeKernel(T *func, dim3 gridDim, dim3 blockDim, void **args,
                                                               size_t sharedMem = 0, cudaStream_t stream = 0) {
    return ::cudaLaunchCooperativeKernel((const void *)func, gridDim, blockDim, args, sharedMem, stream);
}
#if __cplusplus >= 201103L
template <class... Parameter>
static inline __host__ cudaError_t sa_launch_kernel_ex(const cudaLaunchConfig_t *config, const void *kernel,
                                                       Parameter... values) {
    void *args[] = {(void *)&values..., nullptr};
    return ::cudaLaunchKernelExC(config, kernel, args);
}
template <class... Expected, class... Actual>
static inline __host__ cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(Expected...),
                                                      Actual &&...args) {
    return sa_launch_kernel_ex<Expected...>(config, (const void *)kernel, static_cast<Expected>(args)...);
}
template <class... Actual>
static inline __host__ cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, const cudaKernel_t kernel,
                                                      Actual &&...args) {
    return sa_launch_kernel_ex<Actual...>(config, (const void *)kernel, args...);
}
#endif
template <class T>
static inline __host__ cudaError_t cudaLaunch(T *func) { // older
    return ::cudaLaunch((const void *)func);
}
template <class T>
static inline __host__ cudaError_t cudaSetupArgument(T arg, size_t offset) { // older
    return ::cudaSetupArgument((const void *)&arg, sizeof(T), offset);
}

// Kernels by name: attributes and occupancy. The bodies of the searches for a block size say only what they read and
// write.
template <class T>
static inline __host__ cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attr, T *entry) {
    return ::cudaFuncGetAttributes(attr, (const void *)entry);
}
template <class T>
static inline __host__ cudaError_t cudaFuncSetAttribute(T *func, enum cudaFuncAttribute attr, int value) {
    return ::cudaFuncSetAttribute((const void *)func, attr, value);
}
template <class T>
static inline __host__ cudaError_t cudaFuncSetCacheConfig(T *func, enum cudaFuncCache cacheConfig) {
    return ::cudaFuncSetCacheConfig((const void *)func, cacheConfig);
}
template <class T>
static inline __host__ cudaError_t cudaFuncSetSharedMemConfig(T *func, enum cudaSharedMemConfig config) {
    return ::cudaFuncSetSharedMemConfig((const void *)func, config);
}
template <class T>
static inline __host__ cudaError_t cudaFuncGetName(const char **name, T *func) {
    return ::cudaFuncGetName(name, (const void *)func);
}
template <class T>
static inline __host__ cudaError_t cudaGetFuncBySymbol(cudaFunction_t *functionPtr, T *symbol) {
    return ::cudaGetFuncBySymbol(functionPtr, (const void *)symbol);
}
template <class T>
static inline __host__ cudaError_t cudaGetKernel(cudaKernel_t *kernelPtr, T *func) {
    return ::cudaGetKernel(kernelPtr, (const void *)func);
}
template <class T>
static inline __host__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, T func, int blockSize,
                                                                                 size_t dynamicSMemSize) {
    return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(numBlocks, (const void *)func, blockSize, dynamicSMemSize);
}
template <class T>
static inline __host__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks, T func,
                                                                                          int blockSize,
                                                                                          size_t dynamicSMemSize,
                                                                                          unsigned int flags) {
    return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(numBlocks, (const void *)func, blockSize,
                                                                    dynamicSMemSize, flags);
}
template <class T>
static inline __host__ cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize, T *func,
                                                                             int numBlocks, int blockSize) {
    return ::cudaOccupancyAvailableDynamicSMemPerBlock(dynamicSmemSize, (const void *)func, numBlocks, blockSize);
}
template <class T>
static inline __host__ cudaError_t cudaOccupancyMaxPotentialClusterSize(int *clusterSize, T *func,
                                                                        const cudaLaunchConfig_t *config) {
    return ::cudaOccupancyMaxPotentialClusterSize(clusterSize, (const void *)func, config);
}
template <class T>
static inline __host__ cudaError_t cudaOccupancyMaxActiveClusters(int *numClusters, T *func,
                                                                  const cudaLaunchConfig_t *config) {
    return ::cudaOccupancyMaxActiveClusters(numClusters, (const void *)func, config);
}
template <class UnaryFunction, class T>
static inline __host__ cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
    int *minGridSize, int *blockSize, T func, UnaryFunction blockSizeToDynamicSMemSize, int blockSizeLimit = 0,
    unsigned int flags = 0) {
    *blockSize = blockSizeLimit;
    return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(minGridSize, (const void *)func, *blockSize,
                                                                    blockSizeToDynamicSMemSize(*blockSize), flags);
}
template <class UnaryFunction, class T>
static inline __host__ cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(
    int *minGridSize, int *blockSize, T func, UnaryFunction blockSizeToDynamicSMemSize, int blockSizeLimit = 0) {
    return ::cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(minGridSize, blockSize, func,
                                                                     blockSizeToDynamicSMemSize, blockSizeLimit, 0);
}
template <class T>
static inline __host__ cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *minGridSize, int *blockSize, T func,
                                                                               size_t dynamicSMemSize = 0,
                                                                               int blockSizeLimit = 0,
                                                                               unsigned int flags = 0) {
    *blockSize = blockSizeLimit;
    return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(minGridSize, (const void *)func, *blockSize,
                                                                    dynamicSMemSize, flags);
}
template <class T>
static inline __host__ cudaError_t cudaOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize, T func,
                                                                      size_t dynamicSMemSize = 0,
                                                                      int blockSizeLimit = 0) {
    return ::cudaOccupancyMaxPotentialBlockSizeWithFlags(minGridSize, blockSize, func, dynamicSMemSize, blockSizeLimit,
                                                         0);
}

// Graphs: symbols by name, user objects, and the signatures before CUDA 13.
template <class T>
static inline __host__ cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                                                  const cudaGraphNode_t *pDependencies,
                                                                  size_t numDependencies, const T &symbol,
                                                                  const void *src, size_t count, size_t offset,
                                                                  enum cudaMemcpyKind kind) {
    return ::cudaGraphAddMemcpyNodeToSymbol(pGraphNode, graph, pDependencies, numDependencies, (const void *)&symbol,
                                            src, count, offset, kind);
}
template <class T>
static inline __host__ cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                                                    const cudaGraphNode_t *pDependencies,
                                                                    size_t numDependencies, void *dst, const T &symbol,
                                                                    size_t count, size_t offset,
                                                                    enum cudaMemcpyKind kind) {
    return ::cudaGraphAddMemcpyNodeFromSymbol(pGraphNode, graph, pDependencies, numDependencies, dst,
                                              (const void *)&symbol, count, offset, kind);
}
template <class T>
static inline __host__ cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const T &symbol,
                                                                        const void *src, size_t count, size_t offset,
                                                                        enum cudaMemcpyKind kind) {
    return ::cudaGraphMemcpyNodeSetParamsToSymbol(node, (const void *)&symbol, src, count, offset, kind);
}
template <class T>
static inline __host__ cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void *dst,
                                                                          const T &symbol, size_t count, size_t offset,
                                                                          enum cudaMemcpyKind kind) {
    return ::cudaGraphMemcpyNodeSetParamsFromSymbol(node, dst, (const void *)&symbol, count, offset, kind);
}
template <class T>
static inline __host__ cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t hGraphExec,
                                                                            cudaGraphNode_t node, const T &symbol,
                                                                            const void *src, size_t count,
                                                                            size_t offset, enum cudaMemcpyKind kind) {
    return ::cudaGraphExecMemcpyNodeSetParamsToSymbol(hGraphExec, node, (const void *)&symbol, src, count, offset,
                                                      kind);
}
template <class T>
static inline __host__ cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t hGraphExec,
                                                                              cudaGraphNode_t node, void *dst,
                                                                              const T &symbol, size_t count,
                                                                              size_t offset, enum cudaMemcpyKind kind) {
    return ::cudaGraphExecMemcpyNodeSetParamsFromSymbol(hGraphExec, node, dst, (const void *)&symbol, count, offset,
                                                        kind);
}
template <class T>
static inline __host__ cudaError_t cudaUserObjectCreate(cudaUserObject_t *object_out, T *objectToWrap,
                                                        unsigned int initialRefcount, unsigned int flags) {
    return ::cudaUserObjectCreate(
        object_out, objectToWrap, [](void *object) { delete (T *)object; }, initialRefcount, flags);
}
static inline __host__ cudaError_t cudaGraphInstantiate(cudaGraphExec_t *pGraphExec, cudaGraph_t graph,
                                                        cudaGraphNode_t * /*pErrorNode*/, char * /*pLogBuffer*/,
                                                        size_t /*bufferSize*/) {
    return ::cudaGraphInstantiate(pGraphExec, graph, 0);
}
static inline __host__ cudaError_t cudaGraphExecUpdate(cudaGraphExec_t hGraphExec, cudaGraph_t hGraph,
                                                       cudaGraphNode_t *hErrorNode_out,
                                                       enum cudaGraphExecUpdateResult *updateResult_out) {
    cudaGraphExecUpdateResultInfo info;
    cudaError_t status = ::cudaGraphExecUpdate(hGraphExec, hGraph, &info);
    *hErrorNode_out = info.errorNode;
    *updateResult_out = info.result;
    return status;
}
__host__ cudaError_t cudaGraphAddNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                      const cudaGraphNode_t *pDependencies, size_t numDependencies,
                                      struct cudaGraphNodeParams *nodeParams);
__host__ cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                              size_t numDependencies);
__host__ cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                                 const cudaGraphNode_t *to, size_t numDependencies);
__host__ cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, size_t *numEdges);
__host__ cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *pDependencies,
                                                  size_t *pNumDependencies);
__host__ cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *pDependentNodes,
                                                    size_t *pNumDependentNodes);
__host__ cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *dependencies,
                                                         size_t numDependencies, unsigned int flags = 0);
__host__ cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t stream, enum cudaStreamCaptureStatus *captureStatus_out,
                                                 unsigned long long *id_out = 0, cudaGraph_t *graph_out = 0,
                                                 const cudaGraphNode_t **dependencies_out = 0,
                                                 size_t *numDependencies_out = 0);

// Libraries loaded at run time, with typed pointers.
template <class T>
static inline __host__ cudaError_t cudaLibraryGetGlobal(T **dptr, size_t *bytes, cudaLibrary_t library,
                                                        const char *name) {
    return ::cudaLibraryGetGlobal((void **)(void *)dptr, bytes, library, name);
}
template <class T>
static inline __host__ cudaError_t cudaLibraryGetManaged(T **dptr, size_t *bytes, cudaLibrary_t library,
                                                         const char *name) {
    return ::cudaLibraryGetManaged((void **)(void *)dptr, bytes, library, name);
}
template <class T>
static inline __host__ cudaError_t cudaLibraryGetUnifiedFunction(T **fptr, cudaLibrary_t library, const char *symbol) {
    return ::cudaLibraryGetUnifiedFunction((void **)(void *)fptr, library, symbol);
}

#ifdef __CUDA__
// Texture and surface references by name (older).
template <class T, int dim, enum cudaTextureReadMode mode>
static inline __host__ cudaError_t cudaBindTexture(size_t *offset, const struct texture<T, dim, mode> &tex,
                                                   const void *devPtr, const struct cudaChannelFormatDesc &desc,
                                                   size_t size = UINT_MAX) {
    return ::cudaBindTexture(offset, &tex, devPtr, &desc, size);
}
template <class T, int dim, enum cudaTextureReadMode mode>
static inline __host__ cudaError_t cudaBindTexture(size_t *offset, const struct texture<T, dim, mode> &tex,
                                                   const void *devPtr, size_t size = UINT_MAX) {
    return ::cudaBindTexture(offset, &tex, devPtr, &tex.channelDesc, size);
}
template <class T, int dim, enum cudaTextureReadMode mode>
static inline __host__ cudaError_t cudaBindTexture2D(size_t *offset, const struct texture<T, dim, mode> &tex,
                                                     const void *devPtr, const struct cudaChannelFormatDesc &desc,
                                                     size_t width, size_t height, size_t pitch) {
    return ::cudaBindTexture2D(offset, &tex, devPtr, &desc, width, height, pitch);
}
template <class T, int dim, enum cudaTextureReadMode mode>
static inline __host__ cudaError_t cudaBindTexture2D(size_t *offset, const struct texture<T, dim, mode> &tex,
                                                     const void *devPtr, size_t width, size_t height, size_t pitch) {
    return ::cudaBindTexture2D(offset, &tex, devPtr, &tex.channelDesc, width, height, pitch);
}
template <class T, int dim, enum cudaTextureReadMode mode>
static inline __host__ cudaError_t cudaBindTextureToArray(const struct texture<T, dim, mode> &tex,
                                                          cudaArray_const_t array,
                                                          const struct cudaChannelFormatDesc &desc) {
    return ::cudaBindTextureToArray(&tex, array, &desc);
}
template <class T, int dim, enum cudaTextureReadMode mode>
static inline __host__ cudaError_t cudaBindTextureToArray(const struct texture<T, dim, mode> &tex,
                                                          cudaArray_const_t array) {
    struct cudaChannelFormatDesc desc;
    cudaError_t status = ::cudaGetChannelDesc(&desc, array);
    return status == cudaSuccess ? ::cudaBindTextureToArray(&tex, array, &desc) : status;
}
template <class T, int dim, enum cudaTextureReadMode mode>
static inline __host__ cudaError_t cudaBindTextureToMipmappedArray(const struct texture<T, dim, mode> &tex,
                                                                   cudaMipmappedArray_const_t mipmappedArray,
                                                                   const struct cudaChannelFormatDesc &desc) {
    return ::cudaBindTextureToMipmappedArray(&tex, mipmappedArray, &desc);
}
template <class T, int dim, enum cudaTextureReadMode mode>
static inline __host__ cudaError_t cudaBindTextureToMipmappedArray(const struct texture<T, dim, mode> &tex,
                                                                   cudaMipmappedArray_const_t mipmappedArray) {
    return ::cudaBindTextureToMipmappedArray(&tex, mipmappedArray, &tex.channelDesc);
}
template <class T, int dim, enum cudaTextureReadMode mode>
static inline __host__ cudaError_t cudaUnbindTexture(const struct texture<T, dim, mode> &tex) {
    return ::cudaUnbindTexture(&tex);
}
template <class T, int dim, enum cudaTextureReadMode mode>
static inline __host__ cudaError_t cudaGetTextureAlignmentOffset(size_t *offset,
                                                                 const struct texture<T, dim, mode> &tex) {
    return ::cudaGetTextureAlignmentOffset(offset, &tex);
}
template <class T, int dim>
static inline __host__ cudaError_t cudaBindSurfaceToArray(const struct surface<T, dim> &surf, cudaArray_const_t array,
                                                          const struct cudaChannelFormatDesc &desc) {
    return ::cudaBindSurfaceToArray(&surf, array, &desc);
}
template <class T, int dim>
static inline __host__ cudaError_t cudaBindSurfaceToArray(const struct surface<T, dim> &surf, cudaArray_const_t array) {
    struct cudaChannelFormatDesc desc;
    cudaError_t status = ::cudaGetChannelDesc(&desc, array);
    return status == cudaSuccess ? ::cudaBindSurfaceToArray(&surf, array, &desc) : status;
}
#endif // CUDA

#endif // C++

#endif
