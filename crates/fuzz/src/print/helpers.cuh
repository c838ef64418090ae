static void must(cudaError_t status)
{
    if (status != cudaSuccess) {
        printf("error %d\n", (int)status);
        exit(9);
    }
}

static const unsigned table[N] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4, 6, 2, 6, 4, 3, 3, 8, 3, 2, 7, 9, 5};

static unsigned total(const unsigned *values, int count)
{
    unsigned sum = 0;
    for (int i = 0; i < count; i++) sum = sum * 31u + values[i];
    return sum;
}

static void fill(unsigned *values, unsigned start)
{
    for (int i = 0; i < N; i++) values[i] = start + i;
}

static unsigned *same(unsigned *values) { return values; }

struct View {
    unsigned *values;
    explicit View(unsigned *v) : values(v) {}
};

struct Report {
    unsigned *values;
    ~Report() { printf("report %u\n", total(values, N)); }
};

__global__ void preset(unsigned *out, unsigned start)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = start * 3u + i;
}
