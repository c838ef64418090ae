// StreamAlloc stand-in for a header that clang's CUDA wrapper or a program includes and the toolkit lacks. Found only
// when there is no real one.
