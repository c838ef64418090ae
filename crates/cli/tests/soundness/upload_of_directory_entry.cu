// trap: an upload reads d_name of a directory entry; the next readdir or closedir ends it
// must: readdir waits for the upload
#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>
#include <dirent.h>
constexpr int N = 64;
static int more[N]; // of a chain that overlaps
__global__ void fill(int *v, int start) { v[threadIdx.x] = start + threadIdx.x; }

int main()
{
    char back[64];
    memset(back, 0, sizeof back);
    int *device, *other;
    cudaMalloc(&device, N * sizeof(int));
    cudaMalloc(&other, N * sizeof(int));
    fill<<<1, N>>>(device, 7);
    cudaMemset(device, 0, 256);
    DIR *dir = opendir("/");
    int i = 0, sum = 0;
    while (struct dirent *e = readdir(dir)) {
        if (e->d_name[0] == '.') { cudaMemcpy(device + 8 * i++, e->d_name, 2, cudaMemcpyHostToDevice); fill<<<1, 8>>>(other, i); }
    }
    closedir(dir);
    cudaMemcpy(more, other, 256, cudaMemcpyDeviceToHost);
    cudaMemcpy(back, device, 64, cudaMemcpyDeviceToHost);
    for (char c : back) sum += c;
    printf("%d\n", sum);
    printf("%d\n", more[3]);
    cudaFree(device);
    cudaFree(other);
}
