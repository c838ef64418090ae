// trap: a launch and a download that returns an element wait in a vector of std::function and run later, one after the other
// must: the launch runs before the download, and the element is read after it
#include <cuda_runtime.h>
#include <cstdio>
#include <functional>
#include <vector>

constexpr int N = 256;

__global__ void step(int *v, int by) { v[threadIdx.x] = v[threadIdx.x] * 3 % 1009 + by; }

int main()
{
    int host[N], *device, sum = 0;
    for (int i = 0; i < N; i++) host[i] = 2 * i;
    cudaMalloc(&device, sizeof(host));
    auto pull = [&, count = N](int *to, auto *from) {
        cudaMemcpy(to, from, count * sizeof(int), cudaMemcpyDeviceToHost);
        return to[3];
    };
    cudaMemcpy(device, host, sizeof(host), cudaMemcpyHostToDevice);
    std::vector<std::function<int()>> queue;
    queue.push_back([&] {
        step<<<1, N>>>(device, 1);
        return 1;
    });
    queue.push_back([&] {
        cudaMemcpy(host, device, sizeof(host), cudaMemcpyDeviceToHost);
        return host[5];
    });
    for (auto &entry : queue) sum += entry();
    step<<<1, N>>>(device, 2);
    sum += pull(host, device);
    printf("%d %d\n", sum, host[7]);
    cudaFree(device);
}
