import CLinux
import Glibc

/// Bytes on their way to a client: handed to the kernel at once where it takes them, kept in order where it does not.
struct Outbox {
    private let fd: Int32
    private let now: () -> Int64
    /// As send(2): how many bytes the kernel took, or -1 and errno. Tests have one that takes as many as they say.
    var write: (Int32, UnsafeRawPointer?, Int) -> Int = { clinux_send($0, $1, $2) }
    /// The connection is broken: nothing will be taken any more.
    private(set) var isBroken = false
    /// When the kernel last took a byte, or there was none to take.
    private(set) var lastProgress: Int64 = 0
    /// When the frame came of which a part waits here, if it is one.
    private(set) var frameSince: Int64?
    /// Bytes that the kernel has taken, in all.
    private(set) var sentBytes = 0
    /// Bytes that were handed over to be sent, and those of them that were given up: what is neither given up nor sent waits.
    private var givenBytes = 0
    private var droppedBytes = 0
    private var bytes: [UInt8] = []
    private var sent = 0
    /// The kernel has a line's beginning and not its end.
    private var isMidLine = false
    /// Whether the length of a line is not to tell what it says: from now on lines end in spaces (`LinePadding`).
    var isPadded = false
    /// A padded line, in memory that is kept.
    private var padded: [UInt8] = []

    init(fd: Int32, now: @escaping () -> Int64) {
        self.fd = fd
        self.now = now
    }

    var isEmpty: Bool { bytes.isEmpty }
    var count: Int { bytes.count - sent }

    /// Takes a whole line, or several.
    ///
    /// - Parameter frameSince: when it is a frame: since when it has been waiting; 0 for one that comes just now.
    mutating func send(_ line: UnsafeBufferPointer<UInt8>, frameSince: Int64? = nil) {
        if isPadded { return padding(line) { $0.sendPadded($1, frameSince: frameSince) } }
        sendPadded(line, frameSince: frameSince)
    }

    private mutating func sendPadded(_ line: UnsafeBufferPointer<UInt8>, frameSince: Int64?) {
        guard let count = offer(line) else { return }
        bytes += line.dropFirst(count)
        if let frameSince, self.frameSince == nil { self.frameSince = frameSince > 0 ? frameSince : now() }
    }

    /// Takes a whole line. Of one that many clients get, and that the kernel does not take at once, all have the same bytes.
    mutating func send(_ line: [UInt8]) {
        if isPadded { return line.withUnsafeBufferPointer { send($0) } }
        let wasEmpty = bytes.isEmpty
        guard let count = line.withUnsafeBufferPointer({ offer($0) }) else { return }
        if wasEmpty { (bytes, sent) = (line, count) } else { bytes += line.dropFirst(count) }
    }

    /// Lends lines with the spaces that they end in.
    private mutating func padding(_ lines: UnsafeBufferPointer<UInt8>, _ body: (inout Outbox, UnsafeBufferPointer<UInt8>) -> Void) {
        var padded = [UInt8]()
        swap(&padded, &self.padded)
        LinePadding.copy(lines, to: &padded)
        padded.withUnsafeBufferPointer { body(&self, $0) }
        padded.removeAll(keepingCapacity: padded.count < 1 << 16)
        swap(&padded, &self.padded)
    }

    /// Hands on what the kernel takes at once of a line, if nothing waits before it: how much that was, or nil when nothing is left
    /// to be done about it.
    private mutating func offer(_ line: UnsafeBufferPointer<UInt8>) -> Int? {
        if isBroken { return nil }
        givenBytes += line.count
        var count = 0
        if bytes.isEmpty {
            count = write(fd, line.baseAddress, line.count)
            if count > 0 { sentBytes += count }
            if count == line.count { return nil }
            lastProgress = now()
            if count < 0 {
                if errno != EAGAIN && errno != EINTR { isBroken = true }
                count = 0
            }
        }
        if count > 0 { isMidLine = line[count - 1] != UInt8(ascii: "\n") }
        return count
    }

    /// Gives up all that waits but the rest of a line that has begun, and says one last thing in its place. The kernel's
    /// queue, kept short and now full, is let grow for it.
    mutating func close(saying message: [UInt8]) {
        var line = message
        if isPadded { message.withUnsafeBufferPointer { LinePadding.copy($0, to: &line) } }
        var size: Int32 = 1 << 18
        setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        let rest = bytes[sent...]
        givenBytes += line.count
        bytes = isMidLine ? Array(rest[...(rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex - 1)]) : []
        sent = 0
        droppedBytes += rest.count - bytes.count
        bytes += line
        flush()
    }

    /// The peer is gone, or the descriptor closed and perhaps another connection's: nothing is sent to it any more.
    mutating func abandon() {
        isBroken = true
        droppedBytes += count
        (bytes, sent) = ([], 0)
    }

    /// Hands on as many bytes as the kernel takes.
    mutating func flush() {
        while sent < bytes.count, !isBroken {
            let count = bytes.withUnsafeBufferPointer { write(fd, $0.baseAddress! + sent, $0.count - sent) }
            if count < 0 {
                if errno == EINTR { continue }
                if errno != EAGAIN { isBroken = true }
                break
            }
            sent += count
            sentBytes += count
            isMidLine = bytes[sent - 1] != UInt8(ascii: "\n")
            lastProgress = now()
        }
        if sent == bytes.count {
            bytes.removeAll(keepingCapacity: bytes.count < 1 << 16)
            sent = 0
            frameSince = nil
        } else if sent > 1 << 16, sent > bytes.count / 2 {
            bytes.removeSubrange(..<sent)
            sent = 0
        }
    }

    func checkInvariants() {
        #if DEBUG
            assert(sent <= bytes.count && (bytes.isEmpty || count > 0), "sent bytes are kept")
            let accounted = sentBytes + droppedBytes + count
            assert(givenBytes == accounted, "of \(givenBytes) bytes \(sentBytes) were sent and \(droppedBytes) dropped; \(count) wait")
            assert(!isEmpty || isBroken || frameSince == nil, "no frame waits, and one has been waiting")
        #endif
    }
}
