// Atomic functions and arithmetic built-ins.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <cuda_fp16.h>
#include <math_constants.h>

struct Results {
    int add, smallest, largest, bits_or, bits_and, bits_xor, exchanged, swapped;
    unsigned wrapped_up, wrapped_down;
    unsigned long long wide;
    float single;
    double twice;
};

__global__ void collect(Results *r)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&r->add, i);
    atomicSub(&r->add, 1);
    atomicMin(&r->smallest, i);
    atomicMax(&r->largest, i);
    atomicOr(&r->bits_or, 1 << i % 8);
    atomicAnd(&r->bits_and, ~(1 << i % 4));
    atomicXor(&r->bits_xor, i);
    atomicExch(&r->exchanged, 5);
    atomicCAS(&r->swapped, i, i + 1);
    atomicInc(&r->wrapped_up, 9);
    atomicDec(&r->wrapped_down, 9);
    atomicAdd(&r->wide, 1ull << 33);
    atomicAdd(&r->single, 0.5f);
    atomicAdd(&r->twice, 0.25);
}

// The functions that nvcc has for itself.
__device__ void nv_atomics(int *bad)
{
    int x = 5, y = 0, z = 9;
    bad[0] += __nv_atomic_fetch_add(&x, 2, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE) != 5 || x != 7;
    bad[0] += __nv_atomic_fetch_max(&x, 9, __NV_ATOMIC_SEQ_CST) != 7 || __nv_atomic_load_n(&x, __NV_ATOMIC_ACQUIRE) != 9;
    __nv_atomic_store_n(&y, 4, __NV_ATOMIC_RELEASE);
    bad[0] += y != 4 || __nv_atomic_exchange_n(&y, 6, __NV_ATOMIC_ACQ_REL) != 4;
    bad[0] += !__nv_atomic_compare_exchange_n(&x, &z, 3, false, __NV_ATOMIC_RELAXED, __NV_ATOMIC_RELAXED) || x != 3;
    bad[0] += __nv_atomic_compare_exchange_n(&x, &z, 4, false, __NV_ATOMIC_RELAXED, __NV_ATOMIC_RELAXED) || z != 3;
    __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST);
}

__global__ void arithmetic(int *bad)
{
    nv_atomics(bad);
    bad[0] += min(3, 4u) != 3 || max(-1ll, 2ll) != 2 || min(2.0f, 1.0) != 1.0 || ::max(1.5f, 2.5f) != 2.5f;
    bad[0] += __popc(0xff0f) != 12 || __clz(1) != 31 || __ffs(8) != 4 || __brev(1) != 0x80000000u || __clzll(1) != 63;
    bad[0] += __mulhi(1 << 30, 8) != 2 || __umulhi(0x80000000u, 4) != 2 || __byte_perm(0x33221100, 0x77665544, 0x7410) != 0x77441100;
    bad[0] += __float_as_int(1.0f) != 0x3f800000 || __int_as_float(0x40000000) != 2.0f || __float2int_rn(2.5f) != 2 || __float2int_ru(2.1f) != 3;
    bad[0] += rsqrtf(4.0f) != 0.5f || fabsf(__expf(0.0f) - 1) > 0 || __fdividef(6.0f, 3.0f) != 2 || !isnan(CUDART_NAN_F);
    bad[0] += __half2float(__float2half(1.5f)) != 1.5f || __half2float(__float2half(1e-7f)) > 2e-7f || (float)(half(2) * half(3)) != 6;
    bad[0] += __half_as_ushort(__float2half(65519.0f)) != 0x7bff || __half_as_ushort(__float2half(65520.0f)) != 0x7c00;
}

int main()
{
    Results r = {0, 1 << 20, -1, 0, 0xff, 0, 0, 0, 0, 0, 0, 0, 0}, *d;
    cudaMalloc(&d, sizeof r);
    cudaMemcpy(d, &r, sizeof r, cudaMemcpyHostToDevice);
    collect<<<4, 64>>>(d);
    cudaMemcpy(&r, d, sizeof r, cudaMemcpyDeviceToHost);
    int wrong = 0, *bad;
    cudaMallocManaged(&bad, sizeof(int));
    *bad = 0;
    arithmetic<<<1, 1>>>(bad);
    cudaDeviceSynchronize();
    wrong += *bad;
    wrong += r.add != 255 * 128 - 256 || r.smallest != 0 || r.largest != 255 || r.bits_or != 255 || r.bits_and != 0xf0;
    wrong += r.bits_xor != 0 || r.exchanged != 5 || r.swapped != 256 || r.wrapped_up != 6 || r.wrapped_down != 4;
    wrong += r.wide != 256ull << 33 || r.single != 128 || r.twice != 64;
    wrong += std::min(2, 3) != 2 || std::max<long>(2, 3) != 3;
    puts(wrong ? "MISMATCH" : "OK");
    return wrong != 0;
}
