// StreamAlloc stand-in for cuRAND's device functions, for toolkits without cuRAND. Declarations only: every function
// reads and writes its state, and nothing else but what it is given.
#ifndef STREAMALLOC_STANDIN_CURAND_KERNEL_H
#define STREAMALLOC_STANDIN_CURAND_KERNEL_H
#include "curand.h"

#if defined(__CUDA__) && defined(__cplusplus)

#define SA_STATE(name, words) \
    struct name { \
        unsigned int word[words]; \
    };
SA_STATE(curandStateXORWOW, 12)
SA_STATE(curandStateMRG32k3a, 12)
SA_STATE(curandStatePhilox4_32_10, 16)
SA_STATE(curandStateMtgp32, 4)
SA_STATE(curandStateSobol32, 36)
SA_STATE(curandStateScrambledSobol32, 36)
SA_STATE(curandStateSobol64, 68)
SA_STATE(curandStateScrambledSobol64, 68)
#undef SA_STATE
typedef curandStateXORWOW curandStateXORWOW_t;
typedef curandStateXORWOW curandState;
typedef curandStateXORWOW curandState_t;
typedef curandStateMRG32k3a curandStateMRG32k3a_t;
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef curandStateMtgp32 curandStateMtgp32_t;
typedef curandStateSobol32 curandStateSobol32_t;
typedef curandStateScrambledSobol32 curandStateScrambledSobol32_t;
typedef curandStateSobol64 curandStateSobol64_t;
typedef curandStateScrambledSobol64 curandStateScrambledSobol64_t;

#define SA_DEVICE __device__ __attribute__((nothrow))
template <class State>
SA_DEVICE void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                           State *state);
template <class Vectors, class State>
SA_DEVICE void curand_init(Vectors *vectors, unsigned int offset, State *state);
template <class State>
SA_DEVICE void skipahead(unsigned long long count, State *state);
template <class State>
SA_DEVICE void skipahead_sequence(unsigned long long count, State *state);
#define SA_DRAW(result, name) \
    template <class State> \
    SA_DEVICE result name(State *state);
SA_DRAW(unsigned int, curand)
SA_DRAW(float, curand_uniform)
SA_DRAW(double, curand_uniform_double)
SA_DRAW(float, curand_normal)
SA_DRAW(double, curand_normal_double)
SA_DRAW(float2, curand_normal2)
SA_DRAW(double2, curand_normal2_double)
SA_DRAW(float4, curand_normal4)
SA_DRAW(uint4, curand4)
SA_DRAW(float4, curand_uniform4)
SA_DRAW(double2, curand_uniform2_double)
SA_DRAW(double4, curand_uniform4_double)
#undef SA_DRAW
#define SA_DRAW(result, value, name) \
    template <class State> \
    SA_DEVICE result name(State *state, value mean, value stddev);
SA_DRAW(float, float, curand_log_normal)
SA_DRAW(double, double, curand_log_normal_double)
SA_DRAW(float2, float, curand_log_normal2)
SA_DRAW(double2, double, curand_log_normal2_double)
SA_DRAW(float4, float, curand_log_normal4)
#undef SA_DRAW
template <class State>
SA_DEVICE unsigned int curand_poisson(State *state, double lambda);
template <class State>
SA_DEVICE uint4 curand_poisson4(State *state, double lambda);
#undef SA_DEVICE

#endif
#endif
