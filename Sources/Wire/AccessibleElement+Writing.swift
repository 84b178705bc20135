import TouchCore

extension AccessibleElement {
    /// Writes the members of the element. Absent texts are left out; `value` is a text, a number or a boolean.
    package func write(into writer: inout JSONWriter) {
        writer.key("region")
        writer.string(region)
        writer.key("path")
        writer.string(path)
        func text(_ key: StaticString, _ text: String?) {
            guard let text else { return }
            writer.key(key)
            writer.string(text)
        }
        text("role", role?.rawValue)
        text("label", label)
        text("hint", hint)
        if let value {
            writer.key("value")
            switch value {
            case .text(let text): writer.string(text)
            case .number(let number): writer.number(number)
            case .isOn(let isOn): writer.bool(isOn)
            }
        }
        text("language", language)
        if isPrivate {
            writer.key("private")
            writer.bool(true)
        }
        writer.key("states")
        writer.beginArray()
        for state in states { writer.string(state.rawValue) }
        writer.endArray()
        writer.key("frame")
        writer.beginArray()
        for number in [frame.minX, frame.minY, frame.size.width, frame.size.height] { writer.number(number) }
        writer.endArray()
    }
}
