// message: cudaStreamBeginCapture in host code
int main()
{
    cudaStream_t s;
    cudaGraph_t graph;
    cudaStreamCreate(&s);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaStreamEndCapture(s, &graph);
}
