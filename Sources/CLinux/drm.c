/* The part of the kernel's include/uapi/drm/drm_mode.h that is needed for a picture. Debian has that file in libdrm-dev only; its contents
   do not change. */
#define _GNU_SOURCE
#include "clinux_display.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

struct modeinfo {
	uint32_t clock;
	uint16_t hdisplay, hsync_start, hsync_end, htotal, hskew, vdisplay, vsync_start, vsync_end, vtotal, vscan;
	uint32_t vrefresh, flags, type;
	char name[32];
};
_Static_assert(sizeof(struct modeinfo) == sizeof(((struct clinux_display *)0)->mode), "a mode is 68 bytes");

struct card_res {
	uint64_t fb_id_ptr, crtc_id_ptr, connector_id_ptr, encoder_id_ptr;
	uint32_t count_fbs, count_crtcs, count_connectors, count_encoders, min_width, max_width, min_height, max_height;
};

struct crtc {
	uint64_t set_connectors_ptr;
	uint32_t count_connectors, crtc_id, fb_id, x, y, gamma_size, mode_valid;
	struct modeinfo mode;
};

struct get_encoder {
	uint32_t encoder_id, encoder_type, crtc_id, possible_crtcs, possible_clones;
};

struct get_connector {
	uint64_t encoders_ptr, modes_ptr, props_ptr, prop_values_ptr;
	uint32_t count_modes, count_props, count_encoders, encoder_id, connector_id, connector_type, connector_type_id;
	uint32_t connection, mm_width, mm_height, subpixel, pad;
};

struct fb_cmd {
	uint32_t fb_id, width, height, pitch, bpp, depth, handle;
};

struct dirty_cmd {
	uint32_t fb_id, flags, color, num_clips;
	uint64_t clips_ptr;
};

struct create_dumb {
	uint32_t height, width, bpp, flags, handle, pitch;
	uint64_t size;
};

struct map_dumb {
	uint32_t handle, pad;
	uint64_t offset;
};

#define SET_MASTER _IO('d', 0x1e)
#define GET_RESOURCES _IOWR('d', 0xA0, struct card_res)
#define SET_CRTC _IOWR('d', 0xA2, struct crtc)
#define GET_ENCODER _IOWR('d', 0xA6, struct get_encoder)
#define GET_CONNECTOR _IOWR('d', 0xA7, struct get_connector)
#define ADD_FB _IOWR('d', 0xAE, struct fb_cmd)
#define REMOVE_FB _IOWR('d', 0xAF, unsigned int)
#define DIRTY_FB _IOWR('d', 0xB1, struct dirty_cmd)
#define CREATE_DUMB _IOWR('d', 0xB2, struct create_dumb)
#define MAP_DUMB _IOWR('d', 0xB3, struct map_dumb)
#define DESTROY_DUMB _IOWR('d', 0xB4, uint32_t)

enum { MOST = 32, MODES = 256, CONNECTED = 1, PREFERRED = 1 << 3 };

static int ask(int card, unsigned long request, void *argument)
{
	int result;
	do
		result = ioctl(card, request, argument);
	while (result < 0 && (errno == EINTR || errno == EAGAIN));
	return result;
}

int clinux_card_open(const char *path)
{
	int card = open(path, O_RDWR | O_CLOEXEC);
	if (card < 0)
		return -1;
	if (ask(card, SET_MASTER, NULL) < 0) {
		int error = errno;
		close(card);
		errno = error;
		return -1;
	}
	return card;
}

static const char *type_name(uint32_t type)
{
	static const char *const names[] = {
		"Unknown", "VGA", "DVI-I", "DVI-D", "DVI-A", "Composite", "SVIDEO", "LVDS", "Component", "DIN", "DP", "HDMI-A", "HDMI-B",
		"TV", "eDP", "Virtual", "DSI", "DPI", "Writeback", "SPI", "USB",
	};
	return type < sizeof names / sizeof *names ? names[type] : "Unknown";
}

/* Returns the first CRTC that a connector can use and no other connector uses; 0 if there is none. */
static uint32_t free_crtc(int card, const struct card_res *all, const uint32_t *crtcs, const uint32_t *encoders, uint32_t count, uint32_t *taken)
{
	for (uint32_t i = 0; i < count; i++) {
		struct get_encoder encoder = { .encoder_id = encoders[i] };
		if (ask(card, GET_ENCODER, &encoder) < 0)
			continue;
		for (uint32_t c = 0; c < all->count_crtcs && c < MOST; c++) {
			if (!(encoder.possible_crtcs >> c & 1) || *taken >> c & 1)
				continue;
			*taken |= 1u << c;
			return crtcs[c];
		}
	}
	return 0;
}

static uint32_t at_most(uint32_t count, uint32_t most) { return count < most ? count : most; }

int clinux_card_displays(int card, struct clinux_display *displays, int most)
{
	uint32_t connectors[MOST], crtcs[MOST], encoders[MOST], taken = 0;
	struct modeinfo modes[MODES];
	struct card_res all = {
		.crtc_id_ptr = (uintptr_t)crtcs, .connector_id_ptr = (uintptr_t)connectors, .count_crtcs = MOST, .count_connectors = MOST,
	};
	int found = 0;
	if (ask(card, GET_RESOURCES, &all) < 0)
		return -1;
	for (uint32_t i = 0; i < at_most(all.count_connectors, MOST) && found < most; i++) {
		/* A request without room for modes makes the kernel detect the modes again. */
		struct get_connector count = { .connector_id = connectors[i] };
		if (ask(card, GET_CONNECTOR, &count) < 0)
			continue;
		struct get_connector connector = {
			.connector_id = connectors[i], .modes_ptr = (uintptr_t)modes, .count_modes = at_most(count.count_modes, MODES),
			.encoders_ptr = (uintptr_t)encoders, .count_encoders = at_most(count.count_encoders, MOST),
		};
		if (count.count_modes > MODES || count.count_encoders > MOST || ask(card, GET_CONNECTOR, &connector) < 0)
			continue;
		if (connector.connection != CONNECTED || connector.count_modes == 0)
			continue;
		uint32_t mode = 0;
		for (uint32_t m = at_most(connector.count_modes, MODES); m-- > 0;)
			if (modes[m].type & PREFERRED)
				mode = m;
		uint32_t crtc = free_crtc(card, &all, crtcs, encoders, at_most(connector.count_encoders, MOST), &taken);
		if (crtc == 0)
			continue;
		struct clinux_display *display = &displays[found++];
		*display = (struct clinux_display){
			.width = modes[mode].hdisplay, .height = modes[mode].vdisplay, .mm_width = connector.mm_width, .mm_height = connector.mm_height,
			.connector_id = connectors[i], .crtc_id = crtc,
		};
		memcpy(display->mode, &modes[mode], sizeof display->mode);
		snprintf(display->connector, sizeof display->connector, "%s-%u", type_name(connector.connector_type), connector.connector_type_id);
	}
	return found;
}

int clinux_picture_make(int card, const struct clinux_display *display, struct clinux_picture *picture)
{
	struct create_dumb dumb = { .width = display->width, .height = display->height, .bpp = 32 };
	if (ask(card, CREATE_DUMB, &dumb) < 0)
		return -1;
	*picture = (struct clinux_picture){ .stride = dumb.pitch / 4, .handle = dumb.handle, .size = dumb.size };
	struct fb_cmd buffer = {
		.width = display->width, .height = display->height, .pitch = dumb.pitch, .bpp = 32, .depth = 24, .handle = dumb.handle,
	};
	struct map_dumb map = { .handle = dumb.handle };
	if (ask(card, ADD_FB, &buffer) < 0 || (picture->framebuffer = buffer.fb_id, ask(card, MAP_DUMB, &map)) < 0)
		goto failed;
	void *memory = mmap(NULL, dumb.size, PROT_READ | PROT_WRITE, MAP_SHARED, card, (off_t)map.offset);
	if (memory == MAP_FAILED)
		goto failed;
	picture->pixels = memory;
	return 0;
failed:;
	int error = errno;
	clinux_picture_forget(card, picture);
	errno = error;
	return -1;
}

int clinux_picture_show(int card, const struct clinux_display *display, const struct clinux_picture *picture)
{
	uint32_t connector = display->connector_id;
	struct crtc crtc = {
		.set_connectors_ptr = (uintptr_t)&connector, .count_connectors = 1, .crtc_id = display->crtc_id, .fb_id = picture->framebuffer,
		.mode_valid = 1,
	};
	memcpy(&crtc.mode, display->mode, sizeof crtc.mode);
	return ask(card, SET_CRTC, &crtc) < 0 ? -1 : 0;
}

void clinux_picture_flush(int card, const struct clinux_picture *picture)
{
	struct dirty_cmd dirty = { .fb_id = picture->framebuffer };
	ask(card, DIRTY_FB, &dirty); /* most drivers do not need this, and return an error */
}

void clinux_picture_forget(int card, struct clinux_picture *picture)
{
	unsigned framebuffer = picture->framebuffer;
	uint32_t handle = picture->handle;
	if (picture->pixels)
		munmap(picture->pixels, picture->size);
	if (framebuffer)
		ask(card, REMOVE_FB, &framebuffer);
	if (handle)
		ask(card, DESTROY_DUMB, &handle);
	*picture = (struct clinux_picture){ 0 };
}
