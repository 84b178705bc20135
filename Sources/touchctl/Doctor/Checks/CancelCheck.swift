import Configuration
import Text

/// Which compositor reads a virtual panel, and whether `virtual.cancel` fits it.
struct CancelCheck: DoctorCheck {
    static let name = "cancel"

    func findings(_ kiosk: Kiosk) -> [Finding] {
        let processes = Processes(kiosk.system)
        return EventDevice.all(kiosk.system).flatMap { device -> [Finding] in
            guard let panel = panel(of: device, kiosk) else { return [] }
            let readers = processes.holders(of: device.node).known.filter { $0.name != "touchd" }
            return readers.map { finding($0, panel) }
        }

        func finding(_ reader: Processes.Process, _ panel: PanelSettings) -> Finding {
            let set = panel.virtual.cancel
            guard let compositor = Compositor(named: reader.name, kiosk.system) else {
                if set == .lift { return .ok("\(reader.name) reads the virtual panel of \(panel.id); cancel: lift is right for every program") }
                return .unknown(
                    "whether cancel: \(set.rawValue) of \(panel.id) fits \(reader.name), of which nothing was measured",
                    remedy: "cancel: lift is right for every program")
            }
            if set == .palm, compositor.cancel != .palm {
                return .warning(
                    "\(compositor.summary) reads the virtual panel of \(panel.id), and under it a finger that touchd takes back stays down for the "
                        + "application, because cancel is palm",
                    remedy: "set virtual: { cancel: \(compositor.cancel.rawValue) } for \(panel.id)")
            }
            let choice = set == compositor.cancel ? "is set" : "would fit, too: it takes touches back, which \(set.rawValue) does not"
            return .ok("\(compositor.summary) reads the virtual panel of \(panel.id); cancel: \(compositor.cancel.rawValue) \(choice)")
        }
    }

    /// Returns the panel whose virtual panel of this instance the device is; nil if it is none.
    private func panel(of device: EventDevice, _ kiosk: Kiosk) -> PanelSettings? {
        let start = "touchd/" + (kiosk.instance.map { $0.name + "/" } ?? "")
        return kiosk.configuredPanels.first { device.phys == start + $0.id }
    }
}
