// message: cudaMallocArray in host code
int main()
{
    cudaArray_t array;
    cudaChannelFormatDesc description = {32, 0, 0, 0, cudaChannelFormatKindFloat};
    return cudaMallocArray(&array, &description, 16, 16);
}
