// trap: a callback registered with register_callback runs inside imbue, copyfmt and the destructor of the stream
// must: imbue waits for the download
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
static void note(std::ios_base::event, std::ios_base &, int) { printf("note %d\n", host[3]); }

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    fill<<<1, N>>>(device, 7);
    std::ostringstream o;
    o.register_callback(note, 0);
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 50);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    o.imbue(std::locale::classic());
    o.copyfmt(o);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
