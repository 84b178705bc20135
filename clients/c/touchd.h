/* touchd.h: touches of touchd for C99 and C++11. Linux, no threads; after touchd_open it allocates only for a line of more than 1 MiB.
 *
 * In one file, before everything else that it includes:
 *     #define TOUCHD_IMPLEMENTATION
 *     #include "touchd.h"
 *
 *     touchd *t = touchd_open(NULL);
 *     touchd_subscribe(t, NULL);
 *     while (touchd_dispatch(t, -1) == 0)
 *         for (const touchd_event *e; (e = touchd_next_event(t)) != NULL;)
 *             if (e->type == TOUCHD_TOUCH && touchd_is_press(e)) puts(e->region);
 *
 * Only TOUCHD_ENDED is a lift. TOUCHD_CANCELLED, also because the connection was lost, never was one.
 * MIT licence. */
#ifndef TOUCHD_H
#define TOUCHD_H

#if defined(TOUCHD_IMPLEMENTATION) && !defined(_POSIX_C_SOURCE) && !defined(_GNU_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TOUCHD_PROTOCOL 1
#define TOUCHD_LIVE_MAX 128     /* touches, sensitive ones, gestures, controls and scroll views at a time; further ones are not handed out */
#define TOUCHD_EVENT_MAX 4096   /* bytes of an event that begins something; longer ones are not handed out */
#define TOUCHD_TOUCHES_MAX 32   /* of a gesture */
#define TOUCHD_RENEW_MAX 256    /* subscriptions, claims, and requests of edits with TOUCHD_REDO; 128 KiB together */
#define TOUCHD_ASKED_MAX 4096   /* requests that have no reply yet */
#define TOUCHD_KEPT_MAX 1000    /* of these, those that wait for a connection; 256 KiB together */
#define TOUCHD_NO_RETRY (-1)
#define TOUCHD_FOREVER (-2)
#define TOUCHD_KEEP 1           /* flags of touchd_edit */
#define TOUCHD_REDO 2

typedef struct touchd touchd;

typedef struct touchd_options {
    const char *path;  /* NULL: $TOUCHD_SOCKET, or /run/touchd/events.sock */
    const char *name;  /* the client's name in touchd's log, or NULL */
    int retries;       /* 0: 100, until a connection has lasted again; TOUCHD_NO_RETRY; TOUCHD_FOREVER */
    size_t max_line;   /* the longest line from touchd in bytes; 0: 64 MiB, more than touchd sends. Memory grows with the longest line */
    int hello_within;  /* ms within which the server must say hello after it has accepted; 0: 5000 */
    int tree_changes;  /* 1: changes of the tree come as TOUCHD_TREE_CHANGED, if this touchd supports it */
} touchd_options;

typedef struct touchd_wishes {
    const char *const *regions;  /* globs over region paths; NULL: all */
    size_t region_count;
    const char *const *events;   /* "touch", "gesture", "control", "scroll"; NULL: all */
    size_t event_count;
    int observe, axes, coalesced;
    double max_rate;             /* frames per second; 0: no limit */
} touchd_wishes;

/* A value in a line from touchd; valid until the next touchd_next_event. A value that does not exist is allowed as an argument. */
typedef struct touchd_json {
    const char *at;
} touchd_json;

typedef enum touchd_type {
    TOUCHD_CONNECTED = 1, /* server, epoch; subscriptions, claims and edits are sent again; capabilities in `json` */
    TOUCHD_DISCONNECTED,  /* reason; everything in progress has been cancelled, requests without a reply have been refused */
    TOUCHD_WAITING,       /* path, error, message: no connection, and the client waits for the next attempt, once for each reason */
    TOUCHD_FAILED,        /* kind ("protocol", "unreachable"), message: no more events come */
    TOUCHD_TOUCH,         /* id, phase, region, target, x, y, local, tap_count, inside, reason, timestamp, user; touchd_samples */
    TOUCHD_SENSITIVE,     /* id, phase, region, target, reason: another client's touch in a sensitive region, without a place */
    TOUCHD_GESTURE,       /* gesture, kind, region, phase, touches, local, timestamp; the values of its kind are in `json` */
    TOUCHD_CONTROL,       /* region, action, id; with valueChanged value or is_on */
    TOUCHD_SCROLL,        /* region, phase, offset, zoom_scale */
    TOUCHD_OUTSIDE,       /* id, region */
    TOUCHD_REPLY,         /* id, ok; code, message and hint if not ok. Or the library's own: code is "disconnected" if the request was
                             sent and may have been done, "notSent" if it was not sent */
    TOUCHD_SNAPSHOT,      /* seq, generation; touchd_next_region; panels, screens, touches in `json` */
    TOUCHD_SCREEN,        /* screen, display, activity, idle, mode, last_touch: a property of a screen has changed */
    TOUCHD_STAFF,         /* screen, gesture, time: a staff gesture was made; for clients with the right */
    TOUCHD_CONFIG,        /* ok, generation; message if not ok, else touchd_next_region, touchd_next_gave_way; panels in `json` */
    TOUCHD_TREE,          /* generation; touchd_next_region: regions were added or removed, or changed places; all that the subscriptions match now */
    TOUCHD_TREE_CHANGED,  /* generation; touchd_next_region: regions that were added, after is in the json of each; removed, moved in `json` */
    TOUCHD_REGIONS_CHANGED, /* generation; touchd_next_region: properties of these were set; other regions have not changed */
    TOUCHD_OVERRIDDEN,    /* region, key, generation: the configuration file has overridden an edit of this client, which is not redone */
    TOUCHD_WARNING,       /* code, message; of "unmatchedPattern" id; glob, near in `json`: "lastGoodConfiguration": touchd's file is wrong,
                             "unmatchedPattern": a pattern of the subscription whose request has this id matches no region now */
    TOUCHD_LAGGED,        /* seq, message; merged, cancelled in `json`: the program reads too slowly */
    TOUCHD_RELEASED,      /* reason; receivers in `json`; the library does not claim them again */
    TOUCHD_QUESTION,      /* id, ask, time, deadline, panel, gesture, kind, region, target, touches, local; touchd_answer answers it */
    TOUCHD_MESSAGE        /* kind (its type): panel, trace, settled, input, recorded, pong, synced, bye, and types of later servers */
} touchd_type;

typedef enum touchd_phase {
    TOUCHD_BEGAN = 1,
    TOUCHD_MOVED,
    TOUCHD_STATIONARY,
    TOUCHD_ENDED,      /* the finger was seen to lift */
    TOUCHD_CANCELLED,  /* the program must not do what the touch would have done */
    TOUCHD_CHANGED,    /* gestures and scroll views */
    TOUCHD_RECOGNIZED  /* discrete gestures: no further phase follows */
} touchd_phase;

/* Strings are UTF-8, valid until the next touchd_next_event, and NULL if there is no value. */
typedef struct touchd_event {
    touchd_type type;
    touchd_phase phase;
    uint64_t seq;      /* 0 in a frame that the library made */
    int64_t time;      /* the event time in µs */
    int64_t timestamp; /* the event's own time: earlier than `time` if the event was delayed or had to wait */
    int64_t deadline;  /* of a question: the event time from which the declared answer counts */
    uint64_t id, generation;
    const char *panel, *region, *target, *reason, *gesture, *kind, *action, *ask, *code, *message, *hint, *server, *epoch, *path;
    const char *screen, *display, *activity, *mode; /* a screen's id; "on", "off", "unknown"; "active", "idle"; "normal", "cleaning", "locked" */
    double idle;        /* the threshold that has passed without a touch, in seconds; -1: the screen is active */
    int64_t last_touch; /* the event time in µs; INT64_MIN: nobody has touched yet */
    const char *key;   /* a property, as in `set` of an edit; NULL: the region as a whole */
    double x, y;       /* points of the screen */
    double local[2];   /* in the region's own space, if has_local */
    double offset[2], zoom_scale;
    double value;      /* the new value of a slider or knob, if has_value */
    int has_value, is_on; /* is_on: the new state of a switch, -1: none */
    int has_local, tap_count, inside, ok;
    int error;         /* errno of connecting, such as EACCES; ETIMEDOUT: no hello in time; 0: touchd closes without a hello */
    int synthetic;     /* made by the library, because the connection was lost */
    uint64_t touches[TOUCHD_TOUCHES_MAX];
    size_t touch_count;
    void **user;       /* of a touch: for the program's data, from its begin to its end, NULL at first */
    touchd_json json;  /* the event, or the line, as touchd wrote it */
} touchd_event;

/* A touch's state in one of the panel's reports. inside, pressure and the like are in `json`, if present. */
typedef struct touchd_sample {
    int64_t time;
    double x, y, local[2];
    int has_local;
    touchd_json json;
} touchd_sample;

/* The current state of a region. Its strings are valid until the next touchd_next_event. */
typedef struct touchd_region {
    const char *id, *path, *kind, *screen;
    double bounds[4];    /* x, y, width, height in its own space */
    double to_screen[6]; /* a, b, c, d, tx, ty: the map from there to points of the screen: x' = a*x + c*y + tx, y' = b*x + d*y + ty */
    int refuses;         /* the region, or one around it, is hidden or takes no touches */
    double value;        /* of a slider or knob, if has_value */
    int has_value, is_on; /* is_on: of a switch, -1: none */
    double offset[2], zoom_scale; /* of a scroll view, if has_offset */
    int has_offset;
    touchd_json json;
} touchd_region;

/* A property that was set at run time and that a reload of the configuration file has changed. Its strings are valid until the next
 * touchd_next_event. */
typedef struct touchd_gave_way {
    const char *region;
    const char *key;     /* the property, as in `set` of an edit; NULL: the region as a whole */
    uint64_t client;     /* the number of the client whose edit it was; 0: it was not set by a client */
} touchd_gave_way;

/* Opens a client. Returns NULL with errno set if there is no memory or no file descriptor, or if the path is too long. */
touchd *touchd_open(const touchd_options *options);
void touchd_close(touchd *t);
/* The descriptor to poll for reading. It stays the same for the client's life. Take all events before waiting, also after requests. */
int touchd_fd(const touchd *t);
/* Connects, reads and writes. Waits at most timeout_ms (-1: without end), and not at all if an event is waiting. Returns -1 once TOUCHD_FAILED has
 * been handed out. */
int touchd_dispatch(touchd *t, int timeout_ms);
/* The next event; NULL if there is none at the moment. */
const touchd_event *touchd_next_event(touchd *t);

/* The next region of the last event, and the next property that its reload has changed. Returns 1, or 0 after the last one. Each comes once. */
int touchd_next_region(touchd *t, touchd_region *region);
int touchd_next_gave_way(touchd *t, touchd_gave_way *gave_way);

/* A request returns the ID that its reply has. It returns 0 if there is no room for it, and after TOUCHD_FAILED, whose message is the reason. A
 * request that is longer than the server's limits.maxLine is answered by a reply with the code "notSent". Subscriptions, claims, and edits with
 * TOUCHD_REDO are sent again on each new connection, but a claim or edit that touchd has refused is not; other requests are not. Without a
 * connection they wait for the next one, or are answered with the code "notSent"; if the connection is lost before the reply, they are answered with
 * the code "disconnected". The loss of the connection has the effect of an unsubscribe or release, so these are answered with ok. */
uint64_t touchd_subscribe(touchd *t, const touchd_wishes *wishes);
uint64_t touchd_unsubscribe(touchd *t, uint64_t subscription); /* the ID that touchd_subscribe returned, after its reply */
uint64_t touchd_claim(touchd *t, const char *const *receivers, size_t count, int ack_within_ms); /* 0: no acknowledgements */
uint64_t touchd_release(touchd *t, const char *const *receivers, size_t count);
/* Edits the tree: all of `edits`, a list as JSON text, or none. With TOUCHD_KEEP added regions stay when the connection ends. With TOUCHD_REDO each
 * new connection repeats what is left of the request, without edits that a later edit with TOUCHD_REDO has replaced, that were undone by a removal,
 * or that were refused. Also returns 0 if `edits` is not such a text. */
uint64_t touchd_edit(touchd *t, const char *edits, int flags);
/* Makes any request of docs/protocol.md. `members` is JSON text, such as "\"x\":10,\"y\":20", or NULL. */
uint64_t touchd_request(touchd *t, const char *type, const char *members);
/* Acknowledge lines, and answer a question. Both belong to one connection, and do nothing without it. There is no reply. An answer that comes too
 * late has no effect. */
int touchd_ack(touchd *t, uint64_t seq);
int touchd_answer(touchd *t, uint64_t question, int is_yes);

/* Writes the latest `most` samples that were coalesced into a touch, oldest first; the last one is the event itself. Returns the number of all
 * samples, which is 0 if the subscription did not ask for them (coalesced). */
size_t touchd_samples(const touchd_event *event, touchd_sample *samples, size_t most);

/* True if the finger lifted inside the region where it came down, or for a control's touchUpInside; a touch on a control gives both. A cancelled
 * touch is never a press. */
int touchd_is_press(const touchd_event *event);

touchd_json touchd_key(touchd_json object, const char *key);
touchd_json touchd_first(touchd_json array);
touchd_json touchd_after(touchd_json element);
double touchd_number(touchd_json value, double otherwise);
uint64_t touchd_whole(touchd_json value, uint64_t otherwise);
int touchd_boolean(touchd_json value, int otherwise);
/* Writes the text without escapes, with a NUL at its end, cut to `size`. Returns the bytes of the whole text without the NUL, or 0 if the value is
 * not a string. */
size_t touchd_text(touchd_json value, char *out, size_t size);
/* The number of bytes of the value's JSON. */
size_t touchd_extent(touchd_json value);

#ifdef __cplusplus
}
#endif
#endif /* TOUCHD_H */

#ifdef TOUCHD_IMPLEMENTATION
#undef TOUCHD_IMPLEMENTATION

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define TOUCHD__LINE_MAX ((size_t)64 << 20)  /* longer than any line of touchd (docs/protocol.md, "The longest line") */
#define TOUCHD__LINE_FIRST (((size_t)1 << 20) + 1)
#define TOUCHD__OUT 524288 /* has room for all requests after a hello */
#define TOUCHD__RENEW 131072
#define TOUCHD__EDITS_MAX (TOUCHD__RENEW / 16) /* of all requests to redo; those beyond are never replaced */
#define TOUCHD__KEPT 262144
#define TOUCHD__DEPTH 64
#define TOUCHD__LONGEST_MS 5000

/* ---- JSON. A line is first checked as a whole; the other functions rely on that. ---- */

static const char *touchd__blanks(const char *p) {
    while (*p == ' ' || *p == '\t' || *p == '\r' || *p == '\n') p++;
    return p;
}

static int touchd__hex(const char *p) {
    int value = 0, i;
    for (i = 0; i < 4; i++) {
        char c = p[i];
        int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
        if (digit < 0) return -1;
        value = value * 16 + digit;
    }
    return value;
}

/* Checks the string at p. Returns the position after it, or NULL if it is not a string. */
static const char *touchd__check_string(const char *p) {
    if (*p++ != '"') return NULL;
    for (;;) {
        unsigned char c = (unsigned char)*p;
        int more, i;
        if (c == '"') return p + 1;
        if (c < 0x20) return NULL;
        if (c == '\\') {
            p++;
            if (*p == 'u') {
                int unit = touchd__hex(p + 1);
                if (unit < 0 || (unit >= 0xdc00 && unit < 0xe000)) return NULL;
                p += 5;
                if (unit >= 0xd800 && unit < 0xdc00) {
                    if (p[0] != '\\' || p[1] != 'u') return NULL;
                    unit = touchd__hex(p + 2);
                    if (unit < 0xdc00 || unit >= 0xe000) return NULL;
                    p += 6;
                }
            } else {
                if (!*p || !strchr("\"\\/bfnrt", *p)) return NULL;
                p++;
            }
            continue;
        }
        more = c < 0x80 ? 0 : c >= 0xc2 && c < 0xe0 ? 1 : c >= 0xe0 && c < 0xf0 ? 2 : c >= 0xf0 && c < 0xf5 ? 3 : -1;
        if (more < 0) return NULL;
        for (i = 1; i <= more; i++)
            if (((unsigned char)p[i] & 0xc0) != 0x80) return NULL;
        if ((c == 0xe0 && (unsigned char)p[1] < 0xa0) || (c == 0xed && (unsigned char)p[1] >= 0xa0) ||
            (c == 0xf0 && (unsigned char)p[1] < 0x90) || (c == 0xf4 && (unsigned char)p[1] >= 0x90))
            return NULL;
        p += more + 1;
    }
}

static const char *touchd__check_digits(const char *p) {
    if (*p < '0' || *p > '9') return NULL;
    while (*p >= '0' && *p <= '9') p++;
    return p;
}

static const char *touchd__check(const char *p, int depth) {
    if (depth > TOUCHD__DEPTH) return NULL;
    if (*p == '"') return touchd__check_string(p);
    if (*p == '{' || *p == '[') {
        char close = *p == '{' ? '}' : ']';
        int is_object = *p == '{';
        p = touchd__blanks(p + 1);
        if (*p == close) return p + 1;
        for (;;) {
            if (is_object) {
                if (!(p = touchd__check_string(p))) return NULL;
                p = touchd__blanks(p);
                if (*p != ':') return NULL;
                p = touchd__blanks(p + 1);
            }
            if (!(p = touchd__check(p, depth + 1))) return NULL;
            p = touchd__blanks(p);
            if (*p == close) return p + 1;
            if (*p != ',') return NULL;
            p = touchd__blanks(p + 1);
        }
    }
    if (!strncmp(p, "true", 4) || !strncmp(p, "null", 4)) return p + 4;
    if (!strncmp(p, "false", 5)) return p + 5;
    if (*p == '-') p++;
    if (*p == '0') p++;
    else if (!(p = touchd__check_digits(p))) return NULL;
    if (*p == '.' && !(p = touchd__check_digits(p + 1))) return NULL;
    if (*p == 'e' || *p == 'E') {
        p++;
        if (*p == '+' || *p == '-') p++;
        p = touchd__check_digits(p);
    }
    return p;
}

/* The position after the value at p, which has been checked. */
static const char *touchd__skip(const char *p) {
    int depth = 0;
    do {
        if (*p == '"') {
            for (p++; *p != '"'; p++)
                if (*p == '\\') p++;
            p++;
        } else if (*p == '{' || *p == '[') {
            depth++, p++;
        } else if (*p == '}' || *p == ']') {
            depth--, p++;
        } else if (*p == ',' || *p == ':' || *p == ' ' || *p == '\t' || *p == '\r' || *p == '\n') {
            p++;
        } else {
            while (*p && !strchr(",:]} \t\r\n", *p)) p++;
        }
    } while (depth > 0);
    return p;
}

/* The list at the beginning of a text, which need not be JSON. */
static touchd_json touchd__list(const char *text) {
    touchd_json list;
    const char *end;
    list.at = touchd__blanks(text);
    end = *list.at == '[' ? touchd__check(list.at, 0) : NULL;
    if (!end || *touchd__blanks(end)) list.at = NULL;
    return list;
}

static touchd_json touchd__none(void) {
    touchd_json none;
    none.at = NULL;
    return none;
}

/* Writes one character of a string as UTF-8 (at most 4 bytes). Returns the number of bytes. */
static size_t touchd__character(const char **at, char *out) {
    const char *p = *at;
    unsigned unit;
    if (*p != '\\') {
        *out = *p;
        *at = p + 1;
        return 1;
    }
    if (p[1] != 'u') {
        static const char from[] = "bfnrt", to[] = "\b\f\n\r\t";
        const char *found = strchr(from, p[1]);
        *out = found ? to[found - from] : p[1];
        *at = p + 2;
        return 1;
    }
    unit = (unsigned)touchd__hex(p + 2);
    p += 6;
    if (unit >= 0xd800 && unit < 0xdc00) {
        unit = 0x10000 + ((unit - 0xd800) << 10) + ((unsigned)touchd__hex(p + 2) - 0xdc00);
        p += 6;
    }
    *at = p;
    if (unit < 0x80) return out[0] = (char)unit, 1;
    if (unit < 0x800) return out[0] = (char)(0xc0 | unit >> 6), out[1] = (char)(0x80 | (unit & 63)), 2;
    if (unit < 0x10000) {
        out[0] = (char)(0xe0 | unit >> 12), out[1] = (char)(0x80 | (unit >> 6 & 63)), out[2] = (char)(0x80 | (unit & 63));
        return 3;
    }
    out[0] = (char)(0xf0 | unit >> 18), out[1] = (char)(0x80 | (unit >> 12 & 63)), out[2] = (char)(0x80 | (unit >> 6 & 63));
    out[3] = (char)(0x80 | (unit & 63));
    return 4;
}

size_t touchd_text(touchd_json value, char *out, size_t size) {
    size_t length = 0, written = 0;
    const char *p;
    if (size) *out = 0;
    if (!value.at || *value.at != '"') return 0;
    for (p = value.at + 1; *p != '"';) {
        char bytes[4];
        size_t count = touchd__character(&p, bytes);
        if (length == written && written + count < size) {
            memcpy(out + written, bytes, count);
            written += count;
        }
        length += count;
    }
    if (size) out[written] = 0;
    return length;
}

static int touchd__is(touchd_json value, const char *text) {
    const char *p;
    if (!value.at || *value.at != '"') return 0;
    for (p = value.at + 1; *p != '"';) {
        char bytes[4];
        size_t count = touchd__character(&p, bytes);
        if (strncmp(text, bytes, count)) return 0;
        text += count;
    }
    return !*text;
}

/* Whether both values are the same string. */
static int touchd__same(touchd_json one, touchd_json other) {
    const char *p = one.at, *q = other.at;
    if (!p || !q || *p != '"' || *q != '"') return 0;
    for (p++, q++; *p != '"' && *q != '"';) {
        char bytes[4], others[4];
        size_t count = touchd__character(&p, bytes), its = 1, i;
        for (i = 0; i < count; i += its) {
            its = *q == '"' ? 0 : touchd__character(&q, others);
            if (!its || its > count - i || memcmp(bytes + i, others, its)) return 0;
        }
    }
    return *p == *q;
}

touchd_json touchd_key(touchd_json object, const char *key) {
    const char *p;
    if (!object.at || *object.at != '{') return touchd__none();
    for (p = touchd__blanks(object.at + 1); *p == '"';) {
        touchd_json name, value;
        name.at = p;
        value.at = touchd__blanks(touchd__blanks(touchd__skip(p)) + 1);
        if (touchd__is(name, key)) return value;
        p = touchd__blanks(touchd__skip(value.at));
        if (*p == ',') p = touchd__blanks(p + 1);
    }
    return touchd__none();
}

touchd_json touchd_first(touchd_json array) {
    touchd_json first = touchd__none();
    if (!array.at || *array.at != '[') return first;
    first.at = touchd__blanks(array.at + 1);
    if (*first.at == ']') first.at = NULL;
    return first;
}

touchd_json touchd_after(touchd_json element) {
    touchd_json next = touchd__none();
    const char *p;
    if (!element.at) return next;
    p = touchd__blanks(touchd__skip(element.at));
    if (*p == ',') next.at = touchd__blanks(p + 1);
    return next;
}

size_t touchd_extent(touchd_json value) { return value.at ? (size_t)(touchd__skip(value.at) - value.at) : 0; }

static int touchd__is_number(touchd_json value) {
    return value.at && (*value.at == '-' || (*value.at >= '0' && *value.at <= '9'));
}

/* Not strtod, because that depends on the locale. Exact for the numbers of the protocol, which have at most 15 digits. */
double touchd_number(touchd_json value, double otherwise) {
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    const char *p = value.at;
    uint64_t digits = 0;
    int scale = 0, written = 0, is_negative, after_point = 0;
    double number;
    if (!touchd__is_number(value)) return otherwise;
    is_negative = *p == '-';
    if (is_negative) p++;
    for (; (*p >= '0' && *p <= '9') || *p == '.'; p++) {
        if (*p == '.') {
            after_point = 1;
        } else if (digits < UINT64_C(1000000000000000000)) {
            digits = digits * 10 + (uint64_t)(*p - '0');
            scale -= after_point;
        } else {
            scale += !after_point;
        }
    }
    if (*p == 'e' || *p == 'E') {
        int sign = p[1] == '-' ? -1 : 1;
        for (p += p[1] == '-' || p[1] == '+' ? 2 : 1; *p >= '0' && *p <= '9' && written < 400; p++) written = written * 10 + (*p - '0');
        scale += sign * written;
    }
    number = (double)digits;
    for (; scale > 0 && number != 0 && number < 1e308; scale -= scale > 22 ? 22 : scale) number *= powers[scale > 22 ? 22 : scale];
    for (; scale < 0 && number != 0; scale += scale < -22 ? 22 : -scale) number /= powers[scale < -22 ? 22 : -scale];
    return is_negative ? -number : number;
}

uint64_t touchd_whole(touchd_json value, uint64_t otherwise) {
    uint64_t whole = 0;
    const char *p = value.at;
    if (!p || *p < '0' || *p > '9') return otherwise;
    for (; *p >= '0' && *p <= '9'; p++) {
        if (whole > (UINT64_MAX - (uint64_t)(*p - '0')) / 10) return otherwise;
        whole = whole * 10 + (uint64_t)(*p - '0');
    }
    return *p == '.' || *p == 'e' || *p == 'E' ? otherwise : whole;
}

int touchd_boolean(touchd_json value, int otherwise) {
    if (!value.at || (*value.at != 't' && *value.at != 'f')) return otherwise;
    return *value.at == 't';
}

/* ---- The client ---- */

/* A touch, gesture, control or scroll that has begun and not ended. */
struct touchd__live {
    int kind;         /* touchd_type; 0: free */
    uint64_t serial;  /* in the order of the begins */
    uint64_t key;     /* the ID of a touch or control */
    int64_t time;
    void *user;
    char panel[256], name[512];          /* the panel; the region of a touch or control, the ID of a gesture */
    char event[TOUCHD_EVENT_MAX];        /* its last event as it was written */
};

enum touchd__renewal { TOUCHD__SUBSCRIPTION, TOUCHD__CLAIM, TOUCHD__EDIT };

struct touchd__renewed {
    uint64_t id, subscription; /* of the request; the server's ID on this connection */
    enum touchd__renewal kind;
    int is_done, is_unanswered; /* edits: touchd has carried it out; edits and claims: its reply is due */
    size_t start, length;
};

/* The state of a request without a reply. */
enum touchd__fate {
    TOUCHD__SENT = 1,
    TOUCHD__ENDING, /* sent; the end of the connection has the same effect */
    TOUCHD__REDONE, /* an edit that was sent, and is sent again on the next connection */
    TOUCHD__KEPT_BACK,
    TOUCHD__NOT_YET, /* an edit that the next connection sends */
    TOUCHD__DONE, /* from here on an event about the request is due */
    TOUCHD__DISCONNECTED,
    TOUCHD__TOO_MANY,
    TOUCHD__GIVEN_UP,
    TOUCHD__TOO_LONG
};

struct touchd__asked {
    uint64_t id;
    enum touchd__fate fate;
    size_t length; /* of a line that is too long */
};

struct touchd__writer {
    char *at, *end;
    int is_full;
};

struct touchd {
    char *path, *name;
    int retries, hello_within, tree_changes, attempts;
    int epoll, timer, socket;
    int is_greeted, is_at_end, is_failed, is_over;
    int is_waiting, told_error; /* an event about it is due; the errno that it has, or had; -1: none */
    int is_unwinding;        /* 1: cancels are due; 2: a bye; 3: the disconnect */
    const char *lost_reason; /* why the connection was lost */
    const char *failed_kind;
    int64_t since_ms;
    uint64_t seq, last_id, last_serial, random;
    char *in, *text, *out;   /* text: the strings of the current event */
    uint64_t line_limit;     /* the longest line that this server accepts, in bytes */
    char too_long[96];
    size_t in_size, in_limit, in_count, searched, line_end, text_count, out_count; /* in_size: of `in` and of `text` */
    int has_bye;
    touchd_json line, next_in_frame, next_unmatched, next_region, next_gave_way;
    uint64_t unmatched_id;   /* of the request */
    char *renewed_text;
    size_t renewed_count;
    struct touchd__renewed renewed[TOUCHD_RENEW_MAX];
    uint64_t folded_id;      /* the request whose edits are being folded into earlier ones, and how many have been */
    size_t folded_count;
    unsigned char gone[TOUCHD__EDITS_MAX / 8]; /* bits: the edits to drop, in their order */
    char lost_epoch[128];    /* of the last connection */
    char *kept_text;         /* lines of requests that wait for a connection */
    size_t kept_size, kept_count, asked_count, due_count;
    struct touchd__asked asked[TOUCHD_ASKED_MAX];
    struct touchd__live live[TOUCHD_LIVE_MAX];
    char failure[512];
    touchd_event event;
};

static int64_t touchd__now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void touchd__put(struct touchd__writer *w, const char *text, size_t count) {
    if ((size_t)(w->end - w->at) < count) {
        w->is_full = 1;
        return;
    }
    memcpy(w->at, text, count);
    w->at += count;
}

static void touchd__puts(struct touchd__writer *w, const char *text) { touchd__put(w, text, strlen(text)); }

static void touchd__put_string(struct touchd__writer *w, const char *text) {
    touchd__puts(w, "\"");
    for (; *text; text++) {
        char escape[8];
        if ((unsigned char)*text < 0x20) {
            snprintf(escape, sizeof escape, "\\u%04x", (unsigned)(unsigned char)*text);
            touchd__puts(w, escape);
        } else {
            if (*text == '"' || *text == '\\') touchd__puts(w, "\\");
            touchd__put(w, text, 1);
        }
    }
    touchd__puts(w, "\"");
}

static void touchd__put_whole(struct touchd__writer *w, uint64_t number) {
    char digits[24];
    snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
    touchd__puts(w, digits);
}

static void touchd__put_list(struct touchd__writer *w, const char *const *list, size_t count) {
    size_t i;
    touchd__puts(w, "[");
    for (i = 0; i < count; i++) {
        if (i) touchd__puts(w, ",");
        touchd__put_string(w, list[i]);
    }
    touchd__puts(w, "]");
}

static void touchd__watch(touchd *t) {
    struct epoll_event event;
    memset(&event, 0, sizeof event);
    event.events = (uint32_t)EPOLLIN | (t->out_count ? (uint32_t)EPOLLOUT : 0);
    event.data.fd = t->socket;
    epoll_ctl(t->epoll, EPOLL_CTL_MOD, t->socket, &event);
}

/* Sends what is written. If touchd does not take it, it has closed the connection, which reading will report. */
static void touchd__flush(touchd *t) {
    size_t before = t->out_count;
    while (t->socket >= 0 && t->out_count) {
        ssize_t count = send(t->socket, t->out, t->out_count, MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 && errno != EAGAIN) t->out_count = 0;
        if (count <= 0) break;
        t->out_count -= (size_t)count;
        memmove(t->out, t->out + count, t->out_count);
    }
    if (t->socket >= 0 && (before || t->out_count)) touchd__watch(t);
}

static int touchd__is_open(const touchd *t) { return t->is_greeted && t->socket >= 0 && !t->is_unwinding; }

static struct touchd__writer touchd__begin(touchd *t) {
    struct touchd__writer w;
    w.at = t->out + t->out_count;
    w.end = t->out + TOUCHD__OUT;
    w.is_full = 0;
    return w;
}

/* Completes and sends the written line, or removes it if it did not fit. */
static int touchd__commit(touchd *t, struct touchd__writer *w) {
    touchd__puts(w, "\n");
    if (w->is_full) return 0;
    if (touchd__is_open(t)) t->out_count = (size_t)(w->at - t->out);
    touchd__flush(t);
    return 1;
}

static struct touchd__writer touchd__begin_request(touchd *t, const char *type) {
    struct touchd__writer w = touchd__begin(t);
    touchd__puts(&w, "{\"type\":");
    touchd__put_string(&w, type);
    touchd__puts(&w, ",\"id\":");
    touchd__put_whole(&w, t->last_id + 1);
    return w;
}

static void touchd__forget_asked(touchd *t, size_t index) {
    t->asked_count--;
    memmove(t->asked + index, t->asked + index + 1, (t->asked_count - index) * sizeof *t->asked);
}

/* Sets the fate of all requests that have the first fate. */
static void touchd__decide(touchd *t, enum touchd__fate from, enum touchd__fate to) {
    size_t i;
    for (i = 0; i < t->asked_count; i++)
        if (t->asked[i].fate == from) {
            t->asked[i].fate = to;
            t->due_count += to >= TOUCHD__DONE;
        }
}

/* Decides the fate of a request whose line is written. Returns 0 if there is no room for it. */
static enum touchd__fate touchd__say(touchd *t, struct touchd__writer *w, int is_ending) {
    const char *line = t->out + t->out_count;
    size_t length;
    if (w->is_full || t->is_over || t->asked_count == TOUCHD_ASKED_MAX) return (enum touchd__fate)0;
    length = (size_t)(w->at - line);
    if (touchd__is_open(t) && length > t->line_limit) {
        t->asked[t->asked_count].length = length;
        return TOUCHD__TOO_LONG;
    }
    if (touchd__is_open(t)) return !touchd__commit(t, w) ? (enum touchd__fate)0 : is_ending ? TOUCHD__ENDING : TOUCHD__SENT;
    if (is_ending) return TOUCHD__DONE;
    if (t->is_failed) return TOUCHD__GIVEN_UP;
    touchd__puts(w, "\n");
    length = (size_t)(w->at - line);
    if (w->is_full || t->kept_count == TOUCHD_KEPT_MAX || t->kept_size + length > TOUCHD__KEPT) return TOUCHD__TOO_MANY;
    memcpy(t->kept_text + t->kept_size, line, length);
    t->kept_size += length;
    t->kept_count++;
    return TOUCHD__KEPT_BACK;
}

static uint64_t touchd__end_request(touchd *t, struct touchd__writer *w, int is_ending) {
    struct touchd__asked *asked = &t->asked[t->asked_count];
    enum touchd__fate fate;
    touchd__puts(w, "}");
    fate = touchd__say(t, w, is_ending);
    if (!fate) return 0;
    asked->id = ++t->last_id;
    asked->fate = fate;
    t->asked_count++;
    t->due_count += fate >= TOUCHD__DONE;
    return t->last_id;
}

/* Keeps the written request for each new connection. Returns whether there is room. */
static int touchd__renew(touchd *t, const struct touchd__writer *w, enum touchd__renewal kind) {
    char *start = t->out + t->out_count;
    size_t used = t->renewed_count ? t->renewed[t->renewed_count - 1].start + t->renewed[t->renewed_count - 1].length : 0;
    size_t length = (size_t)(w->at - start);
    struct touchd__renewed *entry;
    if (w->is_full || t->is_over || t->renewed_count == TOUCHD_RENEW_MAX || used + length > TOUCHD__RENEW) return 0;
    entry = &t->renewed[t->renewed_count++];
    memset(entry, 0, sizeof *entry);
    entry->id = t->last_id + 1;
    entry->kind = kind;
    entry->is_unanswered = 1;
    entry->start = used;
    entry->length = length;
    memcpy(t->renewed_text + used, start, length);
    return 1;
}

/* Answers a request that is longer than this server allows. */
static void touchd__refuse_renewed(touchd *t, uint64_t id, size_t length) {
    size_t i;
    for (i = 0; i < t->asked_count && t->asked[i].id != id; i++) {}
    if (i == TOUCHD_ASKED_MAX) return;
    if (i == t->asked_count) t->asked[t->asked_count++].id = id;
    t->asked[i].fate = TOUCHD__TOO_LONG;
    t->asked[i].length = length;
    t->due_count++;
}

/* Makes a subscription or claim, whose line is written but for its end. Returns its id; 0 if there is no room. */
static uint64_t touchd__end_renewed(touchd *t, struct touchd__writer *w, enum touchd__renewal kind) {
    size_t length;
    touchd__puts(w, "}");
    length = (size_t)(w->at - (t->out + t->out_count));
    if (touchd__is_open(t) && !w->is_full && length > t->line_limit) {
        if (t->asked_count == TOUCHD_ASKED_MAX) return 0;
        touchd__refuse_renewed(t, t->last_id + 1, length);
        return ++t->last_id;
    }
    if (!touchd__renew(t, w, kind)) return 0;
    if (!touchd__commit(t, w)) {
        t->renewed_count--;
        return 0;
    }
    return ++t->last_id;
}

uint64_t touchd_subscribe(touchd *t, const touchd_wishes *wishes) {
    struct touchd__writer w = touchd__begin_request(t, "subscribe");
    touchd__puts(&w, ",\"regions\":");
    if (wishes && wishes->regions) touchd__put_list(&w, wishes->regions, wishes->region_count);
    else touchd__puts(&w, "[\"**\"]");
    if (wishes && wishes->events) {
        touchd__puts(&w, ",\"events\":");
        touchd__put_list(&w, wishes->events, wishes->event_count);
    }
    if (wishes && wishes->observe) touchd__puts(&w, ",\"observe\":true");
    if (wishes && wishes->axes) touchd__puts(&w, ",\"axes\":true");
    if (wishes && wishes->max_rate > 0) {
        /* In thousandths, so that the locale's decimal point does not matter. */
        uint64_t thousandths = (uint64_t)(wishes->max_rate * 1000 + 0.5);
        touchd__puts(&w, ",\"maxRate\":");
        touchd__put_whole(&w, thousandths / 1000);
        if (thousandths % 1000) {
            char fraction[8];
            snprintf(fraction, sizeof fraction, ".%03u", (unsigned)(thousandths % 1000));
            touchd__puts(&w, fraction);
        }
    }
    if (wishes && wishes->coalesced) touchd__puts(&w, ",\"coalesced\":true");
    return touchd__end_renewed(t, &w, TOUCHD__SUBSCRIPTION);
}

static void touchd__drop_renewed(touchd *t, size_t index, const char *text, size_t length) {
    /* Puts `text`, which is not longer, in the entry's place, or removes the entry if there is none. */
    struct touchd__renewed *entry = &t->renewed[index];
    size_t less = entry->length - length, i;
    size_t end = t->renewed[t->renewed_count - 1].start + t->renewed[t->renewed_count - 1].length;
    if (length) memcpy(t->renewed_text + entry->start, text, length);
    memmove(t->renewed_text + entry->start + length, t->renewed_text + entry->start + entry->length, end - entry->start - entry->length);
    entry->length = length;
    for (i = index + 1; i < t->renewed_count; i++) t->renewed[i].start -= less;
    if (length) return;
    memmove(entry, entry + 1, (t->renewed_count - index - 1) * sizeof *entry);
    t->renewed_count--;
}

uint64_t touchd_unsubscribe(touchd *t, uint64_t subscription) {
    uint64_t theirs = 0;
    size_t i;
    struct touchd__writer w;
    for (i = 0; i < t->renewed_count; i++)
        if (t->renewed[i].id == subscription && t->renewed[i].kind == TOUCHD__SUBSCRIPTION) {
            theirs = t->renewed[i].subscription;
            touchd__drop_renewed(t, i, NULL, 0);
            break;
        }
    w = touchd__begin_request(t, "unsubscribe");
    touchd__puts(&w, ",\"subscription\":");
    touchd__put_whole(&w, theirs);
    return touchd__end_request(t, &w, 1);
}

uint64_t touchd_claim(touchd *t, const char *const *receivers, size_t count, int ack_within_ms) {
    struct touchd__writer w = touchd__begin_request(t, "claim");
    if (ack_within_ms > 0) {
        touchd__puts(&w, ",\"ackWithin\":");
        touchd__put_whole(&w, (uint64_t)ack_within_ms);
    }
    touchd__puts(&w, ",\"receivers\":");
    touchd__put_list(&w, receivers, count);
    return touchd__end_renewed(t, &w, TOUCHD__CLAIM);
}

/* Removes a receiver from the claims to repeat. */
static void touchd__forget(touchd *t, const char *name) {
    size_t i = 0;
    while (i < t->renewed_count) {
        struct touchd__renewed *entry = &t->renewed[i];
        char *line = t->renewed_text + entry->start;
        struct touchd__writer w;
        touchd_json claim, each;
        int left = 0;
        size_t before = t->renewed_count;
        if (entry->kind != TOUCHD__CLAIM) {
            i++;
            continue;
        }
        /* The list is the last member, so the new line is the old one up to the list, with the rest of the list. */
        claim.at = line;
        w.at = t->out + t->out_count;
        w.end = t->out + TOUCHD__OUT;
        w.is_full = 0;
        each = touchd_key(claim, "receivers");
        touchd__put(&w, line, (size_t)(each.at - line));
        touchd__puts(&w, "[");
        for (each = touchd_first(each); each.at; each = touchd_after(each)) {
            size_t length = touchd_extent(each);
            if (touchd__is(each, name)) continue;
            if (left++) touchd__puts(&w, ",");
            touchd__put(&w, each.at, length);
        }
        touchd__puts(&w, "]}");
        if (!w.is_full) touchd__drop_renewed(t, i, t->out + t->out_count, left ? (size_t)(w.at - t->out) - t->out_count : 0);
        if (before == t->renewed_count) i++;
    }
}

uint64_t touchd_release(touchd *t, const char *const *receivers, size_t count) {
    struct touchd__writer w;
    size_t i;
    for (i = 0; i < count; i++) touchd__forget(t, receivers[i]);
    w = touchd__begin_request(t, "release");
    touchd__puts(&w, ",\"receivers\":");
    touchd__put_list(&w, receivers, count);
    return touchd__end_request(t, &w, 1);
}

uint64_t touchd_request(touchd *t, const char *type, const char *members) {
    struct touchd__writer w = touchd__begin_request(t, type);
    if (members) {
        touchd__puts(&w, ",");
        touchd__puts(&w, members);
    }
    return touchd__end_request(t, &w, 0);
}

/* ---- Edits to redo ----
 * The edits that still have an effect, by request, in the order of the requests. A later edit replaces an earlier one of the same property, and
 * regions that were added and removed again are dropped. */

static int touchd__is_op(touchd_json edit, const char *op) { return touchd__is(touchd_key(edit, "op"), op); }

static touchd_json touchd__edits_of(const touchd *t, const struct touchd__renewed *entry) {
    touchd_json line;
    line.at = t->renewed_text + entry->start;
    return touchd_key(line, "edits");
}

/* An iteration over the edits that touchd has done, in order; of the request that is being folded, only over those that have been folded. */
struct touchd__walk {
    size_t entry, index, number; /* the request; the edit's number in it, from 1; its number of all, from 1 */
    touchd_json edit;
};

static struct touchd__walk touchd__begin_walk(void) {
    struct touchd__walk walk;
    memset(&walk, 0, sizeof walk);
    return walk;
}

static int touchd__next_edit(const touchd *t, struct touchd__walk *walk) {
    for (; walk->entry < t->renewed_count; walk->entry++, walk->index = 0) {
        const struct touchd__renewed *entry = &t->renewed[walk->entry];
        if (entry->kind != TOUCHD__EDIT || !entry->is_done) continue;
        if (entry->id == t->folded_id && walk->index == t->folded_count) continue;
        walk->edit = walk->index ? touchd_after(walk->edit) : touchd_first(touchd__edits_of(t, entry));
        walk->index++;
        if (!walk->edit.at) continue;
        walk->number++;
        return 1;
    }
    return 0;
}

static void touchd__mark_gone(touchd *t, size_t number) {
    if (number < TOUCHD__EDITS_MAX) t->gone[number / 8] |= (unsigned char)(1 << number % 8);
}

static int touchd__is_gone(const touchd *t, size_t number) { return number < TOUCHD__EDITS_MAX && t->gone[number / 8] >> number % 8 & 1; }

/* Drops the marked edits. */
static void touchd__forget_gone(touchd *t) {
    size_t i = 0, number = 0;
    while (i < t->renewed_count) {
        struct touchd__renewed *entry = &t->renewed[i];
        size_t before = t->renewed_count, index = 0, gone = 0, left = 0;
        const char *line = t->renewed_text + entry->start;
        struct touchd__writer w;
        touchd_json each;
        if (entry->kind != TOUCHD__EDIT || !entry->is_done) {
            i++;
            continue;
        }
        each = touchd__edits_of(t, entry);
        w.at = t->out + t->out_count;
        w.end = t->out + TOUCHD__OUT;
        w.is_full = 0;
        touchd__put(&w, line, (size_t)(each.at - line));
        touchd__puts(&w, "[");
        for (each = touchd_first(each); each.at; each = touchd_after(each), index++) {
            int is_folded = entry->id != t->folded_id || index < t->folded_count;
            number += (size_t)is_folded;
            if (is_folded && touchd__is_gone(t, number)) {
                gone++;
                continue;
            }
            if (left++) touchd__puts(&w, ",");
            touchd__put(&w, each.at, touchd_extent(each));
        }
        touchd__puts(&w, "]}");
        if (gone && !w.is_full) {
            if (entry->id == t->folded_id) t->folded_count -= gone;
            touchd__drop_renewed(t, i, t->out + t->out_count, left ? (size_t)(w.at - t->out) - t->out_count : 0);
        }
        if (before == t->renewed_count) i++;
    }
    memset(t->gone, 0, sizeof t->gone);
}

/* The parent of a named region within an added region; none if the region is not in there. */
static touchd_json touchd__parent_in(touchd_json region, touchd_json parent, touchd_json name) {
    touchd_json id = touchd_key(region, "id"), child;
    if (touchd__same(id, name)) return parent;
    for (child = touchd_first(touchd_key(region, "children")); child.at; child = touchd_after(child)) {
        touchd_json found = touchd__parent_in(child, id, name);
        if (found.at) return found;
    }
    return touchd__none();
}

static touchd_json touchd__parent_in_add(touchd_json edit, touchd_json name) {
    if (!touchd__is_op(edit, "add")) return touchd__none();
    return touchd__parent_in(touchd_key(edit, "region"), touchd_key(edit, "parent"), name);
}

/* The parent that edits have given a region; none if they have not. */
static touchd_json touchd__parent(const touchd *t, touchd_json name) {
    struct touchd__walk walk = touchd__begin_walk();
    touchd_json parent = touchd__none();
    while (touchd__next_edit(t, &walk)) {
        touchd_json found = touchd__parent_in_add(walk.edit, name);
        if (found.at) parent = found;
        else if (touchd__is_op(walk.edit, "move") && touchd__same(touchd_key(walk.edit, "region"), name)) parent = touchd_key(walk.edit, "parent");
    }
    return parent;
}

/* Whether the region was added without `keep`. */
static int touchd__is_unkept(const touchd *t, touchd_json name) {
    struct touchd__walk walk = touchd__begin_walk();
    while (touchd__next_edit(t, &walk)) {
        touchd_json line;
        line.at = t->renewed_text + t->renewed[walk.entry].start;
        if (touchd__parent_in_add(walk.edit, name).at && !touchd_boolean(touchd_key(line, "keep"), 0)) return 1;
    }
    return 0;
}

/* Whether the name is this region, or a region that edits have put into it. */
static int touchd__is_inside(const touchd *t, touchd_json name, touchd_json region) {
    int left;
    for (left = 256; left && name.at; left--, name = touchd__parent(t, name))
        if (touchd__same(name, region)) return 1;
    return 0;
}

/* Whether the end of the connection has removed the region. */
static int touchd__is_lost(const touchd *t, touchd_json name) {
    int left;
    for (left = 256; left && name.at; left--, name = touchd__parent(t, name))
        if (touchd__is_unkept(t, name)) return 1;
    return 0;
}

/* Whether all descendants of an added region are still inside this region. */
static int touchd__is_whole(const touchd *t, touchd_json added, touchd_json region) {
    touchd_json child;
    if (!touchd__is_inside(t, touchd_key(added, "id"), region)) return 0;
    for (child = touchd_first(touchd_key(added, "children")); child.at; child = touchd_after(child))
        if (!touchd__is_whole(t, child, region)) return 0;
    return 1;
}

static touchd_json touchd__with_gesture(touchd_json region, touchd_json gesture) {
    touchd_json each, found;
    for (each = touchd_first(touchd_key(region, "gestures")); each.at; each = touchd_after(each))
        if (touchd__same(touchd_key(each, "id"), gesture)) return touchd_key(region, "id");
    for (each = touchd_first(touchd_key(region, "children")); each.at; each = touchd_after(each))
        if ((found = touchd__with_gesture(each, gesture)).at) return found;
    return touchd__none();
}

/* The region that an edit concerns; none if unknown. */
static touchd_json touchd__subject(const touchd *t, touchd_json edit) {
    struct touchd__walk walk = touchd__begin_walk();
    touchd_json gesture = touchd_key(edit, "gesture"), found;
    if (touchd__is_op(edit, "add")) return touchd_key(touchd_key(edit, "region"), "id");
    if (!gesture.at) return touchd_key(edit, "region");
    while (touchd__next_edit(t, &walk))
        if (touchd__is_op(walk.edit, "add") && (found = touchd__with_gesture(touchd_key(walk.edit, "region"), gesture)).at) return found;
    return touchd__none();
}

static int touchd__is_ordering(touchd_json edit) { return touchd__is_op(edit, "bringToFront") || touchd__is_op(edit, "sendToBack"); }

/* Whether the later edit makes the earlier one redundant. */
static int touchd__replaces(touchd_json later, touchd_json earlier) {
    touchd_json region = touchd_key(later, "region"), gesture = touchd_key(later, "gesture");
    if (touchd__is_op(earlier, "add")) return 0;
    if (region.at ? !touchd__same(region, touchd_key(earlier, "region")) : !touchd__same(gesture, touchd_key(earlier, "gesture"))) return 0;
    if (touchd__is_op(later, "set")) return touchd__is_op(earlier, "set") && touchd__same(touchd_key(later, "key"), touchd_key(earlier, "key"));
    if (touchd__is_ordering(earlier)) return touchd__is_ordering(later) || touchd__is_op(later, "move");
    return touchd__same(touchd_key(later, "op"), touchd_key(earlier, "op"));
}

/* Whether the edit is the one that is being folded. */
static int touchd__is_turn(const touchd *t, const struct touchd__walk *walk) {
    return t->renewed[walk->entry].id == t->folded_id && walk->index == t->folded_count;
}

/* Whether the name was added, inside the region that is removed, before the edit with this number. */
static int touchd__is_cancelled(const touchd *t, touchd_json name, touchd_json region, size_t number) {
    struct touchd__walk walk = touchd__begin_walk();
    while (touchd__next_edit(t, &walk) && walk.number < number)
        if (touchd__parent_in_add(walk.edit, name).at && touchd__is_inside(t, touchd__subject(t, walk.edit), region)) return 1;
    return 0;
}

/* Handles the removal of a region: marks the edits of it and of its descendants. Returns whether nothing is left to remove, because the region itself
 * was added by an edit. */
static int touchd__cancel_added(touchd *t, touchd_json region) {
    struct touchd__walk walk = touchd__begin_walk();
    size_t last_remove = 0;
    int is_added = 0;
    /* Nothing is dropped if other regions were moved in, or if added ones were moved out or had regions moved out of them: then the order matters.
     * The loop includes the edit that is being folded. */
    while (touchd__next_edit(t, &walk)) {
        touchd_json subject = touchd__subject(t, walk.edit), parent = touchd_key(walk.edit, "parent");
        int is_inside = touchd__is_inside(t, subject, region);
        if (!is_inside && touchd__is_inside(t, parent, region)) return 0;
        if (is_inside && touchd__is_op(walk.edit, "add") && !touchd__is_whole(t, touchd_key(walk.edit, "region"), region)) return 0;
        if (is_inside && touchd__is_op(walk.edit, "move") && !touchd__same(subject, region) &&
            !touchd__is_cancelled(t, subject, region, (size_t)-1))
            return 0;
        if (touchd__is_op(walk.edit, "remove") && !touchd__is_turn(t, &walk)) last_remove = walk.number;
    }
    for (walk = touchd__begin_walk(); touchd__next_edit(t, &walk);) {
        touchd_json subject = touchd__subject(t, walk.edit);
        int is_gone = touchd__is_inside(t, subject, region);
        if (touchd__is_turn(t, &walk)) continue;
        /* The removal of an added region's descendant is dropped as well. An earlier move stays, because it may have moved the region out of one that
         * was removed later. */
        if (touchd__is_op(walk.edit, "remove")) is_gone = touchd__is_cancelled(t, subject, region, walk.number);
        else if (touchd__is_op(walk.edit, "move") && walk.number < last_remove) is_gone &= touchd__is_cancelled(t, subject, region, (size_t)-1);
        if (!is_gone) continue;
        touchd__mark_gone(t, walk.number);
        is_added |= touchd__is_op(walk.edit, "add") && touchd__same(subject, region);
    }
    return is_added;
}

/* Folds the edits of a request that touchd has done into the earlier ones, one by one. */
static void touchd__fold(touchd *t, uint64_t id) {
    size_t left = 0;
    touchd_json each;
    struct touchd__walk walk = touchd__begin_walk(), earlier;
    while (walk.entry < t->renewed_count && t->renewed[walk.entry].id != id) walk.entry++;
    for (each = touchd_first(touchd__edits_of(t, &t->renewed[walk.entry])); each.at; each = touchd_after(each)) left++;
    t->folded_id = id;
    for (t->folded_count = 0; left; left--) {
        size_t last_remove = 0;
        t->folded_count++;
        for (walk = earlier = touchd__begin_walk(); touchd__next_edit(t, &earlier);)
            if (t->renewed[earlier.entry].id == id) walk = earlier; /* in the end the one that is being folded */
        if (touchd__is_op(walk.edit, "remove") && touchd__cancel_added(t, touchd_key(walk.edit, "region"))) {
            touchd__mark_gone(t, walk.number);
        } else {
            for (earlier = touchd__begin_walk(); touchd__next_edit(t, &earlier);)
                if (earlier.number != walk.number && touchd__is_op(earlier.edit, "remove")) last_remove = earlier.number;
            /* An earlier move stays, because it may have moved the region out of one that was removed later. */
            for (earlier = touchd__begin_walk(); touchd__next_edit(t, &earlier);)
                if (earlier.number != walk.number && touchd__replaces(walk.edit, earlier.edit) &&
                    (!touchd__is_op(earlier.edit, "move") || earlier.number > last_remove))
                    touchd__mark_gone(t, earlier.number);
        }
        touchd__forget_gone(t);
    }
    t->folded_id = 0;
}

/* Drops a refused edit or claim. */
static void touchd__renewed_answered(touchd *t, uint64_t id, int ok) {
    size_t i;
    for (i = 0; i < t->renewed_count; i++) {
        struct touchd__renewed *entry = &t->renewed[i];
        if (entry->id != id || entry->kind == TOUCHD__SUBSCRIPTION || !entry->is_unanswered) continue;
        entry->is_unanswered = 0;
        if (!ok) {
            touchd__drop_renewed(t, i, NULL, 0);
        } else if (entry->kind == TOUCHD__EDIT && !entry->is_done) {
            entry->is_done = 1;
            touchd__fold(t, id);
        }
        return;
    }
}

/* Whether the edit concerns the property, as `overridden` names it. */
static int touchd__is_about(touchd_json edit, touchd_json key) {
    touchd_json own = touchd_key(edit, "key");
    int is_origin = touchd__is(key, "bounds") || touchd__is(key, "offset");
    if (touchd__is_op(edit, "move")) return touchd__is(key, "parent");
    if (touchd__is_op(edit, "setBoundsOrigin")) return is_origin;
    if (!touchd__is_op(edit, "set")) return 0;
    if (touchd__is(own, "center")) return touchd__is(key, "frame");
    if (touchd__is(own, "bounds")) return touchd__is(key, "frame") || is_origin;
    return touchd__same(own, key);
}

/* Drops edits that the configuration file has overridden, so that the next connection does not redo them. */
static void touchd__override(touchd *t, touchd_json region, touchd_json key) {
    struct touchd__walk walk = touchd__begin_walk();
    while (touchd__next_edit(t, &walk)) {
        touchd_json edit = walk.edit;
        if (!key.at || *key.at != '"') {
            if (touchd__is_inside(t, touchd__subject(t, edit), region)) touchd__mark_gone(t, walk.number);
        } else if (touchd__same(touchd_key(edit, "region"), region)) {
            if (touchd__is_about(edit, key)) touchd__mark_gone(t, walk.number);
        }
    }
    touchd__forget_gone(t);
}

/* Writes what is left of a request for a new connection. If touchd has kept running, only the regions that the old connection had added are lost with
 * it. Returns how many requests are left at this place. */
static size_t touchd__put_renewed(touchd *t, size_t index, touchd_json hello, struct touchd__writer *w) {
    struct touchd__renewed *entry = &t->renewed[index];
    const char *line = t->renewed_text + entry->start;
    char *start = w->at;
    size_t left = 0;
    entry->subscription = 0;
    if (entry->is_done && touchd__is(touchd_key(hello, "epoch"), t->lost_epoch)) {
        touchd_json each = touchd__edits_of(t, entry);
        touchd__put(w, line, (size_t)(each.at - line));
        touchd__puts(w, "[");
        for (each = touchd_first(each); each.at; each = touchd_after(each)) {
            if (!touchd__is_lost(t, touchd__subject(t, each))) continue;
            if (left++) touchd__puts(w, ",");
            touchd__put(w, each.at, touchd_extent(each));
        }
        touchd__puts(w, "]}");
        if (!left) w->at = start;
    } else {
        touchd__put(w, line, entry->length);
    }
    entry->is_unanswered = w->at != start;
    if ((size_t)(w->at - start) > t->line_limit) {
        touchd__refuse_renewed(t, entry->id, (size_t)(w->at - start));
        w->at = start;
        touchd__drop_renewed(t, index, NULL, 0);
        return 0;
    }
    if (w->at != start) touchd__puts(w, "\n");
    return 1;
}

uint64_t touchd_edit(touchd *t, const char *edits, int flags) {
    struct touchd__writer w = touchd__begin_request(t, "edit");
    struct touchd__asked *asked = &t->asked[t->asked_count];
    size_t length;
    if (!touchd__list(edits).at) return 0;
    if (flags & TOUCHD_KEEP) touchd__puts(&w, ",\"keep\":true");
    touchd__puts(&w, ",\"edits\":");
    for (; *edits; edits++) touchd__put(&w, *edits == '\n' ? " " : edits, 1);
    if (!(flags & TOUCHD_REDO)) return touchd__end_request(t, &w, 0);
    touchd__puts(&w, "}");
    length = (size_t)(w.at - (t->out + t->out_count));
    if (w.is_full || t->is_over || t->asked_count == TOUCHD_ASKED_MAX) return 0;
    if (t->is_failed) {
        asked->fate = TOUCHD__GIVEN_UP;
    } else if (touchd__is_open(t) && length > t->line_limit) {
        asked->fate = TOUCHD__TOO_LONG;
        asked->length = length;
    } else {
        if (!touchd__renew(t, &w, TOUCHD__EDIT)) return 0;
        asked->fate = touchd__is_open(t) ? TOUCHD__REDONE : TOUCHD__NOT_YET;
        if (!touchd__commit(t, &w)) {
            t->renewed_count--;
            return 0;
        }
    }
    asked->id = ++t->last_id;
    t->asked_count++;
    t->due_count += asked->fate >= TOUCHD__DONE;
    return t->last_id;
}

int touchd_ack(touchd *t, uint64_t seq) {
    struct touchd__writer w = touchd__begin(t);
    touchd__puts(&w, "{\"type\":\"ack\",\"seq\":");
    touchd__put_whole(&w, seq);
    touchd__puts(&w, "}");
    return touchd__commit(t, &w);
}

int touchd_answer(touchd *t, uint64_t question, int is_yes) {
    struct touchd__writer w = touchd__begin(t);
    touchd__puts(&w, "{\"type\":\"answer\",\"id\":");
    touchd__put_whole(&w, question);
    touchd__puts(&w, is_yes ? ",\"value\":true}" : ",\"value\":false}");
    return touchd__commit(t, &w);
}

int touchd_is_press(const touchd_event *e) {
    if (e->type == TOUCHD_CONTROL) return !strcmp(e->action, "touchUpInside");
    return e->type == TOUCHD_TOUCH && e->phase == TOUCHD_ENDED && e->inside && e->region != NULL;
}

/* ---- Connecting ---- */

static void touchd__fail(touchd *t, const char *kind) {
    t->failed_kind = kind;
    t->is_failed = 1;
    touchd__decide(t, TOUCHD__KEPT_BACK, TOUCHD__GIVEN_UP);
    touchd__decide(t, TOUCHD__NOT_YET, TOUCHD__GIVEN_UP);
    touchd__decide(t, TOUCHD__REDONE, TOUCHD__DISCONNECTED);
    if (t->socket >= 0) close(t->socket);
    t->socket = -1;
}

static void touchd__set_timer(touchd *t, int64_t ms) {
    struct itimerspec delay;
    memset(&delay, 0, sizeof delay);
    delay.it_value.tv_sec = (time_t)(ms / 1000);
    delay.it_value.tv_nsec = (long)(ms % 1000) * 1000000;
    timerfd_settime(t->timer, 0, &delay, NULL);
}

/* Sets the time of the next attempt, after a growing delay with jitter, or ends the client. `error` is an errno, 0: touchd closes the connection. */
static void touchd__retry(touchd *t, int error) {
    int64_t ms = 100;
    int i;
    snprintf(t->failure, sizeof t->failure, "touchd is not reachable at %s: %s", t->path,
             !error ? "it closes every connection"
             : error == ETIMEDOUT ? "it accepts the connection but sends no hello in time; check whether touchd hangs"
             : error == EACCES ? "permission denied; the user must be in the group touch when the program starts" : strerror(error));
    /* A connection without a hello does not count, however long it lasted. */
    if (t->is_greeted && touchd__now_ms() - t->since_ms > TOUCHD__LONGEST_MS) t->attempts = 0;
    if (t->retries >= 0 && t->attempts >= t->retries) {
        touchd__fail(t, "unreachable");
        return;
    }
    if (!t->is_greeted && error != t->told_error) t->is_waiting = 1;
    t->told_error = t->is_greeted ? -1 : error;
    for (i = 0; i < t->attempts && ms < TOUCHD__LONGEST_MS; i++) ms *= 2;
    if (ms > TOUCHD__LONGEST_MS) ms = TOUCHD__LONGEST_MS;
    t->attempts++;
    t->random ^= t->random << 13, t->random ^= t->random >> 7, t->random ^= t->random << 17;
    ms = ms / 2 + (int64_t)(t->random % (uint64_t)(ms / 2 + 1));
    touchd__set_timer(t, ms);
}

static void touchd__connect(touchd *t) {
    struct sockaddr_un address;
    struct epoll_event event;
    memset(&address, 0, sizeof address);
    address.sun_family = AF_UNIX;
    memcpy(address.sun_path, t->path, strlen(t->path));
    t->since_ms = touchd__now_ms();
    t->socket = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (t->socket < 0 || connect(t->socket, (struct sockaddr *)&address, sizeof address) < 0) {
        int error = errno;
        if (t->socket >= 0) close(t->socket);
        t->socket = -1;
        touchd__retry(t, error);
        return;
    }
    t->in_count = t->searched = t->line_end = t->out_count = 0;
    t->seq = 0;
    t->is_greeted = t->is_at_end = t->is_waiting = 0;
    memset(&event, 0, sizeof event);
    event.events = EPOLLIN;
    event.data.fd = t->socket;
    epoll_ctl(t->epoll, EPOLL_CTL_ADD, t->socket, &event);
    touchd__set_timer(t, t->hello_within);
}

touchd *touchd_open(const touchd_options *options) {
    const char *path = options && options->path ? options->path : getenv("TOUCHD_SOCKET");
    const char *name = options ? options->name : NULL;
    size_t limit = (options && options->max_line ? options->max_line : TOUCHD__LINE_MAX) + 1;
    size_t line = limit < TOUCHD__LINE_FIRST ? limit : TOUCHD__LINE_FIRST;
    struct epoll_event event;
    touchd *t;
    char *memory;
    size_t path_size, name_size;
    if (!path || !*path) path = "/run/touchd/events.sock";
    path_size = strlen(path) + 1;
    name_size = name ? strlen(name) + 1 : 0;
    if (path_size > sizeof ((struct sockaddr_un *)0)->sun_path) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    t = (touchd *)calloc(1, sizeof *t + TOUCHD__OUT + TOUCHD__RENEW + TOUCHD__KEPT + path_size + name_size);
    if (!t) return NULL;
    t->epoll = t->timer = t->socket = -1;
    t->in = (char *)malloc(line);
    t->text = (char *)malloc(line);
    if (!t->in || !t->text) {
        touchd_close(t);
        errno = ENOMEM;
        return NULL;
    }
    memory = (char *)(t + 1);
    t->in_size = line;
    t->in_limit = limit;
    t->out = memory;
    t->renewed_text = t->out + TOUCHD__OUT;
    t->kept_text = t->renewed_text + TOUCHD__RENEW;
    t->path = t->kept_text + TOUCHD__KEPT;
    memcpy(t->path, path, path_size);
    if (name) {
        t->name = t->path + path_size;
        memcpy(t->name, name, name_size);
    }
    t->retries = !options || !options->retries ? 100 : options->retries == TOUCHD_NO_RETRY ? 0 : options->retries;
    t->tree_changes = options && options->tree_changes;
    t->hello_within = options && options->hello_within ? options->hello_within : 5000;
    t->socket = t->told_error = -1;
    t->random = (uint64_t)touchd__now_ms() * 2654435761u ^ (uint64_t)getpid() << 32 ^ 1;
    t->epoll = epoll_create1(EPOLL_CLOEXEC);
    t->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    memset(&event, 0, sizeof event);
    event.events = EPOLLIN;
    event.data.fd = t->timer;
    if (t->epoll < 0 || t->timer < 0 || epoll_ctl(t->epoll, EPOLL_CTL_ADD, t->timer, &event) < 0) {
        int code = errno;
        touchd_close(t);
        errno = code;
        return NULL;
    }
    touchd__connect(t);
    return t;
}

void touchd_close(touchd *t) {
    if (!t) return;
    if (t->socket >= 0) close(t->socket);
    if (t->timer >= 0) close(t->timer);
    if (t->epoll >= 0) close(t->epoll);
    free(t->in);
    free(t->text);
    free(t);
}

int touchd_fd(const touchd *t) { return t->epoll; }

static void touchd__drop_line(touchd *t) {
    if (!t->line_end) return;
    t->in_count -= t->line_end;
    memmove(t->in, t->in + t->line_end, t->in_count);
    t->line_end = 0;
}

static void touchd__receive(touchd *t) {
    /* The line stays in place while its frame, or what follows a reply, is handed out. */
    if (!t->next_in_frame.at && !t->next_unmatched.at) touchd__drop_line(t);
    while (!t->is_at_end && t->in_count < t->in_size) {
        ssize_t bytes = recv(t->socket, t->in + t->in_count, t->in_size - t->in_count, 0);
        if (bytes < 0 && errno == EINTR) continue;
        if (bytes < 0 && errno == EAGAIN) break;
        if (bytes <= 0) t->is_at_end = 1;
        else t->in_count += (size_t)bytes;
    }
}

static int touchd__has_line(const touchd *t) {
    size_t from = t->line_end > t->searched ? t->line_end : t->searched;
    return memchr(t->in + from, '\n', t->in_count - from) != NULL;
}

/* Makes room for a longer line and its strings. Must not be called while a line is handed out, because both buffers move. */
static int touchd__grow(touchd *t) {
    size_t size = t->in_limit - t->in_size < t->in_size ? t->in_limit : 2 * t->in_size;
    char *memory;
    if (size == t->in_size || !(memory = (char *)realloc(t->in, size))) return 0;
    t->in = memory;
    if (!(memory = (char *)realloc(t->text, size))) return 0;
    t->text = memory;
    t->in_size = size;
    return 1;
}

/* Handles the time of the next attempt, or the end of the time for a hello. */
static void touchd__time_out(touchd *t) {
    uint64_t times;
    if (read(t->timer, &times, sizeof times) <= 0 || t->is_failed || t->is_unwinding) return;
    if (t->socket < 0) {
        touchd__connect(t);
    } else if (!t->is_greeted && !t->is_at_end && !touchd__has_line(t)) {
        close(t->socket);
        t->socket = -1;
        touchd__retry(t, ETIMEDOUT);
    }
}

int touchd_dispatch(touchd *t, int timeout_ms) {
    struct epoll_event events[2];
    int count, i, is_time = 0;
    if (t->is_over) return -1;
    if (t->is_failed || t->is_waiting || t->is_unwinding || t->due_count || t->next_in_frame.at || t->next_unmatched.at ||
        (t->is_at_end && t->socket >= 0) ||
        touchd__has_line(t))
        timeout_ms = 0;
    count = epoll_wait(t->epoll, events, 2, timeout_ms);
    for (i = 0; i < count; i++) {
        if (events[i].data.fd == t->timer) {
            is_time = 1;
        } else if (events[i].data.fd == t->socket && !t->is_unwinding) {
            if (events[i].events & EPOLLOUT) touchd__flush(t);
            touchd__receive(t);
        }
    }
    /* The timer comes after the data, so that a program that was busy finds the hello. */
    if (is_time) touchd__time_out(t);
    return 0;
}

/* ---- Events ---- */

/* A string of the current event, or NULL. */
static const char *touchd__string(touchd *t, touchd_json value) {
    char *start = t->text + t->text_count;
    if (!value.at || *value.at != '"') return NULL;
    t->text_count += touchd_text(value, start, t->in_size - t->text_count) + 1;
    if (t->text_count >= t->in_size) {
        t->text_count = t->in_size - 1;
        return "";
    }
    return start;
}

static const char *touchd__member(touchd *t, touchd_json object, const char *key) { return touchd__string(t, touchd_key(object, key)); }

static touchd_event *touchd__fresh(touchd *t, touchd_type type, touchd_json json) {
    memset(&t->event, 0, sizeof t->event);
    t->text_count = 0;
    t->next_region = t->next_gave_way = touchd__none();
    t->event.type = type;
    t->event.json = json;
    return &t->event;
}

static void touchd__lose(touchd *t, const char *reason) {
    if (t->socket >= 0) close(t->socket);
    t->socket = -1;
    t->out_count = 0;
    t->next_in_frame = t->next_unmatched = touchd__none();
    t->lost_reason = reason;
    t->is_unwinding = 1;
    touchd__decide(t, TOUCHD__SENT, TOUCHD__DISCONNECTED);
    touchd__decide(t, TOUCHD__ENDING, TOUCHD__DONE);
}

/* The next reply that the library itself makes. */
static touchd_event *touchd__settle(touchd *t) {
    touchd_event *e;
    size_t i;
    if (!t->due_count) return NULL;
    for (i = 0; t->asked[i].fate < TOUCHD__DONE; i++) {}
    e = touchd__fresh(t, TOUCHD_REPLY, touchd__none());
    e->id = t->asked[i].id;
    switch (t->asked[i].fate) {
    case TOUCHD__DISCONNECTED:
        e->code = "disconnected";
        e->message = "the connection was lost before touchd answered; touchd may have carried out the request";
        e->hint = "check the result when there is a connection again";
        break;
    case TOUCHD__TOO_MANY:
        e->code = "notSent";
        e->message = "there is no connection to touchd, and too many requests are already waiting for one";
        e->hint = "make the request again when there is a connection";
        break;
    case TOUCHD__GIVEN_UP:
        e->code = "notSent";
        e->message = "the request was not sent, because there was no connection to touchd";
        break;
    case TOUCHD__TOO_LONG:
        snprintf(t->too_long, sizeof t->too_long, "the request has %llu bytes, but this touchd accepts at most %llu in a line",
                 (unsigned long long)t->asked[i].length, (unsigned long long)t->line_limit);
        e->code = "notSent";
        e->message = t->too_long;
        break;
    default: e->ok = 1; break;
    }
    touchd__forget_asked(t, i);
    t->due_count--;
    return e;
}

static int touchd__pair(touchd_json value, double out[2]) {
    touchd_json first = touchd_first(value), second = touchd_after(first);
    if (!touchd__is_number(first) || !touchd__is_number(second)) return 0;
    out[0] = touchd_number(first, 0);
    out[1] = touchd_number(second, 0);
    return 1;
}

/* Reads a list of exactly this many numbers. */
static int touchd__numbers(touchd_json list, double *out, size_t count) {
    touchd_json each = touchd_first(list);
    size_t i;
    for (i = 0; i < count; i++, each = touchd_after(each)) {
        if (!touchd__is_number(each)) return 0;
        out[i] = touchd_number(each, 0);
    }
    return !each.at;
}

/* Checks that the line has a list of valid regions, which are then handed out with its event. */
static int touchd__begin_regions(touchd *t, touchd_json line, const char *key) {
    static const char *const names[] = {"id", "path", "kind", "screen"};
    touchd_json regions = touchd_key(line, key), each;
    double numbers[6];
    size_t i;
    if (!regions.at || *regions.at != '[') return 0;
    for (each = touchd_first(regions); each.at; each = touchd_after(each)) {
        for (i = 0; i < 4; i++) {
            touchd_json name = touchd_key(each, names[i]);
            if (!name.at || *name.at != '"') return 0;
        }
        if (!touchd__numbers(touchd_key(each, "bounds"), numbers, 4) || !touchd__numbers(touchd_key(each, "toScreen"), numbers, 6)) return 0;
    }
    t->next_region = touchd_first(regions);
    return 1;
}

int touchd_next_region(touchd *t, touchd_region *region) {
    touchd_json json = t->next_region;
    if (!json.at) return 0;
    t->next_region = touchd_after(json);
    memset(region, 0, sizeof *region);
    region->id = touchd__member(t, json, "id");
    region->path = touchd__member(t, json, "path");
    region->kind = touchd__member(t, json, "kind");
    region->screen = touchd__member(t, json, "screen");
    touchd__numbers(touchd_key(json, "bounds"), region->bounds, 4);
    touchd__numbers(touchd_key(json, "toScreen"), region->to_screen, 6);
    region->refuses = touchd_boolean(touchd_key(json, "refuses"), 0);
    region->has_value = touchd__is_number(touchd_key(json, "value"));
    region->value = touchd_number(touchd_key(json, "value"), 0);
    region->is_on = touchd_boolean(touchd_key(json, "isOn"), -1);
    region->has_offset = touchd__numbers(touchd_key(json, "offset"), region->offset, 2);
    region->zoom_scale = touchd_number(touchd_key(json, "zoomScale"), 1);
    region->json = json;
    return 1;
}

int touchd_next_gave_way(touchd *t, touchd_gave_way *gave_way) {
    touchd_json json = t->next_gave_way;
    if (!json.at) return 0;
    t->next_gave_way = touchd_after(json);
    gave_way->region = touchd__member(t, json, "region");
    gave_way->key = touchd__member(t, json, "key");
    gave_way->client = touchd_whole(touchd_key(json, "client"), 0);
    return 1;
}

/* The warning about the next pattern of a subscription that matches no region. */
static touchd_event *touchd__warn_unmatched(touchd *t) {
    touchd_json json = t->next_unmatched;
    touchd_event *e = touchd__fresh(t, TOUCHD_WARNING, json);
    const char *glob = touchd__member(t, json, "glob"), *near = touchd__member(t, json, "near");
    struct touchd__writer w;
    t->next_unmatched = touchd_after(json);
    w.at = t->text + t->text_count;
    w.end = t->text + t->in_size - 1;
    w.is_full = 0;
    e->message = w.at;
    e->code = "unmatchedPattern";
    e->id = t->unmatched_id;
    touchd__puts(&w, "the pattern \"");
    touchd__puts(&w, glob);
    touchd__puts(&w, "\" matches no region now");
    if (near) {
        touchd__puts(&w, "; did you mean \"");
        touchd__puts(&w, near);
        touchd__puts(&w, "\"?");
    }
    *w.at++ = 0;
    t->text_count = (size_t)(w.at - t->text);
    return e;
}

static int64_t touchd__time(touchd_json value, int64_t otherwise) {
    int is_negative = value.at && *value.at == '-';
    uint64_t whole;
    if (is_negative) value.at++;
    whole = touchd_whole(value, UINT64_MAX);
    return whole > INT64_MAX ? otherwise : is_negative ? -(int64_t)whole : (int64_t)whole;
}

static void touchd__read_touches(touchd_json json, touchd_event *e) {
    touchd_json each;
    for (each = touchd_first(touchd_key(json, "touches")); each.at && e->touch_count < TOUCHD_TOUCHES_MAX; each = touchd_after(each))
        e->touches[e->touch_count++] = touchd_whole(each, 0);
}

size_t touchd_samples(const touchd_event *e, touchd_sample *samples, size_t most) {
    touchd_json all = e->type == TOUCHD_TOUCH && !e->synthetic ? touchd_key(e->json, "coalesced") : touchd__none(), each;
    size_t count = 0, skip;
    for (each = touchd_first(all); each.at; each = touchd_after(each)) count++;
    skip = count > most ? count - most : 0;
    for (each = touchd_first(all); each.at; each = touchd_after(each)) {
        if (skip) {
            skip--;
            continue;
        }
        samples->time = touchd__time(touchd_key(each, "time"), e->time);
        samples->x = touchd_number(touchd_key(each, "x"), e->x);
        samples->y = touchd_number(touchd_key(each, "y"), e->y);
        samples->has_local = touchd__pair(touchd_key(each, "local"), samples->local);
        samples->json = each;
        samples++;
    }
    return count;
}

/* Reads an event of a frame. Returns 1 if it is read, 0 if its kind or a word is unknown, -1 if it is malformed. */
static int touchd__read(touchd *t, touchd_json json, touchd_event *e) {
    static const char *const phases[] = {"began", "moved", "stationary", "ended", "cancelled", "changed", "recognized"};
    touchd_json kind = touchd_key(json, "event"), region = touchd_key(json, "region"), word;
    size_t i;
    int has_whole_id = touchd_whole(touchd_key(json, "id"), UINT64_MAX) != UINT64_MAX;
    if (!kind.at || *kind.at != '"') return -1;
    e->type = touchd__is(kind, "touch") ? TOUCHD_TOUCH : touchd__is(kind, "gesture") ? TOUCHD_GESTURE
        : touchd__is(kind, "control") ? TOUCHD_CONTROL : touchd__is(kind, "scroll") ? TOUCHD_SCROLL
        : touchd__is(kind, "sensitive") ? TOUCHD_SENSITIVE : touchd__is(kind, "outside") ? TOUCHD_OUTSIDE : (touchd_type)0;
    if (!e->type) return 0;
    word = touchd_key(json, e->type == TOUCHD_TOUCH || e->type == TOUCHD_SENSITIVE ? "phase" : "state");
    for (i = 0; i < sizeof phases / sizeof *phases; i++)
        if (touchd__is(word, phases[i])) e->phase = (touchd_phase)(i + 1);
    if ((e->type == TOUCHD_TOUCH || e->type == TOUCHD_SENSITIVE) && e->phase > TOUCHD_CANCELLED) e->phase = (touchd_phase)0;
    if ((e->type == TOUCHD_GESTURE || e->type == TOUCHD_SCROLL) && (e->phase == TOUCHD_MOVED || e->phase == TOUCHD_STATIONARY))
        e->phase = (touchd_phase)0;
    e->region = touchd__string(t, region);
    if (!e->region && ((e->type != TOUCHD_TOUCH && e->type != TOUCHD_SENSITIVE) || !region.at)) return -1;
    e->id = touchd_whole(touchd_key(json, "id"), 0);
    e->has_local = touchd__pair(touchd_key(json, "local"), e->local);
    e->timestamp = touchd__time(touchd_key(json, "timestamp"), e->time);
    switch (e->type) {
    case TOUCHD_TOUCH:
        if (!word.at || !has_whole_id || !touchd__is_number(touchd_key(json, "x")) || !touchd__is_number(touchd_key(json, "y"))) return -1;
        e->target = touchd__member(t, json, "target");
        e->x = touchd_number(touchd_key(json, "x"), 0);
        e->y = touchd_number(touchd_key(json, "y"), 0);
        e->tap_count = (int)touchd_whole(touchd_key(json, "tapCount"), 0);
        e->inside = touchd_boolean(touchd_key(json, "inside"), 1);
        if (e->phase == TOUCHD_CANCELLED && !(e->reason = touchd__member(t, json, "reason"))) e->reason = "unknown";
        return e->phase != 0;
    case TOUCHD_SENSITIVE:
        if (!word.at || !has_whole_id) return -1;
        e->target = touchd__member(t, json, "target");
        if (e->phase == TOUCHD_CANCELLED && !(e->reason = touchd__member(t, json, "reason"))) e->reason = "unknown";
        return e->phase != 0;
    case TOUCHD_GESTURE:
        e->gesture = touchd__member(t, json, "gesture");
        e->kind = touchd__member(t, json, "kind");
        if (!word.at || !e->gesture || !e->kind) return -1;
        touchd__read_touches(json, e);
        return e->phase != 0;
    case TOUCHD_CONTROL:
        e->action = touchd__member(t, json, "action");
        e->has_value = touchd__is_number(touchd_key(json, "value"));
        e->value = touchd_number(touchd_key(json, "value"), 0);
        e->is_on = touchd_boolean(touchd_key(json, "isOn"), -1);
        return e->action ? 1 : -1;
    case TOUCHD_SCROLL:
        e->zoom_scale = touchd_number(touchd_key(json, "zoomScale"), 1);
        return !word.at || !touchd__pair(touchd_key(json, "offset"), e->offset) ? -1 : e->phase != 0;
    default: return has_whole_id ? 1 : -1;
    }
}

/* Whether the event follows the grammar. Records what is in progress after it. */
static int touchd__admit(touchd *t, touchd_event *e) {
    static const char *const actions[] = {"touchDown", "touchDownRepeat", "touchDragInside", "touchDragOutside", "touchDragEnter",
                                          "touchDragExit", "touchUpInside", "touchUpOutside", "touchCancel", "valueChanged"};
    const char *name = e->type == TOUCHD_GESTURE ? e->gesture : e->region ? e->region : "";
    const int is_per_panel = e->type == TOUCHD_GESTURE || e->type == TOUCHD_SCROLL;
    uint64_t key = is_per_panel ? 0 : e->id;
    struct touchd__live *known = NULL, *spare = NULL;
    int begins, ends, may_begin = 0, has_value = 0;
    size_t i, length = touchd_extent(e->json);
    if (e->type == TOUCHD_OUTSIDE) return 1;
    if (e->type == TOUCHD_CONTROL) {
        for (i = 0; i < 10 && strcmp(actions[i], e->action); i++) {}
        if (i == 10) return 1;
        begins = i == 0;
        may_begin = i == 1;
        ends = i >= 6 && i < 9;
        has_value = i == 9;
    } else {
        begins = e->phase == TOUCHD_BEGAN || e->phase == TOUCHD_RECOGNIZED;
        ends = e->phase == TOUCHD_ENDED || e->phase == TOUCHD_CANCELLED || e->phase == TOUCHD_RECOGNIZED;
    }
    for (i = 0; i < TOUCHD_LIVE_MAX; i++) {
        struct touchd__live *live = &t->live[i];
        if (!live->kind) spare = spare ? spare : live;
        else if (live->kind == (int)e->type && live->key == key && !strcmp(live->name, name) &&
                 (!is_per_panel || !strcmp(live->panel, e->panel)))
            known = live;
    }
    if (!may_begin && begins == (known != NULL)) return 0;
    if (!known && !ends) {
        if (!spare || length >= TOUCHD_EVENT_MAX || strlen(name) >= sizeof spare->name || strlen(e->panel) >= sizeof spare->panel) return 0;
        known = spare;
        known->kind = (int)e->type;
        known->serial = ++t->last_serial;
        known->key = key;
        known->user = NULL;
        strcpy(known->panel, e->panel);
        strcpy(known->name, name);
    }
    if (!known) return 1;
    known->time = e->time;
    if (length < TOUCHD_EVENT_MAX && !has_value) { /* a cancel has no value */
        memcpy(known->event, e->json.at, length);
        known->event[length] = 0;
    }
    if (e->type == TOUCHD_TOUCH) e->user = &known->user;
    if (ends) known->kind = 0;
    return 1;
}

/* The cancel of the next event in progress: panel by panel, first touches, then gestures, controls and scroll views, in the order of their begins. */
static touchd_event *touchd__cancel_next(touchd *t) {
    struct touchd__live *first = NULL, *next = NULL;
    touchd_event *e;
    touchd_json json;
    size_t i;
    int64_t time = 0;
    for (i = 0; i < TOUCHD_LIVE_MAX; i++)
        if (t->live[i].kind && (!first || t->live[i].serial < first->serial)) first = &t->live[i];
    if (!first) return NULL;
    /* The current panel is finished first. */
    if (t->event.synthetic && t->event.panel)
        for (i = 0; i < TOUCHD_LIVE_MAX; i++)
            if (t->live[i].kind && !strcmp(t->live[i].panel, t->event.panel)) first = &t->live[i];
    for (i = 0; i < TOUCHD_LIVE_MAX; i++) {
        struct touchd__live *live = &t->live[i];
        if (!live->kind || strcmp(live->panel, first->panel)) continue;
        if (live->time > time) time = live->time;
        if (!next || live->kind < next->kind || (live->kind == next->kind && live->serial < next->serial)) next = live;
    }
    if (t->event.synthetic && t->event.panel && !strcmp(t->event.panel, next->panel) && t->event.time > time) time = t->event.time;
    json.at = next->event;
    e = touchd__fresh(t, TOUCHD_TOUCH, json);
    touchd__read(t, json, e);
    e->synthetic = 1;
    e->time = e->timestamp = time;
    e->panel = next->panel;
    e->phase = e->type == TOUCHD_CONTROL ? (touchd_phase)0 : TOUCHD_CANCELLED;
    if (e->type == TOUCHD_TOUCH || e->type == TOUCHD_SENSITIVE) e->reason = "disconnected";
    if (e->type == TOUCHD_TOUCH) e->user = &next->user;
    if (e->type == TOUCHD_CONTROL) e->action = "touchCancel";
    next->kind = 0;
    return e;
}

static touchd_event *touchd__unwind(touchd *t) {
    touchd_event *e;
    if (t->is_unwinding == 1) {
        if ((e = touchd__cancel_next(t)) != NULL) return e;
        t->is_unwinding = t->has_bye ? 2 : 3;
    }
    if (t->is_unwinding == 2) {
        t->is_unwinding = 3;
        e = touchd__fresh(t, TOUCHD_MESSAGE, t->line);
        e->kind = "bye";
        e->reason = touchd__member(t, t->line, "reason");
        e->message = touchd__member(t, t->line, "message");
        return e;
    }
    if ((e = touchd__settle(t)) != NULL) return e;
    e = touchd__fresh(t, TOUCHD_DISCONNECTED, touchd__none());
    e->reason = t->has_bye ? touchd__member(t, t->line, "reason") : t->lost_reason;
    if (t->has_bye && touchd__is(touchd_key(t->line, "reason"), "protocol")) {
        if (!touchd_text(touchd_key(t->line, "message"), t->failure, sizeof t->failure))
            snprintf(t->failure, sizeof t->failure, "touchd speaks another protocol");
        touchd__fail(t, "protocol");
    }
    t->has_bye = t->is_unwinding = 0;
    t->in_count = t->searched = t->line_end = 0;
    if (!t->is_failed) touchd__retry(t, 0);
    if (!t->is_greeted) return NULL;
    t->is_greeted = 0;
    return e;
}

/* Writes the kept lines, and refuses those that are too long for this server. */
static void touchd__put_kept(touchd *t, struct touchd__writer *w) {
    const char *at = t->kept_text;
    size_t i;
    for (i = 0; i < t->asked_count; i++) {
        size_t length;
        if (t->asked[i].fate != TOUCHD__KEPT_BACK) continue;
        length = (size_t)((const char *)memchr(at, '\n', (size_t)(t->kept_text + t->kept_size - at)) - at);
        if (length > t->line_limit) {
            t->asked[i].fate = TOUCHD__TOO_LONG;
            t->asked[i].length = length;
            t->due_count++;
        } else {
            touchd__put(w, at, length + 1);
        }
        at += length + 1;
    }
}

static touchd_event *touchd__hello(touchd *t, touchd_json line, int is_line) {
    /* Keys can be read only from a line that has been checked. */
    touchd_json speaks = is_line ? touchd_key(line, "protocol") : touchd__none();
    struct touchd__writer w;
    touchd_json one;
    touchd_event *e;
    size_t i;
    if (!is_line || !touchd__is(touchd_key(line, "type"), "hello") || touchd_whole(speaks, 0) != TOUCHD_PROTOCOL) {
        char server[128] = "the server", protocol[32] = "?";
        size_t length = touchd_extent(speaks);
        if (!is_line) {
            snprintf(t->failure, sizeof t->failure, "the server at the socket is not touchd: %.60s", t->in);
        } else {
            if (touchd_key(line, "server").at) touchd_text(touchd_key(line, "server"), server, sizeof server);
            if (length && length < sizeof protocol) memcpy(protocol, speaks.at, length), protocol[length] = 0;
            snprintf(t->failure, sizeof t->failure, "%s speaks protocol %s, but this library speaks %d; install matching versions",
                     server, protocol, TOUCHD_PROTOCOL);
        }
        touchd__fail(t, "protocol");
        return NULL;
    }
    t->is_greeted = 1;
    t->line_limit = touchd_whole(touchd_key(touchd_key(line, "limits"), "maxLine"), UINT64_MAX);
    touchd__set_timer(t, 0);
    w = touchd__begin(t);
    touchd__puts(&w, "{\"type\":\"hello\",\"protocol\":");
    touchd__put_whole(&w, TOUCHD_PROTOCOL);
    if (t->name) {
        touchd__puts(&w, ",\"name\":");
        touchd__put_string(&w, t->name);
    }
    for (one = touchd_first(touchd_key(line, "capabilities")); t->tree_changes && one.at; one = touchd_after(one))
        if (touchd__is(one, "treeChanges")) touchd__puts(&w, ",\"want\":[\"treeChanges\"]");
    touchd__puts(&w, "}\n");
    for (i = 0; i < t->renewed_count;) i += touchd__put_renewed(t, i, line, &w);
    touchd_text(touchd_key(line, "epoch"), t->lost_epoch, sizeof t->lost_epoch);
    touchd__put_kept(t, &w);
    touchd__decide(t, TOUCHD__KEPT_BACK, TOUCHD__SENT);
    touchd__decide(t, TOUCHD__NOT_YET, TOUCHD__REDONE);
    t->kept_size = t->kept_count = 0;
    t->out_count = (size_t)(w.at - t->out);
    touchd__flush(t);
    e = touchd__fresh(t, TOUCHD_CONNECTED, line);
    e->server = touchd__member(t, line, "server");
    e->epoch = touchd__member(t, line, "epoch");
    return e;
}

static void touchd__answered(touchd *t, uint64_t id) {
    size_t i;
    for (i = 0; i < t->asked_count && (t->asked[i].id != id || t->asked[i].fate > TOUCHD__REDONE); i++) {}
    if (i < t->asked_count) touchd__forget_asked(t, i);
}

/* Handles a line that has been checked to be JSON. Returns NULL if there is no event, or if the connection is lost now. */
static touchd_event *touchd__message(touchd *t, touchd_json line) {
    touchd_json type = touchd_key(line, "type"), each;
    uint64_t seq = touchd_whole(touchd_key(line, "seq"), UINT64_MAX), id = touchd_whole(touchd_key(line, "id"), UINT64_MAX);
    touchd_event *e;
    size_t i;
    if (*line.at != '{' || !type.at || *type.at != '"') return touchd__lose(t, "badLine"), (touchd_event *)NULL;
    if (touchd__is(type, "frame") || touchd__is(type, "snapshot") || touchd__is(type, "lagged")) {
        if (seq == UINT64_MAX) return touchd__lose(t, "badLine"), (touchd_event *)NULL;
        if (seq != t->seq + 1) return touchd__lose(t, "gap"), (touchd_event *)NULL;
        t->seq = seq;
    }
    if (touchd__is(type, "frame")) {
        touchd_json panel = touchd_key(line, "panel"), events = touchd_key(line, "events");
        if (!panel.at || *panel.at != '"' || !events.at || *events.at != '[' || !touchd__is_number(touchd_key(line, "time")))
            return touchd__lose(t, "badLine"), (touchd_event *)NULL;
        /* All events are read before the first one counts: a frame with a malformed event has no effect. */
        for (each = touchd_first(events); each.at; each = touchd_after(each)) {
            e = touchd__fresh(t, TOUCHD_TOUCH, each);
            if (touchd__read(t, each, e) < 0) return touchd__lose(t, "badLine"), (touchd_event *)NULL;
        }
        t->next_in_frame = touchd_first(events);
        return NULL;
    }
    if (touchd__is(type, "bye")) {
        touchd__lose(t, "bye");
        t->has_bye = 1;
        return NULL;
    }
    e = touchd__fresh(t, TOUCHD_MESSAGE, line);
    e->kind = touchd__string(t, type);
    if (touchd__is(type, "pong") || touchd__is(type, "synced")) touchd__answered(t, id);
    if (touchd__is(type, "reply") && touchd_key(line, "id").at && *touchd_key(line, "id").at == 'n') {
        /* A reply with the ID null answers no request: touchd sends it for a line that it cannot read as a request. */
        if (touchd_boolean(touchd_key(line, "ok"), -1) < 0) return touchd__lose(t, "badLine"), (touchd_event *)NULL;
    } else if (touchd__is(type, "reply")) {
        e->type = TOUCHD_REPLY;
        e->ok = touchd_boolean(touchd_key(line, "ok"), -1);
        e->id = id;
        /* A malformed reply answers nothing. */
        if (id == UINT64_MAX || e->ok < 0) return touchd__lose(t, "badLine"), (touchd_event *)NULL;
        for (each = touchd_first(touchd_key(line, "unmatched")); each.at; each = touchd_after(each))
            if (!touchd__same(touchd_key(each, "glob"), touchd_key(each, "glob"))) return touchd__lose(t, "badLine"), (touchd_event *)NULL;
        touchd__answered(t, id);
        e->code = touchd__member(t, touchd_key(line, "error"), "code");
        e->message = touchd__member(t, touchd_key(line, "error"), "message");
        e->hint = touchd__member(t, touchd_key(line, "error"), "hint");
        for (i = 0; i < t->renewed_count; i++)
            if (t->renewed[i].id == id) t->renewed[i].subscription = touchd_whole(touchd_key(line, "subscription"), t->renewed[i].subscription);
        touchd__renewed_answered(t, id, e->ok);
        t->next_unmatched = touchd_first(touchd_key(line, "unmatched"));
        t->unmatched_id = id;
    } else if (touchd__is(type, "snapshot") || touchd__is(type, "tree") || touchd__is(type, "changed")) {
        e->type = touchd__is(type, "snapshot") ? TOUCHD_SNAPSHOT : touchd__is(type, "tree") ? TOUCHD_TREE : TOUCHD_REGIONS_CHANGED;
        e->seq = e->type == TOUCHD_SNAPSHOT ? seq : 0;
        e->generation = touchd_whole(touchd_key(line, "generation"), UINT64_MAX);
        if (e->type == TOUCHD_TREE && !touchd_key(line, "regions").at) e->type = TOUCHD_TREE_CHANGED;
        if (e->generation == UINT64_MAX || !touchd__begin_regions(t, line, e->type == TOUCHD_TREE_CHANGED ? "added" : "regions"))
            return touchd__lose(t, "badLine"), (touchd_event *)NULL;
        if (e->type == TOUCHD_TREE_CHANGED) {
            touchd_json removed = touchd_key(line, "removed"), moved = touchd_key(line, "moved");
            if (!removed.at || *removed.at != '[' || !moved.at || *moved.at != '[') return touchd__lose(t, "badLine"), (touchd_event *)NULL;
            for (each = touchd_first(moved); each.at; each = touchd_after(each))
                if (!touchd__same(touchd_key(each, "id"), touchd_key(each, "id"))) return touchd__lose(t, "badLine"), (touchd_event *)NULL;
        }
    } else if (touchd__is(type, "config")) {
        touchd_json gave_way = touchd_key(line, "gaveWay");
        e->type = TOUCHD_CONFIG;
        e->ok = touchd_boolean(touchd_key(line, "ok"), -1);
        e->generation = touchd_whole(touchd_key(line, "generation"), UINT64_MAX);
        e->message = touchd__member(t, line, "message");
        if (e->ok < 0 || e->generation == UINT64_MAX || (touchd_key(line, "regions").at && !touchd__begin_regions(t, line, "regions")))
            return touchd__lose(t, "badLine"), (touchd_event *)NULL;
        for (each = touchd_first(gave_way); each.at; each = touchd_after(each))
            if (!touchd__same(touchd_key(each, "region"), touchd_key(each, "region"))) return touchd__lose(t, "badLine"), (touchd_event *)NULL;
        t->next_gave_way = touchd_first(gave_way);
    } else if (touchd__is(type, "screen")) {
        e->type = TOUCHD_SCREEN;
        e->screen = touchd__member(t, line, "screen");
        e->display = touchd__member(t, line, "display");
        e->activity = touchd__member(t, line, "activity");
        e->mode = touchd__member(t, line, "mode");
        e->idle = touchd_number(touchd_key(line, "idle"), -1);
        e->last_touch = touchd__time(touchd_key(line, "lastTouch"), INT64_MIN);
        if (!e->screen || !e->display || !e->activity || !e->mode) return touchd__lose(t, "badLine"), (touchd_event *)NULL;
    } else if (touchd__is(type, "staff")) {
        e->type = TOUCHD_STAFF;
        e->screen = touchd__member(t, line, "screen");
        e->gesture = touchd__member(t, line, "id");
        e->time = e->timestamp = touchd__time(touchd_key(line, "time"), INT64_MIN);
        if (!e->screen || !e->gesture || e->time == INT64_MIN) return touchd__lose(t, "badLine"), (touchd_event *)NULL;
    } else if (touchd__is(type, "overridden")) {
        e->type = TOUCHD_OVERRIDDEN;
        e->region = touchd__member(t, line, "region");
        e->key = touchd__member(t, line, "key");
        e->generation = touchd_whole(touchd_key(line, "generation"), UINT64_MAX);
        if (!e->region || e->generation == UINT64_MAX) return touchd__lose(t, "badLine"), (touchd_event *)NULL;
        touchd__override(t, touchd_key(line, "region"), touchd_key(line, "key"));
    } else if (touchd__is(type, "warning")) {
        e->type = TOUCHD_WARNING;
        e->code = touchd__member(t, line, "code");
        e->message = touchd__member(t, line, "message");
        if (!e->code || !e->message) return touchd__lose(t, "badLine"), (touchd_event *)NULL;
    } else if (touchd__is(type, "lagged")) {
        e->type = TOUCHD_LAGGED;
        e->seq = seq;
        e->message = "this program reads too slowly: presses that began or ended since it fell behind are lost";
    } else if (touchd__is(type, "released")) {
        e->type = TOUCHD_RELEASED;
        e->reason = touchd__member(t, line, "reason");
        for (each = touchd_first(touchd_key(line, "receivers")); each.at; each = touchd_after(each)) {
            size_t mark = t->text_count;
            const char *name = touchd__string(t, each);
            if (name) touchd__forget(t, name);
            t->text_count = mark;
        }
    } else if (touchd__is(type, "question")) {
        e->type = TOUCHD_QUESTION;
        e->id = id;
        e->ask = touchd__member(t, line, "ask");
        e->panel = touchd__member(t, line, "panel");
        e->gesture = touchd__member(t, line, "gesture");
        e->kind = touchd__member(t, line, "kind");
        e->region = touchd__member(t, line, "region");
        e->target = touchd__member(t, line, "target");
        e->time = e->timestamp = touchd__time(touchd_key(line, "time"), INT64_MIN);
        e->deadline = touchd__time(touchd_key(line, "deadline"), INT64_MIN);
        touchd__read_touches(line, e);
        e->has_local = touchd__pair(touchd_key(line, "local"), e->local);
        if (id == UINT64_MAX || !e->ask || !e->panel || !e->gesture || !e->kind || !e->region || e->time == INT64_MIN ||
            e->deadline == INT64_MIN)
            return touchd__lose(t, "badLine"), (touchd_event *)NULL;
    }
    return e;
}

const touchd_event *touchd_next_event(touchd *t) {
    for (;;) {
        touchd_event *e;
        const char *end;
        if (t->is_over) return NULL;
        if (t->is_unwinding) {
            if ((e = touchd__unwind(t)) != NULL) return e;
            continue;
        }
        if ((e = touchd__settle(t)) != NULL) return e;
        if (t->is_failed) {
            e = touchd__fresh(t, TOUCHD_FAILED, touchd__none());
            e->kind = t->failed_kind;
            e->message = t->failure;
            t->is_over = 1;
            return e;
        }
        if (t->is_waiting) {
            e = touchd__fresh(t, TOUCHD_WAITING, touchd__none());
            e->path = t->path;
            e->error = t->told_error;
            e->message = t->failure;
            t->is_waiting = 0;
            return e;
        }
        if (t->socket < 0) return NULL;
        if (t->next_in_frame.at) {
            touchd_json json = t->next_in_frame;
            t->next_in_frame = touchd_after(json);
            e = touchd__fresh(t, TOUCHD_TOUCH, json);
            e->panel = touchd__member(t, t->line, "panel");
            e->seq = t->seq;
            e->time = (int64_t)touchd_whole(touchd_key(t->line, "time"), 0);
            if (!touchd__read(t, json, e) || !touchd__admit(t, e)) continue;
            return e;
        }
        if (t->next_unmatched.at) return touchd__warn_unmatched(t);
        touchd__drop_line(t);
        end = (const char *)memchr(t->in + t->searched, '\n', t->in_count - t->searched);
        if (!end) {
            t->searched = t->in_count;
            if (t->in_count == t->in_size) {
                if (!touchd__grow(t)) touchd__lose(t, "lineTooLong");
            } else if (t->is_at_end) touchd__lose(t, "closed");
            else return NULL;
            continue;
        }
        t->searched = 0;
        t->line_end = (size_t)(end - t->in) + 1;
        t->in[t->line_end - 1] = 0;
        t->line.at = touchd__blanks(t->in);
        end = touchd__check(t->line.at, 0);
        /* A NUL inside the line would end it early. */
        if (end && *touchd__blanks(end)) end = NULL;
        if (end && (size_t)(touchd__blanks(end) - t->in) != t->line_end - 1) end = NULL;
        if (!t->is_greeted) e = touchd__hello(t, t->line, end != NULL);
        else if (!end) touchd__lose(t, "badLine"), e = NULL;
        else e = touchd__message(t, t->line);
        if (e) return e;
    }
}
#endif /* TOUCHD_IMPLEMENTATION */
