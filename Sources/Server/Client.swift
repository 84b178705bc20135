import CLinux
import Glibc
import TouchCore
import Wire

/// One connection: what it has sent, what it wants, what it has seen, and what it has yet to take.
final class Client {
    let fd: Int32
    let label: String
    var name: String?
    var group: FilterGroup?
    /// For each subscription the first touch it gets: those down at its beginning are not its own.
    var since: [TouchID] = []
    var verifier = StreamVerifier()
    /// The touches this client knows to be down, as it last saw them.
    var down: [RoutedTouch] = []
    var seq: UInt64 = 1
    var input: [UInt8] = []
    /// Closed as soon as the current event is handled.
    var isDoomed = false

    /// Bytes of lines begun or due; nothing may come between them.
    private var out: [UInt8] = []
    private var sent = 0
    /// Frames that wait for `out` to empty, not yet encoded so that moves can still be merged.
    var pending: [PendingFrame] = []
    var merged = 0
    /// When the client last took a byte, or had none to take.
    var lastProgress: Int64 = 0
    private var own = JSONWriter()

    struct PendingFrame {
        var frame: RoutedFrame
        var panel: String
        var since: Int64
    }

    init(fd: Int32) {
        self.fd = fd
        var pid: Int32 = 0
        var uid: UInt32 = 0
        var gid: UInt32 = 0
        clinux_peer(fd, &pid, &uid, &gid)
        label = "client pid \(pid) (\(Self.programName(pid))), uid \(uid)"
        // The kernel's queue is latency: keep it short, so that merging begins early.
        var size: Int32 = 16384
        setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func programName(_ pid: Int32) -> String {
        let file = open("/proc/\(pid)/comm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "?" }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = read(file, &buffer, buffer.count)
        return count > 1 ? String(decoding: buffer[..<(count - 1)], as: UTF8.self) : "?"
    }

    var isBacklogged: Bool { !out.isEmpty || !pending.isEmpty }

    /// The latest of the cuts: a frame with only later touches is the same for the whole group.
    var latestCut: TouchID { since.max() ?? .first }

    // MARK: Sending

    /// A whole line, after all that waits in `out`.
    func send(_ line: [UInt8], now: Int64) {
        if out.isEmpty { lastProgress = now }
        out += line
        flush(now: now)
    }

    /// Numbers a frame's line and sends it; the line is the group's or this client's own.
    func sendFrame(_ line: inout JSONWriter) {
        FrameEncoder.number(seq, &line)
        seq += 1
        line.withBytes { line in
            var count = 0
            if out.isEmpty {
                count = clinux_send(fd, line.baseAddress, line.count)
                if count == line.count { return }
                if count < 0 {
                    if errno != EAGAIN && errno != EINTR { isDoomed = true }
                    count = 0
                }
                lastProgress = monotonicNow()
            }
            out += line.dropFirst(count)
        }
    }

    /// Encodes what this client sees of a frame and sends it.
    func sendOwn(_ frame: RoutedFrame, panel: String, _ encoder: FrameEncoder) {
        encoder.body(frame, panel: panel, into: &own)
        sendFrame(&own)
    }

    /// Hands on as many bytes as the kernel takes.
    func flush(now: Int64) {
        while sent < out.count {
            let count = out.withUnsafeBufferPointer { clinux_send(fd, $0.baseAddress! + sent, $0.count - sent) }
            if count < 0 {
                if errno == EINTR { continue }
                if errno != EAGAIN { isDoomed = true }
                break
            }
            sent += count
            lastProgress = now
        }
        if sent == out.count {
            out.removeAll(keepingCapacity: out.count < 1 << 16)
            sent = 0
        }
    }

    /// What waits and has not begun is thrown away; a line that has begun is finished.
    func discardQueue() {
        pending.removeAll()
        guard sent > 0, let end = out[sent...].firstIndex(of: UInt8(ascii: "\n")) else {
            if sent == 0 { out.removeAll() }
            return
        }
        out.removeSubrange((end + 1)...)
    }

    // MARK: Queueing

    /// Keeps a frame for later. Moves merge into moves of the same panel that wait already, per touch; an edge never does.
    func enqueue(_ frame: RoutedFrame, panel: String, now: Int64) {
        if let last = pending.last, last.panel == panel, last.frame.isMovesOnly, frame.isMovesOnly {
            merged += pending[pending.count - 1].frame.merge(frame)
        } else {
            pending.append(PendingFrame(frame: frame, panel: panel, since: now))
        }
    }

    /// Turns what waits into lines, as far as the kernel takes them.
    func drain(now: Int64, everything: Bool = false, _ encoder: FrameEncoder, check: (RoutedFrame) -> Bool) {
        flush(now: now)
        while !pending.isEmpty && (out.isEmpty || everything) && !isDoomed {
            let next = pending.removeFirst()
            if check(next.frame) { sendOwn(next.frame, panel: next.panel, encoder) }
        }
    }
}

extension RoutedFrame {
    var isMovesOnly: Bool { events.allSatisfy { $0.phase == .moved || $0.phase == .stationary } }
}
