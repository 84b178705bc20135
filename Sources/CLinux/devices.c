#define _GNU_SOURCE
#include "clinux.h"

#include <endian.h>
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <linux/uinput.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

int clinux_packets_connect(const char *path)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	size_t length = strlen(path);
	int fd, reason;

	if (length >= sizeof address.sun_path) {
		errno = ENAMETOOLONG;
		return -1;
	}
	memcpy(address.sun_path, path, length);
	fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) == 0)
		return fd;
	reason = errno;
	close(fd);
	errno = reason;
	return -1;
}

ssize_t clinux_packet_send(int fd, const void *bytes, size_t count, int descriptor)
{
	union {
		struct cmsghdr header;
		char space[CMSG_SPACE(sizeof(int))];
	} control = { .header = { .cmsg_len = CMSG_LEN(sizeof(int)), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS } };
	struct iovec part = { .iov_base = (void *)bytes, .iov_len = count };
	struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1 };

	if (descriptor >= 0) {
		memcpy(CMSG_DATA(&control.header), &descriptor, sizeof descriptor);
		message.msg_control = &control;
		message.msg_controllen = sizeof control;
	}
	return sendmsg(fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

ssize_t clinux_packet_receive(int fd, void *bytes, size_t size, int *descriptor)
{
	union {
		struct cmsghdr header;
		char space[CMSG_SPACE(sizeof(int))];
	} control;
	struct iovec part = { .iov_base = bytes, .iov_len = size };
	/* Room for one descriptor: the kernel closes any others. */
	struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = CMSG_LEN(sizeof(int)) };
	ssize_t count = recvmsg(fd, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
	struct cmsghdr *header = count < 0 ? NULL : CMSG_FIRSTHDR(&message);

	*descriptor = -1;
	if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS && header->cmsg_len == CMSG_LEN(sizeof(int)))
		memcpy(descriptor, CMSG_DATA(header), sizeof *descriptor);
	if (count >= 0 && message.msg_flags & MSG_TRUNC) {
		if (*descriptor >= 0)
			close(*descriptor);
		*descriptor = -1;
		errno = EMSGSIZE;
		return -1;
	}
	return count;
}

#if defined(__x86_64__)
#define NATIVE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define NATIVE AUDIT_ARCH_AARCH64
#elif defined(__riscv)
#define NATIVE AUDIT_ARCH_RISCV64
#elif defined(__arm__)
#define NATIVE AUDIT_ARCH_ARM
#elif defined(__i386__)
#define NATIVE AUDIT_ARCH_I386
#endif

int clinux_refuse_uinput(void)
{
#ifdef NATIVE
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#if __BYTE_ORDER == __LITTLE_ENDIAN
#define LOAD_COMMAND LOAD(args[1])
#else
#define LOAD_COMMAND BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[1]) + 4)
#endif
#define IF_EQUAL(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, yes, no)
	struct sock_filter program[] = {
		/* System calls of another architecture have other numbers; those of x32 on x86-64 are 0x40000000 and above. */
		LOAD(arch),
		IF_EQUAL(NATIVE, 0, 9),
		LOAD(nr),
		BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 7, 0),
		IF_EQUAL(__NR_ioctl, 0, 5),
		/* The kernel uses the lower 32 bits of the command: its direction, size, type and number. */
		LOAD_COMMAND,
		BPF_STMT(BPF_ALU | BPF_AND | BPF_K, _IOC_TYPEMASK << _IOC_TYPESHIFT | _IOC_NRMASK),
		IF_EQUAL(UINPUT_IOCTL_BASE << _IOC_TYPESHIFT | _IOC_NR(UI_GET_SYSNAME(0)), 2, 0),
		BPF_STMT(BPF_ALU | BPF_AND | BPF_K, _IOC_TYPEMASK << _IOC_TYPESHIFT),
		IF_EQUAL(UINPUT_IOCTL_BASE << _IOC_TYPESHIFT, 1, 0),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
	};
	struct sock_fprog filter = { .len = sizeof program / sizeof program[0], .filter = program };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
		return -1;
	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0);
#else
	errno = ENOSYS;
	return -1;
#endif
}

int clinux_keys_down(int fd, uint8_t *bits, size_t size)
{
	return ioctl(fd, EVIOCGKEY(size), bits) < 0 ? -1 : 0;
}

int clinux_switches_on(int fd, uint8_t *bits, size_t size)
{
	return ioctl(fd, EVIOCGSW(size), bits) < 0 ? -1 : 0;
}
