/// One change of a region tree, as clients and scenarios ask for it. Regions are named by id.
public enum TreeEdit: Hashable, Sendable {
    /// Adds a region with all that is in it; `to` is a region, or a screen for a window.
    ///
    /// - index: its place among its siblings, back to front; nil or too large: in front.
    case add(RegionSpec, to: String, index: Int?)
    /// Removes a region with all that is in it.
    case remove(String)
    /// Gives a region other properties; the children in the spec are not looked at.
    case set(String, RegionSpec)
    /// Puts a region elsewhere, with all that is in it.
    case move(String, to: String, index: Int?)
    case bringToFront(String)
    case sendToBack(String)

    /// The id of the region that it is about.
    public var region: String {
        switch self {
        case .add(let spec, _, _): spec.id
        case .remove(let id), .set(let id, _), .move(let id, _, _), .bringToFront(let id), .sendToBack(let id): id
        }
    }
}

/// Whether edits, which would make this tree, may be done: throws if not.
public typealias EditsCheck = (_ edits: [TreeEdit], _ new: RegionTree) throws(TreeEditError) -> Void

/// Why an edit cannot be done. The tree is as it was before the request.
public struct TreeEditError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Kind: Sendable {
        /// It names a region that there is not.
        case missing
        /// The id of what is to be added is another's.
        case taken
        /// It cannot be done to any tree.
        case impossible
        /// Who asks for it may not do it.
        case notAllowed
    }

    public let kind: Kind
    public let description: String

    package init(_ kind: Kind, _ description: String) { (self.kind, self.description) = (kind, description) }

    /// Says which of several edits it was, counted from 1.
    package func numbered(_ index: Int, of count: Int) -> TreeEditError {
        count == 1 ? self : TreeEditError(kind, "edit \(index + 1) of \(count): \(description)")
    }
}

extension TreeEdit {
    /// Edits as new properties of regions that stay where they are, if that is all they are; else nil.
    ///
    /// - Throws: TreeEditError, when one of them names no region.
    static func settings(_ edits: [TreeEdit], in tree: borrowing RegionTree) throws(TreeEditError) -> [(RegionID, RegionSpec)]? {
        var sets: [(RegionID, RegionSpec)] = []
        for (number, edit) in edits.enumerated() {
            guard case .set(let name, var new) = edit else { return nil }
            guard let id = tree.region(ofID: name) else { throw TreeEditError.noRegion(name).numbered(number, of: edits.count) }
            let old = tree.specs[id.slot]
            new.id = old.id
            new.children = []
            if new.kind != old.kind || new.level != old.level || new.controller != old.controller || new.interceptors != old.interceptors
                || new.gestures.map(\.id) != old.gestures.map(\.id) || new.gestures.map(\.type) != old.gestures.map(\.type)
                // Of these the records of all that is in the region speak as well.
                || new.isSensitive != old.isSensitive || new.followsFingers != old.followsFingers
            {
                return nil
            }
            sets.append((id, new))
        }
        return sets
    }
}

extension TreeEditError {
    static func noRegion(_ id: String) -> TreeEditError { TreeEditError(.missing, "there is no region \"\(id)\"") }
}
