// StreamAlloc embedded CUDA declarations: the functions of cuBLAS. Not a header of CUDA, and without a guard:
// cublas_v2.h includes it twice, for dimensions of 32 bits and of 64 bits (SA_INT; SA_NAME makes the function's name).

// What most functions share: the handle first; a matrix or vector is a pointer with its stride.
#define SA_H cublasHandle_t handle
#define SA_IN(T, name) const T *name, SA_INT ld##name
#define SA_OUT(T, name) T *name, SA_INT ld##name

// Level 1 of one type T (letter P).
#define SA_BLAS1(P, p, T) \
    cublasStatus_t SA_NAME(cublas##P##axpy)(SA_H, SA_INT n, const T *alpha, SA_IN(T, x), SA_OUT(T, y)); \
    cublasStatus_t SA_NAME(cublas##P##copy)(SA_H, SA_INT n, SA_IN(T, x), SA_OUT(T, y)); \
    cublasStatus_t SA_NAME(cublas##P##swap)(SA_H, SA_INT n, SA_OUT(T, x), SA_OUT(T, y)); \
    cublasStatus_t SA_NAME(cublas##P##scal)(SA_H, SA_INT n, const T *alpha, SA_OUT(T, x)); \
    cublasStatus_t SA_NAME(cublasI##p##amax)(SA_H, SA_INT n, SA_IN(T, x), SA_INT * result); \
    cublasStatus_t SA_NAME(cublasI##p##amin)(SA_H, SA_INT n, SA_IN(T, x), SA_INT * result); \
    cublasStatus_t SA_NAME(cublas##P##rotg)(SA_H, T * a, T * b, void *c, T *s);
SA_BLAS1(S, s, float)
SA_BLAS1(D, d, double)
SA_BLAS1(C, c, cuComplex)
SA_BLAS1(Z, z, cuDoubleComplex)
#undef SA_BLAS1
#define SA_BLAS1_REAL(P, T) \
    cublasStatus_t SA_NAME(cublas##P##dot)(SA_H, SA_INT n, SA_IN(T, x), SA_IN(T, y), T * result); \
    cublasStatus_t SA_NAME(cublas##P##rot)(SA_H, SA_INT n, SA_OUT(T, x), SA_OUT(T, y), const T *c, const T *s); \
    cublasStatus_t SA_NAME(cublas##P##rotm)(SA_H, SA_INT n, SA_OUT(T, x), SA_OUT(T, y), const T *param); \
    cublasStatus_t SA_NAME(cublas##P##rotmg)(SA_H, T * d1, T * d2, T * x1, const T *y1, T *param);
SA_BLAS1_REAL(S, float)
SA_BLAS1_REAL(D, double)
#undef SA_BLAS1_REAL
#define SA_BLAS1_COMPLEX(P, T) \
    cublasStatus_t SA_NAME(cublas##P##dotu)(SA_H, SA_INT n, SA_IN(T, x), SA_IN(T, y), T * result); \
    cublasStatus_t SA_NAME(cublas##P##dotc)(SA_H, SA_INT n, SA_IN(T, x), SA_IN(T, y), T * result);
SA_BLAS1_COMPLEX(C, cuComplex)
SA_BLAS1_COMPLEX(Z, cuDoubleComplex)
#undef SA_BLAS1_COMPLEX
cublasStatus_t SA_NAME(cublasSnrm2)(SA_H, SA_INT n, SA_IN(float, x), float *result);
cublasStatus_t SA_NAME(cublasDnrm2)(SA_H, SA_INT n, SA_IN(double, x), double *result);
cublasStatus_t SA_NAME(cublasScnrm2)(SA_H, SA_INT n, SA_IN(cuComplex, x), float *result);
cublasStatus_t SA_NAME(cublasDznrm2)(SA_H, SA_INT n, SA_IN(cuDoubleComplex, x), double *result);
cublasStatus_t SA_NAME(cublasSasum)(SA_H, SA_INT n, SA_IN(float, x), float *result);
cublasStatus_t SA_NAME(cublasDasum)(SA_H, SA_INT n, SA_IN(double, x), double *result);
cublasStatus_t SA_NAME(cublasScasum)(SA_H, SA_INT n, SA_IN(cuComplex, x), float *result);
cublasStatus_t SA_NAME(cublasDzasum)(SA_H, SA_INT n, SA_IN(cuDoubleComplex, x), double *result);
cublasStatus_t SA_NAME(cublasCsscal)(SA_H, SA_INT n, const float *alpha, SA_OUT(cuComplex, x));
cublasStatus_t SA_NAME(cublasZdscal)(SA_H, SA_INT n, const double *alpha, SA_OUT(cuDoubleComplex, x));

// Level 2.
#define SA_TRI cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag
#define SA_BLAS2(P, T) \
    cublasStatus_t SA_NAME(cublas##P##gemv)(SA_H, cublasOperation_t trans, SA_INT m, SA_INT n, const T *alpha, \
                                            SA_IN(T, A), SA_IN(T, x), const T *beta, SA_OUT(T, y)); \
    cublasStatus_t SA_NAME(cublas##P##gbmv)(SA_H, cublasOperation_t trans, SA_INT m, SA_INT n, SA_INT kl, SA_INT ku, \
                                            const T *alpha, SA_IN(T, A), SA_IN(T, x), const T *beta, SA_OUT(T, y)); \
    cublasStatus_t SA_NAME(cublas##P##trmv)(SA_H, SA_TRI, SA_INT n, SA_IN(T, A), SA_OUT(T, x)); \
    cublasStatus_t SA_NAME(cublas##P##trsv)(SA_H, SA_TRI, SA_INT n, SA_IN(T, A), SA_OUT(T, x)); \
    cublasStatus_t SA_NAME(cublas##P##tbmv)(SA_H, SA_TRI, SA_INT n, SA_INT k, SA_IN(T, A), SA_OUT(T, x)); \
    cublasStatus_t SA_NAME(cublas##P##tbsv)(SA_H, SA_TRI, SA_INT n, SA_INT k, SA_IN(T, A), SA_OUT(T, x)); \
    cublasStatus_t SA_NAME(cublas##P##tpmv)(SA_H, SA_TRI, SA_INT n, const T *AP, SA_OUT(T, x)); \
    cublasStatus_t SA_NAME(cublas##P##tpsv)(SA_H, SA_TRI, SA_INT n, const T *AP, SA_OUT(T, x)); \
    cublasStatus_t SA_NAME(cublas##P##gemvStridedBatched)( \
        SA_H, cublasOperation_t trans, SA_INT m, SA_INT n, const T *alpha, SA_IN(T, A), long long strideA, \
        SA_IN(T, x), long long strideX, const T *beta, SA_OUT(T, y), long long strideY, SA_INT batchCount); \
    cublasStatus_t SA_NAME(cublas##P##gemvBatched)( \
        SA_H, cublasOperation_t trans, SA_INT m, SA_INT n, const T *alpha, const T *const Aarray[], SA_INT lda, \
        const T *const xarray[], SA_INT incx, const T *beta, T *const yarray[], SA_INT incy, SA_INT batchCount);
SA_BLAS2(S, float)
SA_BLAS2(D, double)
SA_BLAS2(C, cuComplex)
SA_BLAS2(Z, cuDoubleComplex)
#undef SA_BLAS2
#define SA_BLAS2_SYM(P, T, mv, r2) \
    cublasStatus_t SA_NAME(cublas##P##mv)(SA_H, cublasFillMode_t uplo, SA_INT n, const T *alpha, SA_IN(T, A), \
                                          SA_IN(T, x), const T *beta, SA_OUT(T, y)); \
    cublasStatus_t SA_NAME(cublas##P##r2)(SA_H, cublasFillMode_t uplo, SA_INT n, const T *alpha, SA_IN(T, x), \
                                          SA_IN(T, y), SA_OUT(T, A));
SA_BLAS2_SYM(S, float, symv, syr2)
SA_BLAS2_SYM(D, double, symv, syr2)
SA_BLAS2_SYM(C, cuComplex, symv, syr2)
SA_BLAS2_SYM(Z, cuDoubleComplex, symv, syr2)
SA_BLAS2_SYM(C, cuComplex, hemv, her2)
SA_BLAS2_SYM(Z, cuDoubleComplex, hemv, her2)
#undef SA_BLAS2_SYM
#define SA_BLAS2_R1(name, T, R) \
    cublasStatus_t SA_NAME(name)(SA_H, cublasFillMode_t uplo, SA_INT n, const R *alpha, SA_IN(T, x), SA_OUT(T, A));
SA_BLAS2_R1(cublasSsyr, float, float)
SA_BLAS2_R1(cublasDsyr, double, double)
SA_BLAS2_R1(cublasCsyr, cuComplex, cuComplex)
SA_BLAS2_R1(cublasZsyr, cuDoubleComplex, cuDoubleComplex)
SA_BLAS2_R1(cublasCher, cuComplex, float)
SA_BLAS2_R1(cublasZher, cuDoubleComplex, double)
#undef SA_BLAS2_R1
#define SA_BLAS2_GER(name, T) \
    cublasStatus_t SA_NAME(name)(SA_H, SA_INT m, SA_INT n, const T *alpha, SA_IN(T, x), SA_IN(T, y), SA_OUT(T, A));
SA_BLAS2_GER(cublasSger, float)
SA_BLAS2_GER(cublasDger, double)
SA_BLAS2_GER(cublasCgeru, cuComplex)
SA_BLAS2_GER(cublasCgerc, cuComplex)
SA_BLAS2_GER(cublasZgeru, cuDoubleComplex)
SA_BLAS2_GER(cublasZgerc, cuDoubleComplex)
#undef SA_BLAS2_GER
#define SA_BLAS2_BAND(P, T) \
    cublasStatus_t SA_NAME(cublas##P##sbmv)(SA_H, cublasFillMode_t uplo, SA_INT n, SA_INT k, const T *alpha, \
                                            SA_IN(T, A), SA_IN(T, x), const T *beta, SA_OUT(T, y)); \
    cublasStatus_t SA_NAME(cublas##P##spmv)(SA_H, cublasFillMode_t uplo, SA_INT n, const T *alpha, const T *AP, \
                                            SA_IN(T, x), const T *beta, SA_OUT(T, y)); \
    cublasStatus_t SA_NAME(cublas##P##spr)(SA_H, cublasFillMode_t uplo, SA_INT n, const T *alpha, SA_IN(T, x), T *AP); \
    cublasStatus_t SA_NAME(cublas##P##spr2)(SA_H, cublasFillMode_t uplo, SA_INT n, const T *alpha, SA_IN(T, x), \
                                            SA_IN(T, y), T *AP);
SA_BLAS2_BAND(S, float)
SA_BLAS2_BAND(D, double)
#undef SA_BLAS2_BAND

// Level 3.
#define SA_GEMM cublasOperation_t transa, cublasOperation_t transb, SA_INT m, SA_INT n, SA_INT k
#define SA_BLAS3(P, T) \
    cublasStatus_t SA_NAME(cublas##P##gemm)(SA_H, SA_GEMM, const T *alpha, SA_IN(T, A), SA_IN(T, B), const T *beta, \
                                            SA_OUT(T, C)); \
    cublasStatus_t SA_NAME(cublas##P##gemmBatched)(SA_H, SA_GEMM, const T *alpha, const T *const Aarray[], SA_INT lda, \
                                                   const T *const Barray[], SA_INT ldb, const T *beta, \
                                                   T *const Carray[], SA_INT ldc, SA_INT batchCount); \
    cublasStatus_t SA_NAME(cublas##P##gemmStridedBatched)( \
        SA_H, SA_GEMM, const T *alpha, SA_IN(T, A), long long strideA, SA_IN(T, B), long long strideB, const T *beta, \
        SA_OUT(T, C), long long strideC, SA_INT batchCount);
#define SA_BLAS3_MORE(P, T) \
    cublasStatus_t SA_NAME(cublas##P##symm)(SA_H, cublasSideMode_t side, cublasFillMode_t uplo, SA_INT m, SA_INT n, \
                                            const T *alpha, SA_IN(T, A), SA_IN(T, B), const T *beta, SA_OUT(T, C)); \
    cublasStatus_t SA_NAME(cublas##P##syrk)(SA_H, cublasFillMode_t uplo, cublasOperation_t trans, SA_INT n, SA_INT k, \
                                            const T *alpha, SA_IN(T, A), const T *beta, SA_OUT(T, C)); \
    cublasStatus_t SA_NAME(cublas##P##syr2k)(SA_H, cublasFillMode_t uplo, cublasOperation_t trans, SA_INT n, SA_INT k, \
                                             const T *alpha, SA_IN(T, A), SA_IN(T, B), const T *beta, SA_OUT(T, C)); \
    cublasStatus_t SA_NAME(cublas##P##syrkx)(SA_H, cublasFillMode_t uplo, cublasOperation_t trans, SA_INT n, SA_INT k, \
                                             const T *alpha, SA_IN(T, A), SA_IN(T, B), const T *beta, SA_OUT(T, C)); \
    cublasStatus_t SA_NAME(cublas##P##trmm)(SA_H, cublasSideMode_t side, SA_TRI, SA_INT m, SA_INT n, const T *alpha, \
                                            SA_IN(T, A), SA_IN(T, B), SA_OUT(T, C)); \
    cublasStatus_t SA_NAME(cublas##P##trsm)(SA_H, cublasSideMode_t side, SA_TRI, SA_INT m, SA_INT n, const T *alpha, \
                                            SA_IN(T, A), SA_OUT(T, B)); \
    cublasStatus_t SA_NAME(cublas##P##trsmBatched)(SA_H, cublasSideMode_t side, SA_TRI, SA_INT m, SA_INT n, \
                                                   const T *alpha, const T *const A[], SA_INT lda, T *const B[], \
                                                   SA_INT ldb, SA_INT batchCount);
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
cublasStatus_t SA_NAME(cublasCgemm3m)(SA_H, SA_GEMM, const cuComplex *alpha, SA_IN(cuComplex, A), SA_IN(cuComplex, B),
                                      const cuComplex *beta, SA_OUT(cuComplex, C));
cublasStatus_t SA_NAME(cublasZgemm3m)(SA_H, SA_GEMM, const cuDoubleComplex *alpha, SA_IN(cuDoubleComplex, A),
                                      SA_IN(cuDoubleComplex, B), const cuDoubleComplex *beta,
                                      SA_OUT(cuDoubleComplex, C));
#undef SA_BLAS3
#undef SA_BLAS3_MORE
#define SA_BLAS3_HERMITIAN(P, T, R) \
    cublasStatus_t SA_NAME(cublas##P##hemm)(SA_H, cublasSideMode_t side, cublasFillMode_t uplo, SA_INT m, SA_INT n, \
                                            const T *alpha, SA_IN(T, A), SA_IN(T, B), const T *beta, SA_OUT(T, C)); \
    cublasStatus_t SA_NAME(cublas##P##herk)(SA_H, cublasFillMode_t uplo, cublasOperation_t trans, SA_INT n, SA_INT k, \
                                            const R *alpha, SA_IN(T, A), const R *beta, SA_OUT(T, C)); \
    cublasStatus_t SA_NAME(cublas##P##her2k)(SA_H, cublasFillMode_t uplo, cublasOperation_t trans, SA_INT n, SA_INT k, \
                                             const T *alpha, SA_IN(T, A), SA_IN(T, B), const R *beta, SA_OUT(T, C));
SA_BLAS3_HERMITIAN(C, cuComplex, float)
SA_BLAS3_HERMITIAN(Z, cuDoubleComplex, double)
#undef SA_BLAS3_HERMITIAN

// Extensions of one type.
#define SA_BLAS_LIKE(P, T) \
    cublasStatus_t SA_NAME(cublas##P##geam)(SA_H, cublasOperation_t transa, cublasOperation_t transb, SA_INT m, \
                                            SA_INT n, const T *alpha, SA_IN(T, A), const T *beta, SA_IN(T, B), \
                                            SA_OUT(T, C)); \
    cublasStatus_t SA_NAME(cublas##P##dgmm)(SA_H, cublasSideMode_t mode, SA_INT m, SA_INT n, SA_IN(T, A), SA_IN(T, x), \
                                            SA_OUT(T, C)); \
    cublasStatus_t SA_NAME(cublas##P##getrfBatched)(SA_H, SA_INT n, T *const A[], SA_INT lda, int *P_, int *info, \
                                                    SA_INT batchSize); \
    cublasStatus_t SA_NAME(cublas##P##getriBatched)(SA_H, SA_INT n, const T *const A[], SA_INT lda, const int *P_, \
                                                    T *const C[], SA_INT ldc, int *info, SA_INT batchSize); \
    cublasStatus_t SA_NAME(cublas##P##getrsBatched)(SA_H, cublasOperation_t trans, SA_INT n, SA_INT nrhs, \
                                                    const T *const A[], SA_INT lda, const int *ipiv, T *const B[], \
                                                    SA_INT ldb, int *info, SA_INT batchSize); \
    cublasStatus_t SA_NAME(cublas##P##matinvBatched)(SA_H, SA_INT n, const T *const A[], SA_INT lda, T *const Ainv[], \
                                                     SA_INT ldainv, int *info, SA_INT batchSize); \
    cublasStatus_t SA_NAME(cublas##P##geqrfBatched)(SA_H, SA_INT m, SA_INT n, T *const A[], SA_INT lda, \
                                                    T *const Tau[], int *info, SA_INT batchSize); \
    cublasStatus_t SA_NAME(cublas##P##gelsBatched)(SA_H, cublasOperation_t trans, SA_INT m, SA_INT n, SA_INT nrhs, \
                                                   T *const A[], SA_INT lda, T *const C[], SA_INT ldc, int *info, \
                                                   int *devInfo, SA_INT batchSize); \
    cublasStatus_t SA_NAME(cublas##P##tpttr)(SA_H, cublasFillMode_t uplo, SA_INT n, const T *AP, SA_OUT(T, A)); \
    cublasStatus_t SA_NAME(cublas##P##trttp)(SA_H, cublasFillMode_t uplo, SA_INT n, SA_IN(T, A), T * AP);
SA_BLAS_LIKE(S, float)
SA_BLAS_LIKE(D, double)
SA_BLAS_LIKE(C, cuComplex)
SA_BLAS_LIKE(Z, cuDoubleComplex)
#undef SA_BLAS_LIKE

// Extensions of mixed types.
cublasStatus_t SA_NAME(cublasSgemmEx)(SA_H, SA_GEMM, const float *alpha, const void *A, cudaDataType Atype, SA_INT lda,
                                      const void *B, cudaDataType Btype, SA_INT ldb, const float *beta, void *C,
                                      cudaDataType Ctype, SA_INT ldc);
cublasStatus_t SA_NAME(cublasNrm2Ex)(SA_H, SA_INT n, const void *x, cudaDataType xType, SA_INT incx, void *result,
                                     cudaDataType resultType, cudaDataType executionType);
cublasStatus_t SA_NAME(cublasDotEx)(SA_H, SA_INT n, const void *x, cudaDataType xType, SA_INT incx, const void *y,
                                    cudaDataType yType, SA_INT incy, void *result, cudaDataType resultType,
                                    cudaDataType executionType);
cublasStatus_t SA_NAME(cublasScalEx)(SA_H, SA_INT n, const void *alpha, cudaDataType alphaType, void *x,
                                     cudaDataType xType, SA_INT incx, cudaDataType executionType);
cublasStatus_t SA_NAME(cublasAxpyEx)(SA_H, SA_INT n, const void *alpha, cudaDataType alphaType, const void *x,
                                     cudaDataType xType, SA_INT incx, void *y, cudaDataType yType, SA_INT incy,
                                     cudaDataType executiontype);
cublasStatus_t SA_NAME(cublasGemmEx)(SA_H, SA_GEMM, const void *alpha, const void *A, cudaDataType Atype, SA_INT lda,
                                     const void *B, cudaDataType Btype, SA_INT ldb, const void *beta, void *C,
                                     cudaDataType Ctype, SA_INT ldc, cublasComputeType_t computeType,
                                     cublasGemmAlgo_t algo);
cublasStatus_t SA_NAME(cublasGemmBatchedEx)(SA_H, SA_GEMM, const void *alpha, const void *const Aarray[],
                                            cudaDataType Atype, SA_INT lda, const void *const Barray[],
                                            cudaDataType Btype, SA_INT ldb, const void *beta, void *const Carray[],
                                            cudaDataType Ctype, SA_INT ldc, SA_INT batchCount,
                                            cublasComputeType_t computeType, cublasGemmAlgo_t algo);
cublasStatus_t SA_NAME(cublasGemmStridedBatchedEx)(SA_H, SA_GEMM, const void *alpha, const void *A, cudaDataType Atype,
                                                   SA_INT lda, long long strideA, const void *B, cudaDataType Btype,
                                                   SA_INT ldb, long long strideB, const void *beta, void *C,
                                                   cudaDataType Ctype, SA_INT ldc, long long strideC, SA_INT batchCount,
                                                   cublasComputeType_t computeType, cublasGemmAlgo_t algo);

#undef SA_GEMM
#undef SA_TRI
#undef SA_H
#undef SA_IN
#undef SA_OUT
