import Configuration
import TouchCore

/// The rule for the event nodes that the daemon may read.
///
/// The daemon may read touchscreens, and devices that the administrator's configuration names. A pattern such as `name: "*"` names everything. So a
/// device must also be usable as a panel, and a device that udev calls a keyboard is never handed out because of a pattern alone.
public enum DeviceRule {
    /// Returns the reason why no siblings of a panel are handed out; nil if they are.
    ///
    /// - Parameters:
    ///   - panel: the node of the panel.
    ///   - settings: the panel in the configuration whose `match` fits it; nil if none does.
    public static func siblingRefusal(_ panel: String, _ settings: PanelSettings?) -> String? {
        guard let settings else { return "no match in the configuration fits \(panel)" }
        return settings.takesSiblings ? nil : "the configuration leaves the siblings of \(panel), the panel \(settings.id), to other programs"
    }

    /// Returns the reason why a device is not handed out; nil if it is.
    ///
    /// - Parameters:
    ///   - isTouchscreen, isKeyboard: the classification by udev.
    ///   - complaint: the reason why the device cannot be used as a panel; nil if it can.
    ///   - isNamed: returns whether a `match` of the configuration fits. It reads the file, so it is called only if the other parameters do not
    ///     decide.
    public static func refusal(
        isTouchscreen: Bool, isKeyboard: Bool, complaint: String?, isNamed: () throws(PanelError) -> Bool
    ) throws(PanelError) -> String? {
        if let complaint { return complaint }
        if isTouchscreen { return nil }
        if isKeyboard { return "udev classifies it as a keyboard, not as a touchscreen" }
        return try isNamed() ? nil : "udev does not classify it as a touchscreen, and no match in the configuration fits it"
    }

    /// Returns the reason why a device is not handed out as a keypad; nil if it is.
    ///
    /// Many keypads call themselves keyboards, so a keyboard is handed out too, but only to a match that says more of it than `name: "*"` does. A match
    /// that fits two devices gets neither, as in the daemon: otherwise a daemon that was taken over could read a keyboard beside the keypad.
    ///
    /// - Parameters:
    ///   - device: the device, as udev describes it.
    ///   - isTouchscreen, isKeyboard: the classification by udev.
    ///   - hasKeys: whether it has keys or switches, according to the kernel.
    ///   - present: the devices that may be keypads.
    ///   - matcher: returns the entries of `keypads` in the configuration. It reads the file.
    public static func keypadRefusal(
        of device: PanelIdentity, isTouchscreen: Bool, hasKeys: Bool, isKeyboard: Bool, present: @autoclosure () -> [PanelIdentity],
        matcher: () throws(PanelError) -> PanelMatcher
    ) throws(PanelError) -> String? {
        if !hasKeys { return "it has neither keys nor switches" }
        if isTouchscreen { return "udev classifies it as a touchscreen" }
        if device.isVirtual { return "it is a virtual device of touchd" }
        let matcher = try matcher()
        guard let entry = matcher.entry(fitting: device) else { return "no match of a keypad in the configuration fits it" }
        if isKeyboard, !entry.settings.match.isSpecific {
            return "udev classifies it as a keyboard, and the match of keypad \(entry.settings.id) says no more of it than \"*\"; "
                + "add a key that names it, such as idPath"
        }
        let all = [device] + present().filter { $0.source != device.source && !$0.isVirtual }
        guard case .refused(let why) = matcher.assign(all)[0] else { return nil }
        return why
    }

    /// Returns the reason why no such keyboard is made; nil if it is.
    ///
    /// - Parameters:
    ///   - layout: the keyboard that the daemon asks for.
    ///   - settings: the configuration of the daemon's instance.
    ///   - file: its file, for the message.
    public static func keyboardRefusal(_ layout: VirtualKeyboardLayout, _ settings: Settings, file: String) -> String? {
        guard let screen = settings.screens.first(where: { $0.spec.id == layout.screen }) else {
            return "\(file) has no screen \(layout.screen); add it there, then reload touchd"
        }
        guard let rules = screen.spec.keyboard else {
            return "screen \(layout.screen) has no \"keyboard\" in \(file); give it one there, then reload touchd"
        }
        guard let key = layout.keys.first(where: { !rules.keys.contains($0) }) else { return nil }
        return "the keyboard of screen \(layout.screen) in \(file) does not allow \(KeyName.name(key)); add it to \"allow\" there, then reload touchd"
    }
}
