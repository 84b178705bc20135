import Wire

/// The states of a screen in which no finger becomes a touch.
enum ClosedScreen {
    /// Why fingers do not become touches on the screen, and what to do; nil if they become touches.
    ///
    /// - Parameter screen: the screen's object in `status`.
    static func why(_ screen: JSONValue) -> String? {
        let id = screen.printable.text("screen")
        switch screen["mode"]?.string {
        case "cleaning": return "screen \(id) is closed for cleaning (touchctl screen \(id) --unlock)"
        case "locked": return "screen \(id) is locked (touchctl screen \(id) --unlock)"
        default: break
        }
        return screen["display"]?.string == "off" ? "the display of screen \(id) is off, so a finger only wakes it" : nil
    }
}
