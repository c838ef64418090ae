// A class makes, waits for and destroys its stream.

#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

__global__ void fill(int *p, int n) { p[threadIdx.x % n] = n; }
__global__ void twice(const int *in, int *out, int n) { out[threadIdx.x % n] = 2 * in[threadIdx.x % n]; }

class Stream {
  public:
    Stream() { cudaStreamCreate(&stream_); }
    ~Stream() {
        cudaStreamSynchronize(stream_);
        cudaStreamDestroy(stream_);
    }
    operator cudaStream_t() const { return stream_; }

  private:
    cudaStream_t stream_;
};

int main() {
    int *a, *h, early;
    cudaMalloc(&a, 64);
    cudaMallocHost(&h, 64);
    {
        Stream s;
        cudaMemcpyAsync(h, a, 64, cudaMemcpyDeviceToHost, s);
        early = h[0]; //~ SA1002 definite
    }
    return early + h[1];
}
