// trap: downloads and reads happen in callbacks that are kept in a static table with a void pointer for their data
// must: the analysis ends, and every read in a callback waits for the download before it
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;

struct Context {
    int *host, *device;
    int count;
};

typedef int (*Callback)(void *);

static Callback callbacks[4];
static void *contexts[4];
static int registered;

static void add(Callback callback, void *context)
{
    callbacks[registered] = callback;
    contexts[registered++] = context;
}

static void fire()
{
    for (int i = 0; i < registered; i++) callbacks[i](contexts[i]);
}

static int show(void *data)
{
    Context *context = (Context *)data;
    return printf("%d\n", context->host[1]);
}

static int fetch(void *data)
{
    auto context = static_cast<Context *>(data);
    return cudaMemcpy(context->host, context->device, context->count * sizeof(int), cudaMemcpyDeviceToHost);
}

static int more[N]; // of a chain that overlaps

__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    static int host[N];
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, sizeof(more));
    Context context{host, device, N};
    add(fetch, &context);
    add(show, &context);
    fill<<<1, N>>>(device, 1);
    fire();

    fill<<<1, N>>>(device, 2);
    fetch(&context);
    printf("%d\n", host[1]);

    registered = 0;
    add(show, &context);
    fill<<<1, N>>>(device, 3);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 40);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    fire();
    printf("%d\n", more[3]);

    struct {
        Callback callback;
        void *data;
    } steps[2] = {{fetch, &context}, {show, &context}};
    fill<<<1, N>>>(device, 4);
    for (auto &step : steps) step.callback(step.data);
    cudaFree(device);
    cudaFree(other);
}
