/// Which event nodes the daemon may read.
///
/// Touchscreens, and devices that the administrator's configuration names. A pattern such as `name: "*"` names everything, so a device must
/// also be usable as a panel, and one that udev calls a keyboard is never handed out by a pattern alone.
public enum DeviceRule {
    /// Why a device is not handed out; nil: it is.
    ///
    /// - Parameters:
    ///   - isTouchscreen, isKeyboard: as udev says.
    ///   - complaint: why the device cannot be used as a panel.
    ///   - isNamed: whether a `match` of the configuration fits. The file is read only if it decides.
    public static func refusal(
        isTouchscreen: Bool, isKeyboard: Bool, complaint: String?, isNamed: () throws(PanelError) -> Bool
    ) throws(PanelError) -> String? {
        if let complaint { return complaint }
        if isTouchscreen { return nil }
        if isKeyboard { return "udev calls it a keyboard and not a touchscreen" }
        return try isNamed() ? nil : "udev does not call it a touchscreen, and no match of the configuration fits it"
    }
}
