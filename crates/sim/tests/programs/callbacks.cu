// A host that sleeps until a host function wakes it, without a call of the runtime.
// settings: SIM_IDLE_MS=200
#include <condition_variable>
#include <cstdio>
#include <mutex>

static std::mutex mutex;
static std::condition_variable wake;
static int done;

static void finished(void *)
{
    std::lock_guard<std::mutex> lock(mutex);
    done++;
    wake.notify_one();
}

__global__ void add(int *p, int by) { *p += by; }

int main()
{
    int *d, h;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMalloc(&d, 4);
    cudaMemset(d, 0, 4);
    for (int i = 1; i <= 3; i++) {
        add<<<1, 1, 0, s>>>(d, i);
        cudaLaunchHostFunc(s, finished, nullptr);
        std::unique_lock<std::mutex> lock(mutex);
        wake.wait(lock, [&] { return done == i; });
    }
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
    puts(h == 6 ? "OK" : "MISMATCH");
}
