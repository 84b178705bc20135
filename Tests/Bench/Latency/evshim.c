/* LD_PRELOAD: answers the EVIOC* ioctls on a FIFO as the panel of uitouch.c would, so that a program that reads a panel reads a bare FIFO. A node
 * of umockdev would pass each read through a socket and a thread, which would be three quarters of everything measured.
 */
#define _GNU_SOURCE
#include "uitouch.h"
#include <dlfcn.h>
#include <errno.h>
#include <linux/input.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>

static const struct { int code, max; } axes[] = {
	{ ABS_X, UITOUCH_MAX }, { ABS_Y, UITOUCH_MAX }, { ABS_MT_SLOT, UITOUCH_SLOTS - 1 },
	{ ABS_MT_POSITION_X, UITOUCH_MAX }, { ABS_MT_POSITION_Y, UITOUCH_MAX }, { ABS_MT_TRACKING_ID, 65535 },
};
#define AXES (sizeof axes / sizeof *axes)

static void set(unsigned char *bits, size_t size, int bit)
{
	if ((size_t)bit / 8 < size)
		bits[bit / 8] |= 1 << bit % 8;
}

int ioctl(int fd, unsigned long request, ...)
{
	static int (*real)(int, unsigned long, void *);
	int number = _IOC_NR(request);
	size_t size = _IOC_SIZE(request);
	struct stat status;
	va_list list;
	void *out;

	va_start(list, request);
	out = va_arg(list, void *);
	va_end(list);
	if (!real)
		real = dlsym(RTLD_NEXT, "ioctl");
	if (_IOC_TYPE(request) != 'E' || fstat(fd, &status) || !S_ISFIFO(status.st_mode))
		return real(fd, request, out);

	if (request == EVIOCSCLOCKID || request == EVIOCGRAB)
		return 0;
	if (number == _IOC_NR(EVIOCGMTSLOTS(0))) { /* a code goes in, a value for each slot comes out: no contact is down */
		int *values = out;

		for (size_t i = 1; i < size / sizeof *values; i++)
			values[i] = values[0] == ABS_MT_TRACKING_ID ? -1 : 0;
		return 0;
	}
	if (_IOC_DIR(request) != _IOC_READ) {
		errno = EINVAL;
		return -1;
	}
	memset(out, 0, size);
	if (request == EVIOCGVERSION) {
		*(int *)out = EV_VERSION;
	} else if (request == EVIOCGID) {
		*(struct input_id *)out = (struct input_id){ BUS_USB, 0x1234, 0x5678, 0x111 };
	} else if (number == _IOC_NR(EVIOCGNAME(0))) {
		return snprintf(out, size, "ACME Kiosk Touch") + 1;
	} else if (number == _IOC_NR(EVIOCGPHYS(0)) || number == _IOC_NR(EVIOCGUNIQ(0))) {
		errno = ENOENT;
		return -1;
	} else if (number == _IOC_NR(EVIOCGPROP(0))) {
		set(out, size, INPUT_PROP_DIRECT);
	} else if (number == _IOC_NR(EVIOCGBIT(0, 0))) {
		set(out, size, EV_SYN);
		set(out, size, EV_KEY);
		set(out, size, EV_ABS);
	} else if (number == _IOC_NR(EVIOCGBIT(EV_KEY, 0))) {
		set(out, size, BTN_TOUCH);
	} else if (number == _IOC_NR(EVIOCGBIT(EV_ABS, 0))) {
		for (size_t i = 0; i < AXES; i++)
			set(out, size, axes[i].code);
	} else if (number >= _IOC_NR(EVIOCGABS(0)) && number <= _IOC_NR(EVIOCGABS(ABS_MAX))) {
		for (size_t i = 0; i < AXES; i++)
			if (axes[i].code == number - _IOC_NR(EVIOCGABS(0)))
				*(struct input_absinfo *)out = (struct input_absinfo){ .maximum = axes[i].max };
		return 0;
	}
	return size; /* the states of keys, lamps and switches: none is on */
}
