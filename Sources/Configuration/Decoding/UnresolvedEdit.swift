import StrictYAML
import TouchCore
import TreeFormat
import Vocabulary

/// An edit of a region tree, as a scenario's op or a client's line states it. `set` is resolved later, because its result depends on the region at
/// that time.
package enum UnresolvedEdit: Sendable {
    case edit(TreeEdit)
    /// - property: the property's name; nil for one that every region has.
    case set(region: String, property: String?, Change<RegionSpec>)
    case setGesture(String, Change<GestureSpec>)

    /// Returns the edit for a tree in its current state.
    ///
    /// - Parameters:
    ///   - spec: returns the current spec of a region, or nil if there is no such region.
    ///   - owner: returns the region that has a gesture now.
    /// - Throws: ImpossibleEdit, if the region or gesture does not exist, or if regions of its kind have no such property.
    package func resolved(_ spec: (String) -> RegionSpec?, owner: (String) -> String?) throws(ImpossibleEdit) -> TreeEdit {
        switch self {
        case .edit(let edit): return edit
        case .set(let id, let property, let change):
            guard var region = spec(id) else { throw ImpossibleEdit(noRegion: id) }
            if let property, let kinds = TreeShapes.region.key(property)?.onlyFor, !kinds.contains(region.kind.rawValue) {
                throw ImpossibleEdit(property, isOnlyFor: kinds, region)
            }
            change(&region)
            return .set(id, region)
        case .setGesture(let id, let change):
            guard let owner = owner(id) else { throw ImpossibleEdit(noGesture: id) }
            guard var region = spec(owner) else { throw ImpossibleEdit(noRegion: owner) }
            for place in region.gestures.indices where region.gestures[place].id == id { change(&region.gestures[place]) }
            return .set(owner, region)
        }
    }
}

package struct ImpossibleEdit: Error, CustomStringConvertible {
    package let description: String
    /// True if the region or gesture does not exist.
    package let isMissing: Bool

    init(noRegion id: String) { (description, isMissing) = ("there is no region \(quoted(id)) at this time", true) }
    init(noGesture id: String) { (description, isMissing) = ("there is no gesture \(quoted(id)) at this time", true) }
    init(_ key: String, isOnlyFor kinds: [String], _ region: RegionSpec) {
        isMissing = false
        description = "\(quoted(key)) is for kind \(kinds.joined(separator: ", ")) only, and \(quoted(region.id)) is a \(region.kind.rawValue)"
    }
}
