import Glibc

/// The reason why a panel could not be opened or read.
public struct PanelError: Error, CustomStringConvertible {
    public let node: String
    public let message: String
    /// The errno; 0 if no system call failed.
    public let code: Int32

    /// Whether a process keeps the device from being opened, and the device itself is well: another touchd owns the panel, or the process that opens
    /// devices does not answer. This may pass at any time, and udev does not report that.
    public private(set) var isCausedByAnotherProcess = false

    /// Whether the result is not known yet, because another process has been asked to open the node.
    public private(set) var isAwaiting = false

    /// Whether another attempt may succeed without a change of the devices: another program may release the panel, or the device may answer again.
    /// If a node is gone, may not be opened or is no touchscreen, every attempt fails until udev reports a change. ENXIO passes: drivers of I²C panels
    /// return it while the controller does not answer (Documentation/i2c/fault-codes.rst of Linux).
    public var mayPass: Bool { ![0, ENOENT, ENODEV, ENOTTY, EACCES, EPERM].contains(code) }

    public init(_ node: String, _ message: String, code: Int32 = 0) {
        self.node = node
        self.message = message
        self.code = code
    }

    init(_ node: String, _ what: String, errno code: Int32) {
        let hint = code == EACCES ? "; the user who runs this must be in the group input" : ""
        self.init(node, "\(what): \(String(cString: strerror(code)))\(hint)", code: code)
    }

    public init(ownedByAnother node: String) {
        self.init(node, "another touchd on this machine has this panel; this one opens it once the other releases it")
        isCausedByAnotherProcess = true
    }

    /// - Parameter code: ECONNREFUSED or ETIMEDOUT.
    public init(unansweredAt socket: String, for node: String, _ why: String, code: Int32) {
        self.init(node, "cannot ask \(socket) to open it: \(why); run systemctl start touchd-devices.socket", code: code)
        isCausedByAnotherProcess = true
    }

    public init(awaiting node: String) {
        self.init(node, "it is being opened")
        isAwaiting = true
    }

    public var description: String { "\(node): \(message)" }
}
