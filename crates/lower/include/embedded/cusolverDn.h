// StreamAlloc embedded CUDA declarations: cuSOLVER for dense matrices, the functions seen most.
#ifndef SA_EMBEDDED_CUSOLVERDN_H
#define SA_EMBEDDED_CUSOLVERDN_H

#include "cusolver_common.h"

typedef struct cusolverDnContext *cusolverDnHandle_t;
typedef struct cusolverDnParams *cusolverDnParams_t;
typedef struct syevjInfo *syevjInfo_t;
typedef struct gesvdjInfo *gesvdjInfo_t;

SA_C_BEGIN

// Handles.
cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t *handle);
cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle);
cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t streamId);
cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t *streamId);
cusolverStatus_t cusolverDnCreateParams(cusolverDnParams_t *params);
cusolverStatus_t cusolverDnDestroyParams(cusolverDnParams_t params);
cusolverStatus_t cusolverDnCreateSyevjInfo(syevjInfo_t *info);
cusolverStatus_t cusolverDnDestroySyevjInfo(syevjInfo_t info);
cusolverStatus_t cusolverDnXsyevjSetTolerance(syevjInfo_t info, double tolerance);
cusolverStatus_t cusolverDnXsyevjSetMaxSweeps(syevjInfo_t info, int max_sweeps);
cusolverStatus_t cusolverDnCreateGesvdjInfo(gesvdjInfo_t *info);
cusolverStatus_t cusolverDnDestroyGesvdjInfo(gesvdjInfo_t info);
cusolverStatus_t cusolverDnXgesvdjSetTolerance(gesvdjInfo_t info, double tolerance);
cusolverStatus_t cusolverDnXgesvdjSetMaxSweeps(gesvdjInfo_t info, int max_sweeps);

// Factorisations, solves, singular values of one type T with real type R.
#define SA_H cusolverDnHandle_t handle
#define SA_SOLVER(P, T, R) \
    cusolverStatus_t cusolverDn##P##potrf_bufferSize(SA_H, cublasFillMode_t uplo, int n, T *A, int lda, int *Lwork); \
    cusolverStatus_t cusolverDn##P##potrf(SA_H, cublasFillMode_t uplo, int n, T *A, int lda, T *Workspace, int Lwork, \
                                          int *devInfo); \
    cusolverStatus_t cusolverDn##P##potrs(SA_H, cublasFillMode_t uplo, int n, int nrhs, const T *A, int lda, T *B, \
                                          int ldb, int *devInfo); \
    cusolverStatus_t cusolverDn##P##getrf_bufferSize(SA_H, int m, int n, T *A, int lda, int *Lwork); \
    cusolverStatus_t cusolverDn##P##getrf(SA_H, int m, int n, T *A, int lda, T *Workspace, int *devIpiv, \
                                          int *devInfo); \
    cusolverStatus_t cusolverDn##P##getrs(SA_H, cublasOperation_t trans, int n, int nrhs, const T *A, int lda, \
                                          const int *devIpiv, T *B, int ldb, int *devInfo); \
    cusolverStatus_t cusolverDn##P##geqrf_bufferSize(SA_H, int m, int n, T *A, int lda, int *lwork); \
    cusolverStatus_t cusolverDn##P##geqrf(SA_H, int m, int n, T *A, int lda, T *TAU, T *Workspace, int Lwork, \
                                          int *devInfo); \
    cusolverStatus_t cusolverDn##P##gesvd_bufferSize(SA_H, int m, int n, int *lwork); \
    cusolverStatus_t cusolverDn##P##gesvd(SA_H, signed char jobu, signed char jobvt, int m, int n, T *A, int lda, \
                                          R *S, T *U, int ldu, T *VT, int ldvt, T *work, int lwork, R *rwork, \
                                          int *info); \
    cusolverStatus_t cusolverDn##P##gesvdj_bufferSize(SA_H, cusolverEigMode_t jobz, int econ, int m, int n, \
                                                      const T *A, int lda, const R *S, const T *U, int ldu, \
                                                      const T *V, int ldv, int *lwork, gesvdjInfo_t params); \
    cusolverStatus_t cusolverDn##P##gesvdj(SA_H, cusolverEigMode_t jobz, int econ, int m, int n, T *A, int lda, R *S, \
                                           T *U, int ldu, T *V, int ldv, T *work, int lwork, int *info, \
                                           gesvdjInfo_t params);
SA_SOLVER(S, float, float)
SA_SOLVER(D, double, double)
SA_SOLVER(C, cuComplex, float)
SA_SOLVER(Z, cuDoubleComplex, double)
#undef SA_SOLVER

// Products with Q, and eigenvalues: the names differ between real and complex types.
#define SA_EIGEN(P, T, R, q, e) \
    cusolverStatus_t cusolverDn##P##q##mqr_bufferSize(SA_H, cublasSideMode_t side, cublasOperation_t trans, int m, \
                                                      int n, int k, const T *A, int lda, const T *tau, const T *C, \
                                                      int ldc, int *lwork); \
    cusolverStatus_t cusolverDn##P##q##mqr(SA_H, cublasSideMode_t side, cublasOperation_t trans, int m, int n, int k, \
                                           const T *A, int lda, const T *tau, T *C, int ldc, T *work, int lwork, \
                                           int *devInfo); \
    cusolverStatus_t cusolverDn##P##e##evd_bufferSize(SA_H, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, \
                                                      const T *A, int lda, const R *W, int *lwork); \
    cusolverStatus_t cusolverDn##P##e##evd(SA_H, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, T *A, int lda, \
                                           R *W, T *work, int lwork, int *info); \
    cusolverStatus_t cusolverDn##P##e##evj_bufferSize(SA_H, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, \
                                                      const T *A, int lda, const R *W, int *lwork, \
                                                      syevjInfo_t params); \
    cusolverStatus_t cusolverDn##P##e##evj(SA_H, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, T *A, int lda, \
                                           R *W, T *work, int lwork, int *info, syevjInfo_t params);
SA_EIGEN(S, float, float, or, sy)
SA_EIGEN(D, double, double, or, sy)
SA_EIGEN(C, cuComplex, float, un, he)
SA_EIGEN(Z, cuDoubleComplex, double, un, he)
#undef SA_EIGEN
#undef SA_H

SA_C_END

#endif
