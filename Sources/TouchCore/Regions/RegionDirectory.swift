/// Who can receive touches, by name: the regions of all screens in pre-order, frontmost subtree first, and after them the
/// responders that are not regions. What stands here changes only together with the whole tree; geometry does not.
public struct RegionDirectory: Sendable {
    /// A screen and the windows on it: a range of the tree's regions.
    public struct Screen: Sendable {
        public let id: String
        public let size: Size
        let controllers: [String: Responds]
        public let regions: Range<RegionIndex>
    }

    public let screens: [Screen]
    public let records: [RegionRecord]
    /// In the order of their regions; of one region in the order of adding.
    public let gestures: [GestureRecord]
    /// All that are sensitive or stand in what is, in ascending order: nearly no tree has any.
    public let sensitive: [RegionIndex]
    public var hasSensitive: Bool { !sensitive.isEmpty }
    private let indexByID: [String: RegionIndex]

    init(screens: [Screen], records: [RegionRecord], gestures: [GestureRecord]) {
        self.screens = screens
        self.records = records
        self.gestures = gestures
        sensitive = records.indices.filter { records[$0].sensitiveRoot != nil }.map { RegionIndex($0) }
        indexByID = Dictionary(records.enumerated().map { ($1.id, RegionIndex($0)) }, uniquingKeysWith: { a, _ in a })
    }

    public subscript(index: RegionIndex) -> RegionRecord { records[Int(index)] }

    /// O(1).
    public func index(ofID id: String) -> RegionIndex? { indexByID[id] }
}

/// What messages and routing call a receiver.
public struct RegionRecord: Sendable {
    public let id: String
    /// The ids from the window down, joined by `/`.
    public let path: String
    public let kind: RegionKind
    /// Index of the region's screen in the tree's `screens`.
    public let screen: Int
    /// What it is in; a controller and an interceptor are in the region that they stand for.
    public let parent: RegionIndex?
    /// The outermost sensitive region that it is, or is in.
    public let sensitiveRoot: RegionIndex?
    /// Whether fingers move it, or what it is in, inside a sensitive region: where it is says where they were.
    public let followsFingers: Bool
}

/// What messages call a gesture.
public struct GestureRecord: Sendable {
    public let id: String
    /// The name of its type.
    public let type: String
    public let region: RegionIndex
}
