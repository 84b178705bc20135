internal import CLibevdev
import CLinux
import Glibc
import TouchCore

/// Prepares an open node for reading, and describes it with libevdev. The node's events get times of the monotonic clock, because the wall clock
/// may jump. (A simulated panel that cannot change its clock is read with its own times.)
///
/// - Parameters:
///   - fd: the open node, which is closed if it cannot be used.
///   - complaint: the error text for a node that libevdev cannot read.
///   - isOwned: whether to lock the node, so that no other touchd can own it until it is closed. The kernel releases the lock when the process
///     ends, for whatever reason. The lock belongs to the node, so mount namespaces and separate users do not matter.
func prepareEventNode(
    _ fd: Int32, _ node: String, orSay complaint: String, isOwned: Bool = false
) throws(PanelError) -> OpaquePointer {
    if isOwned, flock(fd, LOCK_EX | LOCK_NB) < 0 {
        let code = errno
        close(fd)
        throw code == EWOULDBLOCK ? PanelError(ownedByAnother: node) : PanelError(node, "cannot lock it", errno: code)
    }
    do throws(PanelError) {
        let device = try describeEventNode(fd, node, orSay: complaint)
        _ = libevdev_set_clock_id(device, CLOCK_MONOTONIC)
        return device
    } catch {
        close(fd)
        throw error
    }
}

/// Returns the kernel's description of an open node. The caller frees it, and keeps the descriptor.
func describeEventNode(_ fd: Int32, _ node: String, orSay complaint: String) throws(PanelError) -> OpaquePointer {
    var device: OpaquePointer?
    let result = libevdev_new_from_fd(fd, &device)
    guard result == 0, let device else { throw PanelError(node, complaint, errno: -result) }
    return device
}

/// Reads a node's events without libevdev. It does not own the descriptor.
struct EventReader: ~Copyable {
    private let fd: Int32
    private let buffer = UnsafeMutableBufferPointer<input_event>.allocate(capacity: 256)
    private let events = UnsafeMutableBufferPointer<InputEvent>.allocate(capacity: 256)
    /// The number of bytes at the beginning of `buffer` that belong to an incomplete event. The kernel returns whole events; a simulated panel's node is
    /// a stream.
    private let partial = UnsafeMutablePointer<Int>.allocate(capacity: 1)

    init(_ fd: Int32) {
        self.fd = fd
        partial.initialize(to: 0)
    }

    deinit {
        buffer.deallocate()
        events.deallocate()
        partial.deallocate()
    }

    /// Reads the events that have come and passes them on, in order, as many at a time as one read(2) returns.
    func read(_ handle: (UnsafeBufferPointer<InputEvent>) -> Void) -> LivePanel.ReadResult {
        let size = MemoryLayout<input_event>.stride
        let start = UnsafeMutableRawPointer(buffer.baseAddress!)
        while true {
            let before = partial.pointee
            let room = buffer.count * size - before
            let count = Glibc.read(fd, start + before, room)
            if count < 0 {
                switch errno {
                case EAGAIN: return .drained
                case EINTR: continue
                case ENODEV: return .removed
                default: return .failed(errno)
                }
            }
            if count == 0 { return .failed(EIO) }  // an event node has no end
            let whole = (before + count) / size
            handle(converted(whole))
            let rest = before + count - whole * size
            if rest > 0 { start.copyMemory(from: start + whole * size, byteCount: rest) }
            partial.pointee = rest
            if count < room { return .drained }
        }
    }

    /// Converts the first events of `buffer` for the core. The events of a report have one time stamp, which is converted once.
    private func converted(_ count: Int) -> UnsafeBufferPointer<InputEvent> {
        var stamp = timeval()
        var time: Int64 = 0
        for index in 0..<count {
            let event = buffer[index]
            if event.time.tv_usec != stamp.tv_usec || event.time.tv_sec != stamp.tv_sec {
                stamp = event.time
                time = Self.time(stamp)
            }
            events[index] = InputEvent(time: time, type: event.type, code: event.code, value: event.value)
        }
        return UnsafeBufferPointer(rebasing: events[..<count])
    }

    /// Returns the time in µs. An impossible time of a broken node is limited, so that the core can add to it without overflow.
    static func time(_ time: timeval) -> Int64 {
        Int64(min(max(time.tv_sec, -1 << 40), 1 << 40)) * 1_000_000 + Int64(min(max(time.tv_usec, 0), 999_999))
    }
}
