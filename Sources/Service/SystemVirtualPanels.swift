import Glibc
import Panels
import Server
import TouchCore

/// Virtual panels through uinput. The service manager keeps their descriptors, so that they outlive this process.
final class SystemVirtualPanels: VirtualPanelSource {
    private let manager: ServiceManager
    /// By the name under which it is kept.
    private var kept: [String: KeptUinputPanel] = [:]

    /// Lifts whatever is down on those that are kept, before anything else.
    init(_ manager: ServiceManager, _ kept: [(name: String, fd: Int32)]) {
        self.manager = manager
        for (name, fd) in kept {
            let panel = KeptUinputPanel(fd)
            panel.release()
            if let twin = self.kept.updateValue(panel, forKey: name) { twin.destroy() }
        }
    }

    func make(_ layout: VirtualPanelLayout) throws(PanelError) -> any VirtualPanelDevice {
        let name = Self.name(layout.phys)
        if let old = kept.removeValue(forKey: name) {
            do {
                return SystemVirtualPanel(try UinputPanel(adopting: old.fd, as: layout), name, manager)
            } catch {
                Log.info("\(error)")
                manager.forget(name)
            }
        }
        let panel = try UinputPanel(layout)
        manager.keep(panel.fd, as: name)
        return SystemVirtualPanel(panel, name, manager)
    }

    func discardKept(except wanted: Set<String>) {
        let names = Set(wanted.map(Self.name))
        for (name, panel) in kept where !names.contains(name) {
            panel.release()
            panel.destroy()
            manager.forget(name)
            kept[name] = nil
        }
    }

    /// Names of descriptors are printable ASCII without colons.
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

private final class SystemVirtualPanel: VirtualPanelDevice {
    private let panel: UinputPanel
    private let name: String
    private let manager: ServiceManager

    init(_ panel: UinputPanel, _ name: String, _ manager: ServiceManager) { (self.panel, self.name, self.manager) = (panel, name, manager) }

    var inputName: String { panel.inputName }

    func write(_ events: [InputEvent]) -> Int32 { panel.write(events) }

    func destroy() {
        panel.destroy()
        manager.forget(name)
    }

    /// Whoever has no copy of the descriptor ends the device with it.
    func leave() { if !manager.isThere { panel.destroy() } }
}
