#include "clinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

int clinux_uinput_open(void) { return open("/dev/uinput", O_RDWR | O_NONBLOCK | O_CLOEXEC); }

int clinux_uinput_axis(int fd, uint16_t code, const struct input_absinfo *axis)
{
	struct uinput_abs_setup setup = { .code = code, .absinfo = *axis };
	return ioctl(fd, UI_ABS_SETUP, &setup);
}

static void set_name(struct uinput_setup *setup, const char *name)
{
	size_t length = strnlen(name, UINPUT_MAX_NAME_SIZE - 1);

	/* The kernel cuts names at 79 bytes. A name that is cut must end with a whole character. */
	if (name[length])
		while (length > 0 && (name[length] & 0xc0) == 0x80)
			length--;
	memcpy(setup->name, name, length);
}

int clinux_uinput_touchscreen(int fd, const char *name, const char *phys, uint16_t vendor, uint16_t product, uint16_t version)
{
	struct uinput_setup setup = { .id = { .bustype = BUS_VIRTUAL, .vendor = vendor, .product = product, .version = version } };

	set_name(&setup, name);
	if (ioctl(fd, UI_SET_EVBIT, EV_KEY) < 0 || ioctl(fd, UI_SET_EVBIT, EV_ABS) < 0 || ioctl(fd, UI_SET_KEYBIT, BTN_TOUCH) < 0 ||
	    ioctl(fd, UI_SET_PROPBIT, INPUT_PROP_DIRECT) < 0 || ioctl(fd, UI_SET_PHYS, phys) < 0 || ioctl(fd, UI_DEV_SETUP, &setup) < 0)
		return -1;
	return ioctl(fd, UI_DEV_CREATE);
}

int clinux_uinput_keyboard(int fd, const char *name, const char *phys, const uint16_t *keys, size_t count)
{
	struct uinput_setup setup = { .id = { .bustype = BUS_VIRTUAL } };

	set_name(&setup, name);
	if (ioctl(fd, UI_SET_EVBIT, EV_KEY) < 0)
		return -1;
	for (size_t i = 0; i < count; i++)
		if (ioctl(fd, UI_SET_KEYBIT, keys[i]) < 0)
			return -1;
	if (ioctl(fd, UI_SET_PHYS, phys) < 0 || ioctl(fd, UI_DEV_SETUP, &setup) < 0)
		return -1;
	return ioctl(fd, UI_DEV_CREATE);
}

int clinux_uinput_sysname(int fd, char *name, size_t size) { return ioctl(fd, UI_GET_SYSNAME(size), name); }

int clinux_uinput_destroy(int fd) { return ioctl(fd, UI_DEV_DESTROY); }

int clinux_has_contact(int fd, int slots, uint16_t button)
{
	int32_t ids[1 + 1024] = { ABS_MT_TRACKING_ID };
	unsigned char keys[KEY_CNT / 8] = { 0 };

	if (slots > 0) {
		if (slots > 1024)
			slots = 1024;
		if (ioctl(fd, EVIOCGMTSLOTS((1 + slots) * sizeof ids[0]), ids) < 0)
			return -1;
		for (int i = 1; i <= slots; i++)
			if (ids[i] >= 0)
				return 1;
		return 0;
	}
	if (ioctl(fd, EVIOCGKEY(sizeof keys), keys) < 0)
		return -1;
	return keys[button / 8] >> button % 8 & 1;
}
