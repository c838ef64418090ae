// StreamAlloc embedded CUDA declarations: cuRAND, device side. Every draw reads and writes the state it is given.
#ifndef SA_EMBEDDED_CURAND_KERNEL_H
#define SA_EMBEDDED_CURAND_KERNEL_H
#define CURAND_KERNEL_H_

#include "cuda_runtime.h"
#include "curand.h"

#if defined(__cplusplus) && defined(__CUDA__)

// States; the fields are not modelled.
#define SA_STATE(name, words) \
    struct name { \
        unsigned int words_[words]; \
    }; \
    typedef struct name name##_t;
SA_STATE(curandStateXORWOW, 12)
SA_STATE(curandStateMRG32k3a, 18)
SA_STATE(curandStateMtgp32, 1032)
SA_STATE(curandStatePhilox4_32_10, 16)
SA_STATE(curandStateSobol32, 36)
SA_STATE(curandStateScrambledSobol32, 36)
SA_STATE(curandStateSobol64, 132)
SA_STATE(curandStateScrambledSobol64, 132)
#undef SA_STATE
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;
struct mtgp32_kernel_params;
typedef struct mtgp32_kernel_params mtgp32_kernel_params_t;

// Starting and skipping.
#define SA_PSEUDO(state) \
    SA_DEVICE void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset, \
                               state *s); \
    SA_DEVICE void skipahead(unsigned long long n, state *s); \
    SA_DEVICE void skipahead_sequence(unsigned long long n, state *s);
SA_PSEUDO(curandStateXORWOW)
SA_PSEUDO(curandStateMRG32k3a)
SA_PSEUDO(curandStatePhilox4_32_10)
#undef SA_PSEUDO
SA_DEVICE void curand_init(unsigned int *direction_vectors, unsigned int offset, curandStateSobol32 *s);
SA_DEVICE void curand_init(unsigned int *direction_vectors, unsigned int scramble_c, unsigned int offset,
                           curandStateScrambledSobol32 *s);
SA_DEVICE void curand_init(unsigned long long *direction_vectors, unsigned long long offset, curandStateSobol64 *s);
SA_DEVICE void curand_init(unsigned long long *direction_vectors, unsigned long long scramble_c,
                           unsigned long long offset, curandStateScrambledSobol64 *s);
SA_DEVICE void skipahead(unsigned int n, curandStateSobol32 *s);
SA_DEVICE void skipahead(unsigned long long n, curandStateSobol64 *s);

// Draws from any state.
#define SA_DRAWS(state, word) \
    SA_DEVICE word curand(state *s); \
    SA_DEVICE float curand_uniform(state *s); \
    SA_DEVICE double curand_uniform_double(state *s); \
    SA_DEVICE float curand_normal(state *s); \
    SA_DEVICE double curand_normal_double(state *s); \
    SA_DEVICE float curand_log_normal(state *s, float mean, float stddev); \
    SA_DEVICE double curand_log_normal_double(state *s, double mean, double stddev); \
    SA_DEVICE unsigned int curand_poisson(state *s, double lambda); \
    SA_DEVICE unsigned int curand_discrete(state *s, curandDiscreteDistribution_t distribution);
SA_DRAWS(curandStateXORWOW, unsigned int)
SA_DRAWS(curandStateMRG32k3a, unsigned int)
SA_DRAWS(curandStateMtgp32, unsigned int)
SA_DRAWS(curandStatePhilox4_32_10, unsigned int)
SA_DRAWS(curandStateSobol32, unsigned int)
SA_DRAWS(curandStateScrambledSobol32, unsigned int)
SA_DRAWS(curandStateSobol64, unsigned long long)
SA_DRAWS(curandStateScrambledSobol64, unsigned long long)
#undef SA_DRAWS

// Two or four at once.
#define SA_PAIRS(state) \
    SA_DEVICE float2 curand_normal2(state *s); \
    SA_DEVICE double2 curand_normal2_double(state *s); \
    SA_DEVICE float2 curand_log_normal2(state *s, float mean, float stddev); \
    SA_DEVICE double2 curand_log_normal2_double(state *s, double mean, double stddev);
SA_PAIRS(curandStateXORWOW)
SA_PAIRS(curandStateMRG32k3a)
SA_PAIRS(curandStatePhilox4_32_10)
#undef SA_PAIRS
SA_DEVICE uint4 curand4(curandStatePhilox4_32_10 *s);
SA_DEVICE float4 curand_uniform4(curandStatePhilox4_32_10 *s);
SA_DEVICE float4 curand_normal4(curandStatePhilox4_32_10 *s);
SA_DEVICE float4 curand_log_normal4(curandStatePhilox4_32_10 *s, float mean, float stddev);
SA_DEVICE double2 curand_uniform2_double(curandStatePhilox4_32_10 *s);
SA_DEVICE double4 curand_uniform4_double(curandStatePhilox4_32_10 *s);
SA_DEVICE double4 curand_normal4_double(curandStatePhilox4_32_10 *s);
SA_DEVICE uint4 curand_poisson4(curandStatePhilox4_32_10 *s, double lambda);

// MTGP32 set-up on the host.
curandStatus_t curandMakeMTGP32Constants(const void *params, mtgp32_kernel_params_t *p);
curandStatus_t curandMakeMTGP32KernelState(curandStateMtgp32_t *s, void *params, mtgp32_kernel_params_t *k, int n,
                                           unsigned long long seed);

#endif

#endif
