/// A receiver's names and place, for messages and routing.
public struct RegionRecord: Sendable {
    public let id: String
    /// The ids from the window down, joined by `/`.
    public let path: String
    public let kind: RegionKind
    /// Index of the region's screen in the tree's `screens`.
    public let screen: Int
    /// The region around it. For a controller this is its root view, for an interceptor its window.
    public let parent: RegionID?
    /// The number of regions around it.
    public let depth: Int
    /// The outermost sensitive region around the receiver, or the receiver itself; nil if there is none.
    public let sensitiveRoot: RegionID?
    /// Whether fingers can move the region, or a region around it, within a sensitive region. Its place would then reveal where they were.
    public let followsFingers: Bool

    /// The record of a free slot.
    static let vacant = RegionRecord(
        id: "", path: "", kind: .view, screen: 0, parent: nil, depth: 0, sensitiveRoot: nil, followsFingers: false)
}

extension RegionRecord {
    /// Creates the record of a region.
    ///
    /// - Parameter around: the parent's record.
    @inline(__always)
    init(_ spec: RegionSpec, _ id: RegionID, in parent: RegionID?, _ around: RegionRecord?, screen: Int) {
        let root = around?.sensitiveRoot ?? (spec.isSensitive ? id : nil)
        self.init(
            id: spec.id, path: around.map { $0.path + "/" + spec.id } ?? spec.id, kind: spec.kind, screen: screen, parent: parent,
            depth: around.map { $0.depth + 1 } ?? 0, sensitiveRoot: root,
            followsFingers: root != nil && (around?.followsFingers == true || spec.followsFingers))
    }
}

/// A gesture's names and place, for messages.
public struct GestureRecord: Sendable {
    public let id: String
    /// The name of its type.
    public let type: String
    /// The gesture's region; nil in a free slot.
    public let home: RegionID?

    public var region: RegionID { home! }

    /// The record of a free slot.
    static let vacant = GestureRecord(id: "", type: "", home: nil)
}
