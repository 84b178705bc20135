/* The same frames as JSON lines and as fixed layouts, as a C client reads them and as the kernel transfers them. */
#pragma once
#include <stddef.h>
#include <stdint.h>

/* A frame and its touches as they would be on the wire: little-endian, without unnamed padding. */
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

/* The client's result; regions by their ids, which point into the input, or by number. */
struct framing_event {
	uint64_t id;
	double x, y, local[2];
	const char *region, *target;
	int region_length, target_length;
	int32_t region_number, target_number;
	int phase, tap_count, inside;
};

/* Returns the number of touches, or -1 if the line is no frame. Keys may come in any order. */
int framing_json(const char *line, size_t length, struct framing_event *events, int most);
int framing_binary(const char *frame, size_t length, struct framing_event *events, int most);
/* Returns the mean ns for sending this many bytes through a stream socket and reading them, over `rounds`. */
double framing_socket(size_t bytes, int rounds);
/* The thread's own time in ns. */
int64_t framing_now(void);
