/// What one datagram says.
struct BundleContent: Equatable {
    /// The sessions of all cursors that receivers know of, and of those that it tells them of.
    var alive: [Int32]
    /// The cursors whose state it has.
    var sets: [Cursor]

    /// Sets that are not in the first bundle are in further ones. A cursor comes to life in the bundle that has its first set: a receiver
    /// never has one without a place.
    ///
    /// - Parameter isFull: all cursors are told, not only the changed ones.
    static func bundles(of cursors: [Cursor], isFull: Bool) -> [BundleContent] {
        var rest = cursors.filter { isFull || !$0.isTold }[...]
        let setsMax = Bundle.setsMax(alive: cursors.count)
        var alive = Set(cursors.filter(\.isAlive).map(\.session))
        var bundles: [BundleContent] = []
        repeat {
            let sets = Array(rest.prefix(setsMax))
            rest = rest.dropFirst(setsMax)
            alive.formUnion(sets.map(\.session))
            bundles.append(BundleContent(alive: cursors.map(\.session).filter(alive.contains), sets: sets))
        } while !rest.isEmpty
        return bundles
    }
}
