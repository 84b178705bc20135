import JSON
import TouchCore

/// The log of a scenario. It names regions and gestures by their IDs, and touches by the scenario's numbers.
struct ScenarioLog {
    private(set) var entries: [LogEntry] = []
    /// The scenario's number of each touch.
    var numbers: [TouchID: Int] = [:]

    /// Adds the entries of a hit test: the answer of each region that was asked, and the result.
    ///
    /// - Parameter touch: the scenario's number of the touch that began there, if any.
    mutating func append(_ trace: HitTrace, of touch: Int?, _ tree: borrowing RegionTree, at time: Int64) {
        for answer in trace.answers {
            entries.append(
                LogEntry(.hitTest, at: time, [("hitTest", id(answer.region, tree)), ("result", id(answer.result, tree))]))
        }
        let begun: [(key: String, value: OrderedJSON)] = touch.map { [("touch", .number(Double($0)))] } ?? []
        entries.append(LogEntry(.hit, at: time, [("hit", id(trace.result, tree))] + begun))
    }

    /// Adds the entries of a frame, for all receivers: failed gestures, interceptors, views, and the actions of gestures, controls and scroll views.
    mutating func append(_ event: ScenarioEvent, at time: Int64) {
        let frame = event.frame
        for gesture in frame.failures {
            let id = event.tree.directory.gestures[gesture.slot].id
            entries.append(LogEntry(.gestureState, at: time, [("gesture", .string(id)), ("state", .string("failed"))]))
        }
        let delivery = Delivery(frame, in: event.tree)
        for call in delivery.interceptions {
            entries.append(
                LogEntry(
                    .intercept, at: time,
                    [
                        ("intercept", .string(event.tree[call.receiver].id)), ("phase", .string(call.phase.rawValue)),
                        ("touches", touches(call.events.map { frame.events[$0].id })),
                    ]))
        }
        for call in delivery.calls { entries.append(viewEntry(call, event, at: time)) }
        for action in frame.actions {
            // The end of scrolling has no new offset.
            if case .scroll(let action) = action.content, action.state == .ended || action.state == .cancelled { continue }
            entries.append(entry(action, event.tree, at: time))
        }
    }

    mutating func append(_ entry: LogEntry) { entries.append(entry) }

    /// Adds the entry of a key that comes down or goes up.
    mutating func append(_ change: KeyChange, at time: Int64) {
        entries.append(LogEntry(.key, at: time, [("key", .string(KeyName.name(change.key))), ("down", .boolean(change.isDown))]))
    }

    /// Adds the entry of a notice about a screen.
    mutating func append(_ notice: KioskNotice, at time: Int64) {
        switch notice {
        case .screen(let state):
            func seconds(_ time: Int64?) -> OrderedJSON { time.map { .number(Double($0) / 1e6) } ?? .null }
            entries.append(
                LogEntry(
                    .screen, at: time,
                    [
                        ("screen", .string(state.screen)), ("activity", .string(state.idle == nil ? "active" : "idle")),
                        ("idle", seconds(state.idle)), ("display", .string(state.display.rawValue)), ("mode", .string(state.mode.rawValue)),
                        ("lastTouch", seconds(state.lastTouch)),
                    ]))
        case .staff(_, let id, let time): entries.append(LogEntry(.staff, at: time, [("staff", .string(id))]))
        case .gesture(_, let id, let time): entries.append(LogEntry(.kioskGesture, at: time, [("kioskGesture", .string(id))]))
        case .accessibility(let notice): if let entry = LogEntry(notice) { entries.append(entry) }
        // A notice with the screen's new state follows.
        case .wake: break
        }
    }

    private func entry(_ action: RoutedAction, _ tree: RegionTree, at time: Int64) -> LogEntry {
        switch action.content {
        case .gesture(let action):
            var fields: [(key: String, value: OrderedJSON)] = [
                ("gesture", .string(tree.directory.gestures[action.gesture.slot].id)), ("action", .string(action.state.rawValue)),
                ("location", point(action.local)), ("numberOfTouches", .number(Double(action.touches.count))),
            ]
            action.values.forEach { key, value in
                let value: OrderedJSON =
                    switch value {
                    case .point(let p): point(p)
                    case .number(let number): .number(number)
                    case .word(let word): .string(word)
                    }
                fields.append((key.description, value))
            }
            fields.append(("timestamp", .number(Double(action.timestamp) / 1e6)))
            return LogEntry(.gesture, at: time, fields)
        case .control(let action):
            var fields: [(key: String, value: OrderedJSON)] = [
                ("control", .string(tree[action.region].id)), ("event", .string(action.event.rawValue)),
            ]
            switch action.value {
            case .number(let value): fields.append(("value", .number(value)))
            case .isOn(let isOn): fields.append(("isOn", .boolean(isOn)))
            case nil: break
            }
            return LogEntry(.control, at: time, fields)
        case .scroll(let action):
            return LogEntry(
                .scroll, at: time,
                [
                    ("scroll", .string(tree[action.region].id)), ("offset", point(action.offset)),
                    ("zoomScale", .number(action.zoomScale)),
                ])
        }
    }

    private func viewEntry(_ call: Delivery.Call, _ event: ScenarioEvent, at time: Int64) -> LogEntry {
        let frame = event.frame
        func each(_ value: (Int) -> OrderedJSON) -> OrderedJSON {
            byTouch(call.events.map { (frame.events[$0].id, value($0)) })
        }
        let all = frame.allTouches(down: event.down, seenBy: call)
        return LogEntry(
            .view, at: time,
            [
                ("to", .string(event.tree[call.receiver].id)), ("call", .string("touches" + Self.word(call.phase))),
                ("touches", touches(call.events.map { frame.events[$0].id })),
                ("loc", each { point(frame.events[$0].local) }), ("prev", each { point(frame.events[$0].previousLocal) }),
                ("tapCount", each { .number(Double(frame.events[$0].tapCount)) }),
                ("timestamp", each { .number(Double(frame.events[$0].timestamp) / 1e6) }),
                ("coalesced", each { .list(frame.coalesced($0).map { point($0.local) }) }),
                ("allTouches", byTouch(all.map { ($0.key, .string($0.value.rawValue)) })),
                ("view", each { OrderedJSON(frame.events[$0].target.map { event.tree[$0].id }) }),
            ])
    }

    private static func word(_ phase: TouchPhase) -> String {
        switch phase {
        case .began: "Began"
        case .moved, .stationary: "Moved"
        case .ended: "Ended"
        case .cancelled: "Cancelled"
        }
    }

    mutating func append(_ question: Question, ofGesture gesture: String, at time: Int64) {
        entries.append(
            LogEntry(
                .question, at: time,
                [
                    ("question", .string(gesture)), ("ask", .string(question.ask.rawValue)),
                    ("touches", touches(question.action.touches)), ("location", point(question.action.local)),
                ]))
    }

    /// Adds the answer to a query, with the subject of the query.
    mutating func append(
        _ query: String, _ result: OrderedJSON, _ more: [(key: String, value: OrderedJSON)] = [], at time: Int64
    ) {
        entries.append(LogEntry(.query, at: time, [("query", .string(query)), ("result", result)] + more))
    }

    // MARK: Values

    private func id(_ region: RegionID?, _ tree: borrowing RegionTree) -> OrderedJSON {
        guard let region else { return .null }
        return .string(tree[region].id)
    }

    func touches(_ ids: [TouchID]) -> OrderedJSON { .list(ids.map { .number(Double(numbers[$0]!)) }) }

    /// Returns an object with the numbers of touches as keys, in ascending order.
    func byTouch(_ values: [(TouchID, OrderedJSON)]) -> OrderedJSON {
        .object(values.map { (numbers[$0.0]!, $0.1) }.sorted { $0.0 < $1.0 }.map { (String($0.0), $0.1) })
    }

    func point(_ p: Point) -> OrderedJSON { .list([.number(p.x), .number(p.y)]) }
}
