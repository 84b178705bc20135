/* least SOCKET: a minimal daemon of this kind, for comparison: a socket, an epoll, READY, and sleep. */
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	struct sockaddr_un own = { .sun_family = AF_UNIX }, manager = { .sun_family = AF_UNIX };
	struct epoll_event event = { .events = EPOLLIN };
	int listener = socket(AF_UNIX, SOCK_STREAM, 0), loop = epoll_create1(0);

	if (argc != 2 || !getenv("NOTIFY_SOCKET"))
		return 64;
	strncpy(own.sun_path, argv[1], sizeof own.sun_path - 1);
	strncpy(manager.sun_path, getenv("NOTIFY_SOCKET"), sizeof manager.sun_path - 1);
	if (bind(listener, (void *)&own, sizeof own) || listen(listener, 4) || epoll_ctl(loop, EPOLL_CTL_ADD, listener, &event))
		return 1;
	sendto(socket(AF_UNIX, SOCK_DGRAM, 0), "READY=1", 7, 0, (void *)&manager, sizeof manager);
	return epoll_wait(loop, &event, 1, -1) < 0;
}
