/* crowd: the time that a frame takes to many clients at once, and its cost for the daemon.
 *
 *   crowd [-n FRAMES] [-r HZ] [-f FINGERS] [-c CLIENTS] [-s LINE] [-b] -u SOCKET -i FD -- DAEMON ARGUMENTS...
 *
 * Starts the daemon, connects CLIENTS to SOCKET, sends LINE on each, and writes FRAMES reports of FINGERS fingers into FD, a FIFO that stands for
 * a panel. One process reads all clients, so that as little as possible besides the daemon is measured. A line contains the time at which its
 * frame was written as "time":MICROSECONDS; it has arrived when the read that completed it returned. The first tenth of the frames is not counted.
 *
 * -b: four more clients, which are faulty: one never reads, one reads a byte a second, one sends 400 kB of garbage a second, and one is killed at
 * random and returns.
 *
 * Prints p50, p99 and max in us over all lines of all clients, the share of lines received, bytes per line, the daemon's share of a core in
 * percent, and its resident and own memory in KiB.
 */
#define _GNU_SOURCE
#include "../Latency/took.h"
#include "../Latency/uitouch.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ROOM = 1 << 17 };
static const char *sock, *first;

static struct shared {
	volatile int64_t counted_from; /* us; 0: not yet */
	volatile long lines, bytes;
	int64_t took[];
} *shared;

static int connect_once(int patience)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };

	strncpy(address.sun_path, sock, sizeof address.sun_path - 1);
	for (int i = 0; i <= patience; i++) {
		int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

		if (!connect(fd, (void *)&address, sizeof address)) {
			if (first)
				dprintf(fd, "%s\n", first);
			return fd;
		}
		close(fd);
		usleep(20000);
	}
	return -1;
}

/* The well-behaved clients: read everything as soon as it arrives. */
static void receive(int clients, const int *fds, long most)
{
	struct client { char *buffer; size_t have; } *all = calloc(clients, sizeof *all);
	struct epoll_event ready[64];
	int loop = epoll_create1(0);

	for (int i = 0; i < clients; i++) {
		struct epoll_event e = { .events = EPOLLIN, .data.u32 = i };

		all[i].buffer = malloc(ROOM);
		epoll_ctl(loop, EPOLL_CTL_ADD, fds[i], &e);
	}
	for (;;) {
		int count = epoll_wait(loop, ready, 64, -1);

		for (int r = 0; r < count; r++) {
			struct client *c = &all[ready[r].data.u32];
			ssize_t got = read(fds[ready[r].data.u32], c->buffer + c->have, ROOM - c->have);
			int64_t when = now();
			char *from = c->buffer, *end;

			if (got <= 0) {
				fprintf(stderr, "crowd: the daemon has closed a client that did nothing wrong\n");
				_exit(1);
			}
			c->have += got;
			while ((end = memchr(from, '\n', c->buffer + c->have - from))) {
				char *at = memmem(from, end - from < 128 ? end - from : 128, "\"time\":", 7);

				if (at && memmem(from, end - from < 64 ? end - from : 64, "\"frame\"", 7)) {
					int64_t written = strtoll(at + 7, 0, 10);

					if (shared->counted_from && written >= shared->counted_from && shared->lines < most) {
						shared->took[shared->lines++] = when - written * 1000;
						shared->bytes += end + 1 - from;
					}
				}
				from = end + 1;
			}
			c->have -= from - c->buffer;
			if (c->have == ROOM) {
				fprintf(stderr, "crowd: a line without an end\n");
				_exit(1);
			}
			memmove(c->buffer, from, c->have);
		}
	}
}

static pid_t spawn(void (*run)(void))
{
	pid_t pid = fork();

	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	run();
	_exit(0);
}

static void silent(void)
{
	int fd = connect_once(0);
	char byte;

	/* Closed by the daemon in the end; its last lines are not read either. */
	while (recv(fd, &byte, 1, MSG_PEEK) >= 0)
		sleep(1);
}

static void drip(void)
{
	int fd = connect_once(0);
	char byte;

	while (read(fd, &byte, 1) == 1)
		sleep(1);
}

static void garbage(void)
{
	static char noise[4096], waste[1 << 16];
	int fd = connect_once(0);

	srandom(1);
	for (;;) {
		for (size_t i = 0; i < sizeof noise; i++)
			noise[i] = random();
		if (send(fd, noise, sizeof noise, MSG_DONTWAIT | MSG_NOSIGNAL) < 0 && errno != EAGAIN)
			return;
		while (recv(fd, waste, sizeof waste, MSG_DONTWAIT) > 0)
			;
		usleep(10000);
	}
}

static void mortal(void)
{
	srandom(2);
	for (;;) {
		pid_t pid = fork();

		if (!pid) {
			char waste[4096];
			int fd = connect_once(0);

			prctl(PR_SET_PDEATHSIG, SIGKILL);
			while (read(fd, waste, sizeof waste) > 0)
				;
			_exit(0);
		}
		usleep(20000 + random() % 180000);
		kill(pid, SIGKILL);
		waitpid(pid, 0, 0);
	}
}

static int64_t cpu_time(pid_t pid)
{
	char path[64];
	long long ns = 0;
	FILE *file;

	snprintf(path, sizeof path, "/proc/%d/schedstat", pid);
	if ((file = fopen(path, "r"))) {
		if (fscanf(file, "%lld", &ns) != 1)
			ns = 0;
		fclose(file);
	}
	return ns;
}

static long memory(pid_t pid, const char *key)
{
	char path[64], line[256];
	long kib = 0;
	FILE *file;

	snprintf(path, sizeof path, "/proc/%d/status", pid);
	if (!(file = fopen(path, "r")))
		return 0;
	while (fgets(line, sizeof line, file))
		if (!strncmp(line, key, strlen(key)))
			kib = atol(line + strlen(key));
	fclose(file);
	return kib;
}

int main(int argc, char **argv)
{
	int frames = 1000, hz = 100, fingers = 10, clients = 1, panel = -1, bad = 0, option, status;
	pid_t daemon, reader, bads[4];

	while ((option = getopt(argc, argv, "n:r:f:c:s:u:i:b")) != -1)
		switch (option) {
		case 'n': frames = atoi(optarg); break;
		case 'r': hz = atoi(optarg); break;
		case 'f': fingers = atoi(optarg); break;
		case 'c': clients = atoi(optarg); break;
		case 's': first = optarg; break;
		case 'u': sock = optarg; break;
		case 'i': panel = atoi(optarg); break;
		case 'b': bad = 1; break;
		default: return 64;
		}
	if (frames < 10 || hz < 1 || fingers < 1 || fingers > UITOUCH_SLOTS || clients < 1 || clients > 64 || !sock || panel < 0 || optind >= argc)
		return 64;
	uitouch_stamps = 1;
	int skipped = frames / 10;
	long most = (long)(frames - skipped) * clients;
	shared = mmap(0, sizeof *shared + most * sizeof *shared->took, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED)
		return 1;

	if (!(daemon = fork())) {
		int null = open("/dev/null", O_WRONLY);

		prctl(PR_SET_PDEATHSIG, SIGKILL);
		dup2(null, 1);
		dup2(null, 2);
		execv(argv[optind], argv + optind);
		_exit(127);
	}
	int fds[64];
	for (int i = 0; i < clients; i++)
		if ((fds[i] = connect_once(500)) < 0) {
			fprintf(stderr, "crowd: cannot connect to %s\n", sock);
			kill(daemon, SIGKILL);
			return 1;
		}
	if (!(reader = fork())) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		receive(clients, fds, most);
	}
	for (int i = 0; i < clients; i++)
		close(fds[i]);
	if (bad) {
		void (*each[4])(void) = { silent, drip, garbage, mortal };

		for (int i = 0; i < 4; i++)
			bads[i] = spawn(each[i]);
	}
	usleep(500000);

	struct timespec due;
	int64_t cpu = 0, began = 0;
	clock_gettime(CLOCK_MONOTONIC, &due);
	for (int i = 0; i < frames; i++) {
		due.tv_nsec += 1000000000L / hz;
		while (due.tv_nsec >= 1000000000L)
			due.tv_nsec -= 1000000000L, due.tv_sec++;
		clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, 0);
		if (i == skipped) {
			began = now();
			cpu = cpu_time(daemon);
			shared->counted_from = began / 1000;
		}
		uitouch_frame(panel, i, fingers);
	}
	usleep(100000);
	cpu = cpu_time(daemon) - cpu;
	double share = 100.0 * cpu / (now() - began);
	long resident = memory(daemon, "VmRSS:"), own = memory(daemon, "RssAnon:");
	int failed = waitpid(reader, &status, WNOHANG) != 0;

	for (int i = 0; bad && i < 4; i++)
		kill(bads[i], SIGKILL);
	kill(reader, SIGKILL);
	kill(daemon, SIGTERM);
	for (int i = 0; i < 50 && !waitpid(daemon, 0, WNOHANG); i++)
		usleep(10000);
	kill(daemon, SIGKILL);
	if (failed || !shared->lines)
		return 1;
	sort_times(shared->took, shared->lines);
	printf("p50 %.1f p99 %.1f max %.1f lines %.5f bytes %.0f cpu %.2f resident %ld own %ld\n", shared->took[shared->lines / 2] / 1e3,
	       shared->took[shared->lines * 99 / 100] / 1e3, shared->took[shared->lines - 1] / 1e3, (double)shared->lines / most,
	       (double)shared->bytes / shared->lines, share, resident, own);
	return 0;
}
