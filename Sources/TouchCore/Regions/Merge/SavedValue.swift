/// The value that fingers and clients have given a scroll view, a slider or a switch of the configuration, saved so that it can outlive the tree.
public struct SavedValue: Hashable, Sendable {
    public let region: String
    /// The current value, and the one in the file. If the file's value changes, the saved one no longer counts.
    public let present: Value
    public let configured: Value

    public enum Value: Hashable, Sendable {
        case scroll(offset: Point, zoomScale: Double)
        case number(Double)
        case isOn(Bool)

        /// Returns nil if the region has no value.
        init?(_ spec: RegionSpec) {
            if let knob = spec.knob {
                self = spec.kind == .switch ? .isOn(knob.isOn) : .number(knob.value)
            } else if let scroll = spec.scroll {
                self = .scroll(offset: spec.geometry.bounds.origin, zoomScale: scroll.zoomScale)
            } else {
                return nil
            }
        }
    }

    public init(region: String, present: Value, configured: Value) {
        (self.region, self.present, self.configured) = (region, present, configured)
    }
}

extension SavedValue {
    /// Returns the values that differ from the file, in the order of the tree, except those in sensitive regions. O(regions).
    public static func all(of tree: borrowing RegionTree, _ configured: ConfiguredTree) -> [SavedValue] {
        tree.directory.regions.compactMap { id in
            let spec = tree.specs[id.slot]
            guard spec.knob != nil || spec.scroll != nil, tree[id].sensitiveRoot == nil, let present = Value(spec),
                let known = configured.spec(ofID: spec.id).flatMap(Value.init), known != present
            else { return nil }
            return SavedValue(region: spec.id, present: present, configured: known)
        }
    }

    /// Restores saved values in the tree, unless the file has changed them since. Offsets, scales and values are kept within their limits.
    public static func restore(_ values: [SavedValue], in tree: inout RegionTree, _ configured: ConfiguredTree) {
        for value in values {
            guard let id = tree.region(ofID: value.region), tree[id].sensitiveRoot == nil, let file = configured.spec(ofID: value.region),
                Value(file) == value.configured
            else { continue }
            var spec = tree.specs[id.slot]
            switch value.present {
            case .number(let number) where spec.kind == .slider:
                let clamped = spec.knob?.clamped(number) ?? number
                spec.knob?.value = clamped
            case .isOn(let isOn) where spec.kind == .switch: spec.knob?.isOn = isOn
            case .scroll(let offset, let zoomScale) where spec.scroll != nil:
                let extent = ScrollExtent(spec)
                let scale = extent.nearest(to: zoomScale)
                spec.scroll?.zoomScale = scale
                spec.geometry.bounds.origin = extent.nearest(to: offset, at: scale)
            default: continue
            }
            tree.replaceSpec(id, spec)
        }
        tree.refreshIndex()
    }
}
