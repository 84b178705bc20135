import TouchCore
import Wire

/// The fingers that clients have put down. A finger counts as down even if its touch has been cancelled. Each has its own slot in
/// its screen's panel of injected touches.
struct InjectedFingers {
    struct Finger {
        let client: Client
        let screen: String
        /// The client's number for the finger.
        let number: Int
        let slot: Int
        var place: Point
    }

    private var fingers: [Finger] = []
    var all: [Finger] { fingers }

    func find(_ number: Int, of client: Client, on screen: String) -> Finger? { index(number, client, screen).map { fingers[$0] } }

    private func index(_ number: Int, _ client: Client, _ screen: String) -> Int? {
        fingers.firstIndex { $0.client === client && $0.number == number && $0.screen == screen }
    }

    private func freeSlots(_ screen: String) -> [Int] {
        let taken = Set(fingers.lazy.filter { $0.screen == screen }.map(\.slot))
        return (0..<InjectedTouch.maximum).filter { !taken.contains($0) }
    }

    /// Returns the number of fingers that can still be put down on a screen.
    func room(on screen: String) -> Int { freeSlots(screen).count }

    /// Puts a finger down. The screen must have room for it.
    mutating func put(_ number: Int, of client: Client, on screen: String, at place: Point) {
        fingers.append(Finger(client: client, screen: screen, number: number, slot: freeSlots(screen).first!, place: place))
    }

    /// Moves a finger. Returns its previous place; nil if it is not down.
    mutating func move(_ number: Int, of client: Client, on screen: String, to place: Point) -> Point? {
        guard let index = index(number, client, screen) else { return nil }
        defer { fingers[index].place = place }
        return fingers[index].place
    }

    mutating func lift(_ number: Int, of client: Client, on screen: String) -> Finger? {
        index(number, client, screen).map { fingers.remove(at: $0) }
    }

    /// Removes all fingers for which `isConcerned` returns true, and returns them.
    mutating func lift(where isConcerned: (Finger) -> Bool) -> [Finger] {
        let concerned = fingers.filter(isConcerned)
        fingers.removeAll(where: isConcerned)
        return concerned
    }

    mutating func forget(screen: String) { fingers.removeAll { $0.screen == screen } }

    func checkInvariants() {
        #if DEBUG
            for (index, finger) in fingers.enumerated() {
                let others = fingers[..<index].filter { $0.screen == finger.screen }
                assert(!others.contains { $0.slot == finger.slot }, "two fingers are in slot \(finger.slot) of \(finger.screen)")
                assert(!others.contains { $0.client === finger.client && $0.number == finger.number }, "finger \(finger.number) is down twice")
            }
        #endif
    }
}
