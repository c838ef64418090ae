// From page-locked memory an upload is not staged: the source must not change before it is complete. Blocks come and
// go in each pass, so that an address is registered many times; some have elements with destructors.
// rewritten with: --pin=always
#include <cstdio>
#include <cstdlib>
__global__ void add(int *d, int n, int by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) d[i] += by;
}

struct Counted { int value; ~Counted() { live--; } Counted() : value(0) { live++; } static int live; };
int Counted::live = 0;

static void fill(int *p, int n, int by)
{
    for (int i = 0; i < n; i++) p[i] = i * by;
}

int main()
{
    int n = 3000;
    int *d, *e, *f;
    cudaMalloc(&d, n * sizeof(int));
    cudaMalloc(&e, n * sizeof(int));
    cudaMalloc(&f, n * sizeof(int));
    int *shared = new int[n];
    for (int pass = 1; pass < 5; pass++) {
        int *a = (int *)malloc(n * sizeof(int));
        Counted *c = new Counted[n];
        fill(a, n, pass);
        fill(shared, n, pass + 1);
        for (int i = 0; i < n; i++) c[i].value = i;
        cudaMemcpy(d, a, n * sizeof(int), cudaMemcpyHostToDevice);
        add<<<12, 256>>>(d, n, 1);
        fill(a, n, 0);
        cudaMemcpy(e, shared, n * sizeof(int), cudaMemcpyHostToDevice);
        add<<<12, 256>>>(e, n, 2);
        fill(shared, n, -1);
        cudaMemcpy(f, c, n * sizeof(int), cudaMemcpyHostToDevice);
        add<<<12, 256>>>(f, n, 3);
        cudaMemcpy(a, d, n * sizeof(int), cudaMemcpyDeviceToHost);
        cudaMemcpy(shared, e, n * sizeof(int), cudaMemcpyDeviceToHost);
        cudaMemcpy(c, f, n * sizeof(int), cudaMemcpyDeviceToHost);
        printf("%d %d %d\n", a[10], shared[10], c[10].value);
        free(a);
        delete[] c;
    }
    delete[] shared;
    printf("%d %s\n", Counted::live, cudaGetErrorName(cudaGetLastError()));
    return 0;
}
