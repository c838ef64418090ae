// A file that captures streams is left alone.
__global__ void add(int *v, int by) { v[threadIdx.x] += by; }

int main()
{
    static int x[64];
    int *d_x, *d_y;
    cudaStream_t s;
    cudaGraph_t graph;
    cudaStreamCreate(&s);
    cudaMalloc(&d_x, sizeof(x));
    cudaMalloc(&d_y, sizeof(x));
    cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice); //~ sync: streams are captured in this file
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    add<<<1, 64, 0, s>>>(d_y, 1); //~ sync: the program uses streams of its own around it
    cudaStreamEndCapture(s, &graph);
    cudaMemset(d_y, 0, sizeof(x)); //~ sync: streams are captured in this file
    return 0;
}
// streams: 0
// waits: 0
