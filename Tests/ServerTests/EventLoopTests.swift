import Glibc
import Testing

@testable import Server

@Suite struct EventLoopTests {
    /// Two descriptors are ready in the same turn. The first handler closes the other descriptor, whose number the kernel then gives to the next one
    /// opened.
    @Test func `what a descriptor was ready for is not told of another that has its number since`() throws {
        let loop = EventLoop()
        func pipe() -> [Int32] {
            var ends: [Int32] = [0, 0]
            precondition(Glibc.pipe(&ends) == 0)
            return ends
        }
        let pipes = [pipe(), pipe()]
        var calls: [String] = []
        var others: [[Int32]] = []
        for index in 0..<2 {
            _ = write(pipes[index][1], "x", 1)
            loop.add(pipes[index][0]) { _ in
                calls.append("old")
                let other = pipes[1 - index][0]
                loop.remove(other)
                // Replaced in one step, because other tests open descriptors at the same time.
                let new = pipe()
                dup2(new[0], other)
                others.append(new)
                loop.add(other) { _ in calls.append("new") }
            }
        }
        loop.turn(waiting: 0)
        #expect(calls == ["old"])
        for fd in pipes.flatMap({ $0 }) + others.flatMap({ $0 }) { close(fd) }
    }

    @Test func `a descriptor that the kernel refuses to watch is watched in a later turn`() throws {
        let loop = EventLoop()
        var ends: [Int32] = [0, 0]
        precondition(pipe(&ends) == 0)
        defer { for fd in ends { close(fd) } }
        _ = write(ends[1], "x", 1)
        var refusals = 2
        let watch = loop.startWatching
        loop.startWatching = {
            refusals -= 1
            if refusals < 0 { return watch($0, $1, $2) }
            errno = ENOSPC
            return -1
        }
        var calls = 0
        loop.add(ends[0]) { _ in calls += 1 }
        #expect(loop.failure != nil, "at the start, this ends the daemon")
        loop.turn(waiting: 0)
        #expect(calls == 0)
        // The descriptor is not watched yet, so a turn without limit must end by itself and try again.
        loop.turn(waiting: -1)
        #expect(calls == 1)
        loop.remove(ends[0])
        loop.turn(waiting: 0)
        #expect(calls == 1)
    }

    @Test func `a descriptor that is removed before it is watched stays removed`() throws {
        let loop = EventLoop()
        var ends: [Int32] = [0, 0]
        precondition(pipe(&ends) == 0)
        defer { for fd in ends { close(fd) } }
        _ = write(ends[1], "x", 1)
        let watch = loop.startWatching
        loop.startWatching = { _, _, _ in
            errno = ENOMEM
            return -1
        }
        loop.add(ends[0]) { _ in Issue.record("nobody watches it") }
        loop.remove(ends[0])
        loop.startWatching = watch
        loop.turn(waiting: 0)
        // If it has changed meanwhile, it is watched for what it shall be watched for now.
        loop.startWatching = { _, _, _ in
            errno = ENOMEM
            return -1
        }
        loop.add(ends[0]) { _ in Issue.record("it is watched for nothing") }
        loop.change(ends[0], 0)
        loop.startWatching = watch
        loop.turn(waiting: 0)
    }
}
