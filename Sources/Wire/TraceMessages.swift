import TouchCore

extension HitTrace {
    public func words(_ answer: HitTrace.Answer, _ directory: RegionDirectory) -> String {
        switch answer {
        case .hit: "hit"
        case .childHit: "contains the point; a child is hit"
        case .redirects(let to): "redirects to \(directory[to].path)"
        case .passesThrough: "passes through: takes no touches itself, and no child of it is hit"
        case .letsThrough: "translucent: gets the touch as well as what is hit behind it"
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

/// The reasons for a hit, and for the receivers of a touch.
extension ServerMessages {
    /// One line, as `touchctl hit --json` prints it.
    public static func hit(_ trace: HitTrace, _ directory: RegionDirectory) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        write(trace, directory, &writer)
        writer.endObject()
        writer.endLine()
        return writer.bytes
    }

    /// The daemon's answer to `hit`.
    public static func hit(_ request: JSONValue?, _ trace: HitTrace, _ directory: RegionDirectory) -> [UInt8] {
        line("reply") {
            id(request, &$0)
            $0.key("ok")
            $0.bool(true)
            write(trace, directory, &$0)
        }
    }

    /// Goes before the frame in which the touch begins. Carries no `seq`.
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
            paths("withheldFrom", why.withheldFrom, directory, &$0)
            // The places of things that fingers move in a sensitive region are told to nobody.
            write(why.trace.telling(why.trace.result) { !directory[$0].followsFingers }, directory, &$0)
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
}

extension Explanation {
    /// The sensitive region that the point is in, or that takes the touch: nothing is said of where in it.
    fileprivate func sensitiveRoot(_ directory: RegionDirectory) -> RegionID? {
        guard directory.hasSensitive else { return nil }
        let asked = trace.asked.filter { entry in
            switch entry.answer {
            case .outside, .refuses: false
            default: true
            }
        }
        // What fingers have moved may lie anywhere, and is not what takes the touch.
        let under = (asked.map(\.region) + trace.unasked.map(\.region)).filter { !directory[$0].followsFingers }
        let all = [target, trace.result, decider, blocker] + receivers + withheldFrom + under
        return all.lazy.compactMap { $0.flatMap { directory[$0].sensitiveRoot } }.first
    }
}
