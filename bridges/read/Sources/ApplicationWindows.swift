import Text

/// An application's window, as it was when the applications were last looked at.
struct ApplicationWindow: Equatable {
    var application: ObjectReference
    var name: String
    var window: ObjectReference
    /// The largest window of the application, which fills the surface; another one may be a dialog in front of it.
    var main: ObjectReference
    var isActive: Bool
    var area: Double
}

/// The windows of the applications on the bus.
struct ApplicationWindows {
    /// The most applications, and the most windows of one.
    static let applicationsMax = 64
    static let windowsMax = 16

    private(set) var windows: [ObjectReference: [ApplicationWindow]] = [:]

    /// Keeps only these applications.
    mutating func keep(_ applications: [ObjectReference]) { windows = windows.filter { applications.contains($0.key) } }
    mutating func set(_ found: [ApplicationWindow], of application: ObjectReference) { windows[application] = found }
    mutating func remove(bus: String) { windows = windows.filter { $0.key.bus != bus } }
    mutating func removeAll() { windows = [:] }

    /// Returns the window at a surface: an active one, and of several the largest one; nil if there is none.
    ///
    /// - Parameter name: A part of the application's name; nil for any application.
    func window(named name: String?) -> ApplicationWindow? {
        let all = windows.values.flatMap(\.self).filter { name == nil || $0.name.lowercased().has(name!.lowercased()) }
        return all.max { one, other in
            if one.isActive != other.isActive { return other.isActive }
            if one.area != other.area { return one.area < other.area }
            return (one.window.bus, one.window.path) > (other.window.bus, other.window.path)
        }
    }

    /// Finds the windows of an application.
    static func survey(_ application: ObjectReference, _ facts: Facts) throws(Missing) -> [ApplicationWindow] {
        guard let root = try facts.node(application) else { return [] }
        let indices = 0..<min(root.childCount, windowsMax)
        try facts.require(indices.map { .child(application, $0) })
        var objects: [ObjectReference] = []
        for index in indices { if let child = try facts.child(application, index) { objects.append(child) } }
        try facts.require(objects.map { .look($0) })
        var found: [ApplicationWindow] = []
        var main: (object: ObjectReference, area: Double)?
        for object in objects {
            guard let node = try facts.node(object), node.isVisible, node.states.contains(.showing) || node.states.contains(.active) else { continue }
            let area = node.extents?.area ?? 0
            if area > main?.area ?? -1 { main = (object, area) }
            found.append(
                ApplicationWindow(
                    application: application, name: spokenText(root.name), window: object, main: object, isActive: node.states.contains(.active),
                    area: area))
        }
        return found.map {
            var window = $0
            window.main = main?.object ?? window.window
            return window
        }
    }
}
