import TouchCore

/// Encoding of the events of gestures, controls and scroll views.
extension FrameEncoder {
    func action(_ action: RoutedAction, _ time: Int64, _ line: inout JSONCursor) {
        switch action.content {
        case .gesture(let action):
            gesture(action, &line)
            if action.timestamp != time {
                line.text(",\"timestamp\":")
                line.integer(action.timestamp)
            }
        case .control(let action):
            line.text("{\"event\":\"control\",\"region\":")
            region(action.region, &line)
            member(",\"action\":\"", action.event.rawValue, &line)
            line.text(",\"id\":")
            line.unsigned(action.touch.rawValue)
            switch action.value {
            case .number(let value): number(",\"value\":", value, &line)
            case .isOn(let isOn): line.text(isOn ? ",\"isOn\":true" : ",\"isOn\":false")
            case nil: break
            }
        case .scroll(let action):
            line.text("{\"event\":\"scroll\",\"region\":")
            region(action.region, &line)
            pair(",\"offset\":[", action.offset, &line)
            number(",\"zoomScale\":", action.zoomScale, &line)
            member(",\"state\":\"", action.state.rawValue, &line)
        }
        line.text("}")
    }

    private func gesture(_ action: GestureAction, _ line: inout JSONCursor) {
        line.text("{\"event\":\"gesture\",\"gesture\":")
        gestureIDs.write(action.gesture.slot, &line)
        member(",\"kind\":\"", types[action.gesture.slot], &line)
        line.text(",\"region\":")
        region(action.region, &line)
        member(",\"state\":\"", action.state.rawValue, &line)
        line.text(",\"touches\":[")
        for index in action.touches.indices {
            if index > 0 { line.text(",") }
            line.unsigned(action.touches[index].rawValue)
        }
        line.text("]")
        pair(",\"local\":[", action.local, &line)
        action.values.forEach { key, value in
            line.text(",\"")
            line.text(key)
            switch value {
            case .point(let p): pair("\":[", p, &line)
            case .number(let value): number("\":", value, &line)
            case .word(let word): member("\":\"", word, &line)
            }
        }
    }
}

extension RoutedAction {
    var touchCount: Int { if case .gesture(let action) = content { action.touches.count } else { 0 } }
}
