// A function that a stream calls must not call the runtime. It may allocate and free: no memory is page-locked here.
#include <cstdlib>
#include <vector>

static void note(void *) { std::vector<int> of_its_own(8); }

int main(int argc, char **)
{
    std::vector<int> a(64 * argc);
    int *b = (int *)malloc(64 * argc * sizeof(int)), *d;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMalloc(&d, a.size() * sizeof(int));
    cudaMemcpy(d, a.data(), a.size() * sizeof(int), cudaMemcpyHostToDevice);    //~ sync
    cudaMemcpy(b, d, 64 * argc * sizeof(int), cudaMemcpyDeviceToHost);          //~ sync
    cudaLaunchHostFunc(stream, note, nullptr);                                  //~ sync
    cudaStreamSynchronize(stream);
    free(b);
    return a[0];
}
// streams: 0
// waits: 0
