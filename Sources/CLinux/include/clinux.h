/* System calls that Swift's Glibc module lacks, as plain functions. All return the result of the system call, with errno set. */
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
/* Watches fd for events, or changes the events that it is watched for. */
int clinux_epoll_watch(int epoll, int fd, uint32_t events, int is_new);
int clinux_epoll_forget(int epoll, int fd);
/* Reports at most 64 descriptors. */
int clinux_epoll_wait(int epoll, struct clinux_ready *ready, int count, int timeout_ms);

/* Blocks the signals and returns a descriptor that reports them. */
int clinux_signalfd(const int *signals, int count);
/* Returns the number of a signal that has come, or -1. */
int clinux_signalfd_read(int fd);

/* Creates a timer on CLOCK_MONOTONIC that is not running. */
int clinux_timerfd(void);
/* Sets the timer to first_us microseconds from now, then to every interval_us. If both are 0, it stops. */
int clinux_timerfd_set(int fd, int64_t first_us, int64_t interval_us);
int clinux_timerfd_read(int fd);

/* Returns free memory to the system. */
void clinux_trim(void);

/* Makes all threads allocate from the same memory. Freed blocks of 256 KiB and more go back to the system. By default, malloc gives threads
   separate memory, which the next thread may not use, and keeps ever larger blocks. */
void clinux_share_memory(void);
/* Creates a counter that another thread may signal; it is readable from then on. */
int clinux_eventfd(void);
int clinux_eventfd_signal(int fd);

/* Accepts a connection; its descriptor does not block and is closed on exec. */
int clinux_accept(int fd);
int clinux_peer(int fd, int *pid, unsigned *uid, unsigned *gid);
/* Gets the peer's supplementary groups. Returns how many there are, at most `most`, or -1. */
int clinux_peer_groups(int fd, unsigned *groups, int most);
/* Gets the path of a listening AF_UNIX stream socket, of at most size bytes with its terminator; -1 with EINVAL if it is no such socket. */
int clinux_socket_path(int fd, char *path, size_t size);
/* Makes an inherited descriptor fit for this program: closed on exec, non-blocking. */
int clinux_adopt(int fd);
int clinux_open_input(const char *path);
/* Takes the lock on a file without waiting. Returns a descriptor, or -1 with EWOULDBLOCK if somebody else has it. */
int clinux_lock(const char *path);
/* Sends bytes without blocking and without raising SIGPIPE. */
ssize_t clinux_send(int fd, const void *bytes, size_t count);
/* Sends a datagram with a descriptor to an address. */
ssize_t clinux_send_descriptor(int fd, const void *address, unsigned size, const void *bytes, size_t count, int descriptor);

/* Messages over sockets of type SOCK_SEQPACKET, and the right to create input devices (devices.c). Nothing here blocks. */
/* Connects to the socket at a path; -1 with EAGAIN if too many connections wait there. */
int clinux_packets_connect(const char *path);
/* Sends a message, with a descriptor unless that is -1. */
ssize_t clinux_packet_send(int fd, const void *bytes, size_t count, int descriptor);
/* Receives a message, and the descriptor that came with it, or -1. A message that is longer than size is an error, EMSGSIZE. */
ssize_t clinux_packet_receive(int fd, void *bytes, size_t size, int *descriptor);
/* Forbids this thread, and everything that it starts, to create, change or remove a device through a descriptor of /dev/uinput (EPERM).
   Writing events and asking for the device's name stay allowed. Returns 0, or -1. */
int clinux_refuse_uinput(void);
/* Runs a program with its arguments, NULL at the end, in a new process group. Returns its pid, or -errno. */
int clinux_spawn(const char *const *arguments);
/* Works like clinux_spawn, but in this process group, and appends the output to a file. The child gets SIGTERM when the calling thread
   ends, for whatever reason. If the program cannot be run, the child ends with 127, and the file says why. For callers with one thread. */
int clinux_spawn_bound(const char *const *arguments, const char *output);
/* Returns a descriptor that is readable when the process has ended. */
int clinux_pidfd(int pid);
/* Reaps a child that has ended. Returns its exit status, or the negative number of the signal that ended it. */
int clinux_reap(int pid);
/* Returns a descriptor that is readable when somebody, or a resume, sets the wall clock; `again` reads it, and returns 1 if so. */
int clinux_clock_watch(void);
int clinux_clock_watch_again(int fd);
/* Says how long the machine has slept since it started, in us: at least and at most, because two clocks cannot be read at one moment. */
void clinux_suspended_us(int64_t *least, int64_t *most);
/* Writes at most 4096 bytes if this needs no waiting. Returns 1, or 0 if it would have to wait. */
int clinux_write_now(int fd, const void *bytes, size_t count);

/* Prevents core dumps of this process, and access of others to its memory: prctl(PR_SET_DUMPABLE, 0) (arguments.c). */
void clinux_forbid_dumps(void);
/* Returns the program's arguments, its name first, without /proc (arguments.c). */
int clinux_argument_count(void);
/* Returns NULL after the last argument. */
const char *clinux_argument(int number);

/* A virtual touchscreen (uinput.c). Descriptors of /dev/uinput do not block and are closed on exec. */
int clinux_uinput_open(void);
/* Gives the device this axis, before it is created. */
int clinux_uinput_axis(int fd, uint16_t code, const struct input_absinfo *axis);
/* Creates the device with INPUT_PROP_DIRECT, BTN_TOUCH and no other key. */
int clinux_uinput_touchscreen(int fd, const char *name, const char *phys, uint16_t vendor, uint16_t product, uint16_t version);
/* Creates a keyboard with these keys and no other event. It does not repeat held keys. */
int clinux_uinput_keyboard(int fd, const char *name, const char *phys, const uint16_t *keys, size_t count);
/* Gets the device's folder in /sys/devices/virtual/input. */
int clinux_uinput_sysname(int fd, char *name, size_t size);
int clinux_uinput_destroy(int fd);
/* Asks an event node whether a contact is down at this moment, in one of its slots, or by this button if it has no slots. Returns 1 if so,
   0 if not, -1 if the kernel does not say. */
int clinux_has_contact(int fd, int slots, uint16_t button);
/* Asks an event node which keys are down, and which switches are on, at this moment: one bit for each code, the lowest first. Returns 0; -1 on
   failure. The kernel discards the events of keys, or of switches, that have not been read. */
int clinux_keys_down(int fd, uint8_t *bits, size_t size);
int clinux_switches_on(int fd, uint8_t *bits, size_t size);
