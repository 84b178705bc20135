/// An id with its namespace: a gesture may have the same id as a region.
enum NamedID: Hashable {
    /// A region, a controller or an interceptor.
    case receiver(String)
    case gesture(String)

    /// Returns the ids that a region assigns besides its own: its controller's, its interceptors' and its gestures'.
    static func besides(_ spec: RegionSpec) -> [NamedID] {
        let receivers = (spec.controller.map { [$0] } ?? []) + spec.interceptors.map(\.id)
        return receivers.map { .receiver($0) } + spec.gestures.map { .gesture($0.id) }
    }

    var isTaken: TreeEditError {
        let words =
            switch self {
            case .receiver(let id): "the id \"\(id)\""
            case .gesture(let id): "the gesture id \"\(id)\""
            }
        return TreeEditError(.taken, "\(words) is taken; ids are unique in the whole tree")
    }
}
