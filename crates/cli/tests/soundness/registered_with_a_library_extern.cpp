static void (*kept)(void);
extern "C" void library_set(void (*function)(void)) { kept = function; }
extern "C" void library_poll(void) { kept(); }
