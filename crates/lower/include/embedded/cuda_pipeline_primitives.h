// StreamAlloc embedded CUDA declarations: asynchronous copies to shared memory.
#ifndef SA_EMBEDDED_CUDA_PIPELINE_PRIMITIVES_H
#define SA_EMBEDDED_CUDA_PIPELINE_PRIMITIVES_H

#include "cuda_runtime.h"

#if defined(__cplusplus) && defined(__CUDA__)

// The pipeline of a thread.
SA_DEVICE void __pipeline_memcpy_async(void *dst_shared, const void *src_global, size_t size_and_align,
                                       size_t zfill = 0);
SA_DEVICE void __pipeline_commit(void);
SA_DEVICE void __pipeline_wait_prior(size_t stage);
typedef unsigned long long __mbarrier_t;
typedef unsigned long long __mbarrier_token_t;
SA_DEVICE void __pipeline_arrive_on(__mbarrier_t *barrier);

// Barriers in shared memory.
SA_DEVICE void __mbarrier_init(__mbarrier_t *barrier, unsigned int expected_count);
SA_DEVICE void __mbarrier_inval(__mbarrier_t *barrier);
SA_DEVICE __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *barrier);
SA_DEVICE __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *barrier);
SA_DEVICE bool __mbarrier_test_wait(__mbarrier_t *barrier, __mbarrier_token_t token);
SA_DEVICE bool __mbarrier_try_wait(__mbarrier_t *barrier, __mbarrier_token_t token, unsigned int max_sleep_ns);

#endif

#endif
