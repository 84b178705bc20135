import CLinux
import Glibc
import Testing

@Suite struct `Calls of Linux` {
    @Test func `epoll reports what is readable, and forgets what it is told to forget`() {
        let epoll = clinux_epoll_create()
        let event = clinux_eventfd()
        defer { [epoll, event].forEach { close($0) } }
        var ready = [clinux_ready](repeating: clinux_ready(), count: 4)
        #expect(clinux_epoll_watch(epoll, event, CLINUX_IN, 1) == 0)
        #expect(clinux_epoll_wait(epoll, &ready, 4, 0) == 0)
        clinux_eventfd_signal(event)
        #expect(clinux_epoll_wait(epoll, &ready, 4, 1000) == 1)
        #expect(ready[0].fd == event && ready[0].events & CLINUX_IN != 0)
        #expect(clinux_epoll_forget(epoll, event) == 0)
        #expect(clinux_epoll_wait(epoll, &ready, 4, 0) == 0)
    }

    @Test func `a timer comes after its time, and not when it is stopped`() {
        let timer = clinux_timerfd()
        defer { close(timer) }
        func comes(within milliseconds: Int32) -> Bool {
            var polled = pollfd(fd: timer, events: Int16(POLLIN), revents: 0)
            return poll(&polled, 1, milliseconds) == 1
        }
        #expect(clinux_timerfd_set(timer, 1000, 0) == 0)
        #expect(comes(within: 10_000))
        clinux_timerfd_read(timer)
        #expect(!comes(within: 0))
        clinux_timerfd_set(timer, 5000, 0)
        clinux_timerfd_set(timer, 0, 0)
        #expect(!comes(within: 20))
    }

    @Test func `a lock is held by one, until its descriptor is closed`() {
        let path = "/tmp/touchd-lock-\(getpid())"
        defer { unlink(path) }
        let first = clinux_lock(path)
        #expect(first >= 0)
        let (second, reason) = (clinux_lock(path), errno)
        #expect(second == -1 && reason == EWOULDBLOCK)
        close(first)
        let third = clinux_lock(path)
        #expect(third >= 0)
        close(third)
    }

    @Test func `the peer of a socket is known, and sending to one that is gone raises no signal`() {
        var ends: [Int32] = [0, 0]
        socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
        defer { close(ends[0]) }
        var pid: Int32 = 0
        var (user, group): (UInt32, UInt32) = (0, 0)
        #expect(clinux_peer(ends[0], &pid, &user, &group) == 0)
        #expect(pid == getpid() && user == geteuid() && group == getegid())
        #expect(clinux_send(ends[0], "abc", 3) == 3)
        close(ends[1])
        let (count, reason) = (clinux_send(ends[0], "abc", 3), errno)
        #expect(count == -1 && reason == EPIPE)
    }

    private func spawn(_ words: String...) -> Int32 {
        let copies = words.map { strdup($0)! }
        defer { copies.forEach { free($0) } }
        return clinux_spawn(copies.map { UnsafePointer<CChar>($0) } + [nil])
    }

    @Test(arguments: [("exit 0", 0), ("exit 7", 7), ("kill -9 $$", -9)] as [(String, Int32)])
    func `a program's end is its status, or the signal that ended it`(command: String, end: Int32) {
        let pid = spawn("/bin/sh", "-c", command)
        #expect(pid > 0)
        let descriptor = clinux_pidfd(pid)
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&polled, 1, 30_000) == 1)
        close(descriptor)
        #expect(clinux_reap(pid) == end)
    }

    @Test func `a program that is not there is an error, and no child`() {
        #expect(spawn("/no/such/program") == -ENOENT)
    }
}
