import Foundation
import Testing

@testable import Panels

/// A display's state from the kernel's attributes of backlights, read from folders like those of /sys.
@Suite struct `Backlights of displays` {
    /// - Parameter devices: The attributes by name; `device` is that link's target.
    private func state(
        _ devices: [String: [String: String]], under outputs: [String] = ["eDP-1"], isOnlyScreen: Bool = true
    ) throws -> OutputWatcher.State? {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("touchd-backlight-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, attributes) in devices {
            let device = folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(at: device, withIntermediateDirectories: true)
            for (attribute, value) in attributes {
                let path = device.appendingPathComponent(attribute).path
                if attribute == "device" {
                    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: value)
                } else {
                    try Data((value + "\n").utf8).write(to: URL(fileURLWithPath: path))
                }
            }
        }
        return Backlights.state(under: outputs, isOnlyScreen: isOnlyScreen, in: folder.path)
    }

    private let lit = ["type": "raw", "bl_power": "0", "brightness": "400", "actual_brightness": "400"]

    @Test func `a backlight is on unless its power is off or its brightness is 0`() throws {
        #expect(try state(["b": lit]) == .on)
        for (attribute, value, why) in [
            ("bl_power", "4", "dark: its backlight's power is off"), ("actual_brightness", "0", "dark: its backlight's brightness is 0"),
        ] {
            var attributes = lit
            attributes[attribute] = value
            #expect(try state(["b": attributes]) == .off(why))
        }
        #expect(try state(["b": ["brightness": "0"]]) == .off("dark: its backlight's brightness is 0"))
    }

    @Test func `what the hardware shows counts more than what it was told`() throws {
        var attributes = lit
        attributes["brightness"] = "0"
        #expect(try state(["b": attributes]) == .on)
    }

    @Test func `the lowest level of a firmware's backlight is a dim picture, and its power counts`() throws {
        #expect(try state(["acpi_video0": ["type": "firmware", "bl_power": "0", "brightness": "0"]]) == .on)
        #expect(try state(["acpi_video0": ["type": "firmware", "bl_power": "1", "brightness": "5"]]) == .off("dark: its backlight's power is off"))
    }

    @Test func `a connector's own backlight is that connector's alone`() throws {
        var own = lit
        own["device"] = "../../card0-eDP-1"
        own["bl_power"] = "4"
        #expect(try state(["intel": own]) == .off("dark: its backlight's power is off"))
        #expect(try state(["intel": own], under: ["card0-eDP-1"], isOnlyScreen: false) == .off("dark: its backlight's power is off"))
        #expect(try state(["intel": own], under: ["HDMI-A-1"]) == nil)
    }

    @Test func `a backlight of no connector is the only screen's, and of several screens nobody's`() throws {
        var other = lit
        other["device"] = "../../platform-backlight"
        #expect(try state(["pwm": other], under: []) == .on)
        #expect(try state(["pwm": other], isOnlyScreen: false) == nil)
        #expect(try state([:]) == nil)
    }
}
