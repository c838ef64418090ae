// Copies and memsets of all shapes, and what a pointer points to.
#include <cstdio>
#include <cstring>
#include <vector>

__constant__ float table[4] = {1, 2, 3, 4};
__device__ int counters[8];
__device__ int single = 3;
__managed__ int managed = 5;

__global__ void use_symbols(float *out)
{
    out[threadIdx.x] = table[threadIdx.x] + counters[threadIdx.x] + single + managed;
}

static int bad;
static void check(bool fine, int line)
{
    if (!fine) printf("line %d\n", line), bad++;
}
#define CHECK(condition) check(condition, __LINE__)

static void symbols(cudaStream_t s)
{
    float *out, h[4];
    cudaMalloc(&out, sizeof h);
    int two[2] = {10, 20};
    cudaMemcpyToSymbol(counters, two, sizeof two, 2 * sizeof(int));
    void *address;
    size_t size;
    cudaGetSymbolAddress(&address, counters);
    cudaGetSymbolSize(&size, counters);
    CHECK(size == 32);
    cudaMemset(address, 0, sizeof(int));
    cudaMemcpyToSymbolAsync(single, two, sizeof(int), 0, cudaMemcpyHostToDevice, s);
    use_symbols<<<1, 4, 0, s>>>(out);
    cudaMemcpyAsync(h, out, sizeof h, cudaMemcpyDeviceToHost, s);
    int back[8];
    cudaMemcpyFromSymbolAsync(back, counters, sizeof back, 0, cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
    CHECK(h[0] == 16 && h[1] == 17 && h[2] == 28 && h[3] == 39);
    CHECK(back[0] == 0 && back[2] == 10 && back[3] == 20);
    CHECK(cudaMemcpyToSymbol(counters, back, 64) == cudaErrorInvalidValue);
    cudaGetLastError();
}

static void planes(cudaStream_t s)
{
    const size_t w = 10, h = 6;
    unsigned char host[w * h], back[w * h];
    for (size_t i = 0; i < w * h; i++) host[i] = i;
    void *d;
    size_t pitch;
    cudaMallocPitch(&d, &pitch, w, h);
    CHECK(pitch >= w && pitch % 32 == 0);
    cudaMemcpy2D(d, pitch, host, w, w, h, cudaMemcpyHostToDevice);
    cudaMemset2DAsync((char *)d + pitch, pitch, 99, 3, 2, s);
    cudaMemcpy2DAsync(back, w, d, pitch, w, h, cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
    for (size_t i = 0; i < w * h; i++) {
        bool set = i % w < 3 && (i / w == 1 || i / w == 2);
        CHECK(back[i] == (set ? 99 : host[i]));
    }
}

static void volumes(cudaStream_t s)
{
    const size_t w = 8, h = 4, d = 3;
    std::vector<char> host(w * h * d), back(w * h * d);
    for (size_t i = 0; i < host.size(); i++) host[i] = i;
    cudaPitchedPtr dev;
    cudaMalloc3D(&dev, make_cudaExtent(w, h, d));
    cudaMemset3D(dev, 1, make_cudaExtent(w, h, d));
    cudaMemcpy3DParms p = {};
    p.srcPtr = make_cudaPitchedPtr(host.data(), w, w, h);
    p.dstPtr = dev;
    p.srcPos = make_cudaPos(2, 1, 1);
    p.dstPos = make_cudaPos(0, 0, 0);
    p.extent = make_cudaExtent(4, 2, 2);
    p.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3DAsync(&p, s);
    cudaStreamSynchronize(s);
    cudaMemcpy3DParms q = {};
    q.srcPtr = dev;
    q.dstPtr = make_cudaPitchedPtr(back.data(), w, w, h);
    q.extent = make_cudaExtent(w, h, d);
    q.kind = cudaMemcpyDefault;
    cudaMemcpy3D(&q);
    for (size_t z = 0; z < d; z++)
        for (size_t y = 0; y < h; y++)
            for (size_t x = 0; x < w; x++) {
                bool copied = x < 4 && y < 2 && z < 2;
                int want = copied ? (int)((z + 1) * w * h + (y + 1) * w + x + 2) : 1;
                CHECK(back[(z * h + y) * w + x] == want);
            }
}

static void pointers()
{
    int *d, *m, *p, *q = new int[64], local;
    cudaMalloc(&d, 256);
    cudaMallocManaged(&m, 256);
    cudaHostAlloc(&p, 256, cudaHostAllocMapped);
    cudaHostRegister(q, 64 * sizeof(int), 0);
    cudaPointerAttributes a;
    cudaPointerGetAttributes(&a, d + 3);
    CHECK(a.type == cudaMemoryTypeDevice && a.devicePointer == d + 3 && !a.hostPointer);
    cudaPointerGetAttributes(&a, m);
    CHECK(a.type == cudaMemoryTypeManaged);
    cudaPointerGetAttributes(&a, p);
    CHECK(a.type == cudaMemoryTypeHost && a.hostPointer == p);
    cudaPointerGetAttributes(&a, q);
    CHECK(a.type == cudaMemoryTypeHost);
    CHECK(cudaPointerGetAttributes(&a, &local) == cudaSuccess && a.type == cudaMemoryTypeUnregistered);
    int *alias;
    CHECK(cudaHostGetDevicePointer(&alias, p, 0) == cudaSuccess);
    *p = 8;
    cudaMemcpy(d, alias, 4, cudaMemcpyDefault);
    cudaMemcpy(m, d, 4, cudaMemcpyDefault);
    cudaMemcpy(&local, m, 4, cudaMemcpyDefault);
    CHECK(local == 8 && (size_t)d % 256 == 0);
    cudaMemset(m, 0, 256); // managed target: waits
    CHECK(*m == 0);
    cudaHostUnregister(q);
    delete[] q;
    size_t before, after, total;
    cudaMemGetInfo(&before, &total);
    cudaFree(d);
    cudaMemGetInfo(&after, &total);
    CHECK(after == before + 256);
}

int main()
{
    cudaStream_t s;
    cudaStreamCreate(&s);
    symbols(s);
    planes(s);
    volumes(s);
    pointers();
    puts(bad ? "MISMATCH" : "OK");
    return bad != 0;
}
