/// Who can receive touches, by name, and how they lie in each other: the regions of all screens, and responders that are not regions.
/// What stands here changes only with structural edits; geometry does not.
///
/// Arrays are by slot (`RegionID.slot`). Slots that are free have empty records.
public struct RegionDirectory: Sendable {
    public struct Screen: Sendable {
        public let id: String
        public let size: Size
        let controllers: [String: Responds]
        /// The windows, as of a region the children.
        var frontmost: Int32 = -1
        var backmost: Int32 = -1
    }

    public internal(set) var screens: [Screen]
    public internal(set) var records: [RegionRecord] = []
    var links: [RegionLinks] = []
    /// By gesture; those of free slots are empty.
    public internal(set) var gestures: [GestureRecord] = []
    /// All that are sensitive or stand in what is: nearly no tree has any.
    public internal(set) var sensitive: [RegionID] = []
    public var hasSensitive: Bool { !sensitive.isEmpty }
    /// Those that are not regions, in the order in which lists have them.
    var responders: [RegionID] = []
    var indexByID: [String: RegionID] = [:]
    public internal(set) var regionCount = 0
    private var freeSlots: [Int32] = []
    /// Those whose records are read until the next change.
    private var retired: [RegionID] = []

    init(screens: [Screen]) { self.screens = screens }

    /// Of a tree that comes of another one: what that had keeps its identity if it is adopted.
    init(screens: [Screen], after old: RegionDirectory) {
        self.screens = screens
        records = Array(repeating: .vacant, count: old.records.count)
        links = old.links.map { RegionLinks(id: $0.id) }
        freeSlots = old.freeSlots + old.retired.map { Int32($0.slot) }
    }

    mutating func reserveCapacity(_ slots: Int) {
        records.reserveCapacity(slots)
        links.reserveCapacity(slots)
        indexByID.reserveCapacity(slots)
    }

    /// Takes an identity over from the tree before.
    mutating func adopt(_ id: RegionID) { restore(id) }

    /// Whatever the tree before had and this one has not adopted is gone.
    mutating func forgetTheRest(of old: RegionDirectory) {
        for link in old.links where link.isPresent && !links[link.id.slot].isPresent {
            records[link.id.slot] = old.records[link.id.slot]
            retired.append(link.id)
        }
    }

    /// As many as arrays by slot have entries.
    public var slotCount: Int { records.count }

    @inline(__always)
    public subscript(id: RegionID) -> RegionRecord { records[id.slot] }

    /// O(1).
    public func index(ofID id: String) -> RegionID? { indexByID[id] }

    /// Whether the identity is still somebody's.
    public func contains(_ id: RegionID) -> Bool { id.slot < links.count && links[id.slot].id == id && links[id.slot].isPresent }

    /// The region of a slot that is in use.
    @inline(__always)
    func id(at slot: Int32) -> RegionID { links[Int(slot)].id }

    // MARK: Slots

    /// A slot for a new identity, which is nobody's name yet.
    mutating func allocate(isRegion: Bool) -> RegionID {
        let slot: Int
        var generation: UInt32 = 0
        if let free = freeSlots.popLast() {
            slot = Int(free)
            generation = links[slot].id.generation &+ 1
        } else {
            slot = records.count
            records.append(.vacant)
            links.append(RegionLinks(id: RegionID(slot: slot)))
        }
        let id = RegionID(slot: slot, generation: generation, isRegion: isRegion)
        links[slot] = RegionLinks(id: id)
        links[slot].isPresent = true
        if isRegion { regionCount += 1 }
        return id
    }

    /// Its identity is nobody's any more; its values stay readable until the slot is given again.
    mutating func retire(_ id: RegionID) {
        links[id.slot].isPresent = false
        if id.isRegion { regionCount -= 1 }
    }

    /// It was not to be retired after all.
    mutating func restore(_ id: RegionID) {
        links[id.slot].isPresent = true
        if id.isRegion { regionCount += 1 }
    }

    /// The slots of those that are retired may be given again after the next change has begun.
    mutating func freeLater(_ ids: [RegionID]) { retired += ids }

    /// A change begins: nobody asks for what the one before has removed any more.
    mutating func freeRetired() {
        free(retired)
        retired = []
    }

    /// The slots of those that are retired may be given again.
    mutating func free(_ ids: some Sequence<RegionID>) {
        for id in ids where !links[id.slot].isPresent {
            records[id.slot] = .vacant
            freeSlots.append(Int32(id.slot))
        }
    }

    // MARK: Order

    /// The next region in pre-order, front to back.
    public func next(after id: RegionID) -> RegionID? {
        let first = links[id.slot].frontmost
        return first >= 0 ? self.id(at: first) : next(afterSubtreeOf: id)
    }

    /// The next region that is not in this one.
    public func next(afterSubtreeOf id: RegionID) -> RegionID? {
        var slot = id.slot
        while true {
            if links[slot].behind >= 0 { return self.id(at: links[slot].behind) }
            guard let parent = records[slot].parent else { return nil }
            slot = parent.slot
        }
    }

    /// The children, front to back.
    func children(of id: RegionID) -> Siblings { Siblings(links: links, next: links[id.slot].frontmost) }
    func windows(ofScreen screen: Int) -> Siblings { Siblings(links: links, next: screens[screen].frontmost) }

    struct Siblings: Sequence, IteratorProtocol {
        private let links: [RegionLinks]
        private var slot: Int32

        fileprivate init(links: [RegionLinks], next: Int32) { (self.links, slot) = (links, next) }

        mutating func next() -> RegionID? {
            if slot < 0 { return nil }
            defer { slot = links[Int(slot)].behind }
            return links[Int(slot)].id
        }
    }

    /// All regions in pre-order, front to back, one screen after the other.
    public var regions: [RegionID] {
        var all: [RegionID] = []
        all.reserveCapacity(regionCount)
        for screen in screens.indices { all += regions(ofScreen: screen) }
        return all
    }

    func regions(ofScreen screen: Int) -> [RegionID] {
        var all: [RegionID] = []
        var next = screens[screen].frontmost >= 0 ? id(at: screens[screen].frontmost) : nil
        while let region = next {
            all.append(region)
            next = self.next(after: region)
        }
        return all
    }

    /// All regions in pre-order, and behind them the other responders: the order of lists.
    public var receivers: [RegionID] { regions + responders }

    /// A region and all that is in it, in pre-order.
    public func subtree(of region: RegionID) -> [RegionID] {
        var all = [region]
        let end = next(afterSubtreeOf: region)
        var next = self.next(after: region)
        while let one = next, one != end {
            all.append(one)
            next = self.next(after: one)
        }
        return all
    }

    /// Whether a receiver lies in a region, at any depth; not for itself.
    public func isInside(_ inner: RegionID, _ outer: RegionID) -> Bool {
        var next = records[inner.slot].parent
        while let region = next {
            if region == outer { return true }
            next = records[region.slot].parent
        }
        return false
    }

    /// Receivers in the order of lists. O(receivers) for more than one.
    public func inOrder(_ receivers: Set<RegionID>) -> [RegionID] {
        receivers.count < 2 ? Array(receivers) : self.receivers.filter(receivers.contains)
    }
}

/// How a region lies among others: slots, -1 for none.
struct RegionLinks: Sendable {
    let id: RegionID
    /// Whether the identity is in use.
    var isPresent = false
    var frontmost: Int32 = -1
    var backmost: Int32 = -1
    /// Its neighbours in what it is in.
    var inFront: Int32 = -1
    var behind: Int32 = -1
    var childCount: Int32 = 0

    init(id: RegionID) { self.id = id }
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
