// What posix_spawn needs of glibc's own: a working folder, and no descriptor that is left open.
#ifndef CSPAWN_H
#define CSPAWN_H
#include <sys/types.h>

// Starts a program in a folder, in a process group of its own, with these files there as its input (or none) and for its errors.
// Returns 0, the process, and the reading end of its output; else errno.
int cspawn(const char *program, char *const arguments[], const char *folder, const char *input, const char *errors, pid_t *process, int *output);

#endif
