// message: cudaGraphCreate in host code
int main()
{
    cudaGraph_t graph;
    return cudaGraphCreate(&graph, 0);
}
