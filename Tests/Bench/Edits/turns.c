/* LD_PRELOAD: CPU time of the turns of touchd's loop, from epoll_wait(2) to epoll_wait. The longest turn is the longest wait of a finger. CPU time
 * is measured, so that a busy machine adds little. The file TURNS consists of two uint64_t: ns of the longest turn and of all turns; the reader
 * sets them to 0. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static struct { uint64_t longest, all; } *turns;
static int (*wait_for)(int, struct epoll_event *, int, int);

static uint64_t cpu_time(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return now.tv_sec * 1000000000ull + now.tv_nsec;
}

__attribute__((constructor)) static void open_turns(void)
{
	int fd = open(getenv("TURNS"), O_RDWR);

	turns = mmap(0, sizeof *turns, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	wait_for = dlsym(RTLD_NEXT, "epoll_wait");
}

int epoll_wait(int fd, struct epoll_event *events, int most, int timeout)
{
	static uint64_t began;
	uint64_t took = began ? cpu_time() - began : 0;
	int count;

	turns->all += took;
	if (took > turns->longest)
		turns->longest = took;
	count = wait_for(fd, events, most, timeout);
	began = cpu_time();
	return count;
}
