/* A file system that does not answer: with this library preloaded, any access to a path that ends in ".hangs" blocks the calling thread as long as
   the file named in HANG exists. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void hang(const char *path)
{
	const char *while_there = getenv("HANG");
	size_t n = strlen(path);

	if (!while_there || n < 6 || strcmp(path + n - 6, ".hangs"))
		return;
	while (!access(while_there, F_OK))
		usleep(10000);
}

int open(const char *path, int flags, ...)
{
	va_list more;
	va_start(more, flags);
	int mode = va_arg(more, int);
	va_end(more);
	hang(path);
	return ((int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open"))(path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
	va_list more;
	va_start(more, flags);
	int mode = va_arg(more, int);
	va_end(more);
	hang(path);
	return ((int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open64"))(path, flags, mode);
}

int stat(const char *restrict path, struct stat *restrict status)
{
	hang(path);
	return ((int (*)(const char *, struct stat *))dlsym(RTLD_NEXT, "stat"))(path, status);
}
