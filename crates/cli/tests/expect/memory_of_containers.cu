// The memory of containers is allocated by the global `operator new`, which the output replaces.
#include <vector>

int main(int argc, char **)
{
    std::vector<int> a(64 * argc), b(64 * argc);
    int *raw = new int[64 * argc], *d;
    cudaMalloc(&d, a.size() * sizeof(int));
    cudaMemcpy(d, a.data(), a.size() * sizeof(int), cudaMemcpyHostToDevice);    //~ async
    argc++;
    a[0] = 1;
    cudaMemcpy(b.data(), d, b.size() * sizeof(int), cudaMemcpyDeviceToHost);    //~ async
    cudaMemcpy(raw, d, 64 * argc * sizeof(int), cudaMemcpyDeviceToHost);        //~ async
    const int result = b[0] + raw[0];
    delete[] raw;
    return result;
}
// streams: 2
// waits: 2
