/// The receivers of touches, by name, and their nesting: the regions of all screens, and responders that are not regions. Only structural
/// edits change it; geometry does not.
///
/// Arrays are by slot (`RegionID.slot`). Free slots have empty records.
public struct RegionDirectory: Sendable {
    public struct Screen: Sendable {
        public let id: String
        public let size: Size
        let controllers: [String: Responds]
        public let kiosk: KioskRules
        public let keyboard: KeyboardRules?
        public let accessibility: AccessibilityRules?
        /// The ids of the windows in the order of the file; empty if all have the same level, because the tree has that order too.
        let windowOrder: [String]
        /// The frontmost and the backmost window.
        fileprivate(set) var frontmost: Int32 = -1
        fileprivate(set) var backmost: Int32 = -1

        init(_ spec: ScreenSpec, windowOrder: [String]) {
            (id, size, controllers, kiosk) = (spec.id, spec.size, spec.controllers, spec.kiosk)
            (keyboard, accessibility) = (spec.keyboard, spec.accessibility)
            self.windowOrder = windowOrder
        }

        /// The screen's properties, with these windows.
        func spec(_ windows: [RegionSpec]) -> ScreenSpec {
            ScreenSpec(
                id: id, size: size, windows: windows, controllers: controllers, kiosk: kiosk, keyboard: keyboard, accessibility: accessibility)
        }
    }

    public private(set) var screens: [Screen]
    public private(set) var records: [RegionRecord] = []
    private(set) var links: [RegionLinks] = []
    /// The gestures, by slot; those of free slots are empty.
    public private(set) var gestures: [GestureRecord] = []
    /// All receivers that are sensitive or inside a sensitive region. Nearly no tree has any.
    public private(set) var sensitive: [RegionID] = []
    public var hasSensitive: Bool { !sensitive.isEmpty }
    /// The responders that are not regions, in the order of lists.
    private(set) var responders: [RegionID] = []
    private var indexByID: [String: RegionID] = [:]
    public private(set) var regionCount = 0
    private var freeSlots: [Int32] = []
    /// Removed receivers whose records can be read until the next change.
    private var retired: [RegionID] = []

    init(screens: [Screen]) { self.screens = screens }

    /// Creates the directory of a tree that succeeds another one. A receiver of the old one keeps its identity if it is adopted.
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

    /// Takes over an identity from the previous tree.
    mutating func adopt(_ id: RegionID) {
        links[id.slot].isPresent = true
        if id.isRegion { regionCount += 1 }
    }

    /// Retires the identities of the previous tree that this one has not adopted.
    mutating func retireUnadopted(of old: RegionDirectory) {
        for link in old.links where link.isPresent && !links[link.id.slot].isPresent {
            records[link.id.slot] = old.records[link.id.slot]
            retired.append(link.id)
        }
    }

    /// The number of entries in arrays by slot.
    public var slotCount: Int { records.count }

    @inline(__always)
    public subscript(id: RegionID) -> RegionRecord { records[id.slot] }

    /// Returns the receiver with an id. O(1).
    public func index(ofID id: String) -> RegionID? { indexByID[id] }

    /// Returns the region with an id; nil also for responders that are not regions. O(1).
    public func region(ofID id: String) -> RegionID? {
        guard let region = indexByID[id], region.isRegion else { return nil }
        return region
    }

    /// Whether the identity is still in use.
    public func contains(_ id: RegionID) -> Bool { id.slot < links.count && links[id.slot].id == id && links[id.slot].isPresent }

    /// Returns the region of a slot that is in use.
    @inline(__always)
    func id(at slot: Int32) -> RegionID { links[Int(slot)].id }

    // MARK: Slots

    /// Allocates a slot for a new identity, which has no name until `name` is called.
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

    /// Retires an identity and frees its name. Its values stay readable until the slot is reused.
    mutating func retire(_ id: RegionID) {
        links[id.slot].isPresent = false
        if id.isRegion { regionCount -= 1 }
        let name = records[id.slot].id
        if indexByID[name] == id { indexByID[name] = nil }
    }

    /// Undoes the retirement of an identity.
    mutating func restore(_ id: RegionID) {
        adopt(id)
        indexByID[records[id.slot].id] = id
    }

    /// Lets the slots of retired identities be reused after the next change has begun.
    mutating func freeLater(_ ids: [RegionID]) { retired += ids }

    /// Frees the slots retired by the previous change, because a new change begins and nobody reads them any more.
    mutating func freeRetired() {
        free(retired)
        retired = []
    }

    /// Lets the slots of retired identities be reused.
    mutating func free(_ ids: some Sequence<RegionID>) {
        for id in ids where !links[id.slot].isPresent {
            records[id.slot] = .vacant
            freeSlots.append(Int32(id.slot))
        }
    }

    // MARK: Records and names

    mutating func describe(_ id: RegionID, _ record: RegionRecord) { records[id.slot] = record }

    /// Gives a receiver the id in its record, unless another receiver has that id.
    mutating func name(_ id: RegionID) {
        let name = records[id.slot].id
        if indexByID[name] == nil { indexByID[name] = id }
    }

    /// Frees a responder's id for another receiver, although the responder exists until the responders are rebuilt.
    mutating func freeResponderName(_ name: String) {
        if let id = indexByID[name], !id.isRegion { indexByID[name] = nil }
    }

    /// Adds a responder that is not a region. In lists it comes after all regions and all earlier responders.
    mutating func addResponder(_ id: RegionID) {
        name(id)
        responders.append(id)
    }

    /// Retires all responders that are not regions.
    mutating func retireResponders() {
        for id in responders { retire(id) }
        responders = []
    }

    /// Restores the responders from before an edit. Frees those added since then.
    mutating func restoreResponders(_ before: [RegionID]) {
        let added = responders.filter { !before.contains($0) }
        for id in added { retire(id) }
        free(added)
        for id in before where !contains(id) { restore(id) }
        responders = before
    }

    mutating func setGestures(_ records: [GestureRecord]) { gestures = records }

    /// Rebuilds the list of sensitive receivers. O(regions).
    mutating func listSensitive() { sensitive = receivers.filter { records[$0.slot].sensitiveRoot != nil } }

    // MARK: Links

    /// Inserts a region behind all others in its parent or on its screen.
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

    mutating func unlink(_ id: RegionID, of place: RegionPosition) {
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

/// The links of a region to others: slots, -1 for none.
struct RegionLinks: Sendable {
    let id: RegionID
    /// Whether the identity is in use.
    var isPresent = false
    var frontmost: Int32 = -1
    var backmost: Int32 = -1
    /// The neighbouring siblings.
    var inFront: Int32 = -1
    var behind: Int32 = -1
    var childCount: Int32 = 0

    init(id: RegionID) { self.id = id }
}
