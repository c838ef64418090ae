// StreamAlloc embedded CUDA declarations: what half and bfloat16 have in common, as macros over the two types.
// Not a header of CUDA: cuda_fp16.h and cuda_bf16.h use it.
#ifndef SA_EMBEDDED_HALF_COMMON_H
#define SA_EMBEDDED_HALF_COMMON_H

// Members that make TYPE convert from and to the arithmetic types.
#define SA_HALF_MEMBERS(type, raw) \
  protected: \
    unsigned short __x; \
\
  public: \
    type() = default; \
    __host__ __device__ constexpr type(const raw &r) : __x(r.x) {} \
    __host__ __device__ type &operator=(const raw &r); \
    __host__ __device__ operator raw() const; \
    __host__ __device__ operator raw() const volatile; \
    __host__ __device__ type(float v); \
    __host__ __device__ type(double v); \
    __host__ __device__ type(short v); \
    __host__ __device__ type(unsigned short v); \
    __host__ __device__ type(int v); \
    __host__ __device__ type(unsigned int v); \
    __host__ __device__ type(long v); \
    __host__ __device__ type(unsigned long v); \
    __host__ __device__ type(long long v); \
    __host__ __device__ type(unsigned long long v); \
    __host__ __device__ type &operator=(float v); \
    __host__ __device__ type &operator=(double v); \
    __host__ __device__ type &operator=(short v); \
    __host__ __device__ type &operator=(unsigned short v); \
    __host__ __device__ type &operator=(int v); \
    __host__ __device__ type &operator=(unsigned int v); \
    __host__ __device__ type &operator=(long long v); \
    __host__ __device__ type &operator=(unsigned long long v); \
    __host__ __device__ operator float() const; \
    __host__ __device__ operator char() const; \
    __host__ __device__ operator signed char() const; \
    __host__ __device__ operator unsigned char() const; \
    __host__ __device__ operator short() const; \
    __host__ __device__ operator unsigned short() const; \
    __host__ __device__ operator int() const; \
    __host__ __device__ operator unsigned int() const; \
    __host__ __device__ operator long() const; \
    __host__ __device__ operator unsigned long() const; \
    __host__ __device__ operator long long() const; \
    __host__ __device__ operator unsigned long long() const; \
    __host__ __device__ constexpr operator bool() const { return (__x & 0x7fffu) != 0; }

// Members of the pair TYPE2 of TYPE.
#define SA_HALF_PAIR_MEMBERS(type2, type, raw2) \
    type x; \
    type y; \
    type2() = default; \
    __host__ __device__ constexpr type2(const type &a, const type &b) : x(a), y(b) {} \
    __host__ __device__ type2(const raw2 &r); \
    __host__ __device__ operator raw2() const;

// Operators of TYPE or of its pair. The assigning ones have bodies, so that what they write can be seen.
#define SA_HALF_OPERATORS(type) \
    SA_BOTH_READS type operator+(const type &a, const type &b); \
    SA_BOTH_READS type operator-(const type &a, const type &b); \
    SA_BOTH_READS type operator*(const type &a, const type &b); \
    SA_BOTH_READS type operator/(const type &a, const type &b); \
    SA_BOTH_READS type operator+(const type &a); \
    SA_BOTH_READS type operator-(const type &a); \
    SA_BOTH_READS bool operator==(const type &a, const type &b); \
    SA_BOTH_READS bool operator!=(const type &a, const type &b); \
    SA_BOTH_READS bool operator>(const type &a, const type &b); \
    SA_BOTH_READS bool operator<(const type &a, const type &b); \
    SA_BOTH_READS bool operator>=(const type &a, const type &b); \
    SA_BOTH_READS bool operator<=(const type &a, const type &b); \
    __host__ __device__ inline type &operator+=(type &a, const type &b) { return a = a + b; } \
    __host__ __device__ inline type &operator-=(type &a, const type &b) { return a = a - b; } \
    __host__ __device__ inline type &operator*=(type &a, const type &b) { return a = a * b; } \
    __host__ __device__ inline type &operator/=(type &a, const type &b) { return a = a / b; } \
    __host__ __device__ type &operator++(type &a); \
    __host__ __device__ type &operator--(type &a); \
    __host__ __device__ type operator++(type &a, int); \
    __host__ __device__ type operator--(type &a, int);

// Intrinsics: arithmetic, comparison, selection on single values (TYPE) and pairs (TYPE2).
#define SA_HALF_ARITHMETIC(type, type2, op) \
    SA_BOTH_PURE type __h##op(type a, type b); \
    SA_BOTH_PURE type __h##op##_rn(type a, type b); \
    SA_BOTH_PURE type __h##op##_sat(type a, type b); \
    SA_BOTH_PURE type2 __h##op##2(type2 a, type2 b); \
    SA_BOTH_PURE type2 __h##op##2_rn(type2 a, type2 b); \
    SA_BOTH_PURE type2 __h##op##2_sat(type2 a, type2 b);
#define SA_HALF_COMPARE(type, type2, op) \
    SA_BOTH_PURE bool __h##op(type a, type b); \
    SA_BOTH_PURE type2 __h##op##2(type2 a, type2 b); \
    SA_BOTH_PURE bool __hb##op##2(type2 a, type2 b); \
    SA_BOTH_PURE unsigned int __h##op##2_mask(type2 a, type2 b);
#define SA_HALF_MATH(type, type2, name) \
    SA_DEVICE_PURE type h##name(type a); \
    SA_DEVICE_PURE type2 h2##name(type2 a);
#define SA_HALF_WARP_AND_CACHE(type) \
    SA_DEVICE type __shfl_sync(unsigned int mask, type var, int srcLane, int width = warpSize); \
    SA_DEVICE type __shfl_up_sync(unsigned int mask, type var, unsigned int delta, int width = warpSize); \
    SA_DEVICE type __shfl_down_sync(unsigned int mask, type var, unsigned int delta, int width = warpSize); \
    SA_DEVICE type __shfl_xor_sync(unsigned int mask, type var, int laneMask, int width = warpSize); \
    SA_DEVICE type __shfl(type var, int srcLane, int width = warpSize); \
    SA_DEVICE type __shfl_up(type var, unsigned int delta, int width = warpSize); \
    SA_DEVICE type __shfl_down(type var, unsigned int delta, int width = warpSize); \
    SA_DEVICE type __shfl_xor(type var, int laneMask, int width = warpSize); \
    SA_DEVICE type __ldg(const type *p); \
    SA_DEVICE type __ldca(const type *p); \
    SA_DEVICE type __ldcg(const type *p); \
    SA_DEVICE type __ldcs(const type *p); \
    SA_DEVICE type __ldcv(const type *p); \
    SA_DEVICE type __ldlu(const type *p); \
    SA_DEVICE void __stwb(type *p, type value); \
    SA_DEVICE void __stcg(type *p, type value); \
    SA_DEVICE void __stcs(type *p, type value); \
    SA_DEVICE void __stwt(type *p, type value); \
    SA_DEVICE type atomicAdd(type *address, type val); \
    SA_DEVICE type atomicAdd_block(type *address, type val); \
    SA_DEVICE type atomicAdd_system(type *address, type val);

#define SA_HALF_HOST_INTRINSICS(type, type2) \
    SA_HALF_ARITHMETIC(type, type2, add) \
    SA_HALF_ARITHMETIC(type, type2, sub) \
    SA_HALF_ARITHMETIC(type, type2, mul) \
    SA_BOTH_PURE type __hdiv(type a, type b); \
    SA_BOTH_PURE type2 __h2div(type2 a, type2 b); \
    SA_BOTH_PURE type __habs(type a); \
    SA_BOTH_PURE type2 __habs2(type2 a); \
    SA_BOTH_PURE type __hneg(type a); \
    SA_BOTH_PURE type2 __hneg2(type2 a); \
    SA_BOTH_PURE int __hisinf(type a); \
    SA_BOTH_PURE bool __hisnan(type a); \
    SA_BOTH_PURE type2 __hisnan2(type2 a); \
    SA_BOTH_PURE type __hmax(type a, type b); \
    SA_BOTH_PURE type __hmin(type a, type b); \
    SA_BOTH_PURE type __hmax_nan(type a, type b); \
    SA_BOTH_PURE type __hmin_nan(type a, type b); \
    SA_BOTH_PURE type2 __hmax2(type2 a, type2 b); \
    SA_BOTH_PURE type2 __hmin2(type2 a, type2 b); \
    SA_BOTH_PURE type2 __hmax2_nan(type2 a, type2 b); \
    SA_BOTH_PURE type2 __hmin2_nan(type2 a, type2 b); \
    SA_HALF_COMPARE(type, type2, eq) \
    SA_HALF_COMPARE(type, type2, ne) \
    SA_HALF_COMPARE(type, type2, le) \
    SA_HALF_COMPARE(type, type2, ge) \
    SA_HALF_COMPARE(type, type2, lt) \
    SA_HALF_COMPARE(type, type2, gt) \
    SA_HALF_COMPARE(type, type2, equ) \
    SA_HALF_COMPARE(type, type2, neu) \
    SA_HALF_COMPARE(type, type2, leu) \
    SA_HALF_COMPARE(type, type2, geu) \
    SA_HALF_COMPARE(type, type2, ltu) \
    SA_HALF_COMPARE(type, type2, gtu) \
    SA_BOTH_PURE float __low2float(type2 a); \
    SA_BOTH_PURE float __high2float(type2 a); \
    SA_BOTH_PURE type2 __lowhigh2highlow(type2 a);

#define SA_HALF_DEVICE_INTRINSICS(type, type2) \
    SA_DEVICE_PURE type __hfma(type a, type b, type c); \
    SA_DEVICE_PURE type __hfma_sat(type a, type b, type c); \
    SA_DEVICE_PURE type __hfma_relu(type a, type b, type c); \
    SA_DEVICE_PURE type2 __hfma2(type2 a, type2 b, type2 c); \
    SA_DEVICE_PURE type2 __hfma2_sat(type2 a, type2 b, type2 c); \
    SA_DEVICE_PURE type2 __hfma2_relu(type2 a, type2 b, type2 c); \
    SA_DEVICE_PURE type2 __hcmadd(type2 a, type2 b, type2 c); \
    SA_HALF_MATH(type, type2, trunc) \
    SA_HALF_MATH(type, type2, ceil) \
    SA_HALF_MATH(type, type2, floor) \
    SA_HALF_MATH(type, type2, rint) \
    SA_HALF_MATH(type, type2, sqrt) \
    SA_HALF_MATH(type, type2, rsqrt) \
    SA_HALF_MATH(type, type2, rcp) \
    SA_HALF_MATH(type, type2, log) \
    SA_HALF_MATH(type, type2, log2) \
    SA_HALF_MATH(type, type2, log10) \
    SA_HALF_MATH(type, type2, exp) \
    SA_HALF_MATH(type, type2, exp2) \
    SA_HALF_MATH(type, type2, exp10) \
    SA_HALF_MATH(type, type2, cos) \
    SA_HALF_MATH(type, type2, sin) \
    SA_HALF_MATH(type, type2, tanh) \
    SA_HALF_MATH(type, type2, tanh_approx) \
    SA_HALF_WARP_AND_CACHE(type) \
    SA_HALF_WARP_AND_CACHE(type2)

// Conversions between TYPE, called NAME in function names, and an integer type.
#define SA_HALF_INTEGER(type, name, short_name, integer) \
    SA_BOTH_PURE type __##short_name##2##name##_rn(integer i); \
    SA_BOTH_PURE type __##short_name##2##name##_rz(integer i); \
    SA_BOTH_PURE type __##short_name##2##name##_rd(integer i); \
    SA_BOTH_PURE type __##short_name##2##name##_ru(integer i); \
    SA_BOTH_PURE integer __##name##2##short_name##_rn(type h); \
    SA_BOTH_PURE integer __##name##2##short_name##_rz(type h); \
    SA_BOTH_PURE integer __##name##2##short_name##_rd(type h); \
    SA_BOTH_PURE integer __##name##2##short_name##_ru(type h);
#define SA_HALF_INTEGERS(type, name) \
    SA_HALF_INTEGER(type, name, short, short) \
    SA_HALF_INTEGER(type, name, ushort, unsigned short) \
    SA_HALF_INTEGER(type, name, int, int) \
    SA_HALF_INTEGER(type, name, uint, unsigned int) \
    SA_HALF_INTEGER(type, name, ll, long long) \
    SA_HALF_INTEGER(type, name, ull, unsigned long long) \
    SA_BOTH_PURE signed char __##name##2char_rz(type h); \
    SA_BOTH_PURE unsigned char __##name##2uchar_rz(type h); \
    SA_BOTH_PURE type __float2##name(float a); \
    SA_BOTH_PURE type __float2##name##_rn(float a); \
    SA_BOTH_PURE type __float2##name##_rz(float a); \
    SA_BOTH_PURE type __float2##name##_rd(float a); \
    SA_BOTH_PURE type __float2##name##_ru(float a); \
    SA_BOTH_PURE type __double2##name(double a); \
    SA_BOTH_PURE float __##name##2float(type a); \
    SA_BOTH_PURE short __##name##_as_short(type h); \
    SA_BOTH_PURE unsigned short __##name##_as_ushort(type h); \
    SA_BOTH_PURE type __short_as_##name(short i); \
    SA_BOTH_PURE type __ushort_as_##name(unsigned short i);

#endif
