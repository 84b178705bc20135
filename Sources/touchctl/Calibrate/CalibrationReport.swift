import Calibration
import TouchCore
import Wire
import Text

/// Prints each step, as text for people or, with `--json`, as an object on a line for programs.
struct CalibrationReport {
    let isJSON: Bool

    func write(_ event: String, _ members: [(String, JSONValue)], _ text: String) {
        if !isJSON {
            for line in text.split(at: "\n") { printLine(String(line)) }
            return
        }
        var writer = JSONWriter(capacity: 512)
        writer.beginObject()
        writer.key("event")
        writer.string(event)
        for (name, value) in members {
            writer.key(name: name)
            writer.value(value)
        }
        writer.endObject()
        printJSON(writer.bytes)
    }

    func cross(_ number: Int, of count: Int, at place: Point, on connector: String, _ size: Size) {
        write(
            "cross",
            [
                ("number", .whole(number)), ("of", .whole(count)), ("connector", .string(connector)), ("size", Self.pair(size.width, size.height)),
                ("shown", Self.pair(place.x, place.y)),
            ], "\(connector): touch cross \(number) of \(count)")
    }

    func touch(_ panel: FoundPanel, at raw: Point) {
        write(
            "touch", [("panel", .string(panel.facts.id)), ("node", .string(panel.node)), ("raw", Self.pair(raw.x, raw.y))], "touched: \(panel.name)")
    }

    static func pair(_ x: Double, _ y: Double) -> JSONValue { [.number((x * 1e6).rounded() / 1e6), .number((y * 1e6).rounded() / 1e6)] }
}
