import Vocabulary

/// Edits of a tree, as clients request them and as a scenario's ops make them.
extension TreeShapes {
    /// The format of `edits` in a client's line.
    package static let edits = Format(editShapes, parts: regions)

    package static let editsKey = Key(
        "edits", .list(.byWord("op", editOps, otherwise: nil), isEmptyAllowed: false), required: true, checkedByDecoder: true,
        "The changes, in order; see [editing the tree](#editing-the-tree).")

    package static let editOps: [(word: String, shape: ShapeName)] = [
        ("set", .setEdit), ("setBoundsOrigin", .boundsOriginEdit), ("add", .addEdit), ("move", .moveEdit),
        ("remove", .regionEdit), ("bringToFront", .regionEdit), ("sendToBack", .regionEdit),
    ]

    package static let editShapes: KeyValuePairs<ShapeName, Shape> = [
        .setEdit: setEdit, .boundsOriginEdit: boundsOriginEdit, .addEdit: addEdit, .moveEdit: moveEdit, .regionEdit: regionEdit,
    ]

    private static let id = ValueType.string(.identifier)
    private static let regionID = Key("region", id, required: true, "The region's id.")
    private static let parent = Key("parent", id, required: true, "The id of the new parent.")
    private static let index = Key(
        "index", .number(.whole(from: 0)), "The place among the parent's children, counted back to front. Default: in front.")

    private static func op(_ words: String...) -> Key { Key("op", .word(words), required: true, "What is done.") }

    private static let setEdit = Shape(
        "op set", unnamed: "an op set", "Sets a property of a region or of a gesture.",
        forms: [Form(requires: ["region"], forbids: ["gesture"]), Form(requires: ["gesture"], forbids: ["region"])],
        keys: [
            op("set"), Key("region", id, "The region's id."), Key("gesture", id, "The gesture's id."),
            Key("key", .string(.any), required: true, "The property, as in the tree."),
            Key("value", .any, required: true, "Its value, as in the tree."),
        ])

    private static let boundsOriginEdit = Shape(
        "op setBoundsOrigin", unnamed: "an op setBoundsOrigin", "Scrolls a region to the point that is shown at its top left.",
        keys: [
            op("setBoundsOrigin"), regionID,
            Key("origin", .vector([Component("x"), Component("y")]), required: true, "In the region's own coordinates."),
        ])

    private static let addEdit = Shape(
        "op add", unnamed: "an op add", "Adds a region with everything in it.",
        keys: [op("add"), parent, index, Key("region", .object(.region), required: true, "The new region.")])

    private static let moveEdit = Shape(
        "op move", unnamed: "an op move", "Moves a region into another one.", keys: [op("move"), regionID, parent, index])

    private static let regionEdit = Shape(
        "op", unnamed: "an op", "Removes a region, or changes its place among its siblings.",
        keys: [op("remove", "bringToFront", "sendToBack"), regionID])
}
