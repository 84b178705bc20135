import Wire
import Text

/// Whether another touchd on this machine has one of this touchd's panels.
struct InstancesCheck: DoctorCheck {
    static let name = "instances"

    /// Whether another touchd has the device. Matches the message of `PanelError(ownedByAnother:)`.
    static func isHeld(_ device: DeviceEntry) -> Bool { device.panel == nil && device.reason.begins(with: "refused: another touchd") }

    func findings(_ kiosk: Kiosk) -> [Finding] {
        let held = kiosk.devices.filter(Self.isHeld)
        if held.isEmpty { return kiosk.daemon.devices == nil ? [] : [.ok("no other touchd has a panel of this one")] }
        return held.map { device in
            let holder = holder(of: device.node, kiosk.system).map { " (\($0))" } ?? ""
            return .problem(
                "another touchd\(holder) has \"\(device.name)\" at \(device.node)",
                remedy:
                    "use a \"match\" that fits only one instance's panels, such as idPath; if you do not use touchd.service, systemctl mask touchd"
            )
        }
    }

    /// The process that holds the lock, with its arguments, which name the instance.
    private func holder(of node: String, _ system: any SystemView) -> String? {
        guard let inode = system.attributes(of: node).value?.inode, let locks = system.text("/proc/locks").value else { return nil }
        for line in locks.split(at: "\n") {
            let fields = line.split(at: " ")
            guard fields.count >= 6, fields[1] == "FLOCK", fields[5].split(at: ":").last.map(String.init) == String(inode) else { continue }
            let arguments = (system.text("/proc/\(fields[4])/cmdline").value ?? "").split(at: "\0").joined(separator: " ")
            return arguments.isEmpty ? "pid \(fields[4])" : "pid \(fields[4]): \(arguments)"
        }
        return nil
    }
}
