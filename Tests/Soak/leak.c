// Preloaded into touchd by Tests/Soak/short: leaks a descriptor with every fourth client, so that a soak has something to find. It is one that umockdev
// does not count, because umockdev keeps at most 256.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

int accept4(int listener, struct sockaddr *address, socklen_t *length, int flags) {
    static int (*real)(int, struct sockaddr *, socklen_t *, int);
    static int count;
    if (!real) real = (int (*)(int, struct sockaddr *, socklen_t *, int))dlsym(RTLD_NEXT, "accept4");
    int client = real(listener, address, length, flags);
    if (client >= 0 && ++count % 4 == 0) eventfd(0, EFD_CLOEXEC);
    return client;
}
