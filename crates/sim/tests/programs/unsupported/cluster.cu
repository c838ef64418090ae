// message: a barrier of a cluster of blocks in kernel wait
#include <cooperative_groups.h>

__global__ void wait() { cooperative_groups::this_cluster().sync(); }

int main()
{
    wait<<<2, 32>>>();
    cudaDeviceSynchronize();
}
