import TouchCore
import TreeFormat
import Vocabulary

/// An edit of a region tree as a scenario's op or a client's line states it. What `set` makes of a region depends on what the
/// region is at that time.
package enum UnresolvedEdit: Sendable {
    case edit(TreeEdit)
    /// - property: its name; nil: one that every region has.
    case set(region: String, property: String?, Change<RegionSpec>)
    case setGesture(String, Change<GestureSpec>)

    /// As an edit of a tree.
    ///
    /// - Parameters:
    ///   - spec: what a region is at this time, nil when there is none.
    ///   - owner: the region that has a gesture at this time.
    /// - Throws: ImpossibleEdit, when it sets a property of none, or of a region of a kind that has no such property.
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
    /// It is about a region or a gesture that there is not.
    package let isMissing: Bool

    init(noRegion id: String) { (description, isMissing) = ("there is no region \(quoted(id)) at this time", true) }
    init(noGesture id: String) { (description, isMissing) = ("there is no gesture \(quoted(id)) at this time", true) }
    init(_ key: String, isOnlyFor kinds: [String], _ region: RegionSpec) {
        isMissing = false
        description = "\(quoted(key)) is for kind \(kinds.joined(separator: ", ")) only, and \(quoted(region.id)) is a \(region.kind.rawValue)"
    }
}
