// settings: SIM_CHECK=uninit
// message: that was never written
#include <vector>

int main()
{
    int *d;
    std::vector<int> h(64);
    cudaMalloc(&d, 64 * sizeof(int));
    cudaMemcpy(h.data(), d, 64 * sizeof(int), cudaMemcpyDeviceToHost);
}
