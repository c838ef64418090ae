#define stream(x) #x
#define wait 5
#define record(a, b, c) a
#define current 1
#define Device Gerät
#define events 3
#define all 2
#define result 7
#define failed true
#define static_assertions static
#define cudaGetLastError() cudaPeekAtLastError()
#define guard_0 0
#define sa 3
