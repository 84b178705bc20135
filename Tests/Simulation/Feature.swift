import Wire

/// A feature of the daemon, or something that happens to it. Two features meet if both are in use in the same step.
enum Feature: Int, CaseIterable {
    case touches, gestures, scrolling, controls, claims, sensitive, questions, surfaces, typing, profile, focus, keypad
    case kioskGestures, staff, cleaning, display, sleep, terminal, hotplug, edits, reload, trial, token, recording, injection, lag
    case keptState, restart, powerCut, clock, lostEvents, lyingDevice, deviceFault, clientFault, fileFault, loopFault

    /// The feature in use when a client gets such a line.
    static func of(_ line: JSONValue) -> [Feature] {
        switch line["type"]?.string {
        case "frame": (line["events"]?.array ?? []).compactMap { of(event: $0["event"]?.string) }
        case "question": [.questions]
        case "accessibility", "explore", "accessibilityGesture", "cue": [.profile]
        case "focus", "navigate", "activate": [.focus]
        case "kioskGesture": [.kioskGestures]
        case "staff": [.staff]
        case "config": [.reload]
        case "tree": [.edits]
        case "input": [.recording]
        case "lagged": [.lag]
        default: []
        }
    }

    private static func of(event: String?) -> Feature? {
        switch event {
        case "touch": .touches
        case "sensitive": .sensitive
        case "gesture": .gestures
        case "control": .controls
        case "scroll": .scrolling
        default: nil
        }
    }

    /// The feature that a fault of this name belongs to; nil for those that are features themselves.
    static func ofFault(_ name: String) -> Feature? {
        if name.hasPrefix("device: SYN_DROPPED") { return .lostEvents }
        if name.hasPrefix("device") { return .lyingDevice }
        if ["grab", "write to", "a device", "notices"].contains(where: name.hasPrefix) { return .deviceFault }
        if name.hasPrefix("read of a device") || name.hasPrefix("open of a device") || name.hasPrefix("open of uinput") { return .deviceFault }
        if name.contains(" of a kept file") { return .fileFault }
        if ["read", "send", "accept", "a client"].contains(where: name.hasPrefix) { return .clientFault }
        if ["open", "write", "fsync", "fchmod", "rename", "damaged"].contains(where: name.hasPrefix) { return .fileFault }
        if ["epoll", "eventfd", "pthread"].contains(where: name.hasPrefix) { return .loopFault }
        return name.hasPrefix("power") ? .powerCut : name.hasPrefix("the wall") ? .clock : nil
    }
}

/// The coverage of a run, or of several: the steps, the faults, and how often each two features have met.
struct Coverage {
    private(set) var steps = 0
    private(set) var faults: [String: Int] = [:]
    private var met = [Int](repeating: 0, count: Feature.allCases.count * Feature.allCases.count)
    private var present: UInt64 = 0

    mutating func add(_ feature: Feature) { present |= 1 << UInt64(feature.rawValue) }

    mutating func add(fault: String, _ count: Int = 1) {
        faults[fault, default: 0] += count
        if let feature = Feature.ofFault(fault) { add(feature) }
    }

    mutating func endStep() {
        steps += 1
        for a in Feature.allCases where present & 1 << UInt64(a.rawValue) != 0 {
            for b in Feature.allCases where present & 1 << UInt64(b.rawValue) != 0 { met[a.rawValue * Feature.allCases.count + b.rawValue] += 1 }
        }
        present = 0
    }

    mutating func add(_ other: Coverage) {
        steps += other.steps
        faults.merge(other.faults, uniquingKeysWith: +)
        for index in met.indices { met[index] += other.met[index] }
    }

    /// Returns the number of steps in which both were in use.
    func meetings(_ a: Feature, _ b: Feature) -> Int { met[a.rawValue * Feature.allCases.count + b.rawValue] }

    /// The pairs that have never met.
    var strangers: [(Feature, Feature)] {
        Feature.allCases.flatMap { a in Feature.allCases.filter { a.rawValue < $0.rawValue && meetings(a, $0) == 0 }.map { (a, $0) } }
    }

    /// The kinds of faults, without the error that each gives. A kind that never occurs, however long the simulation runs, is one that is no longer
    /// injected: for example because the linker has bound a call of the daemon to the C library's function.
    private static let kinds = [
        "a client stops in a line", "a device is opened late", "accept", "damaged copy", "damaged hours.json", "damaged panels.json",
        "damaged statistics.json", "damaged values.json", "device: lift of nothing", "device: place out of range", "device: slot out of range",
        "device: SYN_DROPPED", "device: SYN_DROPPED of a keypad", "device: time jumps ahead", "device: time jumps back",
        "device: tracking id used twice", "device: unknown event", "epoll_ctl", "epoll_wait", "eventfd", "fchmod", "fsync", "fsync of the folder",
        "grab", "notices of udev are lost", "open", "open of a device", "open of a kept file", "open of the folder", "open of uinput", "power cut",
        "pthread_create", "read", "read of a device", "read of a device ends in a report", "read of a kept file", "read of a kept file short",
        "read short", "rename", "send", "send short", "stat of a kept file", "the service is killed", "the wall clock is set", "write",
        "write short", "write to a keyboard", "write to a virtual panel",
    ]

    /// Returns the kind of a fault: its name without the error, or without the place of a power cut.
    private static func kind(_ fault: String) -> String {
        if fault.hasPrefix("power cut") { return "power cut" }
        guard let space = fault.lastIndex(of: " ") else { return fault }
        let last = fault[fault.index(after: space)...]
        return last.first == "E" && last.allSatisfy { $0.isUppercase || $0.isNumber } ? String(fault[..<space]) : fault
    }

    /// The kinds of faults that have not occurred.
    var missingFaults: [String] {
        let known = Set(faults.keys.map(Self.kind))
        return Self.kinds.filter { !known.contains($0) }
    }

    var summary: String {
        let pairs = Feature.allCases.count * (Feature.allCases.count - 1) / 2
        let faults = faults.values.reduce(0, +)
        return "\(steps) steps, \(faults) faults of \(self.faults.count) kinds, \(pairs - strangers.count) of \(pairs) pairs of features have met"
    }

    /// The counts of faults, and the matrix of meetings: each number is that of the decimal digits of the count, 0 for never.
    var report: String {
        var lines = [summary, "", "faults:"]
        lines += faults.sorted { $0.key < $1.key }.map { "  \($0.value)\t\($0.key)" }
        lines += ["", "meetings, as the number of digits of their count (. never):"]
        for a in Feature.allCases {
            let cells = Feature.allCases.prefix(a.rawValue + 1).map { b in
                let count = meetings(a, b)
                return count == 0 ? "." : "\(String(count).count)"
            }
            lines.append("  " + cells.joined(separator: " ") + " \(a)")
        }
        lines += ["", "never together: " + (strangers.isEmpty ? "none" : strangers.map { "\($0)+\($1)" }.joined(separator: " "))]
        return lines.joined(separator: "\n")
    }
}
