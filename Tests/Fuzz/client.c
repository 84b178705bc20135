/* Arbitrary bytes from the server: touchd.h never reads out of bounds, and its events follow the grammar, even when the connection is lost. */
#define TOUCHD_IMPLEMENTATION
#include "touchd.h"

static size_t read_text(const char *text) { return text ? strlen(text) : 0; }

/* Reads everything that a program may read. */
static void look(const touchd_event *e) {
    touchd_sample samples[4];
    volatile size_t sum = 0;
    size_t i, count = touchd_samples(e, samples, 4);
    const char *const texts[] = {e->panel, e->region, e->target, e->reason, e->gesture, e->kind, e->action, e->ask,
                                 e->code,  e->message, e->hint, e->server, e->epoch};
    for (i = 0; i < sizeof texts / sizeof *texts; i++) sum += read_text(texts[i]);
    for (i = 0; i < count && i < 4; i++) sum += touchd_extent(samples[i].json);
    if (e->touch_count > TOUCHD_TOUCHES_MAX || touchd_is_press(e) == 2) abort();
    sum += touchd_extent(e->json);
    /* A program's data for a touch exists from its begin to its end. */
    if (e->type == TOUCHD_TOUCH) {
        if ((e->phase == TOUCHD_BEGAN) != (*e->user == NULL)) abort();
        *e->user = (void *)(uintptr_t)1;
    }
    if ((e->type == TOUCHD_SENSITIVE) && touchd_is_press(e)) abort();
    (void)sum;
}

static void take_all(touchd *t) {
    const touchd_event *e;
    while ((e = touchd_next_event(t)) != NULL) look(e);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const receivers[] = {"a", "b"};
    touchd_options options = {"/nonexistent/events.sock", "fuzz", TOUCHD_FOREVER, 4096};
    touchd *t = touchd_open(&options);
    size_t i;
    if (!t) abort();
    touchd_subscribe(t, NULL);
    touchd_claim(t, receivers, 2, 100);
    take_all(t);
    while (size && !t->is_over) {
        size_t room, count;
        if (t->socket < 0) {
            /* A socket that accepts no bytes, as the next connection in the state that touchd__connect leaves. */
            t->socket = dup(t->timer);
            t->in_count = t->searched = t->line_end = t->out_count = 0;
            t->seq = 0;
            t->is_greeted = t->is_at_end = t->is_waiting = 0;
        }
        room = t->in_size - t->in_count;
        /* In pieces, as bytes arrive. */
        count = size < room ? size : room;
        if (count > 100) count = 100;
        if (*data % 3 == 0) touchd_request(t, "devices", NULL);
        if (*data % 5 == 0) touchd_release(t, receivers, 1);
        memcpy(t->in + t->in_count, data, count);
        t->in_count += count, data += count, size -= count;
        take_all(t);
    }
    if (t->socket >= 0) {
        t->is_at_end = 1;
        take_all(t);
    }
    for (i = 0; i < TOUCHD_LIVE_MAX; i++)
        if (t->live[i].kind) abort();
    /* Without a connection no request waits for its reply, except those that the next connection will send. */
    if (t->due_count) abort();
    for (i = 0; i < t->asked_count; i++)
        if (t->asked[i].fate != TOUCHD__KEPT_BACK) abort();
    touchd_close(t);
    return 0;
}
