#define _GNU_SOURCE
#include "clinux.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <spawn.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

_Static_assert(CLINUX_IN == EPOLLIN && CLINUX_PRIORITY == EPOLLPRI && CLINUX_OUT == EPOLLOUT && CLINUX_HANGUP == (EPOLLERR | EPOLLHUP), "epoll's bits");

int clinux_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

int clinux_epoll_watch(int epoll, int fd, uint32_t events, int is_new)
{
	struct epoll_event e = { .events = events, .data.fd = fd };
	return epoll_ctl(epoll, is_new ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, fd, &e);
}

int clinux_epoll_forget(int epoll, int fd) { return epoll_ctl(epoll, EPOLL_CTL_DEL, fd, NULL); }

int clinux_epoll_wait(int epoll, struct clinux_ready *ready, int count, int timeout_ms)
{
	struct epoll_event e[64];
	int n = epoll_wait(epoll, e, count < 64 ? count : 64, timeout_ms);
	for (int i = 0; i < n; i++)
		ready[i] = (struct clinux_ready){ .fd = e[i].data.fd, .events = e[i].events };
	return n;
}

int clinux_signalfd(const int *signals, int count)
{
	sigset_t set;
	sigemptyset(&set);
	for (int i = 0; i < count; i++)
		sigaddset(&set, signals[i]);
	if (sigprocmask(SIG_BLOCK, &set, NULL) < 0)
		return -1;
	return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int clinux_signalfd_read(int fd)
{
	struct signalfd_siginfo s;
	return read(fd, &s, sizeof s) == sizeof s ? (int)s.ssi_signo : -1;
}

int clinux_timerfd(void) { return timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK); }

int clinux_timerfd_set(int fd, int64_t first_us, int64_t interval_us)
{
	struct itimerspec t = {
		.it_value = { first_us / 1000000, first_us % 1000000 * 1000 },
		.it_interval = { interval_us / 1000000, interval_us % 1000000 * 1000 },
	};
	return timerfd_settime(fd, 0, &t, NULL);
}

int clinux_timerfd_read(int fd)
{
	uint64_t n;
	return read(fd, &n, sizeof n) == sizeof n;
}

void clinux_trim(void) { malloc_trim(0); }

void clinux_share_memory(void)
{
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_MMAP_THRESHOLD, 256 << 10);
}

int clinux_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int clinux_eventfd_signal(int fd) { return eventfd_write(fd, 1); }

int clinux_accept(int fd) { return accept4(fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK); }

int clinux_peer(int fd, int *pid, unsigned *uid, unsigned *gid)
{
	struct ucred c;
	socklen_t size = sizeof c;
	if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &c, &size) < 0)
		return -1;
	*pid = c.pid, *uid = c.uid, *gid = c.gid;
	return 0;
}

int clinux_peer_groups(int fd, unsigned *groups, int most)
{
	socklen_t size = most * sizeof(gid_t);
	_Static_assert(sizeof(gid_t) == sizeof(unsigned), "group ids");
	if (getsockopt(fd, SOL_SOCKET, SO_PEERGROUPS, groups, &size) < 0)
		return -1;
	return size / sizeof(gid_t);
}

int clinux_socket_path(int fd, char *path, size_t size)
{
	struct sockaddr_un a;
	socklen_t length = sizeof a, number = sizeof(int);
	int type = 0, listens = 0;
	memset(&a, 0, sizeof a);
	if (getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &number) < 0 || getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &number) < 0 ||
	    getsockname(fd, (struct sockaddr *)&a, &length) < 0)
		return -1;
	if (type != SOCK_STREAM || !listens || a.sun_family != AF_UNIX || a.sun_path[0] != '/' || sizeof a.sun_path >= size) {
		errno = EINVAL;
		return -1;
	}
	memcpy(path, a.sun_path, sizeof a.sun_path);
	path[sizeof a.sun_path] = 0;
	return 0;
}

int clinux_adopt(int fd)
{
	int flags = fcntl(fd, F_GETFL);
	return flags < 0 || fcntl(fd, F_SETFL, flags | O_NONBLOCK) < 0 ? -1 : fcntl(fd, F_SETFD, FD_CLOEXEC);
}

int clinux_open_input(const char *path) { return open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY); }

int clinux_lock(const char *path)
{
	for (;;) {
		struct stat mine, there;
		int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
		if (fd < 0)
			return -1;
		if (flock(fd, LOCK_EX | LOCK_NB) < 0) {
			int reason = errno;
			close(fd);
			errno = reason;
			return -1;
		}
		/* The last owner may have removed the file between our open and our lock. */
		if (fstat(fd, &mine) == 0 && lstat(path, &there) == 0 && mine.st_ino == there.st_ino && mine.st_dev == there.st_dev)
			return fd;
		close(fd);
	}
}

ssize_t clinux_send(int fd, const void *bytes, size_t count) { return send(fd, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT); }

ssize_t clinux_send_descriptor(int fd, const void *address, unsigned size, const void *bytes, size_t count, int descriptor)
{
	union {
		struct cmsghdr header;
		char space[CMSG_SPACE(sizeof(int))];
	} control = { .header = { .cmsg_len = CMSG_LEN(sizeof(int)), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS } };
	struct iovec part = { .iov_base = (void *)bytes, .iov_len = count };
	struct msghdr message = { .msg_name = (void *)address, .msg_namelen = size, .msg_iov = &part, .msg_iovlen = 1,
				  .msg_control = &control, .msg_controllen = sizeof control };

	memcpy(CMSG_DATA(&control.header), &descriptor, sizeof descriptor);
	return sendmsg(fd, &message, MSG_NOSIGNAL);
}

int clinux_write_now(int fd, const void *bytes, size_t count)
{
	struct pollfd p = { .fd = fd, .events = POLLOUT };
	return poll(&p, 1, 0) == 1 && (p.revents & POLLOUT) && write(fd, bytes, count) == (ssize_t)count;
}

int clinux_spawn(const char *const *arguments)
{
	posix_spawnattr_t a;
	posix_spawn_file_actions_t files;
	sigset_t none, usual;
	pid_t pid = -1;
	int result;

	sigemptyset(&none);
	sigemptyset(&usual);
	sigaddset(&usual, SIGPIPE);
	posix_spawnattr_init(&a);
	posix_spawnattr_setsigmask(&a, &none);
	posix_spawnattr_setsigdefault(&a, &usual);
	posix_spawnattr_setpgroup(&a, 0);
	posix_spawnattr_setflags(&a, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
	result = posix_spawn(&pid, arguments[0], &files, &a, (char *const *)arguments, environ);
	posix_spawn_file_actions_destroy(&files);
	posix_spawnattr_destroy(&a);
	return result ? -result : pid;
}

int clinux_spawn_bound(const char *const *arguments, const char *output)
{
	pid_t parent = getpid(), pid = fork();
	sigset_t none;

	if (pid != 0)
		return pid < 0 ? -errno : pid;
	/* The parent may have ended before the request took effect. */
	if (prctl(PR_SET_PDEATHSIG, SIGTERM) < 0 || getppid() != parent)
		_exit(127);
	int in = open("/dev/null", O_RDONLY | O_CLOEXEC), out = open(output, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	if (in < 0 || out < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0)
		_exit(127);
	signal(SIGPIPE, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	execv(arguments[0], (char *const *)arguments);
	dprintf(2, "%s: %s\n", arguments[0], strerror(errno));
	_exit(127);
}

int clinux_pidfd(int pid) { return (int)syscall(SYS_pidfd_open, pid, 0); } /* closed on exec */

int clinux_reap(int pid)
{
	int status = 0;

	if (waitpid(pid, &status, WNOHANG) <= 0)
		return 0;
	return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

int clinux_clock_watch(void)
{
	int fd = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
	if (fd >= 0)
		clinux_clock_watch_again(fd);
	return fd;
}

int clinux_clock_watch_again(int fd)
{
	struct itimerspec never = { .it_value = { .tv_sec = (time_t)1 << 40 } };
	uint64_t n;
	int was_set = read(fd, &n, sizeof n) < 0 && errno == ECANCELED;
	timerfd_settime(fd, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, NULL);
	return was_set;
}

static int64_t microseconds(const struct timespec *time)
{
	return time->tv_sec * 1000000LL + time->tv_nsec / 1000;
}

void clinux_suspended_us(int64_t *least, int64_t *most)
{
	struct timespec before, with, after;
	clock_gettime(CLOCK_MONOTONIC, &before);
	clock_gettime(CLOCK_BOOTTIME, &with);
	clock_gettime(CLOCK_MONOTONIC, &after);
	*least = microseconds(&with) - microseconds(&after);
	*most = microseconds(&with) - microseconds(&before);
}
