import StrictYAML

/// Finds gestures that wait for each other to fail in a cycle, so that none of them could ever be recognized.
struct GestureCycles {
    private struct Requirement {
        var other: String
        var mark: Mark
    }

    /// The maximum number of gestures of a cycle that a message names.
    private static let shownMax = 8

    private var requirements: [String: [Requirement]] = [:]
    private var order: [String] = []

    mutating func add(from gesture: String, to other: String, _ mark: Mark) {
        if requirements[gesture] == nil { order.append(gesture) }
        requirements[gesture, default: []].append(Requirement(other: other, mark: mark))
    }

    /// Logs each requirement that closes a cycle, at the place where the walk finds it. O(gestures + requirements), without recursion.
    func check(log: DiagnosticLog) {
        var isOpen: [String: Bool] = [:]
        for start in order where isOpen[start] == nil {
            var path = [(gesture: start, next: 0)]
            isOpen[start] = true
            while let (gesture, next) = path.last {
                guard let list = requirements[gesture], next < list.count else {
                    isOpen[gesture] = false
                    path.removeLast()
                    continue
                }
                path[path.count - 1].next += 1
                let requirement = list[next]
                if isOpen[requirement.other] == true {
                    log.error(requirement.mark, message(path.map(\.gesture), closedBy: requirement))
                } else if isOpen[requirement.other] == nil {
                    isOpen[requirement.other] = true
                    path.append((requirement.other, 0))
                }
            }
        }
    }

    private func message(_ path: [String], closedBy closing: Requirement) -> String {
        let cycle = path[path.firstIndex(of: closing.other)!...]
        let shown = cycle.count > Self.shownMax ? Array(cycle.prefix(Self.shownMax)) + ["…"] : Array(cycle)
        let round = (shown + [closing.other]).joined(separator: " → ")
        return "gestures wait for each other to fail: \(round)"
    }
}
