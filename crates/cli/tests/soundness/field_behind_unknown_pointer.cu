// trap: a kernel changes a field behind a pointer that was read from a file, which is the address of a buffer
// must: the kernel stays ordered with the copies of the buffer
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 64;
struct Pair { int key, value; };
static Pair host[N];
static int other[N];
__global__ void bump(Pair *p) { p[threadIdx.x].value += 10; }
__global__ void fill(int *v) { v[threadIdx.x] = threadIdx.x; }

int main()
{
    Pair *pairs;
    int *device;
    cudaMalloc(&pairs, sizeof(host));
    cudaMalloc(&device, sizeof(other));
    FILE *file = tmpfile();
    fwrite(&pairs, sizeof(pairs), 1, file);
    rewind(file);
    Pair *same = nullptr;
    if (fread(&same, sizeof(same), 1, file) != 1) return 1;
    fclose(file);
    for (int i = 0; i < N; i++) host[i] = {i, 2 * i};
    fill<<<1, N>>>(device);
    cudaMemcpy(pairs, host, sizeof(host), cudaMemcpyHostToDevice);
    bump<<<1, N>>>(same);
    cudaMemcpy(host, pairs, sizeof(host), cudaMemcpyDeviceToHost);
    cudaMemcpy(other, device, sizeof(other), cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", host[5].key, host[5].value, other[7]);
    cudaFree(pairs);
    cudaFree(device);
}
