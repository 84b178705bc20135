import CLinux
import Glibc
import Synchronization
import Text

/// Opens devices: in this process, or by asking `touchd-devices.service` (`DeviceBroker`) at a socket, which passes the descriptor on. Several
/// threads may use it.
public final class DeviceAccess: Sendable {
    private let socket: String?
    private let instance: String?
    /// The time in ms to wait for an answer.
    private let limit: Int32
    /// Whether the last request for a virtual panel was not answered. The event loop waits for such answers, so the next requests wait only a short
    /// time.
    private let hasTimedOut = Atomic(false)

    /// Creates an access without a broker: this process opens devices itself.
    public convenience init() { self.init(socket: nil, instance: nil) }

    /// - Parameters:
    ///   - socket: the socket of the process that opens devices; nil: this process opens them itself.
    ///   - instance: the name of this touchd among several on the machine.
    public init(socket: String?, instance: String?, limit: Int32 = 3000) {
        (self.socket, self.instance, self.limit) = (socket, instance, limit)
    }

    /// Whether another process opens the devices, which may take some time.
    public var usesBroker: Bool { socket != nil }

    /// Opens an event node for reading. The caller closes the descriptor.
    public func openNode(_ node: String) throws(PanelError) -> Int32 {
        if let socket { return try ask(socket, .open(node: node, instance: instance), for: node, within: limit) }
        let fd = clinux_open_input(node)
        if fd < 0 { throw PanelError(node, "cannot open it", errno: errno) }
        return fd
    }

    /// Opens another node of a panel's USB device, for a grab. The caller closes the descriptor.
    public func openSibling(_ node: String, of panel: String) throws(PanelError) -> Int32 {
        guard let socket else { return try openNode(node) }
        return try ask(socket, .sibling(node: node, panel: panel, instance: instance), for: node, within: limit)
    }

    /// Opens a keypad's event node for reading. The caller closes the descriptor.
    public func openKeypad(_ node: String) throws(PanelError) -> Int32 {
        guard let socket else { return try openNode(node) }
        return try ask(socket, .keypad(node: node, instance: instance), for: node, within: limit)
    }

    /// Creates a virtual panel. Returns its descriptor.
    func makePanel(_ layout: VirtualPanelLayout) throws(PanelError) -> Int32 {
        guard let socket else { return try UinputPanel.create(layout) }
        return try askForDevice(socket, .make(layout))
    }

    private func askForDevice(_ socket: String, _ request: DeviceRequest) throws(PanelError) -> Int32 {
        let patience = hasTimedOut.load(ordering: .relaxed) ? limit / 20 : limit
        do throws(PanelError) {
            let fd = try ask(socket, request, for: "/dev/uinput", within: patience)
            hasTimedOut.store(false, ordering: .relaxed)
            return fd
        } catch {
            hasTimedOut.store(error.code == ETIMEDOUT, ordering: .relaxed)
            throw error
        }
    }

    /// Creates a keyboard. Returns its descriptor.
    func makeKeyboard(_ layout: VirtualKeyboardLayout) throws(PanelError) -> Int32 {
        guard let socket else { return try UinputKeyboard.create(layout) }
        return try askForDevice(socket, .makeKeyboard(layout))
    }

    private func ask(_ socket: String, _ request: DeviceRequest, for node: String, within patience: Int32) throws(PanelError) -> Int32 {
        let fd = clinux_packets_connect(socket)
        // The socket may appear soon. The error must not be the device's own ENOENT or EACCES, after which nothing is tried again.
        if fd < 0 { throw PanelError(unansweredAt: socket, for: node, String(cString: strerror(errno)), code: ECONNREFUSED) }
        defer { close(fd) }
        let text = Array(request.text.utf8)
        guard clinux_packet_send(fd, text, text.count, -1) == text.count else {
            throw PanelError(unansweredAt: socket, for: node, String(cString: strerror(errno)), code: ECONNREFUSED)
        }
        if !Self.waitForInput(fd, within: patience) {
            throw PanelError(unansweredAt: socket, for: node, "no answer within \(patience) ms", code: ETIMEDOUT)
        }
        var bytes = [UInt8](repeating: 0, count: DeviceRequest.maximumSize)
        var descriptor: Int32 = -1
        let count = clinux_packet_receive(fd, &bytes, bytes.count, &descriptor)
        if descriptor >= 0 { return descriptor }
        let words = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(at: " ", maxSplits: 1)
        guard words.count == 2, let code = Int32(words[0]), code >= 0 else {
            throw PanelError(unansweredAt: socket, for: node, "it has closed the connection", code: ECONNREFUSED)
        }
        throw PanelError(node, String(words[1]), code: code)
    }

    /// Waits until there is something to read, for at most `limit` ms. A signal does not end the wait.
    private static func waitForInput(_ fd: Int32, within limit: Int32) -> Bool {
        let end = milliseconds() + Int64(limit)
        var polled = pollfd(fd: fd, events: Int16(POLLIN), revents: 0)
        var rest = limit
        while true {
            let count = poll(&polled, 1, rest)
            if count >= 0 || errno != EINTR { return count != 0 }
            rest = Int32(max(0, end - milliseconds()))
        }
    }

    /// The monotonic clock, in ms.
    static func milliseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
