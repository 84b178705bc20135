extension HeldKeys {
    /// Types for the begin or the end of a touch in a region with a `keyCode`. Returns the changes of the keyboard (contract 8, Typing).
    ///
    /// - Throws: the reason why the region's key cannot be pressed. The touch then types nothing until it ends.
    public mutating func apply(
        _ event: RoutedTouch, _ tree: borrowing RegionTree, isDownElsewhere: (UInt16) -> Bool = { _ in false }
    ) throws(KeyRefusal) -> [KeyChange] {
        guard let receiver = event.receiver, !event.isMove, !event.isRedacted else { return [] }
        let holder = Holder.touch(event.id, receiver)
        if event.phase != .began { return isHolder(holder) ? release(allOf: holder) : [] }
        guard let key = RegionKeys.keyCode(of: receiver, in: tree) else { return [] }
        return try apply([KeyChange(key, isDown: true)], by: holder, isDownElsewhere: isDownElsewhere)
    }
}
