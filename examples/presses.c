/* Prints the regions that are pressed: cc -I clients/c examples/presses.c -o presses */
#define TOUCHD_IMPLEMENTATION
#include "touchd.h"
int main(void) {
    touchd *client = touchd_open(NULL);
    const touchd_event *event;
    if (!client || !touchd_subscribe(client, NULL)) return 1;
    while (touchd_dispatch(client, -1) == 0)
        while ((event = touchd_next_event(client)) != NULL)
            if (event->type == TOUCHD_TOUCH && touchd_is_press(event)) printf("pressed %s\n", event->region), fflush(stdout);
            else if (event->message) fprintf(stderr, "%s\n", event->message);
    touchd_close(client);
}
