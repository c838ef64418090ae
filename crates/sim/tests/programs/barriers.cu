// Block barriers, static and dynamic shared memory.
#include <cstdio>
#include <vector>

extern __shared__ int at_namespace_scope[];

template <typename T, int Size>
__global__ void block_sums(const T *in, T *out, int n)
{
    __shared__ T part[Size];
    unsigned t = threadIdx.x, i = blockIdx.x * Size + t;
    part[t] = i < n ? in[i] : T(0);
    __syncthreads();
    for (unsigned step = Size / 2; step > 0; step /= 2) {
        if (t < step) part[t] += part[t + step];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = part[0];
}

__global__ void reverse(int *v)
{
    extern __shared__ int tile[];
    int t = threadIdx.x + blockDim.x * threadIdx.y, n = blockDim.x * blockDim.y;
    tile[t] = v[blockIdx.x * n + t];
    __syncthreads();
    v[blockIdx.x * n + t] = tile[n - 1 - t];
}

__device__ int rotated(int t, int by)
{
    __syncthreads();
    return at_namespace_scope[(t + by) % blockDim.x];
}

__global__ void rotate(int *v, int by)
{
    at_namespace_scope[threadIdx.x] = v[threadIdx.x];
    v[threadIdx.x] = rotated(threadIdx.x, by);
}

__global__ void transpose(const float *in, float *out, int n)
{
    __shared__ float tile[16][17];
    tile[threadIdx.y][threadIdx.x] = in[(blockIdx.y * 16 + threadIdx.y) * n + blockIdx.x * 16 + threadIdx.x];
    __syncthreads();
    out[(blockIdx.x * 16 + threadIdx.y) * n + blockIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void predicates(int *out)
{
    if (threadIdx.x >= 48) return; // threads that have returned do not hold up the others
    int count = __syncthreads_count(threadIdx.x % 3 == 0);
    int all = __syncthreads_and(threadIdx.x < 48), some = __syncthreads_or(threadIdx.x == 47), none = __syncthreads_or(0);
    out[threadIdx.x] = count * 1000 + all * 100 + some * 10 + none;
}

int main()
{
    const int n = 1000;
    int bad = 0;
    std::vector<int> h(1024);
    for (int i = 0; i < 1024; i++) h[i] = i;
    int *v, *sums;
    cudaMalloc(&v, 1024 * sizeof(int));
    cudaMalloc(&sums, 8 * sizeof(int));
    cudaMemcpy(v, h.data(), 1024 * sizeof(int), cudaMemcpyHostToDevice);
    block_sums<int, 128><<<8, 128>>>(v, sums, n);
    int got[8], total = 0;
    cudaMemcpy(got, sums, sizeof got, cudaMemcpyDeviceToHost);
    for (int s : got) total += s;
    bad += total != n * (n - 1) / 2;

    reverse<<<4, dim3(16, 16), 256 * sizeof(int)>>>(v);
    cudaMemcpy(h.data(), v, 1024 * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 1024; i++) bad += h[i] != i / 256 * 256 + 255 - i % 256;

    rotate<<<1, 256, 1024>>>(v, 3);
    cudaMemcpy(h.data(), v, 1024 * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 256; i++) bad += h[i] != 255 - (i + 3) % 256;

    predicates<<<1, 64>>>(v);
    cudaMemcpy(h.data(), v, 48 * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 48; i++) bad += h[i] != 16110;

    std::vector<float> m(32 * 32), r(32 * 32);
    for (int i = 0; i < 32 * 32; i++) m[i] = i;
    float *a, *b;
    cudaMalloc(&a, m.size() * sizeof(float));
    cudaMalloc(&b, m.size() * sizeof(float));
    cudaMemcpy(a, m.data(), m.size() * sizeof(float), cudaMemcpyHostToDevice);
    transpose<<<dim3(2, 2), dim3(16, 16)>>>(a, b, 32);
    cudaMemcpy(r.data(), b, m.size() * sizeof(float), cudaMemcpyDeviceToHost);
    for (int y = 0; y < 32; y++)
        for (int x = 0; x < 32; x++) bad += r[y * 32 + x] != m[x * 32 + y];
    puts(bad ? "MISMATCH" : "OK");
    return bad != 0;
}
