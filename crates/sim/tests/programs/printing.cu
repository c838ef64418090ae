// Device printf appears at the flush points only, in the order of execution, and not at exit.
// expect: device 7 0.500 text
// expect: device 8 0.500 text
// expect: host 1
// expect: host 2
// expect: device 9 0.500 text
// expect: host 3
// expect: device 10 0.500 text
// expect: OK
#include <cstdio>

__global__ void say(int v) { printf("device %d %.3f %s\n", v, 0.5, "text"); }

int main()
{
    say<<<1, 1>>>(7);
    say<<<1, 1>>>(8);
    cudaDeviceSynchronize();
    printf("host %d\n", 1);
    printf("host 2\n");
    say<<<1, 1>>>(9);
    int *d, h;
    cudaMalloc(&d, 4);
    cudaMemset(d, 0, 4);
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost); // a blocking copy
    printf("host 3\n");
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    say<<<1, 1, 0, s>>>(10);
    cudaStreamSynchronize(s);
    puts("OK");
    say<<<1, 1>>>(11);
}
