// StreamAlloc embedded CUDA declarations: cuBLAS.
//
// NVIDIA's header maps `cublasSgemm` to `cublasSgemm_v2` by macro; here the functions carry the plain names.
#ifndef SA_EMBEDDED_CUBLAS_V2_H
#define SA_EMBEDDED_CUBLAS_V2_H
#define CUBLAS_V2_H_
#define CUBLAS_API_H_

#include "sa_cublas_types.h"

SA_C_BEGIN

// Handles and their modes.
cublasStatus_t cublasCreate(cublasHandle_t *handle);
cublasStatus_t cublasDestroy(cublasHandle_t handle);
cublasStatus_t cublasGetVersion(cublasHandle_t handle, int *version);
cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value);
size_t cublasGetCudartVersion(void);
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void *workspace, size_t workspaceSizeInBytes);
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t streamId);
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t *streamId);
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t *mode);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode);
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t *mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t *mode);
cublasStatus_t cublasSetSmCountTarget(cublasHandle_t handle, int smCountTarget);
cublasStatus_t cublasLoggerConfigure(int logIsOn, int logToStdOut, int logToStdErr, const char *logFileName);
const char *cublasGetStatusName(cublasStatus_t status);
const char *cublasGetStatusString(cublasStatus_t status);
void cublasXerbla(const char *srName, int info);
#define cublasCreate_v2 cublasCreate
#define cublasDestroy_v2 cublasDestroy
#define cublasSetStream_v2 cublasSetStream
#define cublasGetStream_v2 cublasGetStream

// What most functions share: the handle first; a matrix or vector is a pointer with its stride.
#define SA_H cublasHandle_t handle
#define SA_IN(T, name) const T *name, int ld##name
#define SA_OUT(T, name) T *name, int ld##name

// Level 1 of one type T (letter P).
#define SA_BLAS1(P, T) \
    cublasStatus_t cublas##P##axpy(SA_H, int n, const T *alpha, SA_IN(T, x), SA_OUT(T, y)); \
    cublasStatus_t cublas##P##copy(SA_H, int n, SA_IN(T, x), SA_OUT(T, y)); \
    cublasStatus_t cublas##P##swap(SA_H, int n, SA_OUT(T, x), SA_OUT(T, y)); \
    cublasStatus_t cublas##P##scal(SA_H, int n, const T *alpha, SA_OUT(T, x)); \
    cublasStatus_t cublasI##P##amax(SA_H, int n, SA_IN(T, x), int *result); \
    cublasStatus_t cublasI##P##amin(SA_H, int n, SA_IN(T, x), int *result); \
    cublasStatus_t cublas##P##rotg(SA_H, T *a, T *b, void *c, T *s);
SA_BLAS1(S, float)
SA_BLAS1(D, double)
SA_BLAS1(C, cuComplex)
SA_BLAS1(Z, cuDoubleComplex)
#undef SA_BLAS1
#define SA_BLAS1_REAL(P, T) \
    cublasStatus_t cublas##P##dot(SA_H, int n, SA_IN(T, x), SA_IN(T, y), T *result); \
    cublasStatus_t cublas##P##rot(SA_H, int n, SA_OUT(T, x), SA_OUT(T, y), const T *c, const T *s); \
    cublasStatus_t cublas##P##rotm(SA_H, int n, SA_OUT(T, x), SA_OUT(T, y), const T *param); \
    cublasStatus_t cublas##P##rotmg(SA_H, T *d1, T *d2, T *x1, const T *y1, T *param);
SA_BLAS1_REAL(S, float)
SA_BLAS1_REAL(D, double)
#undef SA_BLAS1_REAL
#define SA_BLAS1_COMPLEX(P, T) \
    cublasStatus_t cublas##P##dotu(SA_H, int n, SA_IN(T, x), SA_IN(T, y), T *result); \
    cublasStatus_t cublas##P##dotc(SA_H, int n, SA_IN(T, x), SA_IN(T, y), T *result);
SA_BLAS1_COMPLEX(C, cuComplex)
SA_BLAS1_COMPLEX(Z, cuDoubleComplex)
#undef SA_BLAS1_COMPLEX
cublasStatus_t cublasSnrm2(SA_H, int n, SA_IN(float, x), float *result);
cublasStatus_t cublasDnrm2(SA_H, int n, SA_IN(double, x), double *result);
cublasStatus_t cublasScnrm2(SA_H, int n, SA_IN(cuComplex, x), float *result);
cublasStatus_t cublasDznrm2(SA_H, int n, SA_IN(cuDoubleComplex, x), double *result);
cublasStatus_t cublasSasum(SA_H, int n, SA_IN(float, x), float *result);
cublasStatus_t cublasDasum(SA_H, int n, SA_IN(double, x), double *result);
cublasStatus_t cublasScasum(SA_H, int n, SA_IN(cuComplex, x), float *result);
cublasStatus_t cublasDzasum(SA_H, int n, SA_IN(cuDoubleComplex, x), double *result);
cublasStatus_t cublasCsscal(SA_H, int n, const float *alpha, SA_OUT(cuComplex, x));
cublasStatus_t cublasZdscal(SA_H, int n, const double *alpha, SA_OUT(cuDoubleComplex, x));

// Level 2.
#define SA_TRI cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag
#define SA_BLAS2(P, T) \
    cublasStatus_t cublas##P##gemv(SA_H, cublasOperation_t trans, int m, int n, const T *alpha, SA_IN(T, A), \
                                   SA_IN(T, x), const T *beta, SA_OUT(T, y)); \
    cublasStatus_t cublas##P##gbmv(SA_H, cublasOperation_t trans, int m, int n, int kl, int ku, const T *alpha, \
                                   SA_IN(T, A), SA_IN(T, x), const T *beta, SA_OUT(T, y)); \
    cublasStatus_t cublas##P##trmv(SA_H, SA_TRI, int n, SA_IN(T, A), SA_OUT(T, x)); \
    cublasStatus_t cublas##P##trsv(SA_H, SA_TRI, int n, SA_IN(T, A), SA_OUT(T, x)); \
    cublasStatus_t cublas##P##tbmv(SA_H, SA_TRI, int n, int k, SA_IN(T, A), SA_OUT(T, x)); \
    cublasStatus_t cublas##P##tbsv(SA_H, SA_TRI, int n, int k, SA_IN(T, A), SA_OUT(T, x)); \
    cublasStatus_t cublas##P##tpmv(SA_H, SA_TRI, int n, const T *AP, SA_OUT(T, x)); \
    cublasStatus_t cublas##P##tpsv(SA_H, SA_TRI, int n, const T *AP, SA_OUT(T, x)); \
    cublasStatus_t cublas##P##gemvStridedBatched(SA_H, cublasOperation_t trans, int m, int n, const T *alpha, \
                                                 SA_IN(T, A), long long strideA, SA_IN(T, x), long long strideX, \
                                                 const T *beta, SA_OUT(T, y), long long strideY, int batchCount); \
    cublasStatus_t cublas##P##gemvBatched(SA_H, cublasOperation_t trans, int m, int n, const T *alpha, \
                                          const T *const Aarray[], int lda, const T *const xarray[], int incx, \
                                          const T *beta, T *const yarray[], int incy, int batchCount);
SA_BLAS2(S, float)
SA_BLAS2(D, double)
SA_BLAS2(C, cuComplex)
SA_BLAS2(Z, cuDoubleComplex)
#undef SA_BLAS2
#define SA_BLAS2_SYM(P, T, mv, r2) \
    cublasStatus_t cublas##P##mv(SA_H, cublasFillMode_t uplo, int n, const T *alpha, SA_IN(T, A), SA_IN(T, x), \
                                 const T *beta, SA_OUT(T, y)); \
    cublasStatus_t cublas##P##r2(SA_H, cublasFillMode_t uplo, int n, const T *alpha, SA_IN(T, x), SA_IN(T, y), \
                                 SA_OUT(T, A));
SA_BLAS2_SYM(S, float, symv, syr2)
SA_BLAS2_SYM(D, double, symv, syr2)
SA_BLAS2_SYM(C, cuComplex, symv, syr2)
SA_BLAS2_SYM(Z, cuDoubleComplex, symv, syr2)
SA_BLAS2_SYM(C, cuComplex, hemv, her2)
SA_BLAS2_SYM(Z, cuDoubleComplex, hemv, her2)
#undef SA_BLAS2_SYM
#define SA_BLAS2_R1(name, T, R) \
    cublasStatus_t name(SA_H, cublasFillMode_t uplo, int n, const R *alpha, SA_IN(T, x), SA_OUT(T, A));
SA_BLAS2_R1(cublasSsyr, float, float)
SA_BLAS2_R1(cublasDsyr, double, double)
SA_BLAS2_R1(cublasCsyr, cuComplex, cuComplex)
SA_BLAS2_R1(cublasZsyr, cuDoubleComplex, cuDoubleComplex)
SA_BLAS2_R1(cublasCher, cuComplex, float)
SA_BLAS2_R1(cublasZher, cuDoubleComplex, double)
#undef SA_BLAS2_R1
#define SA_BLAS2_GER(name, T) \
    cublasStatus_t name(SA_H, int m, int n, const T *alpha, SA_IN(T, x), SA_IN(T, y), SA_OUT(T, A));
SA_BLAS2_GER(cublasSger, float)
SA_BLAS2_GER(cublasDger, double)
SA_BLAS2_GER(cublasCgeru, cuComplex)
SA_BLAS2_GER(cublasCgerc, cuComplex)
SA_BLAS2_GER(cublasZgeru, cuDoubleComplex)
SA_BLAS2_GER(cublasZgerc, cuDoubleComplex)
#undef SA_BLAS2_GER
#define SA_BLAS2_BAND(P, T) \
    cublasStatus_t cublas##P##sbmv(SA_H, cublasFillMode_t uplo, int n, int k, const T *alpha, SA_IN(T, A), \
                                   SA_IN(T, x), const T *beta, SA_OUT(T, y)); \
    cublasStatus_t cublas##P##spmv(SA_H, cublasFillMode_t uplo, int n, const T *alpha, const T *AP, SA_IN(T, x), \
                                   const T *beta, SA_OUT(T, y)); \
    cublasStatus_t cublas##P##spr(SA_H, cublasFillMode_t uplo, int n, const T *alpha, SA_IN(T, x), T *AP); \
    cublasStatus_t cublas##P##spr2(SA_H, cublasFillMode_t uplo, int n, const T *alpha, SA_IN(T, x), SA_IN(T, y), \
                                   T *AP);
SA_BLAS2_BAND(S, float)
SA_BLAS2_BAND(D, double)
#undef SA_BLAS2_BAND

// Level 3.
#define SA_GEMM cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k
#define SA_BLAS3(P, T) \
    cublasStatus_t cublas##P##gemm(SA_H, SA_GEMM, const T *alpha, SA_IN(T, A), SA_IN(T, B), const T *beta, \
                                   SA_OUT(T, C)); \
    cublasStatus_t cublas##P##gemmBatched(SA_H, SA_GEMM, const T *alpha, const T *const Aarray[], int lda, \
                                          const T *const Barray[], int ldb, const T *beta, T *const Carray[], \
                                          int ldc, int batchCount); \
    cublasStatus_t cublas##P##gemmStridedBatched(SA_H, SA_GEMM, const T *alpha, SA_IN(T, A), long long strideA, \
                                                 SA_IN(T, B), long long strideB, const T *beta, SA_OUT(T, C), \
                                                 long long strideC, int batchCount);
#define SA_BLAS3_MORE(P, T) \
    cublasStatus_t cublas##P##symm(SA_H, cublasSideMode_t side, cublasFillMode_t uplo, int m, int n, const T *alpha, \
                                   SA_IN(T, A), SA_IN(T, B), const T *beta, SA_OUT(T, C)); \
    cublasStatus_t cublas##P##syrk(SA_H, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k, \
                                   const T *alpha, SA_IN(T, A), const T *beta, SA_OUT(T, C)); \
    cublasStatus_t cublas##P##syr2k(SA_H, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k, \
                                    const T *alpha, SA_IN(T, A), SA_IN(T, B), const T *beta, SA_OUT(T, C)); \
    cublasStatus_t cublas##P##syrkx(SA_H, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k, \
                                    const T *alpha, SA_IN(T, A), SA_IN(T, B), const T *beta, SA_OUT(T, C)); \
    cublasStatus_t cublas##P##trmm(SA_H, cublasSideMode_t side, SA_TRI, int m, int n, const T *alpha, SA_IN(T, A), \
                                   SA_IN(T, B), SA_OUT(T, C)); \
    cublasStatus_t cublas##P##trsm(SA_H, cublasSideMode_t side, SA_TRI, int m, int n, const T *alpha, SA_IN(T, A), \
                                   SA_OUT(T, B)); \
    cublasStatus_t cublas##P##trsmBatched(SA_H, cublasSideMode_t side, SA_TRI, int m, int n, const T *alpha, \
                                          const T *const A[], int lda, T *const B[], int ldb, int batchCount);
SA_BLAS3(S, float)
SA_BLAS3(D, double)
SA_BLAS3(C, cuComplex)
SA_BLAS3(Z, cuDoubleComplex)
SA_BLAS3_MORE(S, float)
SA_BLAS3_MORE(D, double)
SA_BLAS3_MORE(C, cuComplex)
SA_BLAS3_MORE(Z, cuDoubleComplex)
#ifdef __cplusplus
SA_BLAS3(H, __half)
#endif
cublasStatus_t cublasCgemm3m(SA_H, SA_GEMM, const cuComplex *alpha, SA_IN(cuComplex, A), SA_IN(cuComplex, B),
                             const cuComplex *beta, SA_OUT(cuComplex, C));
cublasStatus_t cublasZgemm3m(SA_H, SA_GEMM, const cuDoubleComplex *alpha, SA_IN(cuDoubleComplex, A),
                             SA_IN(cuDoubleComplex, B), const cuDoubleComplex *beta, SA_OUT(cuDoubleComplex, C));
#undef SA_BLAS3
#undef SA_BLAS3_MORE
#define SA_BLAS3_HERMITIAN(P, T, R) \
    cublasStatus_t cublas##P##hemm(SA_H, cublasSideMode_t side, cublasFillMode_t uplo, int m, int n, const T *alpha, \
                                   SA_IN(T, A), SA_IN(T, B), const T *beta, SA_OUT(T, C)); \
    cublasStatus_t cublas##P##herk(SA_H, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k, \
                                   const R *alpha, SA_IN(T, A), const R *beta, SA_OUT(T, C)); \
    cublasStatus_t cublas##P##her2k(SA_H, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k, \
                                    const T *alpha, SA_IN(T, A), SA_IN(T, B), const R *beta, SA_OUT(T, C));
SA_BLAS3_HERMITIAN(C, cuComplex, float)
SA_BLAS3_HERMITIAN(Z, cuDoubleComplex, double)
#undef SA_BLAS3_HERMITIAN

// Extensions of one type.
#define SA_BLAS_LIKE(P, T) \
    cublasStatus_t cublas##P##geam(SA_H, cublasOperation_t transa, cublasOperation_t transb, int m, int n, \
                                   const T *alpha, SA_IN(T, A), const T *beta, SA_IN(T, B), SA_OUT(T, C)); \
    cublasStatus_t cublas##P##dgmm(SA_H, cublasSideMode_t mode, int m, int n, SA_IN(T, A), SA_IN(T, x), \
                                   SA_OUT(T, C)); \
    cublasStatus_t cublas##P##getrfBatched(SA_H, int n, T *const A[], int lda, int *P_, int *info, int batchSize); \
    cublasStatus_t cublas##P##getriBatched(SA_H, int n, const T *const A[], int lda, const int *P_, T *const C[], \
                                           int ldc, int *info, int batchSize); \
    cublasStatus_t cublas##P##getrsBatched(SA_H, cublasOperation_t trans, int n, int nrhs, const T *const A[], \
                                           int lda, const int *ipiv, T *const B[], int ldb, int *info, \
                                           int batchSize); \
    cublasStatus_t cublas##P##matinvBatched(SA_H, int n, const T *const A[], int lda, T *const Ainv[], int ldainv, \
                                            int *info, int batchSize); \
    cublasStatus_t cublas##P##geqrfBatched(SA_H, int m, int n, T *const A[], int lda, T *const Tau[], int *info, \
                                           int batchSize); \
    cublasStatus_t cublas##P##gelsBatched(SA_H, cublasOperation_t trans, int m, int n, int nrhs, T *const A[], \
                                          int lda, T *const C[], int ldc, int *info, int *devInfo, int batchSize); \
    cublasStatus_t cublas##P##tpttr(SA_H, cublasFillMode_t uplo, int n, const T *AP, SA_OUT(T, A)); \
    cublasStatus_t cublas##P##trttp(SA_H, cublasFillMode_t uplo, int n, SA_IN(T, A), T *AP);
SA_BLAS_LIKE(S, float)
SA_BLAS_LIKE(D, double)
SA_BLAS_LIKE(C, cuComplex)
SA_BLAS_LIKE(Z, cuDoubleComplex)
#undef SA_BLAS_LIKE

// Extensions of mixed types.
cublasStatus_t cublasSgemmEx(SA_H, SA_GEMM, const float *alpha, const void *A, cudaDataType Atype, int lda,
                             const void *B, cudaDataType Btype, int ldb, const float *beta, void *C,
                             cudaDataType Ctype, int ldc);
cublasStatus_t cublasNrm2Ex(SA_H, int n, const void *x, cudaDataType xType, int incx, void *result,
                            cudaDataType resultType, cudaDataType executionType);
cublasStatus_t cublasDotEx(SA_H, int n, const void *x, cudaDataType xType, int incx, const void *y,
                           cudaDataType yType, int incy, void *result, cudaDataType resultType,
                           cudaDataType executionType);
cublasStatus_t cublasScalEx(SA_H, int n, const void *alpha, cudaDataType alphaType, void *x, cudaDataType xType,
                            int incx, cudaDataType executionType);
cublasStatus_t cublasAxpyEx(SA_H, int n, const void *alpha, cudaDataType alphaType, const void *x, cudaDataType xType,
                            int incx, void *y, cudaDataType yType, int incy, cudaDataType executiontype);
cublasStatus_t cublasGemmEx(SA_H, SA_GEMM, const void *alpha, const void *A, cudaDataType Atype, int lda,
                            const void *B, cudaDataType Btype, int ldb, const void *beta, void *C, cudaDataType Ctype,
                            int ldc, cublasComputeType_t computeType, cublasGemmAlgo_t algo);
cublasStatus_t cublasGemmBatchedEx(SA_H, SA_GEMM, const void *alpha, const void *const Aarray[], cudaDataType Atype,
                                   int lda, const void *const Barray[], cudaDataType Btype, int ldb, const void *beta,
                                   void *const Carray[], cudaDataType Ctype, int ldc, int batchCount,
                                   cublasComputeType_t computeType, cublasGemmAlgo_t algo);
cublasStatus_t cublasGemmStridedBatchedEx(SA_H, SA_GEMM, const void *alpha, const void *A, cudaDataType Atype, int lda,
                                          long long strideA, const void *B, cudaDataType Btype, int ldb,
                                          long long strideB, const void *beta, void *C, cudaDataType Ctype, int ldc,
                                          long long strideC, int batchCount, cublasComputeType_t computeType,
                                          cublasGemmAlgo_t algo);

SA_C_END

// The compute type used to be a data type.
#ifdef __cplusplus
cublasStatus_t cublasGemmEx(SA_H, SA_GEMM, const void *alpha, const void *A, cudaDataType Atype, int lda,
                            const void *B, cudaDataType Btype, int ldb, const void *beta, void *C, cudaDataType Ctype,
                            int ldc, cudaDataType computeType, cublasGemmAlgo_t algo);
cublasStatus_t cublasGemmStridedBatchedEx(SA_H, SA_GEMM, const void *alpha, const void *A, cudaDataType Atype, int lda,
                                          long long strideA, const void *B, cudaDataType Btype, int ldb,
                                          long long strideB, const void *beta, void *C, cudaDataType Ctype, int ldc,
                                          long long strideC, int batchCount, cudaDataType computeType,
                                          cublasGemmAlgo_t algo);
#endif

#undef SA_GEMM
#undef SA_TRI
#undef SA_H
#undef SA_IN
#undef SA_OUT

#endif
