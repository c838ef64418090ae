// The wait stands before the first statement that needs the data, and says what it waits for.
#include <cstdio>

int main()
{
    static int x[64], y[64];
    int *d_x, *d_y;
    cudaMalloc(&d_x, sizeof(x));
    cudaMalloc(&d_y, sizeof(y));
    cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice); //~ async
    puts("uploading");
    y[0] = 1;
    x[0] = 2;
    cudaMemcpy(d_y, y, sizeof(y), cudaMemcpyHostToDevice); //~ async
    puts("both");
    y[1] = 3;
    cudaFree(d_x);
    cudaFree(d_y);
    return 0;
}
// streams: 1
// waits: 2
