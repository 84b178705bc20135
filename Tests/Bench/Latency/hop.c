/* hop NODE PHYS [PROGRAM ARGUMENT...]: the least that a program between a panel and its applications can do, for comparison. Grabs the panel and
 * writes its events to a new touchscreen, one write() per read(). It knows nothing of contacts, so a second tap at the same place has no position:
 * the kernel drops unchanged values. PROGRAM is started with that touchscreen's node before its arguments. */
#define _GNU_SOURCE
#include "uitouch.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* Declares the same as the panel. */
static int same_as(int panel, const char *phys)
{
	struct uinput_setup setup = { .id = { .bustype = BUS_VIRTUAL, .vendor = 0x1209, .product = 0x7271, .version = 1 } };
	unsigned char axes[(ABS_CNT + 7) / 8] = { 0 };
	int fd = open("/dev/uinput", O_WRONLY | O_CLOEXEC);

	if (fd < 0 || ioctl(panel, EVIOCGBIT(EV_ABS, sizeof axes), axes) < 0)
		return -1;
	if (ioctl(fd, UI_SET_EVBIT, EV_ABS) || ioctl(fd, UI_SET_EVBIT, EV_KEY) || ioctl(fd, UI_SET_KEYBIT, BTN_TOUCH) ||
	    ioctl(fd, UI_SET_PROPBIT, INPUT_PROP_DIRECT) || ioctl(fd, UI_SET_PHYS, phys))
		return -1;
	for (int code = 0; code < ABS_CNT; code++) {
		struct uinput_abs_setup axis = { .code = code };

		if (!(axes[code / 8] >> code % 8 & 1))
			continue;
		if (ioctl(panel, EVIOCGABS(code), &axis.absinfo) < 0)
			return -1;
		axis.absinfo.value = 0;
		if (ioctl(fd, UI_ABS_SETUP, &axis) < 0)
			return -1;
	}
	strcpy(setup.name, "hop");
	return ioctl(fd, UI_DEV_SETUP, &setup) || ioctl(fd, UI_DEV_CREATE) ? -1 : fd;
}

/* Starts argument 3 with the node and the following arguments. */
static void start(char **argv, int copy)
{
	char node[256], *program = argv[3];

	uitouch_node(copy, node, sizeof node);
	argv[2] = program, argv[3] = node;
	if (fork())
		return;
	execv(program, argv + 2);
	perror(program);
	_exit(127);
}

int main(int argc, char **argv)
{
	struct epoll_event ready = { .events = EPOLLIN };
	struct input_event events[256];
	int panel, copy, loop;

	if (argc < 3)
		return 64;
	panel = open(argv[1], O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	copy = panel < 0 ? -1 : same_as(panel, argv[2]);
	loop = epoll_create1(0);
	if (copy < 0 || ioctl(panel, EVIOCGRAB, 1) < 0 || epoll_ctl(loop, EPOLL_CTL_ADD, panel, &ready) < 0) {
		perror("hop");
		return 1;
	}
	if (argc > 3)
		start(argv, copy);
	for (;;) {
		ssize_t got;

		if (epoll_wait(loop, &ready, 1, -1) < 0)
			return 1;
		got = read(panel, events, sizeof events);
		if (got < 0 && errno == EAGAIN)
			continue;
		if (got <= 0 || write(copy, events, got) != got)
			return 1;
	}
}
