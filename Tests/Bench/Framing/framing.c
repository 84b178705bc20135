#define _GNU_SOURCE
#include "framing.h"

#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* A JSON reader like that of a careful client: strict enough to be safe, one pass, no allocations. */
struct cursor { const char *at, *end; int bad; };

static int take(struct cursor *c, char byte)
{
	if (c->at >= c->end || *c->at != byte)
		return 0;
	c->at++;
	return 1;
}

static void need(struct cursor *c, char byte) { c->bad |= !take(c, byte); }

static const char *text(struct cursor *c, int *length)
{
	const char *begin;

	need(c, '"');
	begin = c->at;
	while (c->at < c->end && *c->at != '"')
		c->at += *c->at == '\\' ? 2 : 1;
	*length = c->at - begin;
	need(c, '"');
	return begin;
}

static double number(struct cursor *c)
{
	int negative = take(c, '-');
	double value = 0, scale = 1;

	while (c->at < c->end && *c->at >= '0' && *c->at <= '9')
		value = value * 10 + (*c->at++ - '0');
	if (take(c, '.'))
		while (c->at < c->end && *c->at >= '0' && *c->at <= '9')
			value = value * 10 + (*c->at++ - '0'), scale *= 10;
	return (negative ? -value : value) / scale;
}

static void skip(struct cursor *c)
{
	int depth = 0, length;

	do {
		if (c->at >= c->end) {
			c->bad = 1;
			return;
		}
		if (*c->at == '"') {
			text(c, &length);
			continue;
		}
		if (*c->at == '{' || *c->at == '[')
			depth++;
		if (*c->at == '}' || *c->at == ']')
			depth--;
		if ((*c->at == ',' || *c->at == '}' || *c->at == ']') && depth <= 0) {
			if (*c->at != ',' && depth == 0)
				c->at++;
			return;
		}
		c->at++;
	} while (depth > 0 || (c->at < c->end && *c->at != ',' && *c->at != '}' && *c->at != ']'));
}

#define IS(word) (length == sizeof word - 1 && !memcmp(key, word, sizeof word - 1))

static void touch(struct cursor *c, struct framing_event *e)
{
	const char *key;
	int length;

	*e = (struct framing_event){ .inside = 1 };
	need(c, '{');
	do {
		key = text(c, &length);
		need(c, ':');
		if (IS("id")) {
			e->id = 0;
			while (c->at < c->end && *c->at >= '0' && *c->at <= '9')
				e->id = e->id * 10 + (*c->at++ - '0');
		} else if (IS("phase")) {
			const char *phase = text(c, &length);

			e->phase = *phase == 'b' ? 0 : *phase == 'm' ? 1 : *phase == 'e' ? 2 : 3;
		} else if (IS("region")) {
			if (c->at < c->end && *c->at == '"') e->region = text(c, &e->region_length); else skip(c);
		} else if (IS("target")) {
			if (c->at < c->end && *c->at == '"') e->target = text(c, &e->target_length); else skip(c);
		} else if (IS("x")) {
			e->x = number(c);
		} else if (IS("y")) {
			e->y = number(c);
		} else if (IS("local")) {
			need(c, '[');
			e->local[0] = number(c);
			need(c, ',');
			e->local[1] = number(c);
			need(c, ']');
		} else if (IS("tapCount")) {
			e->tap_count = number(c);
		} else if (IS("inside")) {
			e->inside = c->at < c->end && *c->at == 't';
			skip(c);
		} else {
			skip(c);
		}
	} while (!c->bad && take(c, ','));
	need(c, '}');
}

int framing_json(const char *line, size_t size, struct framing_event *events, int most)
{
	struct cursor c = { line, line + size, 0 };
	int count = 0, length;
	const char *key;

	need(&c, '{');
	do {
		key = text(&c, &length);
		need(&c, ':');
		if (IS("events")) {
			need(&c, '[');
			do {
				if (count == most)
					return -1;
				touch(&c, &events[count++]);
			} while (!c.bad && take(&c, ','));
			need(&c, ']');
		} else {
			skip(&c);
		}
	} while (!c.bad && take(&c, ','));
	need(&c, '}');
	return c.bad ? -1 : count;
}

int framing_binary(const char *frame, size_t size, struct framing_event *events, int most)
{
	struct framing_header header;
	struct framing_touch t;

	if (size < sizeof header)
		return -1;
	memcpy(&header, frame, sizeof header);
	if (header.length != size || header.type != 1 || header.count > most || size != sizeof header + header.count * sizeof t)
		return -1;
	for (int i = 0; i < header.count; i++) {
		memcpy(&t, frame + sizeof header + i * sizeof t, sizeof t);
		events[i] = (struct framing_event){
			.id = t.id, .x = t.x, .y = t.y, .local = { t.local_x, t.local_y }, .region_number = t.region, .target_number = t.target,
			.phase = t.phase, .tap_count = t.tap_count, .inside = t.inside,
		};
	}
	return header.count;
}

double framing_socket(size_t bytes, int rounds)
{
	static char out[65536], in[65536];
	int pair[2];
	int64_t began;

	if (bytes > sizeof out || socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
		return -1;
	began = framing_now();
	for (int i = 0; i < rounds; i++) {
		size_t have = 0;

		if (send(pair[0], out, bytes, MSG_NOSIGNAL) != (ssize_t)bytes)
			return -1;
		while (have < bytes) {
			ssize_t got = read(pair[1], in + have, sizeof in - have);

			if (got <= 0)
				return -1;
			have += got;
		}
	}
	began = framing_now() - began;
	close(pair[0]);
	close(pair[1]);
	return (double)began / rounds;
}

int64_t framing_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}
