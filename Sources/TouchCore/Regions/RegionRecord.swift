/// What messages and routing call a receiver.
public struct RegionRecord: Sendable {
    public let id: String
    /// The ids from the window down, joined by `/`.
    public let path: String
    public let kind: RegionKind
    /// Index of the region's screen in the tree's `screens`.
    public let screen: Int
    /// What it is in; a controller and an interceptor are in the region that they stand for.
    public let parent: RegionID?
    /// How many it is in.
    public let depth: Int
    /// The outermost sensitive region that it is, or is in.
    public let sensitiveRoot: RegionID?
    /// Whether fingers move it, or what it is in, inside a sensitive region: where it is says where they were.
    public let followsFingers: Bool

    /// Of a free slot.
    static let vacant = RegionRecord(
        id: "", path: "", kind: .view, screen: 0, parent: nil, depth: 0, sensitiveRoot: nil, followsFingers: false)
}

extension RegionRecord {
    /// Of a region.
    ///
    /// - Parameter around: the parent's.
    @inline(__always)
    init(_ spec: RegionSpec, _ id: RegionID, in parent: RegionID?, _ around: RegionRecord?, screen: Int) {
        let root = around?.sensitiveRoot ?? (spec.isSensitive ? id : nil)
        self.init(
            id: spec.id, path: around.map { $0.path + "/" + spec.id } ?? spec.id, kind: spec.kind, screen: screen, parent: parent,
            depth: around.map { $0.depth + 1 } ?? 0, sensitiveRoot: root,
            followsFingers: root != nil && (around?.followsFingers == true || spec.followsFingers))
    }
}

/// What messages call a gesture.
public struct GestureRecord: Sendable {
    public let id: String
    /// The name of its type.
    public let type: String
    /// Nil in a free slot.
    public let home: RegionID?

    public var region: RegionID { home! }

    /// Of a free slot.
    static let vacant = GestureRecord(id: "", type: "", home: nil)
}
