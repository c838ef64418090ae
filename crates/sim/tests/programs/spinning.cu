// A kernel that waits for the host, and a host that waits for a kernel, through mapped memory; a kernel that waits for a copy.
// settings: SIM_IDLE_MS=100
// settings: SIM_STUCK_MS=50
#include <cstdio>

__global__ void wait_for_host(volatile int *flag, volatile int *answer)
{
    while (*flag == 0) __threadfence_system();
    *answer = *flag + 1;
}

__global__ void raise(volatile int *flag) { *flag = 1; }

int main()
{
    volatile int *m;
    int *one, *d;
    cudaHostAlloc((void **)&m, 64, cudaHostAllocMapped);
    cudaMallocHost(&one, 4);
    cudaMalloc(&d, 4);
    m[0] = m[1] = m[2] = 0;
    *one = 1;
    wait_for_host<<<1, 1>>>(m, m + 1);
    m[0] = 41;
    cudaDeviceSynchronize();
    int bad = m[1] != 42;

    raise<<<1, 1>>>(m + 2);
    while (m[2] == 0) // no call of the runtime in here
        ;

    cudaStream_t s, t;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    cudaMemset(d, 0, 4);
    cudaDeviceSynchronize();
    wait_for_host<<<1, 1, 0, s>>>(d, m + 3);
    cudaMemcpyAsync(d, one, 4, cudaMemcpyHostToDevice, t);
    cudaStreamSynchronize(s);
    bad += m[3] != 2;
    puts(bad ? "MISMATCH" : "OK");
    return bad;
}
