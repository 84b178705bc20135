import Configuration

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
    /// Many keypads call themselves keyboards, so a keyboard is handed out too, but only to a match that says more of it than `name: "*"` does.
    ///
    /// - Parameters:
    ///   - isTouchscreen, isKeyboard: the classification by udev.
    ///   - hasKeys: whether it has keys or switches, according to the kernel.
    ///   - isNamed: returns whether a `match` of a keypad in the configuration fits.
    public static func keypadRefusal(
        isTouchscreen: Bool, hasKeys: Bool, isKeyboard: Bool, isNamed: (DeviceBroker.KeypadUse) throws(PanelError) -> Bool
    ) throws(PanelError) -> String? {
        if !hasKeys { return "it has neither keys nor switches" }
        if isTouchscreen { return "udev classifies it as a touchscreen" }
        if try isNamed(isKeyboard ? .keyboard : .keypad) { return nil }
        return isKeyboard
            ? "no match of a keypad in the configuration fits it and says more of it than \"*\"; udev classifies it as a keyboard"
            : "no match of a keypad in the configuration fits it"
    }
}
