// trap: an event and the default stream are queried after a download, which had completed everything before it
// must: both queries report success, as they did
#include <cuda_runtime.h>
#include <cstdio>

constexpr int N = 256;

__global__ void add(int *v) { v[threadIdx.x] += 7; }

int main()
{
    int host[N], *device, sum = 0;
    for (int i = 0; i < N; i++) host[i] = 2 * i;
    cudaEvent_t event;
    cudaEventCreate(&event);
    cudaMalloc(&device, sizeof(host));
    cudaMemcpy(device, host, sizeof(host), cudaMemcpyHostToDevice);
    add<<<1, N>>>(device);
    cudaEventRecord(event);
    cudaMemcpy(host, device, sizeof(host), cudaMemcpyDeviceToHost);
    cudaError_t of_event = cudaEventQuery(event);
    cudaError_t of_stream = cudaStreamQuery(0);
    for (int x : host) sum = sum * 31 % 1000003 + x;
    printf("%d %d %d\n", of_event, of_stream, sum);
    cudaEventDestroy(event);
    cudaFree(device);
}
