/* Prints presses in a loop that also waits for other input, here for typed lines. The loop is poll.
 *     cc -I clients/c examples/loop-poll.c -o loop-poll && ./loop-poll */
#define TOUCHD_IMPLEMENTATION
#include "touchd.h"
#include <poll.h>

/* Handles all available events, because remaining ones do not wake poll. */
static void take(touchd *client) {
    const touchd_event *event;
    while ((event = touchd_next_event(client)) != NULL)
        if (event->type == TOUCHD_TOUCH && touchd_is_press(event)) printf("pressed %s\n", event->region), fflush(stdout);
        else if (event->message) fprintf(stderr, "%s\n", event->message);
}

int main(void) {
    touchd *client = touchd_open(NULL);
    struct pollfd polled[2];
    if (!client || !touchd_subscribe(client, NULL)) return 1;
    polled[0].fd = touchd_fd(client); /* the descriptor stays the same, with or without a connection */
    polled[1].fd = STDIN_FILENO;
    polled[0].events = polled[1].events = POLLIN;
    take(client);
    while (poll(polled, 2, -1) > 0) {
        if (polled[0].revents) {
            if (touchd_dispatch(client, 0) < 0) break;
            take(client);
        }
        if (polled[1].revents) {
            char text[256];
            ssize_t count = read(STDIN_FILENO, text, sizeof text);
            if (count <= 0) break;
            printf("typed %.*s", (int)count, text), fflush(stdout);
        }
    }
    touchd_close(client);
}
