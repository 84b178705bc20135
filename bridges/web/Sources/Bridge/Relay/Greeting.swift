import JSON
import NIOCore

/// What touchd and the bridge say to each other before the browser has its turn: touchd its hello, the bridge who the browser is, touchd
/// whether that is allowed.
struct Greeting {
    enum Outcome: Equatable {
        case more
        /// touchd takes the browser's lines now; these are its own first ones, and the longest line that it takes.
        case done(lines: [ByteBuffer], maxLine: Int?)
        case refused(String)
    }

    static let id = "touchd-web"

    /// Nil: the connection is to have the bridge's own rights, and there is nothing to ask.
    private let name: String?
    private var lines: [ByteBuffer] = []
    private var maxLine: Int?

    init(as name: String?) { self.name = name }

    /// The line that the bridge says, if any.
    var request: [UInt8]? {
        guard let name else { return nil }
        var bytes: [UInt8] = []
        JSONValue.object(["type": "hello", "id": .string(Self.id), "as": .string(name)]).write(into: &bytes)
        return bytes + [UInt8(ascii: "\n")]
    }

    mutating func process(_ line: ByteBuffer) -> Outcome {
        let bytes = Array(line.readableBytesView)
        guard let value = try? JSONReader.parse(bytes), let type = value["type"]?.string else {
            return .refused("touchd says what is no line of its protocol")
        }
        if type == "reply", name != nil, value["id"]?.string == Self.id {
            if value["ok"]?.bool == true { return .done(lines: lines, maxLine: maxLine) }
            let error = value["error"]
            return .refused(error?["message"]?.string ?? error?["code"]?.string ?? "touchd refuses the token's name")
        }
        if type == "hello" { maxLine = value["limits"]?["maxLine"]?.number.flatMap { Int(exactly: $0) } }
        lines.append(line)
        // touchd closes: that is for the browser to read. Without a name nothing is asked.
        if type == "bye" || (name == nil && type == "hello") { return .done(lines: lines, maxLine: maxLine) }
        return lines.count > 16 ? .refused("touchd does not answer") : .more
    }
}
