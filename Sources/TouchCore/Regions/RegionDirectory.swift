/// Who can receive touches, by name, and how they lie in each other: the regions of all screens, and responders that are not regions.
/// What stands here changes only with structural edits; geometry does not.
///
/// Arrays are by slot (`RegionID.slot`). Slots that are free have empty records.
public struct RegionDirectory: Sendable {
    public struct Screen: Sendable {
        public let id: String
        public let size: Size
        let controllers: [String: Responds]
        public let kiosk: KioskRules
        /// The windows, as of a region the children.
        fileprivate(set) var frontmost: Int32 = -1
        fileprivate(set) var backmost: Int32 = -1
    }

    public private(set) var screens: [Screen]
    public private(set) var records: [RegionRecord] = []
    private(set) var links: [RegionLinks] = []
    /// By gesture; those of free slots are empty.
    public private(set) var gestures: [GestureRecord] = []
    /// All that are sensitive or stand in what is: nearly no tree has any.
    public private(set) var sensitive: [RegionID] = []
    public var hasSensitive: Bool { !sensitive.isEmpty }
    /// Those that are not regions, in the order in which lists have them.
    private(set) var responders: [RegionID] = []
    private var indexByID: [String: RegionID] = [:]
    public private(set) var regionCount = 0
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

    mutating func detach() {
        records.detach()
        links.detach()
        indexByID.reserveCapacity(indexByID.count)
    }

    mutating func reserveCapacity(_ slots: Int) {
        records.reserveCapacity(slots)
        links.reserveCapacity(slots)
        indexByID.reserveCapacity(slots)
    }

    /// Takes an identity over from the tree before.
    mutating func adopt(_ id: RegionID) {
        links[id.slot].isPresent = true
        if id.isRegion { regionCount += 1 }
    }

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

    /// Nil also for responders that are not regions. O(1).
    public func region(ofID id: String) -> RegionID? {
        guard let region = indexByID[id], region.isRegion else { return nil }
        return region
    }

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

    /// Its identity is nobody's any more, and its name is free; its values stay readable until the slot is given again.
    mutating func retire(_ id: RegionID) {
        links[id.slot].isPresent = false
        if id.isRegion { regionCount -= 1 }
        let name = records[id.slot].id
        if indexByID[name] == id { indexByID[name] = nil }
    }

    /// It was not to be retired after all.
    mutating func restore(_ id: RegionID) {
        adopt(id)
        indexByID[records[id.slot].id] = id
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

    // MARK: Records and names

    mutating func describe(_ id: RegionID, _ record: RegionRecord) { records[id.slot] = record }

    /// A receiver has the id of its record, unless that is another's.
    mutating func name(_ id: RegionID) {
        let name = records[id.slot].id
        if indexByID[name] == nil { indexByID[name] = id }
    }

    /// A responder's id may be given to another, though it is there until the responders are found out anew.
    mutating func freeResponderName(_ name: String) {
        if let id = indexByID[name], !id.isRegion { indexByID[name] = nil }
    }

    /// Behind all regions and responders of lists.
    mutating func addResponder(_ id: RegionID) {
        name(id)
        responders.append(id)
    }

    /// There are no responders beside the regions any more.
    mutating func retireResponders() {
        for id in responders { retire(id) }
        responders = []
    }

    /// There are those that there were before; others that there are now have never been.
    mutating func restoreResponders(_ before: [RegionID]) {
        let added = responders.filter { !before.contains($0) }
        for id in added { retire(id) }
        free(added)
        for id in before where !contains(id) { restore(id) }
        responders = before
    }

    mutating func setGestures(_ records: [GestureRecord]) { gestures = records }

    /// Lists those that are sensitive. O(regions).
    mutating func listSensitive() { sensitive = receivers.filter { records[$0.slot].sensitiveRoot != nil } }

    // MARK: Links

    /// Puts a region behind all others of what it is in.
    mutating func append(_ id: RegionID, to parent: RegionID?, screen: Int) {
        let backmost = parent.map { links[$0.slot].backmost } ?? screens[screen].backmost
        insert(id, at: RegionPosition(parent: parent, screen: screen, behind: backmost >= 0 ? self.id(at: backmost) : nil))
    }

    mutating func insert(_ id: RegionID, at place: RegionPosition) {
        let slot = Int32(id.slot)
        let first = place.parent.map { links[$0.slot].frontmost } ?? screens[place.screen].frontmost
        let next = place.behind.map { links[$0.slot].behind } ?? first
        links[id.slot].inFront = place.behind.map { Int32($0.slot) } ?? -1
        links[id.slot].behind = next
        if let inFront = place.behind { links[inFront.slot].behind = slot } else { setFrontmost(slot, place) }
        if next >= 0 { links[Int(next)].inFront = slot } else { setBackmost(slot, place) }
        if let parent = place.parent { links[parent.slot].childCount += 1 }
    }

    mutating func takeOut(_ id: RegionID, of place: RegionPosition) {
        let (inFront, behind) = (links[id.slot].inFront, links[id.slot].behind)
        if inFront >= 0 { links[Int(inFront)].behind = behind } else { setFrontmost(behind, place) }
        if behind >= 0 { links[Int(behind)].inFront = inFront } else { setBackmost(inFront, place) }
        (links[id.slot].inFront, links[id.slot].behind) = (-1, -1)
        if let parent = place.parent { links[parent.slot].childCount -= 1 }
    }

    private mutating func setFrontmost(_ slot: Int32, _ place: RegionPosition) {
        if let parent = place.parent { links[parent.slot].frontmost = slot } else { screens[place.screen].frontmost = slot }
    }

    private mutating func setBackmost(_ slot: Int32, _ place: RegionPosition) {
        if let parent = place.parent { links[parent.slot].backmost = slot } else { screens[place.screen].backmost = slot }
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
