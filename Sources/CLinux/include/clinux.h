/* What Swift's Glibc module leaves out, as plain functions. All return what the system call returns, with errno set. */
#pragma once
#include "clinux_display.h"
#include <linux/input.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define CLINUX_IN 1u
#define CLINUX_PRIORITY 2u
#define CLINUX_OUT 4u
#define CLINUX_HANGUP 24u /* EPOLLERR | EPOLLHUP, always reported */

struct clinux_ready {
	int fd;
	uint32_t events;
};

int clinux_epoll_create(void);
/* Watches fd for events, or changes what it is watched for. */
int clinux_epoll_watch(int epoll, int fd, uint32_t events, int is_new);
int clinux_epoll_forget(int epoll, int fd);
/* At most 64. */
int clinux_epoll_wait(int epoll, struct clinux_ready *ready, int count, int timeout_ms);

/* Blocks the signals and gives a descriptor that reports them. */
int clinux_signalfd(const int *signals, int count);
/* The number of a signal that came, or -1. */
int clinux_signalfd_read(int fd);

/* A timer on CLOCK_MONOTONIC, not running. */
int clinux_timerfd(void);
/* First after first_us microseconds, then every interval_us; both 0 stops it. */
int clinux_timerfd_set(int fd, int64_t first_us, int64_t interval_us);
int clinux_timerfd_read(int fd);

/* Gives memory that is free back to the system. */
void clinux_trim(void);

/* All threads allocate from the same memory, and blocks of 256 KiB and more go back to the system when they are freed. By itself malloc
   gives threads memory of their own, which the next thread may not use, and keeps ever larger blocks. */
void clinux_share_memory(void);
/* A counter that another thread may signal; readable from then on. */
int clinux_eventfd(void);
int clinux_eventfd_signal(int fd);

/* Non-blocking, closed on exec. */
int clinux_accept(int fd);
int clinux_peer(int fd, int *pid, unsigned *uid, unsigned *gid);
/* The peer's supplementary groups: how many there are, at most `most`, or -1. */
int clinux_peer_groups(int fd, unsigned *groups, int most);
/* The path of a listening AF_UNIX stream socket, of at most size bytes with its end; -1 with EINVAL when it is no such socket. */
int clinux_socket_path(int fd, char *path, size_t size);
/* Makes a descriptor that was inherited the program's own: closed on exec, non-blocking. */
int clinux_adopt(int fd);
int clinux_open_input(const char *path);
/* Takes the lock on a file without waiting: a descriptor, or -1 with EWOULDBLOCK when somebody else has it. */
int clinux_lock(const char *path);
/* Never waits, never raises SIGPIPE. */
ssize_t clinux_send(int fd, const void *bytes, size_t count);
/* A datagram to an address, with a descriptor. */
ssize_t clinux_send_descriptor(int fd, const void *address, unsigned size, const void *bytes, size_t count, int descriptor);

/* Messages over sockets of type SOCK_SEQPACKET, and the right to make input devices (devices.c). Nothing here waits. */
/* A connection to the socket at a path; -1 with EAGAIN when too many wait there. */
int clinux_packets_connect(const char *path);
/* A message, with a descriptor unless that is -1. */
ssize_t clinux_packet_send(int fd, const void *bytes, size_t count, int descriptor);
/* A message and the descriptor that came with it, or -1. A message that is longer than size is an error, EMSGSIZE. */
ssize_t clinux_packet_receive(int fd, void *bytes, size_t size, int *descriptor);
/* From now on neither this thread, nor what it starts, can make, change or end a device through a descriptor of /dev/uinput (EPERM): it can
   write events, and ask for the device's name. Returns 0, or -1. */
int clinux_refuse_uinput(void);
/* Runs a program with its arguments, NULL at the end, as a process group of its own: its pid, or -errno. */
int clinux_spawn(const char *const *arguments);
/* As clinux_spawn, but in this process group, with its output added to a file; it gets SIGTERM when the thread that calls this ends,
   however it does. When it cannot be run it ends with 127, and the file says why. For programs of one thread. */
int clinux_spawn_bound(const char *const *arguments, const char *output);
/* A descriptor that is readable when the process has ended. */
int clinux_pidfd(int pid);
/* Of a child that has ended: its exit status, or the number of the signal that ended it, negative. */
int clinux_reap(int pid);
/* A descriptor that is readable when somebody, or a resume, sets the clock on the wall; `again` reads it: 1 if so. */
int clinux_clock_watch(void);
int clinux_clock_watch_again(int fd);
/* How long the machine has slept since it started, in us. */
int64_t clinux_suspended_us(void);
/* Writes at most 4096 bytes if that needs no waiting: 1, or 0 when it would. */
int clinux_write_now(int fd, const void *bytes, size_t count);

/* No core dump of this process, and no access of others to its memory: prctl(PR_SET_DUMPABLE, 0) (arguments.c). */
void clinux_forbid_dumps(void);
/* The program's arguments, its name first, without /proc (arguments.c). */
int clinux_argument_count(void);
/* NULL behind the last. */
const char *clinux_argument(int number);

/* A virtual touchscreen (uinput.c). Descriptors of /dev/uinput do not block and are closed on exec. */
int clinux_uinput_open(void);
/* Before the device is made: it has this axis. */
int clinux_uinput_axis(int fd, uint16_t code, const struct input_absinfo *axis);
/* Makes the device: INPUT_PROP_DIRECT, BTN_TOUCH and no other key. */
int clinux_uinput_touchscreen(int fd, const char *name, const char *phys, uint16_t vendor, uint16_t product, uint16_t version);
/* The device's folder in /sys/devices/virtual/input. */
int clinux_uinput_sysname(int fd, char *name, size_t size);
int clinux_uinput_destroy(int fd);
/* Of an event node: 1 when the kernel has a contact down in it at this moment, in one of its slots, or by this button where it has
   none; -1 when the kernel does not say. */
int clinux_has_contact(int fd, int slots, uint16_t button);
