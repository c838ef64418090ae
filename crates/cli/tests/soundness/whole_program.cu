// rewritten with: --whole-program
// Functions with external linkage leave their work in flight when no other file calls them: callers wait where they need it.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <stdexcept>

float *shared_host, *shared_device;

__global__ void twice(float *d) { d[threadIdx.x] *= 2; }

void upload(float *to, const float *from) { cudaMemcpy(to, from, 64, cudaMemcpyHostToDevice); }

void launch(float *d) { twice<<<1, 16>>>(d); }

template <typename T>
void download(T *to, const T *from) {
    cudaMemcpy(to, from, 16 * sizeof(T), cudaMemcpyDeviceToHost);
}

struct Buffer {
    float *device, *host;
    explicit Buffer(float start) {
        host = new float[16];
        for (int i = 0; i < 16; i++) host[i] = start + i;
        cudaMalloc(&device, 64);
        upload(device, host);
    }
    void fetch() { download(host, device); }
    ~Buffer() {
        cudaFree(device);
        delete[] host;
    }
};

float deep(Buffer &buffer, int depth) {
    if (depth == 0) {
        buffer.fetch();
        return buffer.host[0];
    }
    launch(buffer.device);
    return deep(buffer, depth - 1) + 1;
}

void pass_on(void (*f)(float *), float *d) { f(d); }

void fail_after(float *to, const float *from) {
    download(to, from);
    throw std::runtime_error("late");
}

int from_initialiser() {
    cudaMalloc(&shared_device, 64);
    shared_host = (float *)malloc(64);
    for (int i = 0; i < 16; i++) shared_host[i] = 100 + i;
    upload(shared_device, shared_host);
    launch(shared_device);
    download(shared_host, shared_device);
    return 1;
}

int initialised = from_initialiser();

int main() {
    std::printf("%g\n", shared_host[1]);

    float *h = new float[16], *g = new float[16];
    float *d, *e;
    cudaMalloc(&d, 64);
    cudaMalloc(&e, 64);
    for (int i = 0; i < 16; i++) h[i] = i;
    upload(d, h);
    for (int i = 0; i < 16; i++) h[i] = -i;
    upload(e, h);
    launch(d);
    launch(e);
    download(g, d);
    download(h, e);
    float sum = 0;
    for (int i = 0; i < 16; i++) sum += g[i] + 3 * h[i];
    std::printf("%g\n", sum);

    Buffer one(1), two(20);
    launch(one.device);
    launch(two.device);
    one.fetch();
    two.fetch();
    std::printf("%g %g\n", one.host[3], two.host[15]);
    std::printf("%g\n", deep(one, 3));

    pass_on(launch, d);
    download(g, d);
    std::printf("%g\n", g[15]);

    try {
        fail_after(h, d);
    } catch (const std::runtime_error &) {
        std::printf("%g\n", h[15]);
    }

    upload(shared_device, g);
    g[2] = 5;
    download(shared_host, shared_device);
    delete[] g;
    std::printf("%g\n", shared_host[2]);
    delete[] h;
    cudaFree(d);
    cudaFree(e);
    return 0;
}
