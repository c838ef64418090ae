// StreamAlloc embedded CUDA declarations: cuSPARSE, the generic interface and the older functions seen most.
#ifndef SA_EMBEDDED_CUSPARSE_H
#define SA_EMBEDDED_CUSPARSE_H
#define CUSPARSE_H_
#define CUSPARSEAPI

#include <stdint.h>

#include "cuComplex.h"
#include "cuda_runtime_api.h"
#include "library_types.h"

#define CUSPARSE_VERSION 12600

// Handles.
typedef struct cusparseContext *cusparseHandle_t;
typedef struct cusparseMatDescr *cusparseMatDescr_t;
typedef struct cusparseSpVecDescr *cusparseSpVecDescr_t;
typedef struct cusparseDnVecDescr *cusparseDnVecDescr_t;
typedef struct cusparseSpMatDescr *cusparseSpMatDescr_t;
typedef struct cusparseDnMatDescr *cusparseDnMatDescr_t;
typedef const struct cusparseSpVecDescr *cusparseConstSpVecDescr_t;
typedef const struct cusparseDnVecDescr *cusparseConstDnVecDescr_t;
typedef const struct cusparseSpMatDescr *cusparseConstSpMatDescr_t;
typedef const struct cusparseDnMatDescr *cusparseConstDnMatDescr_t;
typedef struct cusparseSpSVDescr *cusparseSpSVDescr_t;
typedef struct cusparseSpSMDescr *cusparseSpSMDescr_t;
typedef struct cusparseSpGEMMDescr *cusparseSpGEMMDescr_t;
typedef struct csrsv2Info *csrsv2Info_t;
typedef struct csrilu02Info *csrilu02Info_t;
typedef struct csric02Info *csric02Info_t;
typedef struct cusparseSolveAnalysisInfo *cusparseSolveAnalysisInfo_t;
typedef struct cusparseHybMat *cusparseHybMat_t;

// Constants.
typedef enum {
    CUSPARSE_STATUS_SUCCESS = 0,
    CUSPARSE_STATUS_NOT_INITIALIZED = 1,
    CUSPARSE_STATUS_ALLOC_FAILED = 2,
    CUSPARSE_STATUS_INVALID_VALUE = 3,
    CUSPARSE_STATUS_ARCH_MISMATCH = 4,
    CUSPARSE_STATUS_MAPPING_ERROR = 5,
    CUSPARSE_STATUS_EXECUTION_FAILED = 6,
    CUSPARSE_STATUS_INTERNAL_ERROR = 7,
    CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8,
    CUSPARSE_STATUS_ZERO_PIVOT = 9,
    CUSPARSE_STATUS_NOT_SUPPORTED = 10,
    CUSPARSE_STATUS_INSUFFICIENT_RESOURCES = 11
} cusparseStatus_t;
typedef enum { CUSPARSE_POINTER_MODE_HOST = 0, CUSPARSE_POINTER_MODE_DEVICE = 1 } cusparsePointerMode_t;
typedef enum { CUSPARSE_ACTION_SYMBOLIC = 0, CUSPARSE_ACTION_NUMERIC = 1 } cusparseAction_t;
typedef enum {
    CUSPARSE_MATRIX_TYPE_GENERAL = 0,
    CUSPARSE_MATRIX_TYPE_SYMMETRIC = 1,
    CUSPARSE_MATRIX_TYPE_HERMITIAN = 2,
    CUSPARSE_MATRIX_TYPE_TRIANGULAR = 3
} cusparseMatrixType_t;
typedef enum { CUSPARSE_FILL_MODE_LOWER = 0, CUSPARSE_FILL_MODE_UPPER = 1 } cusparseFillMode_t;
typedef enum { CUSPARSE_DIAG_TYPE_NON_UNIT = 0, CUSPARSE_DIAG_TYPE_UNIT = 1 } cusparseDiagType_t;
typedef enum { CUSPARSE_INDEX_BASE_ZERO = 0, CUSPARSE_INDEX_BASE_ONE = 1 } cusparseIndexBase_t;
typedef enum { CUSPARSE_INDEX_16U = 1, CUSPARSE_INDEX_32I = 2, CUSPARSE_INDEX_64I = 3 } cusparseIndexType_t;
typedef enum {
    CUSPARSE_OPERATION_NON_TRANSPOSE = 0,
    CUSPARSE_OPERATION_TRANSPOSE = 1,
    CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE = 2
} cusparseOperation_t;
typedef enum { CUSPARSE_DIRECTION_ROW = 0, CUSPARSE_DIRECTION_COLUMN = 1 } cusparseDirection_t;
typedef enum { CUSPARSE_SOLVE_POLICY_NO_LEVEL = 0, CUSPARSE_SOLVE_POLICY_USE_LEVEL = 1 } cusparseSolvePolicy_t;
typedef enum {
    CUSPARSE_HYB_PARTITION_AUTO = 0,
    CUSPARSE_HYB_PARTITION_USER = 1,
    CUSPARSE_HYB_PARTITION_MAX = 2
} cusparseHybPartition_t; // older
typedef enum {
    CUSPARSE_FORMAT_CSR = 1,
    CUSPARSE_FORMAT_CSC = 2,
    CUSPARSE_FORMAT_COO = 3,
    CUSPARSE_FORMAT_BLOCKED_ELL = 5,
    CUSPARSE_FORMAT_BSR = 6,
    CUSPARSE_FORMAT_SLICED_ELLPACK = 7
} cusparseFormat_t;
typedef enum { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW = 2 } cusparseOrder_t;
typedef enum { CUSPARSE_SPMAT_FILL_MODE, CUSPARSE_SPMAT_DIAG_TYPE } cusparseSpMatAttribute_t;
typedef enum {
    CUSPARSE_CSR2CSC_ALG_DEFAULT = 1,
    CUSPARSE_CSR2CSC_ALG1 = 1,
    CUSPARSE_CSR2CSC_ALG2 = 2
} cusparseCsr2CscAlg_t;
typedef enum {
    CUSPARSE_MV_ALG_DEFAULT = 0, // older
    CUSPARSE_SPMV_ALG_DEFAULT = 0,
    CUSPARSE_SPMV_COO_ALG1 = 1,
    CUSPARSE_SPMV_CSR_ALG1 = 2,
    CUSPARSE_CSRMV_ALG1 = 2, // older
    CUSPARSE_SPMV_CSR_ALG2 = 3,
    CUSPARSE_CSRMV_ALG2 = 3, // older
    CUSPARSE_SPMV_COO_ALG2 = 4,
    CUSPARSE_SPMV_SELL_ALG1 = 5
} cusparseSpMVAlg_t;
typedef enum {
    CUSPARSE_MM_ALG_DEFAULT = 0, // older
    CUSPARSE_SPMM_ALG_DEFAULT = 0,
    CUSPARSE_SPMM_COO_ALG1 = 1,
    CUSPARSE_SPMM_COO_ALG2 = 2,
    CUSPARSE_SPMM_COO_ALG3 = 3,
    CUSPARSE_SPMM_CSR_ALG1 = 4,
    CUSPARSE_SPMM_COO_ALG4 = 5,
    CUSPARSE_SPMM_CSR_ALG2 = 6,
    CUSPARSE_SPMM_CSR_ALG3 = 12,
    CUSPARSE_SPMM_BLOCKED_ELL_ALG1 = 13
} cusparseSpMMAlg_t;
typedef enum { CUSPARSE_SPSV_ALG_DEFAULT = 0 } cusparseSpSVAlg_t;
typedef enum { CUSPARSE_SPSV_UPDATE_GENERAL = 0, CUSPARSE_SPSV_UPDATE_DIAGONAL = 1 } cusparseSpSVUpdate_t;
typedef enum { CUSPARSE_SPSM_ALG_DEFAULT = 0 } cusparseSpSMAlg_t;
typedef enum {
    CUSPARSE_SPGEMM_DEFAULT = 0,
    CUSPARSE_SPGEMM_CSR_ALG_DETERMINITIC = 1,
    CUSPARSE_SPGEMM_CSR_ALG_NONDETERMINITIC = 2,
    CUSPARSE_SPGEMM_ALG1 = 3,
    CUSPARSE_SPGEMM_ALG2 = 4,
    CUSPARSE_SPGEMM_ALG3 = 5
} cusparseSpGEMMAlg_t;
typedef enum { CUSPARSE_SDDMM_ALG_DEFAULT = 0 } cusparseSDDMMAlg_t;
typedef enum { CUSPARSE_SPARSETODENSE_ALG_DEFAULT = 0 } cusparseSparseToDenseAlg_t;
typedef enum { CUSPARSE_DENSETOSPARSE_ALG_DEFAULT = 0 } cusparseDenseToSparseAlg_t;

SA_C_BEGIN

// Library handle.
cusparseStatus_t cusparseCreate(cusparseHandle_t *handle);
cusparseStatus_t cusparseDestroy(cusparseHandle_t handle);
cusparseStatus_t cusparseGetVersion(cusparseHandle_t handle, int *version);
cusparseStatus_t cusparseSetStream(cusparseHandle_t handle, cudaStream_t streamId);
cusparseStatus_t cusparseGetStream(cusparseHandle_t handle, cudaStream_t *streamId);
cusparseStatus_t cusparseSetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t mode);
cusparseStatus_t cusparseGetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t *mode);
const char *cusparseGetErrorName(cusparseStatus_t status);
const char *cusparseGetErrorString(cusparseStatus_t status);

// Matrix descriptors of the older interface.
cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t *descrA);
cusparseStatus_t cusparseDestroyMatDescr(cusparseMatDescr_t descrA);
cusparseStatus_t cusparseSetMatType(cusparseMatDescr_t descrA, cusparseMatrixType_t type);
cusparseStatus_t cusparseSetMatFillMode(cusparseMatDescr_t descrA, cusparseFillMode_t fillMode);
cusparseStatus_t cusparseSetMatDiagType(cusparseMatDescr_t descrA, cusparseDiagType_t diagType);
cusparseStatus_t cusparseSetMatIndexBase(cusparseMatDescr_t descrA, cusparseIndexBase_t base);

// Descriptors of the generic interface.
cusparseStatus_t cusparseCreateSpVec(cusparseSpVecDescr_t *spVecDescr, int64_t size, int64_t nnz, void *indices,
                                     void *values, cusparseIndexType_t idxType, cusparseIndexBase_t idxBase,
                                     cudaDataType valueType);
cusparseStatus_t cusparseDestroySpVec(cusparseConstSpVecDescr_t spVecDescr);
cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t *dnVecDescr, int64_t size, void *values,
                                     cudaDataType valueType);
cusparseStatus_t cusparseCreateConstDnVec(cusparseConstDnVecDescr_t *dnVecDescr, int64_t size, const void *values,
                                          cudaDataType valueType);
cusparseStatus_t cusparseDestroyDnVec(cusparseConstDnVecDescr_t dnVecDescr);
cusparseStatus_t cusparseDnVecSetValues(cusparseDnVecDescr_t dnVecDescr, void *values);
cusparseStatus_t cusparseDnVecGetValues(cusparseDnVecDescr_t dnVecDescr, void **values);
cusparseStatus_t cusparseCreateCsr(cusparseSpMatDescr_t *spMatDescr, int64_t rows, int64_t cols, int64_t nnz,
                                   void *csrRowOffsets, void *csrColInd, void *csrValues,
                                   cusparseIndexType_t csrRowOffsetsType, cusparseIndexType_t csrColIndType,
                                   cusparseIndexBase_t idxBase, cudaDataType valueType);
cusparseStatus_t cusparseCreateConstCsr(cusparseConstSpMatDescr_t *spMatDescr, int64_t rows, int64_t cols, int64_t nnz,
                                        const void *csrRowOffsets, const void *csrColInd, const void *csrValues,
                                        cusparseIndexType_t csrRowOffsetsType, cusparseIndexType_t csrColIndType,
                                        cusparseIndexBase_t idxBase, cudaDataType valueType);
cusparseStatus_t cusparseCreateCsc(cusparseSpMatDescr_t *spMatDescr, int64_t rows, int64_t cols, int64_t nnz,
                                   void *cscColOffsets, void *cscRowInd, void *cscValues,
                                   cusparseIndexType_t cscColOffsetsType, cusparseIndexType_t cscRowIndType,
                                   cusparseIndexBase_t idxBase, cudaDataType valueType);
cusparseStatus_t cusparseCreateCoo(cusparseSpMatDescr_t *spMatDescr, int64_t rows, int64_t cols, int64_t nnz,
                                   void *cooRowInd, void *cooColInd, void *cooValues, cusparseIndexType_t cooIdxType,
                                   cusparseIndexBase_t idxBase, cudaDataType valueType);
cusparseStatus_t cusparseCreateBlockedEll(cusparseSpMatDescr_t *spMatDescr, int64_t rows, int64_t cols,
                                          int64_t ellBlockSize, int64_t ellCols, void *ellColInd, void *ellValue,
                                          cusparseIndexType_t ellIdxType, cusparseIndexBase_t idxBase,
                                          cudaDataType valueType);
cusparseStatus_t cusparseDestroySpMat(cusparseConstSpMatDescr_t spMatDescr);
cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t spMatDescr, int64_t *rows, int64_t *cols, int64_t *nnz);
cusparseStatus_t cusparseSpMatSetValues(cusparseSpMatDescr_t spMatDescr, void *values);
cusparseStatus_t cusparseSpMatGetValues(cusparseSpMatDescr_t spMatDescr, void **values);
cusparseStatus_t cusparseCsrSetPointers(cusparseSpMatDescr_t spMatDescr, void *csrRowOffsets, void *csrColInd,
                                        void *csrValues);
cusparseStatus_t cusparseSpMatSetAttribute(cusparseSpMatDescr_t spMatDescr, cusparseSpMatAttribute_t attribute,
                                           void *data, size_t dataSize);
cusparseStatus_t cusparseCreateDnMat(cusparseDnMatDescr_t *dnMatDescr, int64_t rows, int64_t cols, int64_t ld,
                                     void *values, cudaDataType valueType, cusparseOrder_t order);
cusparseStatus_t cusparseDnMatGetValues(cusparseDnMatDescr_t dnMatDescr, void **values);
cusparseStatus_t cusparseDnMatSetValues(cusparseDnMatDescr_t dnMatDescr, void *values);
cusparseStatus_t cusparseDnMatSetStridedBatch(cusparseDnMatDescr_t dnMatDescr, int batchCount, int64_t batchStride);
cusparseStatus_t cusparseCsrSetStridedBatch(cusparseSpMatDescr_t spMatDescr, int batchCount, int64_t offsetsBatchStride,
                                            int64_t columnsValuesBatchStride);
cusparseStatus_t cusparseCooSetStridedBatch(cusparseSpMatDescr_t spMatDescr, int batchCount, int64_t batchStride);
cusparseStatus_t cusparseDestroyDnMat(cusparseConstDnMatDescr_t dnMatDescr);

// Operations of the generic interface. SA_OPS are the parameters that many begin with.
#define SA_H cusparseHandle_t handle
#define SA_OPS cusparseHandle_t handle, cusparseOperation_t opA, const void *alpha, cusparseConstSpMatDescr_t matA
#define SA_OPS2 \
    cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB, const void *alpha, \
        cusparseConstSpMatDescr_t matA
cusparseStatus_t cusparseSpMV_bufferSize(SA_OPS, cusparseConstDnVecDescr_t vecX, const void *beta,
                                         cusparseDnVecDescr_t vecY, cudaDataType computeType, cusparseSpMVAlg_t alg,
                                         size_t *bufferSize);
cusparseStatus_t cusparseSpMV_preprocess(SA_OPS, cusparseConstDnVecDescr_t vecX, const void *beta,
                                         cusparseDnVecDescr_t vecY, cudaDataType computeType, cusparseSpMVAlg_t alg,
                                         void *externalBuffer);
cusparseStatus_t cusparseSpMV(SA_OPS, cusparseConstDnVecDescr_t vecX, const void *beta, cusparseDnVecDescr_t vecY,
                              cudaDataType computeType, cusparseSpMVAlg_t alg, void *externalBuffer);
cusparseStatus_t cusparseSpMM_bufferSize(SA_OPS2, cusparseConstDnMatDescr_t matB, const void *beta,
                                         cusparseDnMatDescr_t matC, cudaDataType computeType, cusparseSpMMAlg_t alg,
                                         size_t *bufferSize);
cusparseStatus_t cusparseSpMM_preprocess(SA_OPS2, cusparseConstDnMatDescr_t matB, const void *beta,
                                         cusparseDnMatDescr_t matC, cudaDataType computeType, cusparseSpMMAlg_t alg,
                                         void *externalBuffer);
cusparseStatus_t cusparseSpMM(SA_OPS2, cusparseConstDnMatDescr_t matB, const void *beta, cusparseDnMatDescr_t matC,
                              cudaDataType computeType, cusparseSpMMAlg_t alg, void *externalBuffer);
cusparseStatus_t cusparseSpSV_createDescr(cusparseSpSVDescr_t *descr);
cusparseStatus_t cusparseSpSV_destroyDescr(cusparseSpSVDescr_t descr);
cusparseStatus_t cusparseSpSV_bufferSize(SA_OPS, cusparseConstDnVecDescr_t vecX, cusparseDnVecDescr_t vecY,
                                         cudaDataType computeType, cusparseSpSVAlg_t alg, cusparseSpSVDescr_t spsvDescr,
                                         size_t *bufferSize);
cusparseStatus_t cusparseSpSV_analysis(SA_OPS, cusparseConstDnVecDescr_t vecX, cusparseDnVecDescr_t vecY,
                                       cudaDataType computeType, cusparseSpSVAlg_t alg, cusparseSpSVDescr_t spsvDescr,
                                       void *externalBuffer);
cusparseStatus_t cusparseSpSV_solve(SA_OPS, cusparseConstDnVecDescr_t vecX, cusparseDnVecDescr_t vecY,
                                    cudaDataType computeType, cusparseSpSVAlg_t alg, cusparseSpSVDescr_t spsvDescr);
cusparseStatus_t cusparseSpSV_updateMatrix(SA_H, cusparseSpSVDescr_t spsvDescr, void *newValues,
                                           cusparseSpSVUpdate_t updatePart);
cusparseStatus_t cusparseSpSM_createDescr(cusparseSpSMDescr_t *descr);
cusparseStatus_t cusparseSpSM_destroyDescr(cusparseSpSMDescr_t descr);
cusparseStatus_t cusparseSpSM_bufferSize(SA_OPS2, cusparseConstDnMatDescr_t matB, cusparseDnMatDescr_t matC,
                                         cudaDataType computeType, cusparseSpSMAlg_t alg, cusparseSpSMDescr_t spsmDescr,
                                         size_t *bufferSize);
cusparseStatus_t cusparseSpSM_analysis(SA_OPS2, cusparseConstDnMatDescr_t matB, cusparseDnMatDescr_t matC,
                                       cudaDataType computeType, cusparseSpSMAlg_t alg, cusparseSpSMDescr_t spsmDescr,
                                       void *externalBuffer);
cusparseStatus_t cusparseSpSM_solve(SA_OPS2, cusparseConstDnMatDescr_t matB, cusparseDnMatDescr_t matC,
                                    cudaDataType computeType, cusparseSpSMAlg_t alg, cusparseSpSMDescr_t spsmDescr);
cusparseStatus_t cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t *descr);
cusparseStatus_t cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t descr);
cusparseStatus_t cusparseSpGEMM_workEstimation(SA_OPS2, cusparseConstSpMatDescr_t matB, const void *beta,
                                               cusparseSpMatDescr_t matC, cudaDataType computeType,
                                               cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t descr,
                                               size_t *bufferSize1, void *externalBuffer1);
cusparseStatus_t cusparseSpGEMM_compute(SA_OPS2, cusparseConstSpMatDescr_t matB, const void *beta,
                                        cusparseSpMatDescr_t matC, cudaDataType computeType, cusparseSpGEMMAlg_t alg,
                                        cusparseSpGEMMDescr_t descr, size_t *bufferSize2, void *externalBuffer2);
cusparseStatus_t cusparseSpGEMM_copy(SA_OPS2, cusparseConstSpMatDescr_t matB, const void *beta,
                                     cusparseSpMatDescr_t matC, cudaDataType computeType, cusparseSpGEMMAlg_t alg,
                                     cusparseSpGEMMDescr_t descr);
#define SA_SDDMM \
    cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB, const void *alpha, \
        cusparseConstDnMatDescr_t matA, cusparseConstDnMatDescr_t matB, const void *beta, cusparseSpMatDescr_t matC, \
        cudaDataType computeType, cusparseSDDMMAlg_t alg
cusparseStatus_t cusparseSDDMM_bufferSize(SA_SDDMM, size_t *bufferSize);
cusparseStatus_t cusparseSDDMM_preprocess(SA_SDDMM, void *externalBuffer);
cusparseStatus_t cusparseSDDMM(SA_SDDMM, void *externalBuffer);
#undef SA_SDDMM
cusparseStatus_t cusparseAxpby(SA_H, const void *alpha, cusparseConstSpVecDescr_t vecX, const void *beta,
                               cusparseDnVecDescr_t vecY);
cusparseStatus_t cusparseGather(SA_H, cusparseConstDnVecDescr_t vecY, cusparseSpVecDescr_t vecX);
cusparseStatus_t cusparseScatter(SA_H, cusparseConstSpVecDescr_t vecX, cusparseDnVecDescr_t vecY);
cusparseStatus_t cusparseSparseToDense_bufferSize(SA_H, cusparseConstSpMatDescr_t matA, cusparseDnMatDescr_t matB,
                                                  cusparseSparseToDenseAlg_t alg, size_t *bufferSize);
cusparseStatus_t cusparseSparseToDense(SA_H, cusparseConstSpMatDescr_t matA, cusparseDnMatDescr_t matB,
                                       cusparseSparseToDenseAlg_t alg, void *externalBuffer);
cusparseStatus_t cusparseDenseToSparse_bufferSize(SA_H, cusparseConstDnMatDescr_t matA, cusparseSpMatDescr_t matB,
                                                  cusparseDenseToSparseAlg_t alg, size_t *bufferSize);
cusparseStatus_t cusparseDenseToSparse_analysis(SA_H, cusparseConstDnMatDescr_t matA, cusparseSpMatDescr_t matB,
                                                cusparseDenseToSparseAlg_t alg, void *externalBuffer);
cusparseStatus_t cusparseDenseToSparse_convert(SA_H, cusparseConstDnMatDescr_t matA, cusparseSpMatDescr_t matB,
                                               cusparseDenseToSparseAlg_t alg, void *externalBuffer);
#undef SA_OPS
#undef SA_OPS2

// Conversions.
cusparseStatus_t cusparseXcoo2csr(SA_H, const int *cooRowInd, int nnz, int m, int *csrSortedRowPtr,
                                  cusparseIndexBase_t idxBase);
cusparseStatus_t cusparseXcsr2coo(SA_H, const int *csrSortedRowPtr, int nnz, int m, int *cooRowInd,
                                  cusparseIndexBase_t idxBase);
cusparseStatus_t cusparseCsr2cscEx2_bufferSize(SA_H, int m, int n, int nnz, const void *csrVal, const int *csrRowPtr,
                                               const int *csrColInd, void *cscVal, int *cscColPtr, int *cscRowInd,
                                               cudaDataType valType, cusparseAction_t copyValues,
                                               cusparseIndexBase_t idxBase, cusparseCsr2CscAlg_t alg,
                                               size_t *bufferSize);
cusparseStatus_t cusparseCsr2cscEx2(SA_H, int m, int n, int nnz, const void *csrVal, const int *csrRowPtr,
                                    const int *csrColInd, void *cscVal, int *cscColPtr, int *cscRowInd,
                                    cudaDataType valType, cusparseAction_t copyValues, cusparseIndexBase_t idxBase,
                                    cusparseCsr2CscAlg_t alg, void *buffer);

// Incomplete factorisations, and products and solves that CUDA 11 and 12 removed (older).
cusparseStatus_t cusparseCreateSolveAnalysisInfo(cusparseSolveAnalysisInfo_t *info);
cusparseStatus_t cusparseDestroySolveAnalysisInfo(cusparseSolveAnalysisInfo_t info);
cusparseStatus_t cusparseCreateCsrilu02Info(csrilu02Info_t *info);
cusparseStatus_t cusparseDestroyCsrilu02Info(csrilu02Info_t info);
cusparseStatus_t cusparseCreateCsric02Info(csric02Info_t *info);
cusparseStatus_t cusparseDestroyCsric02Info(csric02Info_t info);
cusparseStatus_t cusparseCreateCsrsv2Info(csrsv2Info_t *info);
cusparseStatus_t cusparseDestroyCsrsv2Info(csrsv2Info_t info);
cusparseStatus_t cusparseXcsrilu02_zeroPivot(SA_H, csrilu02Info_t info, int *position);
cusparseStatus_t cusparseXcsric02_zeroPivot(SA_H, csric02Info_t info, int *position);
cusparseStatus_t cusparseXcsrsv2_zeroPivot(SA_H, csrsv2Info_t info, int *position);
cusparseStatus_t cusparseCreateHybMat(cusparseHybMat_t *hybA);
cusparseStatus_t cusparseDestroyHybMat(cusparseHybMat_t hybA);
#define SA_CSR(T) const cusparseMatDescr_t descrA, const T *csrValA, const int *csrRowPtrA, const int *csrColIndA
#define SA_OLD(P, T) \
    cusparseStatus_t cusparse##P##csrmv(SA_H, cusparseOperation_t transA, int m, int n, int nnz, const T *alpha, \
                                        SA_CSR(T), const T *x, const T *beta, T *y); \
    cusparseStatus_t cusparse##P##csrmm(SA_H, cusparseOperation_t transA, int m, int n, int k, int nnz, \
                                        const T *alpha, SA_CSR(T), const T *B, int ldb, const T *beta, T *C, int ldc); \
    cusparseStatus_t cusparse##P##csrsv_analysis(SA_H, cusparseOperation_t transA, int m, int nnz, SA_CSR(T), \
                                                 cusparseSolveAnalysisInfo_t info); \
    cusparseStatus_t cusparse##P##csrsv_solve(SA_H, cusparseOperation_t transA, int m, const T *alpha, SA_CSR(T), \
                                              cusparseSolveAnalysisInfo_t info, const T *f, T *x); \
    cusparseStatus_t cusparse##P##csrilu0(SA_H, cusparseOperation_t trans, int m, const cusparseMatDescr_t descrA, \
                                          T *csrValA, const int *csrRowPtrA, const int *csrColIndA, \
                                          cusparseSolveAnalysisInfo_t info); \
    cusparseStatus_t cusparse##P##csrilu02_bufferSize(SA_H, int m, int nnz, const cusparseMatDescr_t descrA, \
                                                      T *csrValA, const int *csrRowPtrA, const int *csrColIndA, \
                                                      csrilu02Info_t info, int *pBufferSizeInBytes); \
    cusparseStatus_t cusparse##P##csrilu02_analysis(SA_H, int m, int nnz, SA_CSR(T), csrilu02Info_t info, \
                                                    cusparseSolvePolicy_t policy, void *pBuffer); \
    cusparseStatus_t cusparse##P##csrilu02(SA_H, int m, int nnz, const cusparseMatDescr_t descrA, T *csrValA, \
                                           const int *csrRowPtrA, const int *csrColIndA, csrilu02Info_t info, \
                                           cusparseSolvePolicy_t policy, void *pBuffer); \
    cusparseStatus_t cusparse##P##csric02_bufferSize(SA_H, int m, int nnz, const cusparseMatDescr_t descrA, \
                                                     T *csrValA, const int *csrRowPtrA, const int *csrColIndA, \
                                                     csric02Info_t info, int *pBufferSizeInBytes); \
    cusparseStatus_t cusparse##P##csric02_analysis(SA_H, int m, int nnz, SA_CSR(T), csric02Info_t info, \
                                                   cusparseSolvePolicy_t policy, void *pBuffer); \
    cusparseStatus_t cusparse##P##csric02(SA_H, int m, int nnz, const cusparseMatDescr_t descrA, T *csrValA, \
                                          const int *csrRowPtrA, const int *csrColIndA, csric02Info_t info, \
                                          cusparseSolvePolicy_t policy, void *pBuffer); \
    cusparseStatus_t cusparse##P##csrsv2_bufferSize( \
        SA_H, cusparseOperation_t transA, int m, int nnz, const cusparseMatDescr_t descrA, T *csrValA, \
        const int *csrRowPtrA, const int *csrColIndA, csrsv2Info_t info, int *pBufferSizeInBytes); \
    cusparseStatus_t cusparse##P##csrsv2_analysis(SA_H, cusparseOperation_t transA, int m, int nnz, SA_CSR(T), \
                                                  csrsv2Info_t info, cusparseSolvePolicy_t policy, void *pBuffer); \
    cusparseStatus_t cusparse##P##csrsv2_solve(SA_H, cusparseOperation_t transA, int m, int nnz, const T *alpha, \
                                               SA_CSR(T), csrsv2Info_t info, const T *f, T *x, \
                                               cusparseSolvePolicy_t policy, void *pBuffer); \
    cusparseStatus_t cusparse##P##csr2hyb(SA_H, int m, int n, SA_CSR(T), cusparseHybMat_t hybA, int userEllWidth, \
                                          cusparseHybPartition_t partitionType); \
    cusparseStatus_t cusparse##P##hybmv(SA_H, cusparseOperation_t transA, const T *alpha, \
                                        const cusparseMatDescr_t descrA, const cusparseHybMat_t hybA, const T *x, \
                                        const T *beta, T *y); \
    cusparseStatus_t cusparse##P##nnz(SA_H, cusparseDirection_t dirA, int m, int n, const cusparseMatDescr_t descrA, \
                                      const T *A, int lda, int *nnzPerRowCol, int *nnzTotalDevHostPtr); \
    cusparseStatus_t cusparse##P##dense2csr(SA_H, int m, int n, const cusparseMatDescr_t descrA, const T *A, int lda, \
                                            const int *nnzPerRow, T *csrValA, int *csrRowPtrA, int *csrColIndA);
SA_OLD(S, float)
SA_OLD(D, double)
SA_OLD(C, cuComplex)
SA_OLD(Z, cuDoubleComplex)
#undef SA_OLD
#undef SA_CSR
#undef SA_H

SA_C_END

#endif
