import Glibc
import Text

/// The folder of event nodes on this system.
enum InputFolder {
    /// Why there may be no touchscreen.
    static var summary: String { summary("/dev/input", udev: "/run/udev/data") }

    /// The reason, for a folder of event nodes and the folder of udev's database.
    static func summary(_ path: String, udev: String) -> String {
        guard let folder = opendir(path) else {
            return errno == ENOENT
                ? "\(path) is missing: this system has no input devices, or its container did not get them"
                : "\(path) cannot be read: \(String(cString: strerror(errno)))"
        }
        defer { closedir(folder) }
        var nodes = 0
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) } }
            if name.begins(with: "event") { nodes += 1 }
        }
        if nodes == 0 { return "\(path) has no event nodes: no input device is connected, or the container did not get it" }
        if access(udev, F_OK) != 0 { return "\(udev) is missing, and without udev's database touchd cannot tell which event node is a touchscreen" }
        let found = nodes == 1 ? "the only event node in \(path) is not" : "none of the \(nodes) event nodes in \(path) is"
        return "\(found) a touchscreen; check the cable, dmesg and libinput list-devices"
    }
}
