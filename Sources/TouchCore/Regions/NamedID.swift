/// Gestures have ids of their own: one may be called as a region is.
enum NamedID: Hashable {
    /// A region, a controller or an interceptor.
    case receiver(String)
    case gesture(String)

    /// The ids that a region gives besides its own: its controller's, its interceptors' and its gestures'.
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
