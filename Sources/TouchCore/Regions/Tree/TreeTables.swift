/// The tables of a tree that are rebuilt after structural edits, in their state before the edits.
struct TreeTables {
    /// The gestures; nil if they are not rebuilt.
    let gestures: GestureRelations?
    let responders: [RegionID]
    let structure: UInt64

    /// The tables that edits affect.
    struct Changes: OptionSet {
        let rawValue: UInt8
        static let names = Changes(rawValue: 1)
        static let responders = Changes(rawValue: 2)
        static let gestures = Changes(rawValue: 4)
    }
}
