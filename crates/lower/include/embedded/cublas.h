// StreamAlloc embedded CUDA declarations: the first cuBLAS interface, without handles (older).
#ifndef SA_EMBEDDED_CUBLAS_H
#define SA_EMBEDDED_CUBLAS_H
#define CUBLAS_H_

#ifndef SA_EMBEDDED_CUBLAS_V2_H

#include "sa_cublas_types.h"

SA_C_BEGIN

// State and memory.
cublasStatus cublasInit(void);
cublasStatus cublasShutdown(void);
cublasStatus cublasGetError(void);
cublasStatus cublasGetVersion(int *version);
cublasStatus cublasAlloc(int n, int elemSize, void **devicePtr);
cublasStatus cublasFree(void *devicePtr);
cublasStatus cublasSetKernelStream(cudaStream_t stream);

// Level 1 to 3 of one type.
#define SA_BLAS(P, T) \
    void cublas##P##axpy(int n, T alpha, const T *x, int incx, T *y, int incy); \
    void cublas##P##copy(int n, const T *x, int incx, T *y, int incy); \
    void cublas##P##swap(int n, T *x, int incx, T *y, int incy); \
    void cublas##P##scal(int n, T alpha, T *x, int incx); \
    int cublasI##P##amax(int n, const T *x, int incx); \
    int cublasI##P##amin(int n, const T *x, int incx); \
    void cublas##P##gemv(char trans, int m, int n, T alpha, const T *A, int lda, const T *x, int incx, T beta, T *y, \
                         int incy); \
    void cublas##P##trsv(char uplo, char trans, char diag, int n, const T *A, int lda, T *x, int incx); \
    void cublas##P##gemm(char transa, char transb, int m, int n, int k, T alpha, const T *A, int lda, const T *B, \
                         int ldb, T beta, T *C, int ldc); \
    void cublas##P##symm(char side, char uplo, int m, int n, T alpha, const T *A, int lda, const T *B, int ldb, \
                         T beta, T *C, int ldc); \
    void cublas##P##syrk(char uplo, char trans, int n, int k, T alpha, const T *A, int lda, T beta, T *C, int ldc); \
    void cublas##P##trmm(char side, char uplo, char transa, char diag, int m, int n, T alpha, const T *A, int lda, \
                         T *B, int ldb); \
    void cublas##P##trsm(char side, char uplo, char transa, char diag, int m, int n, T alpha, const T *A, int lda, \
                         T *B, int ldb);
SA_BLAS(S, float)
SA_BLAS(D, double)
SA_BLAS(C, cuComplex)
SA_BLAS(Z, cuDoubleComplex)
#undef SA_BLAS
#define SA_BLAS_REAL(P, T) \
    T cublas##P##dot(int n, const T *x, int incx, const T *y, int incy); \
    T cublas##P##nrm2(int n, const T *x, int incx); \
    T cublas##P##asum(int n, const T *x, int incx); \
    void cublas##P##ger(int m, int n, T alpha, const T *x, int incx, const T *y, int incy, T *A, int lda); \
    void cublas##P##symv(char uplo, int n, T alpha, const T *A, int lda, const T *x, int incx, T beta, T *y, \
                         int incy); \
    void cublas##P##syr(char uplo, int n, T alpha, const T *x, int incx, T *A, int lda); \
    void cublas##P##rot(int n, T *x, int incx, T *y, int incy, T sc, T ss);
SA_BLAS_REAL(S, float)
SA_BLAS_REAL(D, double)
#undef SA_BLAS_REAL

SA_C_END

#endif

#endif
