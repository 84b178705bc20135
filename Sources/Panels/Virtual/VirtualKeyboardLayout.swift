import Text
import TouchCore

/// The properties that touchd's keyboard declares to the kernel. The kernel drops every key that is not declared.
public struct VirtualKeyboardLayout: Equatable, Sendable {
    /// The id of the screen whose keyboard it is.
    public let screen: String
    public let name: String
    public let phys: String
    /// The codes of the keys that the keyboard has, ascending.
    public let keys: [UInt16]

    /// - Parameters:
    ///   - instance: the name of this touchd among several on the machine.
    public init(ofScreen screen: String, _ rules: KeyboardRules, instance: String? = nil) {
        self.init(screen: screen, phys: Self.phys(ofScreen: screen, instance), keys: rules.keys.sorted())
    }

    init(screen: String, phys: String, keys: [UInt16]) {
        (self.screen, self.phys, self.keys) = (screen, phys, keys)
        name = "touchd keys \(screen)"
    }

    /// The name of the touchd whose keyboard it is; nil for the one that has no name.
    var instance: String? {
        let parts = phys.split(at: "/", omittingEmptySubsequences: false)
        return parts.count == 4 ? String(parts[1]) : nil
    }

    public static func phys(ofScreen screen: String, _ instance: String?) -> String {
        VirtualPanelLayout.physPrefix + (instance.map { $0 + "/" } ?? "") + "keys/" + screen
    }

    /// Returns whether a device with this `phys` is a keyboard of any touchd.
    public static func isKeyboard(_ phys: String) -> Bool {
        let parts = phys.split(at: "/", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[2] == "keys" || parts.count == 3 && parts[1] == "keys"
    }
}
