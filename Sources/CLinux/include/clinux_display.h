/* Pictures on displays without a desktop, drawn with the ioctls of the kernel's mode setting (drm.c). All return -1 with errno if they fail. */
#pragma once
#include <stddef.h>
#include <stdint.h>

struct clinux_display {
	char connector[32];     /* as in /sys/class/drm, without the card: HDMI-A-1 */
	uint32_t width, height; /* pixels of its preferred mode */
	uint32_t mm_width, mm_height;
	uint32_t connector_id, crtc_id;
	uint8_t mode[68];
};

struct clinux_picture {
	uint32_t *pixels; /* 0x00RRGGBB */
	uint32_t stride;  /* pixels from one row to the next */
	uint32_t framebuffer, handle;
	size_t size;
};

/* Opens a card (/dev/dri/card0) to draw on its displays. Returns a descriptor, or -1 with EACCES or EBUSY if somebody else draws on them. */
int clinux_card_open(const char *path);
/* Gets the connected displays that can show something, each with a separate CRTC. Returns how many there are. */
int clinux_card_displays(int card, struct clinux_display *displays, int most);
/* Creates a picture as large as a display. It goes with the descriptor. */
int clinux_picture_make(int card, const struct clinux_display *display, struct clinux_picture *picture);
/* Shows the picture. When the descriptor is closed, the kernel's console comes back. */
int clinux_picture_show(int card, const struct clinux_display *display, const struct clinux_picture *picture);
/* Sends the picture to displays that have separate memory. */
void clinux_picture_flush(int card, const struct clinux_picture *picture);
void clinux_picture_forget(int card, struct clinux_picture *picture);
