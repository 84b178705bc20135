/// The lines that make compositors lay a panel, and the virtual panel that passes its touches to applications, over a display.
///
/// labwc and sway find a device by its name. The virtual panel is named after the screen, so it tells identical panels apart.
public struct OutputMapping: Sendable {
    private let panel: CalibratedPanel
    private let connector: String

    public init(_ panel: CalibratedPanel, connector: String) { (self.panel, self.connector) = (panel, connector) }

    /// The names of the devices: the virtual panel's, if there is one, and the panel's own, because the compositor reads the panel itself while
    /// touchd does not have it.
    public var names: [String] { panel.virtualName.isEmpty ? [panel.name] : [panel.virtualName, panel.name] }

    /// The entries for labwc's rc.xml. A device whose name XML cannot express has none.
    ///
    /// They turn off the emulation of a mouse, because labwc then passes on no touches, and one finger at most.
    public var labwc: [String] {
        guard let output = CompositorText.xml(connector) else { return [] }
        return names.compactMap { name in
            CompositorText.xml(name).map { "<touch deviceName=\($0) mapToOutput=\(output) mouseEmulation=\"no\"/>" }
        }
    }

    /// The lines for sway's configuration. A device whose identifier cannot be written safely has none.
    public var sway: [String] {
        // The virtual panel has the ids of the panel.
        guard let vendor = panel.vendor, let product = panel.product, let output = CompositorText.swayWord(connector) else { return [] }
        return names.compactMap { name in
            CompositorText.swayIdentifier(vendor: vendor, product: product, name).flatMap(CompositorText.swayWord)
                .map { "input \($0) map_to_output \(output)" }
        }
    }

    /// True if a compositor that goes by names cannot tell the two panels apart, and would lay both over one of two displays.
    public func isConfused(with other: OutputMapping) -> Bool {
        // labwc ignores the case of ASCII letters.
        func folded(_ name: String) -> [UInt8] { name.utf8.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 } }
        return connector != other.connector && folded(names[0]) == folded(other.names[0])
    }
}
