import Configuration
import Panels
import TouchCore

/// A keypad in use: its device, its entry in the configuration, and the state of its keys and switches.
final class OpenKeypad {
    let device: any KeypadDevice
    let identity: PanelIdentity
    /// The screen's id and the keypad's, such as `main/keypad`.
    let id: String
    /// The index of the screen; nil once the configuration no longer has it.
    var screen: Int?
    let settings: KeypadSettings
    /// The actions of keys and the names of jacks, by the kernel's codes.
    let actions: [UInt16: KeypadAction]
    let jacks: [UInt16: String]
    /// The codes of the keys that are down.
    var keysDown: Set<UInt16>
    /// The codes of the switches that are on, of those that are jacks.
    var switchesOn: Set<UInt16> = []
    /// Why the device is not grabbed, as logged; nil while it is, or before the first attempt.
    var grabFailure: String?

    init(_ device: any KeypadDevice, _ identity: PanelIdentity, id: String, screen: Int, _ settings: KeypadSettings) {
        (self.device, self.identity, self.id, self.screen, self.settings) = (device, identity, id, screen, settings)
        func codes<Value>(_ names: [String: Value], _ code: (String) -> UInt16?) -> [UInt16: Value] {
            Dictionary(names.sorted { $0.key < $1.key }.compactMap { name, value in code(name).map { ($0, value) } }) { first, _ in first }
        }
        actions = codes(settings.keys, LiveKeypad.code(ofKey:))
        jacks = codes(settings.switches, SwitchName.code)
        keysDown = device.keysDown
    }

    /// The names of the jacks with a plug in.
    var pluggedIn: Set<String> { Set(switchesOn.compactMap { jacks[$0] }) }

    /// The configured keys and switches that the device does not have, by name.
    var missing: [String] {
        let keys = settings.keys.keys.filter { name in LiveKeypad.code(ofKey: name).map { !device.has(EventType.key, $0) } ?? true }
        let switches = settings.switches.keys.filter { name in SwitchName.code(name).map { !device.has(EventType.sw, $0) } ?? true }
        return keys.sorted() + switches.sorted()
    }

    /// The key with this code, as the core knows it.
    func key(_ code: UInt16) -> KeypadKey { KeypadKey(LiveKeypad.name(ofKey: code), of: settings.id) }
}
