import CLinux
import Glibc

/// Bytes on their way to a client. They go to the kernel at once if it takes them; the rest waits in order.
struct Outbox {
    private let fd: Int32
    private let now: () -> Int64
    /// The function that sends. Like send(2), it returns the number of bytes that the kernel took, or -1 and sets errno. Tests replace it.
    var write: (Int32, UnsafeRawPointer?, Int) -> Int = { clinux_send($0, $1, $2) }
    /// True if the connection is broken. Nothing more can be sent.
    private(set) var isBroken = false
    /// The time when the kernel last took a byte, or when nothing waited.
    private(set) var lastProgress: Int64 = 0
    /// The arrival time of the oldest frame of which a part waits here; nil if no frame waits.
    private(set) var frameSince: Int64?
    /// The number of bytes that the kernel has taken.
    private(set) var sentBytes = 0
    /// Counts of bytes handed over for sending and of bytes dropped. The rest was sent or is waiting.
    private var givenBytes = 0
    private var droppedBytes = 0
    private var bytes: [UInt8] = []
    private var sent = 0
    /// True if the kernel has the beginning of a line but not its end.
    private var isMidLine = false
    /// True if lines are padded with spaces, so that their length does not reveal their content (`LinePadding`).
    var isPadded = false
    /// Reused memory for a padded line.
    private var padded: [UInt8] = []

    init(fd: Int32, now: @escaping () -> Int64) {
        self.fd = fd
        self.now = now
    }

    var isEmpty: Bool { bytes.isEmpty }
    var count: Int { bytes.count - sent }

    /// Sends one or several whole lines.
    ///
    /// - Parameter frameSince: for a frame, its arrival time; 0 if it arrives now. Nil for other lines.
    mutating func send(_ line: UnsafeBufferPointer<UInt8>, frameSince: Int64? = nil) {
        if isPadded { return withPadding(line) { $0.sendPadded($1, frameSince: frameSince) } }
        sendPadded(line, frameSince: frameSince)
    }

    private mutating func sendPadded(_ line: UnsafeBufferPointer<UInt8>, frameSince: Int64?) {
        guard let count = offer(line) else { return }
        bytes += line.dropFirst(count)
        if let frameSince, self.frameSince == nil { self.frameSince = frameSince > 0 ? frameSince : now() }
    }

    /// Sends a whole line. If the kernel does not take the line at once, all clients to which the same line goes share its memory.
    mutating func send(_ line: [UInt8]) {
        if isPadded { return line.withUnsafeBufferPointer { send($0) } }
        let wasEmpty = bytes.isEmpty
        guard let count = line.withUnsafeBufferPointer({ offer($0) }) else { return }
        if wasEmpty { (bytes, sent) = (line, count) } else { bytes += line.dropFirst(count) }
    }

    /// Calls the body with the padded lines.
    private mutating func withPadding(_ lines: UnsafeBufferPointer<UInt8>, _ body: (inout Outbox, UnsafeBufferPointer<UInt8>) -> Void) {
        var padded = [UInt8]()
        swap(&padded, &self.padded)
        LinePadding.copy(lines, to: &padded)
        padded.withUnsafeBufferPointer { body(&self, $0) }
        padded.removeAll(keepingCapacity: padded.count < 1 << 16)
        swap(&padded, &self.padded)
    }

    /// Sends the part of a line that the kernel takes at once, if nothing waits. Returns the number of bytes taken; nil if nothing is left to do.
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

    /// Drops everything that waits, except the rest of a line that has begun, and sends a last line instead. Enlarges the kernel's send buffer for
    /// the last line, because the buffer is small and full.
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

    /// Drops everything that waits. The peer is gone, or the descriptor is closed and may belong to another connection.
    mutating func abandon() {
        isBroken = true
        droppedBytes += count
        (bytes, sent) = ([], 0)
    }

    /// Sends as many bytes as the kernel takes.
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
