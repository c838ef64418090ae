// What streams, events and host waits promise, whatever the device does.
#include <atomic>
#include <cstdio>
#include <vector>

__global__ void set(int *p, int v) { *p = v; }
__global__ void copy(int *to, const int *from) { *to = *from; }

static int bad;
static void check(bool fine, int line)
{
    if (!fine) printf("line %d\n", line), bad++;
}
#define CHECK(condition) check(condition, __LINE__)

static int *h, *d, *e; // pinned, device

static void legacy_order(cudaStream_t s)
{
    set<<<1, 1, 0, s>>>(d, 1);
    copy<<<1, 1>>>(e, d); // waits for the blocking stream
    set<<<1, 1, 0, s>>>(d, 2); // and it waits for the legacy stream
    cudaMemcpyAsync(h, e, 4, cudaMemcpyDeviceToHost, 0);
    cudaMemcpyAsync(h + 1, d, 4, cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(0); // covers the blocking stream
    CHECK(h[0] == 1 && h[1] == 2);
}

static void legacy_event(cudaStream_t s)
{
    cudaEvent_t mark;
    cudaEventCreate(&mark);
    set<<<1, 1, 0, s>>>(h, 3);
    cudaEventRecord(mark, 0);
    cudaEventSynchronize(mark);
    CHECK(h[0] == 3);
    set<<<1, 1, 0, s>>>(h, 4);
    while (cudaStreamQuery(0) == cudaErrorNotReady) cudaGetLastError(); // asking gets there in the end
    CHECK(h[0] == 4);
    set<<<1, 1, 0, s>>>(h, 5);
    cudaEventRecord(mark, s);
    while (cudaEventQuery(mark) != cudaSuccess) cudaGetLastError();
    CHECK(h[0] == 5);
    cudaEventDestroy(mark);
}

// What a wait waits for is fixed when it is called, and an event may go as soon as it has been used.
static void events(cudaStream_t s, cudaStream_t t)
{
    cudaEvent_t a, b;
    cudaEventCreate(&a);
    cudaEventCreate(&b);
    cudaEventRecord(a, s);
    set<<<1, 1, 0, s>>>(d, 7);
    cudaEventRecord(b, s);
    cudaStreamWaitEvent(t, b, 0);
    cudaEventDestroy(b);
    copy<<<1, 1, 0, t>>>(h, d);
    cudaEventRecord(a, t);
    cudaEventSynchronize(a);
    CHECK(h[0] == 7);
    float ms = -1;
    cudaEvent_t c;
    cudaEventCreate(&c);
    cudaEventRecord(c, t);
    cudaEventSynchronize(c);
    CHECK(cudaEventElapsedTime(&ms, a, c) == cudaSuccess && ms >= 0);
}

static std::atomic<int> called;
static cudaError_t inside;

static void on_host(void *p)
{
    called++;
    *(int *)p = h[0] + 1;
    inside = cudaDeviceSynchronize();
}

static void callback(cudaStream_t, cudaError_t status, void *p) { *(int *)p += status == cudaSuccess; }

static void host_functions(cudaStream_t s)
{
    static int seen;
    set<<<1, 1, 0, s>>>(h, 10);
    cudaLaunchHostFunc(s, on_host, &seen);
    cudaStreamAddCallback(s, callback, &seen, 0);
    set<<<1, 1, 0, s>>>(h, 20);
    cudaStreamSynchronize(s);
    CHECK(called == 1 && seen == 12 && h[0] == 20 && inside == cudaErrorNotPermitted);
    CHECK(cudaGetLastError() == cudaSuccess); // the error belongs to the other thread
}

static void destroyed_stream()
{
    cudaStream_t s;
    cudaStreamCreate(&s);
    set<<<1, 1, 0, s>>>(h, 30);
    cudaStreamDestroy(s); // the work stays
    copy<<<1, 1>>>(h + 1, h); // and stays ordered with the legacy stream
    cudaDeviceSynchronize();
    CHECK(h[0] == 30 && h[1] == 30);
}

// cudaFree and its like wait for everything, non-blocking streams included.
static void implicit_waits()
{
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    int *more, *pinned;
    cudaMalloc(&more, 4);
    set<<<1, 1, 0, s>>>(h, 40);
    cudaFree(more);
    CHECK(h[0] == 40);
    cudaMallocHost(&pinned, 4);
    set<<<1, 1, 0, s>>>(h, 41);
    cudaFreeHost(pinned);
    CHECK(h[0] == 41);
    std::vector<int> own(16);
    cudaHostRegister(own.data(), 64, 0);
    set<<<1, 1, 0, s>>>(own.data(), 42);
    cudaHostUnregister(own.data());
    CHECK(own[0] == 42);
}

static void pool(cudaStream_t s)
{
    for (int i = 0; i < 5; i++) {
        int *p;
        cudaMallocAsync(&p, 4096, s);
        set<<<1, 1, 0, s>>>(p, 50 + i);
        cudaMemcpyAsync(h, p, 4, cudaMemcpyDeviceToHost, s);
        cudaFreeAsync(p, s);
        cudaStreamSynchronize(s);
        CHECK(h[0] == 50 + i);
    }
}

int main()
{
    cudaStream_t s, t;
    cudaStreamCreate(&s);
    cudaStreamCreateWithPriority(&t, cudaStreamNonBlocking, -1);
    cudaMallocHost(&h, 64);
    cudaMalloc(&d, 64);
    cudaMalloc(&e, 64);
    legacy_order(s);
    legacy_event(s);
    events(s, t);
    host_functions(s);
    destroyed_stream();
    implicit_waits();
    pool(s);
    for (int i = 0; i < 3000; i++) set<<<1, 1, 0, s>>>(d, i); // more than a launch queue holds
    copy<<<1, 1, 0, s>>>(h, d);
    cudaStreamSynchronize(s);
    CHECK(h[0] == 2999);
    cudaGetLastError();
    puts(bad ? "MISMATCH" : "OK");
    return bad != 0;
}
