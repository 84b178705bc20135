import TouchCore

/// The lines about questions of gestures.
extension ServerMessages {
    /// To the client that has claimed the gesture's region, and to clients with `trace`. Carries no `seq`.
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
            // As in a gesture's event.
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

    /// To clients with `trace`: the end of a question. Carries no `seq`.
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
