@testable import TouchCore

/// The text of a case: every property that differs from its default, one region or step per line.
extension RoutingCase: CustomStringConvertible {
    var description: String {
        var lines: [String] = Self.lines(screens)
        for (pause, step) in steps {
            switch step {
            case .frame(let panel, let fingers):
                let text = fingers.map { "slot \($0.slot) \($0.isUp ? "up " : "")\($0.at.x),\($0.at.y)" }
                lines.append("+\(pause) panel \(panel): " + text.joined(separator: "; "))
            case .replace(let screens): lines += ["+\(pause) replace"] + Self.lines(screens).map { "    " + $0 }
            case .edit(let edits): lines += ["+\(pause) edit"] + edits.flatMap(Self.lines).map { "    " + $0 }
            default: lines.append("+\(pause) \(step)")
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func lines(_ edit: TreeEdit) -> [String] {
        switch edit {
        case .add(let spec, let to, let index): ["add to \(to) at \(index.map(String.init) ?? "front")"] + lines(spec, 1)
        case .set(let id, let spec): ["set \(id)"] + lines(spec, 1)
        default: ["\(edit)"]
        }
    }

    private static func lines(_ screens: [ScreenSpec]) -> [String] {
        screens.flatMap { screen in ["screen \(screen.id) \(screen.controllers)"] + screen.windows.flatMap { lines($0, 1) } }
    }

    private static func lines(_ spec: RegionSpec, _ depth: Int) -> [String] {
        let plain = RegionSpec(id: spec.id, kind: spec.kind, geometry: spec.geometry)
        let g = spec.geometry
        var words = ["\(spec.id) \(g.bounds.size.width)x\(g.bounds.size.height) about \(g.center.x),\(g.center.y)"]
        if g.bounds.origin != Point(0, 0) { words.append("origin \(g.bounds.minX),\(g.bounds.minY)") }
        for (own, usual) in zip(Mirror(reflecting: spec).children, Mirror(reflecting: plain).children) {
            guard let label = own.label, label != "children", label != "geometry" else { continue }
            if "\(own.value)" != "\(usual.value)" { words.append("\(label): \(own.value)") }
        }
        if g.transform != .identity { words.append("\(g.transform)") }
        let indent = String(repeating: "  ", count: depth)
        return [indent + words.joined(separator: ", ")] + spec.children.flatMap { lines($0, depth + 1) }
    }
}
