/// What of a tree is found out anew after structural edits, as it was before them.
struct TreeTables {
    /// Nil: they stay.
    let gestures: GestureRelations?
    let responders: [RegionID]
    let structure: UInt64

    /// Which of them edits have to do with.
    struct Changes: OptionSet {
        let rawValue: UInt8
        static let names = Changes(rawValue: 1)
        static let responders = Changes(rawValue: 2)
        static let gestures = Changes(rawValue: 4)
    }
}
