/* Prints presses in a loop that also waits for other input, here for typed lines. The loop is libuv's (Debian: libuv1-dev).
 *     cc -I clients/c examples/loop-uv.c -luv -o loop-uv && ./loop-uv */
#define TOUCHD_IMPLEMENTATION
#include "touchd.h"
#include <uv.h>

/* Handles all available events, because remaining ones do not wake the loop. */
static void take(touchd *client) {
    const touchd_event *event;
    while ((event = touchd_next_event(client)) != NULL)
        if (event->type == TOUCHD_TOUCH && touchd_is_press(event)) printf("pressed %s\n", event->region), fflush(stdout);
        else if (event->message) fprintf(stderr, "%s\n", event->message);
}

static void on_touchd(uv_poll_t *handle, int status, int events) {
    touchd *client = (touchd *)handle->data;
    (void)events;
    if (status < 0 || touchd_dispatch(client, 0) < 0) uv_stop(handle->loop);
    else take(client);
}

static void on_typed(uv_poll_t *handle, int status, int events) {
    char text[256];
    ssize_t count = status < 0 ? -1 : read(STDIN_FILENO, text, sizeof text);
    (void)events;
    if (count <= 0) uv_stop(handle->loop);
    else printf("typed %.*s", (int)count, text), fflush(stdout);
}

int main(void) {
    touchd *client = touchd_open(NULL);
    uv_poll_t touches, typed;
    if (!client || !touchd_subscribe(client, NULL)) return 1;
    uv_poll_init(uv_default_loop(), &touches, touchd_fd(client)); /* the descriptor stays the same, with or without a connection */
    uv_poll_init(uv_default_loop(), &typed, STDIN_FILENO);
    touches.data = client;
    uv_poll_start(&touches, UV_READABLE, on_touchd);
    uv_poll_start(&typed, UV_READABLE, on_typed);
    take(client);
    uv_run(uv_default_loop(), UV_RUN_DEFAULT);
    touchd_close(client);
}
