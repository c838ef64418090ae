// trap: an exception leaves the function between the upload from a local vector and the kernel; main catches it
// must: the upload is complete before the vector is destroyed on that way out, too
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

constexpr int N = 256;

__global__ void add(int *v, int by) { v[threadIdx.x] += by; }

static void validate(int n)
{
    if (n < 0) throw n;
}

static void upload(int *device, int n)
{
    std::vector<int> values(N);
    for (int i = 0; i < N; i++) values[i] = 3 * i;
    cudaMemcpy(device, values.data(), N * sizeof(int), cudaMemcpyHostToDevice);
    add<<<1, N>>>(device, 1);
    validate(n);
    values[0] = 2;
    add<<<1, N>>>(device, n);
}

int main()
{
    int *device, result[N], sum = 0;
    cudaMalloc(&device, sizeof(result));
    try {
        upload(device, 5);
        upload(device, -1);
    } catch (int code) {
        printf("caught %d\n", code);
    }
    std::vector<int> other(N, -7); // likely to land in the memory just released
    cudaMemcpy(result, device, sizeof(result), cudaMemcpyDeviceToHost);
    for (int x : result) sum = sum * 31 % 1000003 + x;
    printf("%d %d\n", sum, other[3]);
    cudaFree(device);
}
