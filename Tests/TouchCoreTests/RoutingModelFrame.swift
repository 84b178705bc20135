@testable import TouchCore

/// A contact in a frame.
struct ModelContact {
    var slot: Int
    var phase: TouchPhase
    var reason: CancelReason?
    var location: Point
}

/// A frame with names instead of indices, so that frames of the model and of the pipeline can be compared.
struct ModelFrame: Equatable, CustomStringConvertible {
    var panel: Int
    var time: Int64
    var events: [ModelEvent] = []
    var outside: [Outside] = []

    struct Outside: Hashable, CustomStringConvertible {
        let id: UInt64
        let region: String

        var description: String { "#\(id - TouchID.first.rawValue) outside \(region)" }
    }

    var isEmpty: Bool { events.isEmpty && outside.isEmpty }

    init(panel: Int, time: Int64) { (self.panel, self.time) = (panel, time) }

    init(_ frame: RoutedFrame, _ tree: borrowing RegionTree) {
        (panel, time) = (frame.panel.slot, frame.time)
        for event in frame.events { events.append(ModelEvent(event, tree)) }
        for notice in frame.outside { outside.append(Outside(id: notice.id.rawValue, region: tree[notice.region].id)) }
    }

    var description: String {
        "panel \(panel) at \(time): " + (events.map { "\($0)" } + outside.map { "\($0)" }).joined(separator: "\n      ")
    }
}

struct ModelEvent: Equatable, CustomStringConvertible {
    var id: UInt64
    var phase: TouchPhase
    var reason: CancelReason?
    var target: String?
    var receiver: String?
    var location: Point
    var local: Point
    var previousLocal: Point
    var timestamp: Int64
    var isInside: Bool
    var tapCount: Int
    var isForSurface: Bool

    static func == (a: ModelEvent, b: ModelEvent) -> Bool {
        func near(_ p: Point, _ q: Point) -> Bool { abs(p.x - q.x) < 1e-6 && abs(p.y - q.y) < 1e-6 }
        return a.id == b.id && a.phase == b.phase && a.reason == b.reason && a.target == b.target && a.receiver == b.receiver
            && a.location == b.location && near(a.local, b.local) && near(a.previousLocal, b.previousLocal)
            && a.timestamp == b.timestamp && a.isInside == b.isInside && a.tapCount == b.tapCount
            && a.isForSurface == b.isForSurface
    }

    var description: String {
        let reason = reason.map { "(\($0.rawValue))" } ?? ""
        func text(_ p: Point) -> String { "\((p.x * 1000).rounded() / 1000),\((p.y * 1000).rounded() / 1000)" }
        return "#\(id - TouchID.first.rawValue) \(phase.rawValue)\(reason) \(receiver ?? "-") of \(target ?? "-") \(text(local))"
            + " from \(text(previousLocal)) since \(timestamp)\(isInside ? "" : " outside") taps \(tapCount)\(isForSurface ? " for a surface" : "")"
    }
}

extension ModelEvent {
    init(_ event: RoutedTouch, _ tree: borrowing RegionTree) {
        func id(_ index: RegionID?) -> String? {
            guard let index else { return nil }
            return tree[index].id
        }
        self.init(
            id: event.id.rawValue, phase: event.phase, reason: event.reason, target: id(event.target), receiver: id(event.receiver),
            location: event.location, local: event.local, previousLocal: event.previousLocal, timestamp: event.timestamp,
            isInside: event.isInside, tapCount: event.tapCount, isForSurface: event.isForSurface)
    }
}
