/// The contents of one datagram.
struct BundleContent: Equatable {
    /// The sessions of all cursors that receivers know, including those that this bundle introduces.
    var alive: [Int32]
    /// The cursors whose states the bundle has.
    var sets: [Cursor]

    /// The bundles for the cursors. States that do not fit into the first bundle go into further ones. The bundle with a cursor's first state is the
    /// first one that lists the cursor as alive, so that a receiver never has a cursor without a place.
    ///
    /// - Parameter isFull: whether all cursors are sent, not only the changed ones.
    static func bundles(of cursors: [Cursor], isFull: Bool) -> [BundleContent] {
        var rest = cursors.filter { isFull || !$0.isSent }[...]
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
