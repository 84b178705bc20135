import CLinux
import Glibc
import TouchCore

/// Reads a node's events past libevdev. The descriptor is somebody else's.
struct EventReader: ~Copyable {
    private let fd: Int32
    private let buffer = UnsafeMutableBufferPointer<input_event>.allocate(capacity: 256)

    init(_ fd: Int32) { self.fd = fd }

    deinit { buffer.deallocate() }

    /// Reads what has come and hands it on, event by event, in order.
    func read(_ handle: (InputEvent) -> Void) -> LivePanel.ReadResult {
        let size = MemoryLayout<input_event>.stride
        while true {
            let count = Glibc.read(fd, buffer.baseAddress, buffer.count * size)
            if count < 0 {
                switch errno {
                case EAGAIN: return .drained
                case EINTR: continue
                case ENODEV: return .removed
                default: return .failed(errno)
                }
            }
            if count == 0 { return .failed(EIO) }  // no event node ends
            for index in 0..<count / size {
                let event = buffer[index]
                handle(
                    InputEvent(
                        time: Int64(event.time.tv_sec) * 1_000_000 + Int64(event.time.tv_usec),
                        type: event.type, code: event.code, value: event.value))
            }
            if count < buffer.count * size { return .drained }
        }
    }
}
