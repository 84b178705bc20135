import Glibc
import Logging
import Panels
import Server
import TouchCore

/// Virtual panels and keyboards through uinput. The service manager keeps their descriptors, so that they outlive this process.
///
/// When a device is removed, its reader gets ENODEV at once and loses the events that it has not read yet. So touchd waits between the last lift and
/// the removal.
final class SystemVirtualPanels: VirtualPanelSource {
    /// The time in µs between the last lift and the removal of a device.
    private static let whileToRead: Int64 = 100_000

    private let manager: ServiceManager
    private let access: DeviceAccess
    private var timer: EventLoop.Timer!
    /// The devices that are about to be removed.
    private var ending: [UinputDevice] = []
    /// The panels that the service manager has kept, by their names there.
    private var kept: [String: KeptUinputPanel] = [:]
    /// The keyboards that the service manager has kept.
    private var keptKeyboards: [String: KeptUinputKeyboard] = [:]

    /// Lifts everything that is down on the kept panels, before anything else.
    init(_ manager: ServiceManager, _ kept: [(name: String, fd: Int32)], _ access: DeviceAccess, loop: EventLoop) {
        (self.manager, self.access) = (manager, access)
        timer = loop.timer { [unowned self] in
            for device in ending { device.destroy() }
            ending = []
        }
        for (name, fd) in kept {
            let keyboard = KeptUinputKeyboard(fd)
            if keyboard.isKeyboard {
                keyboard.release()
                keptKeyboards.updateValue(keyboard, forKey: name)?.destroy()
                continue
            }
            let panel = KeptUinputPanel(fd, access: access)
            panel.release()
            guard let twin = self.kept.updateValue(panel, forKey: name) else { continue }
            // systemd keeps both descriptors under one name: forget both, then keep this one again.
            twin.destroy()
            manager.forget(name)
            manager.keep(fd, as: name)
        }
    }

    func make(_ layout: VirtualPanelLayout, orServing isServing: Bool) throws(PanelError) -> any VirtualPanelDevice {
        let name = Self.name(layout.phys)
        if let old = kept.removeValue(forKey: name) {
            do {
                return SystemVirtualPanel(try UinputPanel(adopting: old, as: layout, orServing: isServing), name, self)
            } catch {
                Log.write(.virtualPanelNotTakenOver, "\(error)", .panel(layout.panel))
                manager.forget(name)
            }
        }
        // Creating the device may take seconds if another process does it, so report to the watchdog first.
        if manager.watchdogInterval != nil { manager.notify("WATCHDOG=1") }
        let panel = try UinputPanel(layout, access: access)
        manager.keep(panel.fd, as: name)
        return SystemVirtualPanel(panel, name, self)
    }

    func make(_ layout: VirtualKeyboardLayout) throws(PanelError) -> any VirtualDevice {
        let name = Self.name(layout.phys)
        if let old = keptKeyboards.removeValue(forKey: name) {
            do {
                return SystemVirtualDevice(try UinputKeyboard(adopting: old, as: layout), name, self)
            } catch {
                Log.write(.keyboardNotTakenOver, "screen \(layout.screen): \(error)", .screen(layout.screen))
                manager.forget(name)
            }
        }
        // Creating the device may take seconds if another process does it, so report to the watchdog first.
        if manager.watchdogInterval != nil { manager.notify("WATCHDOG=1") }
        let keyboard = try UinputKeyboard(layout, access: access)
        manager.keep(keyboard.fd, as: name)
        return SystemVirtualDevice(keyboard, name, self)
    }

    func discardKept(except wanted: Set<String>) {
        let names = Set(wanted.map(Self.name))
        for (name, keyboard) in keptKeyboards where !names.contains(name) {
            keyboard.release()
            keyboard.destroy()
            manager.forget(name)
            keptKeyboards[name] = nil
        }
        for (name, panel) in kept where !names.contains(name) {
            panel.release()
            panel.destroy()
            manager.forget(name)
            kept[name] = nil
        }
    }

    fileprivate func end(_ device: UinputDevice, _ name: String) {
        manager.forget(name)
        ending.append(device)
        timer.set(after: Self.whileToRead)
    }

    /// Leaves the device to the service manager. Without a service manager nothing keeps its descriptor, so the device is removed.
    fileprivate func leave(_ device: UinputDevice) {
        usleep(UInt32(Self.whileToRead / 2))
        if !manager.isThere { device.destroy() }
    }

    /// Returns the name of the descriptor. Names are printable ASCII without colons.
    private static func name(_ phys: String) -> String {
        SocketActivation.keptPrefix
            + phys.utf8.dropFirst(VirtualPanelLayout.physPrefix.utf8.count).map { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "-"), UInt8(ascii: "_"):
                    String(UnicodeScalar(byte))
                default: "%" + String(byte, radix: 16)
                }
            }.joined()
    }
}

private class SystemVirtualDevice: VirtualDevice {
    private let device: UinputDevice
    private let name: String
    private let source: SystemVirtualPanels

    init(_ device: UinputDevice, _ name: String, _ source: SystemVirtualPanels) { (self.device, self.name, self.source) = (device, name, source) }

    var inputName: String { device.inputName }

    func write(_ events: [InputEvent]) -> Int32 { device.write(events) }

    func destroy() { source.end(device, name) }

    func leave() { source.leave(device) }
}

private final class SystemVirtualPanel: SystemVirtualDevice, VirtualPanelDevice {
    let layout: VirtualPanelLayout

    init(_ panel: UinputPanel, _ name: String, _ source: SystemVirtualPanels) {
        layout = panel.layout
        super.init(panel, name, source)
    }
}
