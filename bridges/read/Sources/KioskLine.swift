import JSON

/// A line of touchd that concerns a program which reads applications (contract 10).
enum KioskLine: Equatable {
    /// A finger explores a surface.
    case explore(screen: String, surface: String, turn: Int64, x: Double, y: Double)
    case navigate(screen: String, surface: String, turn: Int64, Move)
    /// The focus was activated.
    ///
    /// - Parameter isTouched: Whether touchd has made a touch.
    case activate(screen: String, region: String, turn: Int64, isTouched: Bool)
    case focus(screen: String, region: String, turn: Int64)
    /// A contact came down.
    case down(screen: String)
    case profiles(screen: String, isOn: Bool)
    /// The regions that exist now, or, if `isAll` is false, those that have changed.
    case regions([Region], removed: [String], isAll: Bool)
    case screens([String: Size])

    struct Region: Equatable {
        var id: String
        /// The screen of a surface; nil for other regions.
        var surface: String?
        /// The box around it, in points of the screen.
        var box: Box
    }

    struct Size: Equatable { var width, height: Double }

    /// Reads the lines that a message means: none, one, or several of a snapshot.
    static func lines(_ message: JSONValue) -> [KioskLine] {
        switch message["type"]?.string {
        case "snapshot":
            let profiles = (message["screens"]?.array ?? []).compactMap { screen -> KioskLine? in
                guard let id = screen["screen"]?.string ?? screen["id"]?.string, let state = screen["accessibility"] else { return nil }
                return .profiles(screen: id, isOn: state["profiles"]?.array?.isEmpty == false)
            }
            return profiles + [.regions(regions(message["regions"]), removed: [], isAll: true)]
        case "tree":
            if message["regions"] != nil { return [.regions(regions(message["regions"]), removed: [], isAll: true)] }
            let changed = regions(message["added"]) + regions(message["moved"])
            return [.regions(changed, removed: (message["removed"]?.array ?? []).compactMap(\.string), isAll: false)]
        // A reload may have replaced any region. A refused one has none.
        case "config": return message["regions"] == nil ? [] : [.regions(regions(message["regions"]), removed: [], isAll: true)]
        case "changed": return [.regions(regions(message["regions"]), removed: [], isAll: false)]
        case "reply":
            guard let sizes = message["screenSizes"]?.array else { return [] }
            let pairs = sizes.compactMap { size -> (String, Size)? in
                guard let id = size["screen"]?.string, let numbers = numbers(size["size"], 2) else { return nil }
                return (id, Size(width: numbers[0], height: numbers[1]))
            }
            return [.screens(Dictionary(pairs) { _, last in last })]
        default: return line(message).map { [$0] } ?? []
        }
    }

    private static func line(_ message: JSONValue) -> KioskLine? {
        guard let type = message["type"]?.string, let screen = message["screen"]?.string else { return nil }
        if type == "accessibility" { return message["profiles"]?.array.map { .profiles(screen: screen, isOn: !$0.isEmpty) } }
        if type == "cue" { return message["cue"] == "down" ? .down(screen: screen) : nil }
        guard let turn = message["turn"]?.number.flatMap({ Int64(exactly: $0) }) else { return nil }
        switch type {
        case "explore":
            guard let surface = message["surface"]?.string, let x = message["x"]?.number, let y = message["y"]?.number else { return nil }
            return .explore(screen: screen, surface: surface, turn: turn, x: x, y: y)
        case "navigate":
            guard let surface = message["surface"]?.string, let move = message["direction"]?.string.flatMap(Move.init) else { return nil }
            return .navigate(screen: screen, surface: surface, turn: turn, move)
        case "activate":
            guard let region = message["region"]?.string, let touch = message["touch"] else { return nil }
            return .activate(screen: screen, region: region, turn: turn, isTouched: touch.number != nil)
        case "focus": return message["region"]?.string.map { .focus(screen: screen, region: $0, turn: turn) }
        default: return nil
        }
    }

    private static func regions(_ list: JSONValue?) -> [Region] {
        (list?.array ?? []).compactMap { region in
            guard let id = region["id"]?.string, let bounds = numbers(region["bounds"], 4), let matrix = numbers(region["toScreen"], 6) else {
                return nil
            }
            let corners = [(0.0, 0.0), (1, 0), (0, 1), (1, 1)].map { across, down in
                let (x, y) = (bounds[0] + across * bounds[2], bounds[1] + down * bounds[3])
                return (x: matrix[0] * x + matrix[2] * y + matrix[4], y: matrix[1] * x + matrix[3] * y + matrix[5])
            }
            let (left, top) = (corners.map(\.x).min()!, corners.map(\.y).min()!)
            let box = Box(x: left, y: top, width: corners.map(\.x).max()! - left, height: corners.map(\.y).max()! - top)
            // A line about a change of place alone has neither kind nor screen.
            return Region(id: id, surface: region["kind"] == "surface" ? region["screen"]?.string : nil, box: box)
        }
    }

    private static func numbers(_ value: JSONValue?, _ count: Int) -> [Double]? {
        guard let values = value?.array, values.count == count else { return nil }
        let numbers = values.compactMap(\.number)
        return numbers.count == count ? numbers : nil
    }
}
