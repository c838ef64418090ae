// Error codes at issue, and what the last error remembers.
// settings: SIM_PINNED_MB=1
#include <cstdio>
#include <cstdlib>
#include <cstring>

__global__ void nothing() {}

static int bad;

// The call returns `want`, and the last error becomes that.
static void expect(cudaError_t got, cudaError_t want, int line)
{
    cudaError_t last = cudaGetLastError();
    if (got != want || last != want) printf("line %d: %s, last %s, not %s\n", line, cudaGetErrorName(got), cudaGetErrorName(last), cudaGetErrorName(want)), bad++;
}
#define EXPECT(call, want) expect(call, want, __LINE__)

int main()
{
    int *d, *p;
    int *h = (int *)malloc(4096), *other = (int *)malloc(65536);
    cudaStream_t s, dead;
    cudaEvent_t e, f;
    float ms;
    int count;
    cudaDeviceProp prop;

    EXPECT(cudaMalloc(&d, 1024), cudaSuccess);
    EXPECT(cudaMalloc(&p, (size_t)1 << 50), cudaErrorMemoryAllocation);
    EXPECT(cudaMalloc((void **)NULL, 4), cudaErrorInvalidValue);
    EXPECT(cudaMalloc(&p, 0), cudaSuccess);
    bad += p != NULL;
    EXPECT(cudaFree(NULL), cudaSuccess);
    EXPECT(cudaFree(h), cudaErrorInvalidValue);
    EXPECT(cudaFreeHost(h), cudaErrorInvalidValue);
    EXPECT(cudaMemcpy(NULL, h, 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    EXPECT(cudaMemcpy(h, NULL, 4, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
    EXPECT(cudaMemcpy(h, other, 4, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
    EXPECT(cudaMemcpy(d, h, 4, (cudaMemcpyKind)9), cudaErrorInvalidMemcpyDirection);
    EXPECT(cudaMemcpy(d, h, 0, cudaMemcpyHostToDevice), cudaSuccess);
    EXPECT(cudaMemcpy2D(d, 8, h, 32, 16, 2, cudaMemcpyHostToDevice), cudaErrorInvalidPitchValue);
    EXPECT(cudaMemset(h, 0, 4), cudaErrorInvalidValue);
    EXPECT(cudaSetDevice(1), cudaErrorInvalidDevice);
    EXPECT(cudaGetDeviceProperties(&prop, 3), cudaErrorInvalidDevice);
    EXPECT(cudaGetDeviceCount(&count), cudaSuccess);
    bad += count != 1;

    EXPECT(cudaHostRegister(other, 8192, cudaHostRegisterDefault), cudaSuccess);
    EXPECT(cudaHostRegister(other + 16, 8192, cudaHostRegisterDefault), cudaErrorHostMemoryAlreadyRegistered);
    EXPECT(cudaMalloc(&p, 65536), cudaSuccess);
    EXPECT(cudaMemcpy(p, other, 8192, cudaMemcpyHostToDevice), cudaSuccess);
    EXPECT(cudaMemcpy(p, other, 16384, cudaMemcpyHostToDevice), cudaErrorInvalidValue); // leaves the registered range
    EXPECT(cudaMemcpyAsync(p, other + 1024, 8192, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    EXPECT(cudaHostUnregister(other), cudaSuccess);
    EXPECT(cudaHostUnregister(other), cudaErrorHostMemoryNotRegistered);

    static const int read_only[1024] = {1, 2, 3};
    EXPECT(cudaHostRegister((void *)read_only, sizeof read_only, cudaHostRegisterDefault), cudaErrorInvalidValue);
    EXPECT(cudaHostRegister((void *)read_only, sizeof read_only, cudaHostRegisterReadOnly), cudaSuccess);
    EXPECT(cudaHostUnregister((void *)read_only), cudaSuccess);
    void *large = malloc(2 << 20), *pinned; // no more than one MiB can be page-locked
    EXPECT(cudaHostRegister(large, 2 << 20, cudaHostRegisterDefault), cudaErrorMemoryAllocation);
    EXPECT(cudaMallocHost(&pinned, 2 << 20), cudaErrorMemoryAllocation);
    EXPECT(cudaMallocHost(&pinned, 1 << 20), cudaSuccess);
    EXPECT(cudaHostRegister(large, 4096, cudaHostRegisterDefault), cudaErrorMemoryAllocation);
    EXPECT(cudaFreeHost(pinned), cudaSuccess);
    EXPECT(cudaHostRegister(large, 4096, cudaHostRegisterDefault), cudaSuccess);

    EXPECT(cudaStreamCreate(&s), cudaSuccess);
    EXPECT(cudaStreamCreateWithFlags(&dead, cudaStreamNonBlocking), cudaSuccess);
    EXPECT(cudaStreamDestroy(dead), cudaSuccess);
    EXPECT(cudaStreamSynchronize(dead), cudaErrorInvalidResourceHandle);
    EXPECT(cudaStreamDestroy(0), cudaErrorInvalidResourceHandle);
    EXPECT(cudaEventCreate(&e), cudaSuccess);
    EXPECT(cudaEventCreateWithFlags(&f, cudaEventDisableTiming), cudaSuccess);
    EXPECT(cudaEventQuery(e), cudaSuccess); // never recorded: complete
    EXPECT(cudaEventElapsedTime(&ms, e, e), cudaErrorInvalidResourceHandle);
    cudaEventRecord(e, s);
    cudaEventRecord(f, s);
    cudaEventSynchronize(f);
    EXPECT(cudaEventElapsedTime(&ms, e, f), cudaErrorInvalidResourceHandle);
    EXPECT(cudaEventDestroy(f), cudaSuccess);
    EXPECT(cudaEventRecord(f, s), cudaErrorInvalidResourceHandle);

    nothing<<<1, 1025>>>();
    bad += cudaPeekAtLastError() != cudaErrorInvalidConfiguration;
    EXPECT(cudaErrorInvalidConfiguration, cudaErrorInvalidConfiguration);
    nothing<<<dim3(1, 65536), 1>>>();
    EXPECT(cudaErrorInvalidConfiguration, cudaErrorInvalidConfiguration);
    nothing<<<1, dim3(1, 1, 65)>>>();
    EXPECT(cudaErrorInvalidConfiguration, cudaErrorInvalidConfiguration);
    nothing<<<1, 0>>>();
    bad += cudaDeviceSynchronize() != cudaSuccess; // a launch error is not an execution error
    EXPECT(cudaErrorInvalidConfiguration, cudaErrorInvalidConfiguration);
    nothing<<<1, 1, 60000>>>(); // more dynamic shared memory than without asking
    EXPECT(cudaErrorInvalidValue, cudaErrorInvalidValue);
    EXPECT(cudaFuncSetAttribute(nothing, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20), cudaErrorInvalidValue);
    EXPECT(cudaFuncSetAttribute(nothing, cudaFuncAttributeMaxDynamicSharedMemorySize, 60000), cudaSuccess);
    nothing<<<1, 1, 60000>>>();
    EXPECT(cudaDeviceSynchronize(), cudaSuccess);
    nothing<<<1, 1, 0, dead>>>();
    EXPECT(cudaErrorInvalidResourceHandle, cudaErrorInvalidResourceHandle);
    nothing<<<1, 1>>>();
    EXPECT(cudaDeviceSynchronize(), cudaSuccess);

    bad += strcmp(cudaGetErrorString(cudaErrorMemoryAllocation), "out of memory") != 0;
    bad += strcmp(cudaGetErrorName(cudaErrorNotReady), "cudaErrorNotReady") != 0;
    bad += strcmp(cudaGetErrorString((cudaError_t)12345), "unrecognized error code") != 0;
    puts(bad ? "MISMATCH" : "OK");
    return bad != 0;
}
