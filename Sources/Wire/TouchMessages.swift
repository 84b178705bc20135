import TouchCore

extension HitTrace {
    public func words(_ answer: HitTrace.Answer, _ directory: RegionDirectory) -> String {
        switch answer {
        case .hit: "hit"
        case .childHit: "contains the point; a child is hit"
        case .redirects(let to): "redirects to \(directory[to].path)"
        case .passesThrough: "passes through: takes no touches itself, and no child of it is hit"
        case .letsThrough: "translucent: gets the touch, and so does the region hit behind it"
        case .outside: "outside"
        case .refuses(.hidden): "refuses: hidden"
        case .refuses(.userInteractionDisabled): "refuses: userInteractionEnabled is false"
        case .refuses(.transparent): "refuses: alpha is 0.01 or less"
        case .refuses(.ignored): "refuses: hitTest ignore"
        }
    }

    public func words(_ cause: HitTrace.Unasked.Cause, _ directory: RegionDirectory) -> String {
        switch cause {
        case .ancestor(let ancestor): "its ancestor \(directory[ancestor].path) said no"
        case .answeredBefore: "behind the region that is hit"
        }
    }
}

/// The reasons for a hit and for the receivers of a touch, and the questions of gestures.
extension ServerMessages {
    /// Returns the line that `touchctl hit --json` prints.
    public static func hit(_ trace: HitTrace, _ directory: RegionDirectory) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        write(trace, directory, &writer)
        writer.endObject()
        writer.endLine()
        return writer.bytes
    }

    /// Returns the daemon's answer to `hit`.
    public static func hit(_ request: JSONValue?, _ trace: HitTrace, _ directory: RegionDirectory) -> [UInt8] {
        line("reply") {
            id(request, &$0)
            $0.key("ok")
            $0.bool(true)
            write(trace, directory, &$0)
        }
    }

    /// Returns the explanation of a begin. It precedes the frame in which the touch begins, and has no `seq`.
    public static func trace(_ why: Explanation, time: Int64, panel: String, _ directory: RegionDirectory) -> [UInt8] {
        line("trace") {
            $0.key("touch")
            $0.unsigned(why.touch.rawValue)
            $0.key("time")
            $0.integer(time)
            $0.key("panel")
            $0.string(panel)
            if let root = why.sensitiveRoot(directory) {
                path("hit", root, directory, &$0)
                path("target", root, directory, &$0)
                $0.key("sensitive")
                $0.bool(true)
                return
            }
            $0.key("x")
            $0.number(why.location.x)
            $0.key("y")
            $0.number(why.location.y)
            path("target", why.target, directory, &$0)
            path("decidedBy", why.decider, directory, &$0)
            path("blockedBy", why.blocker, directory, &$0)
            paths("receivers", why.receivers, directory, &$0)
            paths("withheldFrom", why.delayedFor, directory, &$0)
            // Leaves out regions that fingers move inside a sensitive region, because their places would reveal the fingers.
            write(why.trace.filtered(why.trace.result) { !directory[$0].followsFingers }, directory, &$0)
        }
    }

    private static func path(_ key: StaticString, _ region: RegionID?, _ directory: RegionDirectory, _ writer: inout JSONWriter) {
        writer.key(key)
        if let region { writer.string(directory[region].path) } else { writer.null() }
    }

    private static func paths(_ key: StaticString, _ regions: [RegionID], _ directory: RegionDirectory, _ writer: inout JSONWriter) {
        writer.key(key)
        writer.beginArray()
        for region in regions { writer.string(directory[region].path) }
        writer.endArray()
    }

    private static func write(_ trace: HitTrace, _ directory: RegionDirectory, _ writer: inout JSONWriter) {
        path("hit", trace.result, directory, &writer)
        writer.key("asked")
        writer.beginArray()
        for entry in trace.asked {
            writer.beginObject()
            path("region", entry.region, directory, &writer)
            writer.key("local")
            writer.beginArray()
            writer.number(entry.local.x)
            writer.number(entry.local.y)
            writer.endArray()
            writer.key("answer")
            writer.string(trace.words(entry.answer, directory))
            writer.endObject()
        }
        writer.endArray()
        writer.key("unasked")
        writer.beginArray()
        for entry in trace.unasked {
            writer.beginObject()
            path("region", entry.region, directory, &writer)
            writer.key("because")
            writer.string(trace.words(entry.because, directory))
            writer.endObject()
        }
        writer.endArray()
    }

    // MARK: Questions of gestures

    /// Returns a question, for the client that has claimed the gesture's region and for clients with `trace`. Has no `seq`.
    public static func question(_ question: Question, time: Int64, panel: String, _ directory: RegionDirectory) -> [UInt8] {
        let action = question.action
        let gesture = directory.gestures[action.gesture.slot]
        return line("question") { writer in
            writer.key("id")
            writer.unsigned(question.id.rawValue)
            writer.key("ask")
            writer.string(question.ask.rawValue)
            writer.key("time")
            writer.integer(time)
            writer.key("deadline")
            writer.integer(question.deadline)
            writer.key("panel")
            writer.string(panel)
            writer.key("gesture")
            writer.string(gesture.id)
            writer.key("kind")
            writer.string(gesture.type)
            writer.key("region")
            writer.string(directory[action.region].id)
            if let target = question.target {
                writer.key("target")
                writer.string(directory[target].id)
            }
            writer.key("touches")
            writer.beginArray()
            for touch in action.touches { writer.unsigned(touch.rawValue) }
            writer.endArray()
            pair("local", action.local, &writer)
            // The same members as in a gesture's event.
            action.values.forEach { key, value in
                switch value {
                case .point(let p): pair(key, p, &writer)
                case .number(let number):
                    writer.key(key)
                    writer.number(number)
                case .word(let word):
                    writer.key(key)
                    writer.string(word)
                }
            }
        }
    }

    /// Returns the line that reports the outcome of a question, for clients with `trace`. The line has no `seq`.
    public static func settled(_ question: SettledQuestion, time: Int64, panel: String) -> [UInt8] {
        line("settled") { writer in
            writer.key("id")
            writer.unsigned(question.id.rawValue)
            writer.key("time")
            writer.integer(time)
            writer.key("panel")
            writer.string(panel)
            let (value, by): (Bool?, String) =
                switch question.outcome {
                case .answered(let value): (value, "client")
                case .declared(let value): (value, "default")
                case .void: (nil, "nobody")
                }
            writer.key("value")
            if let value { writer.bool(value) } else { writer.null() }
            writer.key("by")
            writer.string(by)
        }
    }

    private static func pair(_ key: StaticString, _ p: Point, _ writer: inout JSONWriter) {
        writer.key(key)
        writer.beginArray()
        writer.number(p.x)
        writer.number(p.y)
        writer.endArray()
    }
}

extension Explanation {
    /// The sensitive region that contains the point or takes the touch, if any. The trace then hides where in it the point is.
    fileprivate func sensitiveRoot(_ directory: RegionDirectory) -> RegionID? {
        guard directory.hasSensitive else { return nil }
        let asked = trace.asked.filter { entry in
            switch entry.answer {
            case .outside, .refuses: false
            // If the point is outside, only overflowing children were asked, and none of them contains it.
            case .passesThrough: entry.isInside
            default: true
            }
        }
        // Regions that fingers have moved may lie anywhere, so being under the point proves nothing.
        let under = (asked.map(\.region) + trace.unasked.map(\.region)).filter { !directory[$0].followsFingers }
        let all = [target, trace.result, decider, blocker] + receivers + delayedFor + under
        return all.lazy.compactMap { $0.flatMap { directory[$0].sensitiveRoot } }.first
    }
}
