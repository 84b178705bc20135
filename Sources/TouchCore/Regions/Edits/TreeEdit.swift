/// A change of a region tree, as clients and scenarios request it. Regions are named by id.
public enum TreeEdit: Hashable, Sendable {
    /// Adds a region with everything in it; `to` is a region, or a screen for a window.
    ///
    /// - index: the place among its siblings, counted from the back; nil, or a number that is too large, stands for the front.
    case add(RegionSpec, to: String, index: Int?)
    /// Removes a region with everything in it.
    case remove(String)
    /// Replaces the properties of a region. The children in the spec are ignored.
    case set(String, RegionSpec)
    /// Moves a region, with everything in it, to another place.
    case move(String, to: String, index: Int?)
    case bringToFront(String)
    case sendToBack(String)

    /// The id of the region that the edit changes.
    public var region: String {
        switch self {
        case .add(let spec, _, _): spec.id
        case .remove(let id), .set(let id, _), .move(let id, _, _), .bringToFront(let id), .sendToBack(let id): id
        }
    }
}

/// A check of edits before they take effect; `new` is the tree that they produce. Throws if the edits are not allowed.
public typealias EditsCheck = (_ edits: [TreeEdit], _ new: RegionTree) throws(TreeEditError) -> Void

/// The reason why an edit cannot be done. The tree is the same as before the request.
public struct TreeEditError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Kind: Sendable {
        /// The edit names a region that does not exist.
        case missing
        /// The id of the region to be added is taken.
        case taken
        /// The edit cannot be done, for example because it moves a region into itself.
        case impossible
        /// The client may not make the edit.
        case notAllowed
    }

    public let kind: Kind
    public let description: String

    package init(_ kind: Kind, _ description: String) { (self.kind, self.description) = (kind, description) }

    /// Returns the error with the number of the edit, counted from 1, if there are several edits.
    package func numbered(_ index: Int, of count: Int) -> TreeEditError {
        count == 1 ? self : TreeEditError(kind, "edit \(index + 1) of \(count): \(description)")
    }
}

extension TreeEdit {
    /// Returns the new properties of the regions if the edits only set properties and do not change the tree's structure; otherwise nil.
    ///
    /// - Throws: TreeEditError if an edit names a region that does not exist.
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
                // The records of everything in the region depend on these as well.
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
