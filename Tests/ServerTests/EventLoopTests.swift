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
}
