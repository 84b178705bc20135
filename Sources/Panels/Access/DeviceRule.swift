/// The rule for the event nodes that the daemon may read.
///
/// The daemon may read touchscreens, and devices that the administrator's configuration names. A pattern such as `name: "*"` names everything. So a device
/// must also be usable as a panel, and a device that udev calls a keyboard is never handed out because of a pattern alone.
public enum DeviceRule {
    /// Returns the reason why a device is not handed out; nil if it is.
    ///
    /// - Parameters:
    ///   - isTouchscreen, isKeyboard: the classification by udev.
    ///   - complaint: the reason why the device cannot be used as a panel; nil if it can.
    ///   - isNamed: returns whether a `match` of the configuration fits. It is called, and reads the file, only if this decides.
    public static func refusal(
        isTouchscreen: Bool, isKeyboard: Bool, complaint: String?, isNamed: () throws(PanelError) -> Bool
    ) throws(PanelError) -> String? {
        if let complaint { return complaint }
        if isTouchscreen { return nil }
        if isKeyboard { return "udev calls it a keyboard and not a touchscreen" }
        return try isNamed() ? nil : "udev does not call it a touchscreen, and no match of the configuration fits it"
    }
}
