// glibc's extensions of posix_spawn: a working folder, and closing all open descriptors.
#ifndef CSPAWN_H
#define CSPAWN_H
#include <sys/types.h>

// Starts a program in a folder, in a new process group, with files of the folder as its input (or none) and for its errors. Returns 0, the process,
// and the reading end of its output; otherwise errno.
int cspawn(const char *program, char *const arguments[], const char *folder, const char *input, const char *errors, pid_t *process, int *output);

#endif
