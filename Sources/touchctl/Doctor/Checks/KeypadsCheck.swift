import Text
import Wire

/// Whether each configured keypad is present, in use and grabbed.
struct KeypadsCheck: DoctorCheck {
    static let name = "keypads"

    func findings(_ kiosk: Kiosk) -> [Finding] {
        kiosk.configuredKeypads.map { finding($0, kiosk) }
            + kiosk.keypads.filter { $0.keypad == "" }.map { device in
                .problem(
                    "\"\(device.name)\" at \(device.node) is no keypad: \(device.reason)", remedy: "correct the \"match\" that this message names")
            }
    }

    private func finding(_ id: String, _ kiosk: Kiosk) -> Finding {
        guard let device = kiosk.keypads.first(where: { $0.keypad == id }) else {
            return .problem(
                "keypad \(id) is not there: no device with keys or switches matches it",
                remedy: "check its cable; compare its \"match\" with the names in /proc/bus/input/devices")
        }
        let what = "\"\(device.name)\" at \(device.node)"
        if device.reason.begins(with: "refused: ") {
            return .problem(
                "keypad \(id) is \(what), but is not used: \(device.refusal)",
                remedy: "see what sudo touchctl open --keypad\(kiosk.option) \(device.node) says")
        }
        if device.reason.has("not \(DeviceEntry.grabbed)") {
            return .warning(
                "keypad \(id) is \(what), but other programs get its keys too: \(device.reason)",
                remedy: "end the program that has grabbed it: fuser -v \(device.node)")
        }
        return .ok("keypad \(id) is \(what)")
    }
}
