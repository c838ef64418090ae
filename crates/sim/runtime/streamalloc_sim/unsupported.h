// What the simulator knows by name but cannot do: capture and graphs, arrays and textures, launches with attributes, sharing with other
// processes. A program that calls one of these ends with a message that says so, rather than with an error that it might take for
// the device's answer.
#ifndef STREAMALLOC_SIM_UNSUPPORTED_H
#define STREAMALLOC_SIM_UNSUPPORTED_H

#include "builtins.h"

typedef struct CUgraph_st *cudaGraph_t;
typedef struct CUgraphExec_st *cudaGraphExec_t;
typedef struct CUgraphNode_st *cudaGraphNode_t;

enum cudaStreamCaptureMode {
    cudaStreamCaptureModeGlobal = 0,
    cudaStreamCaptureModeThreadLocal = 1,
    cudaStreamCaptureModeRelaxed = 2
};

enum cudaChannelFormatKind {
    cudaChannelFormatKindSigned = 0,
    cudaChannelFormatKindUnsigned = 1,
    cudaChannelFormatKindFloat = 2,
    cudaChannelFormatKindNone = 3
};

struct cudaChannelFormatDesc {
    int x, y, z, w;
    enum cudaChannelFormatKind f;
};

#define STREAMALLOC_SIM_LACKS(function)                                                                                        \
    template <typename... Arguments> inline cudaError_t function(Arguments &&...) {                                           \
        streamalloc_sim::unsupported_feature(#function);                                                                       \
    }

STREAMALLOC_SIM_LACKS(cudaStreamBeginCapture)
STREAMALLOC_SIM_LACKS(cudaStreamBeginCaptureToGraph)
STREAMALLOC_SIM_LACKS(cudaStreamEndCapture)
STREAMALLOC_SIM_LACKS(cudaGraphCreate)
STREAMALLOC_SIM_LACKS(cudaGraphAddEmptyNode)
STREAMALLOC_SIM_LACKS(cudaGraphAddKernelNode)
STREAMALLOC_SIM_LACKS(cudaGraphAddMemcpyNode)
STREAMALLOC_SIM_LACKS(cudaGraphAddMemcpyNode1D)
STREAMALLOC_SIM_LACKS(cudaGraphAddMemsetNode)
STREAMALLOC_SIM_LACKS(cudaGraphAddHostNode)
STREAMALLOC_SIM_LACKS(cudaGraphAddChildGraphNode)
STREAMALLOC_SIM_LACKS(cudaGraphAddDependencies)
STREAMALLOC_SIM_LACKS(cudaGraphClone)
STREAMALLOC_SIM_LACKS(cudaGraphGetNodes)
STREAMALLOC_SIM_LACKS(cudaGraphInstantiate)
STREAMALLOC_SIM_LACKS(cudaGraphInstantiateWithFlags)
STREAMALLOC_SIM_LACKS(cudaGraphExecUpdate)
STREAMALLOC_SIM_LACKS(cudaGraphLaunch)
STREAMALLOC_SIM_LACKS(cudaGraphUpload)
STREAMALLOC_SIM_LACKS(cudaGraphExecDestroy)
STREAMALLOC_SIM_LACKS(cudaGraphDestroy)

STREAMALLOC_SIM_LACKS(cudaMallocArray)
STREAMALLOC_SIM_LACKS(cudaMalloc3DArray)
STREAMALLOC_SIM_LACKS(cudaFreeArray)
STREAMALLOC_SIM_LACKS(cudaMemcpyToArray)
STREAMALLOC_SIM_LACKS(cudaMemcpyFromArray)
STREAMALLOC_SIM_LACKS(cudaMemcpy2DToArray)
STREAMALLOC_SIM_LACKS(cudaMemcpy2DToArrayAsync)
STREAMALLOC_SIM_LACKS(cudaMemcpy2DFromArray)
STREAMALLOC_SIM_LACKS(cudaMemcpy2DFromArrayAsync)
STREAMALLOC_SIM_LACKS(cudaCreateTextureObject)
STREAMALLOC_SIM_LACKS(cudaDestroyTextureObject)
STREAMALLOC_SIM_LACKS(cudaCreateSurfaceObject)
STREAMALLOC_SIM_LACKS(cudaDestroySurfaceObject)
STREAMALLOC_SIM_LACKS(cudaBindTexture)
STREAMALLOC_SIM_LACKS(cudaBindTexture2D)
STREAMALLOC_SIM_LACKS(cudaBindTextureToArray)
STREAMALLOC_SIM_LACKS(cudaUnbindTexture)

STREAMALLOC_SIM_LACKS(cudaLaunchKernelEx)
STREAMALLOC_SIM_LACKS(cudaLaunchKernelExC)
STREAMALLOC_SIM_LACKS(cudaIpcGetMemHandle)
STREAMALLOC_SIM_LACKS(cudaIpcOpenMemHandle)
STREAMALLOC_SIM_LACKS(cudaIpcGetEventHandle)
STREAMALLOC_SIM_LACKS(cudaIpcOpenEventHandle)
STREAMALLOC_SIM_LACKS(cudaMemcpyBatchAsync)
STREAMALLOC_SIM_LACKS(cudaMemcpy3DBatchAsync)
STREAMALLOC_SIM_LACKS(cudaMemcpy3DPeer)
STREAMALLOC_SIM_LACKS(cudaMemcpy3DPeerAsync)

#undef STREAMALLOC_SIM_LACKS

#endif
