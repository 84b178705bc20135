/* The same frames as JSON lines and as fixed layouts: what a C client does with each, and what the kernel does. */
#pragma once
#include <stddef.h>
#include <stdint.h>

/* A frame and its touches as they would lie on the wire: little-endian, no padding that is not named. */
struct framing_header {
	uint32_t length;
	uint16_t type, count;
	uint64_t seq;
	int64_t time;
	uint32_t panel, flags;
};

struct framing_touch {
	uint64_t id;
	double x, y, local_x, local_y;
	int32_t region, target;
	uint8_t phase, reason, tap_count, inside;
	uint32_t unused;
};

_Static_assert(sizeof(struct framing_header) == 32 && sizeof(struct framing_touch) == 56, "fixed layouts");

/* What a client has in hand in the end; regions by their ids, which point into what was read, or by number. */
struct framing_event {
	uint64_t id;
	double x, y, local[2];
	const char *region, *target;
	int region_length, target_length;
	int32_t region_number, target_number;
	int phase, tap_count, inside;
};

/* How many touches there were, or -1 when it is no frame. Nothing is assumed about the order of keys. */
int framing_json(const char *line, size_t length, struct framing_event *events, int most);
int framing_binary(const char *frame, size_t length, struct framing_event *events, int most);
/* ns for sending so many bytes through a stream socket and reading them, mean of `rounds`. */
double framing_socket(size_t bytes, int rounds);
/* The thread's own time, ns. */
int64_t framing_now(void);
