// StreamAlloc embedded CUDA declarations: cuFFT on several devices and with callbacks.
#ifndef SA_EMBEDDED_CUFFTXT_H
#define SA_EMBEDDED_CUFFTXT_H

#include "cufft.h"

// Data spread over devices.
typedef enum cufftXtSubFormat_t {
    CUFFT_XT_FORMAT_INPUT = 0,
    CUFFT_XT_FORMAT_OUTPUT = 1,
    CUFFT_XT_FORMAT_INPLACE = 2,
    CUFFT_XT_FORMAT_INPLACE_SHUFFLED = 3,
    CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED = 4
} cufftXtSubFormat;
typedef enum cufftXtCopyType_t {
    CUFFT_COPY_HOST_TO_DEVICE = 0,
    CUFFT_COPY_DEVICE_TO_HOST = 1,
    CUFFT_COPY_DEVICE_TO_DEVICE = 2
} cufftXtCopyType;
#define MAX_CUDA_DESCRIPTOR_GPUS 64
typedef struct cudaXtDesc_t {
    int version;
    int nGPUs;
    int GPUs[MAX_CUDA_DESCRIPTOR_GPUS];
    void *data[MAX_CUDA_DESCRIPTOR_GPUS];
    size_t size[MAX_CUDA_DESCRIPTOR_GPUS];
    void *cudaXtState;
} cudaXtDesc;
typedef struct cudaLibXtDesc_t {
    int version;
    cudaXtDesc *descriptor;
    int library;
    int subFormat;
    void *libDescriptor;
} cudaLibXtDesc;

// Callbacks of loads and stores.
typedef enum cufftXtCallbackType_t {
    CUFFT_CB_LD_COMPLEX = 0,
    CUFFT_CB_LD_COMPLEX_DOUBLE = 1,
    CUFFT_CB_LD_REAL = 2,
    CUFFT_CB_LD_REAL_DOUBLE = 3,
    CUFFT_CB_ST_COMPLEX = 4,
    CUFFT_CB_ST_COMPLEX_DOUBLE = 5,
    CUFFT_CB_ST_REAL = 6,
    CUFFT_CB_ST_REAL_DOUBLE = 7
} cufftXtCallbackType;
typedef cufftComplex (*cufftCallbackLoadC)(void *dataIn, size_t offset, void *callerInfo, void *sharedPointer);
typedef cufftReal (*cufftCallbackLoadR)(void *dataIn, size_t offset, void *callerInfo, void *sharedPointer);
typedef cufftDoubleComplex (*cufftCallbackLoadZ)(void *dataIn, size_t offset, void *callerInfo, void *sharedPointer);
typedef cufftDoubleReal (*cufftCallbackLoadD)(void *dataIn, size_t offset, void *callerInfo, void *sharedPointer);
typedef void (*cufftCallbackStoreC)(void *dataOut, size_t offset, cufftComplex element, void *callerInfo,
                                    void *sharedPointer);
typedef void (*cufftCallbackStoreR)(void *dataOut, size_t offset, cufftReal element, void *callerInfo,
                                    void *sharedPointer);
typedef void (*cufftCallbackStoreZ)(void *dataOut, size_t offset, cufftDoubleComplex element, void *callerInfo,
                                    void *sharedPointer);
typedef void (*cufftCallbackStoreD)(void *dataOut, size_t offset, cufftDoubleReal element, void *callerInfo,
                                    void *sharedPointer);

SA_C_BEGIN
cufftResult cufftXtSetGPUs(cufftHandle handle, int nGPUs, int *whichGPUs);
cufftResult cufftXtMalloc(cufftHandle plan, cudaLibXtDesc **descriptor, cufftXtSubFormat format);
cufftResult cufftXtFree(cudaLibXtDesc *descriptor);
cufftResult cufftXtMemcpy(cufftHandle plan, void *dst, void *src, cufftXtCopyType type);
cufftResult cufftXtExecDescriptor(cufftHandle plan, cudaLibXtDesc *input, cudaLibXtDesc *output, int direction);
cufftResult cufftXtExecDescriptorC2C(cufftHandle plan, cudaLibXtDesc *input, cudaLibXtDesc *output, int direction);
cufftResult cufftXtExecDescriptorZ2Z(cufftHandle plan, cudaLibXtDesc *input, cudaLibXtDesc *output, int direction);
cufftResult cufftXtExec(cufftHandle plan, void *input, void *output, int direction);
cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long *n, long long *inembed, long long istride,
                                long long idist, cudaDataType inputtype, long long *onembed, long long ostride,
                                long long odist, cudaDataType outputtype, long long batch, size_t *workSize,
                                cudaDataType executiontype);
cufftResult cufftXtSetCallback(cufftHandle plan, void **callback, cufftXtCallbackType type, void **callerInfo);
cufftResult cufftXtSetCallbackSharedSize(cufftHandle plan, cufftXtCallbackType type, size_t sharedSize);
cufftResult cufftXtClearCallback(cufftHandle plan, cufftXtCallbackType type);
SA_C_END

#endif
