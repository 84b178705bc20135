/* Pictures on displays without a desktop: the kernel's mode setting, by its ioctls alone (drm.c). All return -1 with errno where they fail. */
#pragma once
#include <stddef.h>
#include <stdint.h>

struct clinux_display {
	char connector[32];     /* as in /sys/class/drm, without the card: HDMI-A-1 */
	uint32_t width, height; /* of its preferred mode, pixels */
	uint32_t mm_width, mm_height;
	uint32_t connector_id, crtc_id;
	uint8_t mode[68];
};

struct clinux_picture {
	uint32_t *pixels; /* 0x00RRGGBB */
	uint32_t stride;  /* pixels from a row to the next */
	uint32_t framebuffer, handle;
	size_t size;
};

/* Opens a card (/dev/dri/card0) to draw on its displays: a descriptor, or -1; EACCES or EBUSY when somebody else draws on them. */
int clinux_card_open(const char *path);
/* The displays that are connected and can show something, each with a part of the card of its own; how many. */
int clinux_card_displays(int card, struct clinux_display *displays, int most);
/* Memory as large as a display. It goes with the descriptor. */
int clinux_picture_make(int card, const struct clinux_display *display, struct clinux_picture *picture);
/* Shows it. When the descriptor is closed the kernel's console comes back. */
int clinux_picture_show(int card, const struct clinux_display *display, const struct clinux_picture *picture);
/* What was drawn reaches displays that have memory of their own. */
void clinux_picture_flush(int card, const struct clinux_picture *picture);
void clinux_picture_forget(int card, struct clinux_picture *picture);
