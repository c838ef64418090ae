#pragma once
#pragma GCC system_header
// A library that keeps the function it is given, and calls it when it is told to.
extern "C" void library_set(void (*function)(void));
extern "C" void library_poll(void);
