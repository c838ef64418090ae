// trap: a record with a pointer goes through fwrite and fread of a temporary file
// must: what is read through the pointer that came back waits
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }
static int host[N];
struct Job { int *data; int n; };

int main()
{
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    fill<<<1, N>>>(device, 7);
    Job a = {host, N}, b = {};
    FILE *f = tmpfile();
    fwrite(&a, sizeof a, 1, f);
    rewind(f);
    if (fread(&b, sizeof b, 1, f) != 1) return 1;
    cudaMemcpy(host, device, N * sizeof(int), cudaMemcpyDeviceToHost);
    fill<<<1, N>>>(other, 50);
    cudaMemcpy(more, other, sizeof(more), cudaMemcpyDeviceToHost);
    printf("%d\n", b.data[b.n - 1]);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
