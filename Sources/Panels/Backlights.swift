import Glibc
import Text

/// The backlights of displays, in /sys/class/backlight.
public enum Backlights {
    private static let folder = "/sys/class/backlight"

    /// Returns whether the display under a screen is lit; nil if no backlight is known to belong to it.
    ///
    /// A backlight whose device is a connector belongs to that connector. Any other backlight belongs to the display of a machine with one screen,
    /// and is ignored on a machine with several.
    ///
    /// - Parameters:
    ///   - outputs: the connectors of the screen, with or without their cards.
    ///   - isOnlyScreen: whether the machine has no other screen.
    public static func state(under outputs: [String], isOnlyScreen: Bool) -> OutputWatcher.State? {
        state(under: outputs, isOnlyScreen: isOnlyScreen, in: folder)
    }

    static func state(under outputs: [String], isOnlyScreen: Bool, in folder: String) -> OutputWatcher.State? {
        let own = Sysfs.names(in: folder).filter { name in
            guard let connector = connector(of: "\(folder)/\(name)") else { return isOnlyScreen }
            return outputs.contains { connector == $0 || OutputWatcher.withoutCard(connector) == $0 }
        }
        if own.isEmpty { return nil }
        return own.lazy.map { state(of: "\(folder)/\($0)") }.first { $0 != .on } ?? .on
    }

    /// Returns the state of a backlight. An attribute that cannot be read is ignored, because not every driver has every attribute.
    private static func state(of device: String) -> OutputWatcher.State {
        func value(_ attribute: String) -> Int? { Int(Sysfs.contents("\(device)/\(attribute)")) }
        if let power = value("bl_power"), power != 0 { return .off("dark: its backlight's power is off") }
        // The lowest level of a firmware's backlight still shows a dim picture.
        if Sysfs.contents("\(device)/type") == "firmware" { return .on }
        if (value("actual_brightness") ?? value("brightness")) == 0 { return .off("dark: its backlight's brightness is 0") }
        return .on
    }

    /// Returns the connector that a backlight belongs to, with its card; nil if its device is something else.
    private static func connector(of device: String) -> String? {
        var buffer = [UInt8](repeating: 0, count: 1024)
        let count = buffer.withUnsafeMutableBytes { readlink("\(device)/device", $0.baseAddress!, $0.count) }
        guard count > 0, let name = String(decoding: buffer[..<count], as: UTF8.self).split(at: "/").last else { return nil }
        return name.begins(with: "card") && name.has("-") ? String(name) : nil
    }
}
