/// A walk of a task over the facts that are known. Pure: it throws the questions whose answers are missing.
struct Walk {
    let task: ReaderTask
    /// The element that has the focus on the task's screen.
    let current: CurrentElement?
    /// The surface that the task is about; nil if touchd has none of this name any more.
    let surface: KioskLine.Region?
    /// The size of the surface's screen, if the windows of applications fill that.
    let screen: KioskLine.Size?
    let window: ReadSettings.Window

    func result() throws(Missing) -> TaskResult {
        switch task.kind {
        case .list:
            guard case .objects(let found) = try task.facts.answer(.applications) else { return .nothing }
            return .applications(found)
        case .survey(let application): return .windows(try ApplicationWindows.survey(application, task.facts))
        default: break
        }
        guard let window = task.window, let surface else { return .nothing }
        try task.facts.require([.look(window.main), .look(window.window)])
        guard let main = try task.facts.node(window.main), try task.facts.node(window.window) != nil else { return .gone }
        guard let geometry = geometry(main, surface) else { return .nothing }
        let tree = ElementTree(facts: task.facts, window: window.window)
        switch task.kind {
        case .list, .survey: return .nothing
        case .explore(let x, let y):
            let point = geometry.point(x, y)
            guard let object = try tree.element(atX: point.x, y: point.y), let element = try tree.description(of: object, geometry) else {
                return .nothing
            }
            var place = Place(window: window.window)
            if let known = try tree.place(of: object) { place = known } else { place.steps.append(Place.Step(object: object, index: 0)) }
            return .focus(place, element)
        case .navigate(.next): return try search(.next, tree, geometry)
        case .navigate(.previous): return try search(.previous, tree, geometry)
        case .navigate(let move): return try step(up: move == .increment, tree, geometry)
        case .activate: return try press(tree, geometry)
        case .look:
            guard let current, let element = try tree.description(of: current.place.object, geometry) else { return .nothing }
            return element.says(theSameAs: current.element) ? .nothing : .changed(current.place, element, isSaid: true)
        }
    }

    private func geometry(_ main: AccessibleNode, _ surface: KioskLine.Region) -> WindowGeometry? {
        var area = surface.box
        if window == .screen {
            guard let screen else { return nil }
            area = Box(x: 0, y: 0, width: screen.width, height: screen.height)
        }
        // Without extents the window's units are taken for points.
        return WindowGeometry(window: main.extents ?? Box(x: 0, y: 0, width: area.width, height: area.height), area: area, surface: surface.box)
    }

    private func search(_ move: Move, _ tree: ElementTree, _ geometry: WindowGeometry) throws(Missing) -> TaskResult {
        var start = task.progress?.place
        if start == nil, let current { start = try tree.place(nowOf: current.place, move) }
        let isInside = task.progress?.isInside ?? (start != nil)
        switch try tree.element(move, from: start) {
        case .further(let place): return .further(place, isInside: isInside)
        case .found(let place):
            if let element = try tree.description(of: place.object, geometry) { return .focus(place, element) }
            // The element has disappeared since it was found.
            return .further(place, isInside: isInside)
        case .end: return isInside ? .end : .nothing
        }
    }

    private func step(up isUp: Bool, _ tree: ElementTree, _ geometry: WindowGeometry) throws(Missing) -> TaskResult {
        guard let current, let node = try tree.facts.node(current.place.object), node.isVisible else { return .nothing }
        let object = current.place.object
        try tree.facts.require([.range(object), .actions(object)])
        if case .range(let range) = try tree.facts.answer(.range(object)), range.maximum > range.minimum {
            let value = range.stepped(up: isUp)
            if value != range.current, try tree.facts.answer(.setValue(object, value)) != .done { return .nothing }
            guard var element = try tree.description(of: object, geometry) else { return .nothing }
            element.value = .number(value)
            return .changed(current.place, element, isSaid: true)
        }
        guard let action = try tree.step(object, up: isUp), try tree.facts.answer(.act(object, action)) == .done,
            let element = try tree.description(of: object, geometry)
        else { return .nothing }
        return .changed(current.place, element, isSaid: false)
    }

    private func press(_ tree: ElementTree, _ geometry: WindowGeometry) throws(Missing) -> TaskResult {
        guard let current, let element = try tree.description(of: current.place.object, geometry) else { return .nothing }
        // The element must still be the one that was said.
        guard element.label == current.element.label, element.role == current.element.role else {
            return .changed(current.place, element, isSaid: true)
        }
        // An action without an answer may have been done. A touch would do it again.
        if let action = try tree.press(current.place.object), try tree.facts.answer(.act(current.place.object, action)) != .none { return .pressed }
        return element.frame == nil ? .nothing : .touch(element)
    }
}
