// Names and expressions that have the value of a parameter declared as an array, or as a function.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void k(float *d) { d[threadIdx.x] += 5; }
static float h[16];
static void look() { std::printf("%g\n", h[3]); }
static void twice(void f()) { f(); f(); }
static void fill(float m[][4], int rows) { for (int i = 0; i < rows; i++) for (int j = 0; j < 4; j++) m[i][j] = 1; }
typedef float Four[4];
static float total(const Four v) { auto p = v + 1; auto q = p; return q[0] + *v; }
template <class T> static float generic(T t) { auto u = t; return u[2]; }
static float pass(float b[]) { return generic(b); }
static float closure(float b[]) { auto f = [=] { return b[1]; }; auto g = [p = b] { return p[2]; }; return f() + g(); }
static float indirect(float b[]) { float **at = &b; auto &name = b; return (*at)[1] + name[2]; }
int main(int argc, char *argv[]) {
  float m[4][4];
  float *d;
  cudaMalloc(&d, 64);
  fill(m, 4);
  cudaMemcpy(d, m, 64, cudaMemcpyHostToDevice);
  fill(m, 4);
  k<<<1, 16>>>(d);
  cudaMemcpy(h, d, 64, cudaMemcpyDeviceToHost);
  twice(look);
  k<<<1, 16>>>(d); cudaMemcpy(h, d, 64, cudaMemcpyDeviceToHost);
  std::printf("%g\n", total(h));
  k<<<1, 16>>>(d); cudaMemcpy(h, d, 64, cudaMemcpyDeviceToHost);
  std::printf("%g\n", pass(h));
  k<<<1, 16>>>(d); cudaMemcpy(h, d, 64, cudaMemcpyDeviceToHost);
  std::printf("%g\n", closure(h));
  k<<<1, 16>>>(d); cudaMemcpy(h, d, 64, cudaMemcpyDeviceToHost);
  std::printf("%g\n", indirect(h));
  k<<<1, 16>>>(d); cudaMemcpy(m, d, 64, cudaMemcpyDeviceToHost);
  std::printf("%g %d\n", generic(m[1]) , argc + (argv[0] != nullptr));
  cudaFree(d);
}
