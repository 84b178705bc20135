internal import CLibevdev
import CLinux
import Glibc
import Text
import TouchCore

/// Opens devices for the daemon, which has no right to open any. It is the part of touchd that runs as root: `touchctl open -`.
///
/// A request may come from somebody who has taken over the daemon. So the broker inspects the device itself, and a request only names the device.
public struct DeviceBroker {
    private let isNamed: (_ device: PanelIdentity, _ instance: String?) throws(PanelError) -> Bool

    /// - Parameter isNamed: returns whether a `match` in the configuration of an instance fits a device.
    public init(isNamed: @escaping (_ device: PanelIdentity, _ instance: String?) throws(PanelError) -> Bool) { self.isNamed = isNamed }

    /// Carries out a request. Returns a descriptor, which the caller must close.
    public func answer(_ request: DeviceRequest) throws(PanelError) -> Int32 {
        switch request {
        case .open(let node, let instance): try open(node, instance)
        case .make(let layout): try UinputPanel.create(layout)
        case .makeKeyboard(let layout): try UinputKeyboard.create(layout)
        }
    }

    private func open(_ node: String, _ instance: String?) throws(PanelError) -> Int32 {
        guard Self.isEventNode(node) else { throw PanelError(node, "the path must be /dev/input/event and a number", code: EPERM) }
        let fd = Glibc.open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW)
        if fd < 0 { throw PanelError(node, "cannot open it", errno: errno) }
        do throws(PanelError) {
            if let why = try refusal(fd, node, instance) { throw PanelError(node, why, code: EPERM) }
        } catch {
            close(fd)
            throw error
        }
        return fd
    }

    private func refusal(_ fd: Int32, _ node: String, _ instance: String?) throws(PanelError) -> String? {
        var status = stat()
        guard fstat(fd, &status) == 0, status.st_mode & S_IFMT == S_IFCHR, Self.major(status.st_rdev) == Self.inputMajor,
            let device = UdevInputDevice(number: status.st_rdev), device.identity.source == node
        else { return "udev does not know it as an input device" }
        return try DeviceRule.refusal(
            isTouchscreen: device.isTouchscreen, isKeyboard: device.isKeyboard, complaint: try complaint(fd, node)
        ) { () throws(PanelError) in try isNamed(device.identity, instance) }
    }

    /// Returns the reason why the device cannot be used as a panel. The kernel's description of the open descriptor decides, because udev's
    /// properties of the node may be older.
    private func complaint(_ fd: Int32, _ node: String) throws(PanelError) -> String? {
        let device = try describeEventNode(fd, node, orSay: "libevdev cannot read it")
        defer { libevdev_free(device) }
        if case .refused(let why) = PanelProfile(PanelDescription(device), quirks: true).kind { return why }
        return nil
    }

    /// INPUT_MAJOR of linux/major.h.
    private static let inputMajor: dev_t = 13

    private static func major(_ device: dev_t) -> dev_t { device >> 8 & 0xfff | device >> 32 & ~0xfff }

    static func isEventNode(_ path: String) -> Bool {
        let prefix = "/dev/input/event"
        let number = path.utf8.dropFirst(prefix.utf8.count)
        return path.begins(with: prefix) && (1...6).contains(number.count)
            && number.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
