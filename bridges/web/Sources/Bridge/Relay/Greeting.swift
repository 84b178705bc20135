import JSON
import NIOCore

/// The exchange between touchd and the bridge before the browser's lines: touchd says hello, the bridge names the browser's token, and touchd says
/// whether that is allowed.
struct Greeting {
    enum Outcome: Equatable {
        case more
        /// touchd accepts the browser's lines now. The values are touchd's first lines for the browser, and the longest line that touchd accepts.
        case done(lines: [ByteBuffer], maxLine: Int?)
        case refused(String)
    }

    static let id = "touchd-web"

    /// The token's name; nil: the connection has the bridge's own rights, and nothing is requested.
    private let name: String?
    private var lines: [ByteBuffer] = []
    private var maxLine: Int?

    init(as name: String?) { self.name = name }

    /// The bridge's line for touchd, if any.
    var request: [UInt8]? {
        guard let name else { return nil }
        var bytes: [UInt8] = []
        JSONValue.object(["type": "hello", "id": .string(Self.id), "as": .string(name)]).write(into: &bytes)
        return bytes + [UInt8(ascii: "\n")]
    }

    mutating func process(_ line: ByteBuffer) -> Outcome {
        let bytes = Array(line.readableBytesView)
        guard let value = try? JSONReader.parse(bytes), let type = value["type"]?.string else {
            return .refused("touchd sent a line that is not of its protocol")
        }
        if type == "reply", name != nil, value["id"]?.string == Self.id {
            if value["ok"]?.bool == true { return .done(lines: lines, maxLine: maxLine) }
            let error = value["error"]
            return .refused(error?["message"]?.string ?? error?["code"]?.string ?? "touchd refuses the token's name")
        }
        if type == "hello" { maxLine = value["limits"]?["maxLine"]?.number.flatMap { Int(exactly: $0) } }
        lines.append(line)
        // A `bye` is for the browser to read. Without a name nothing is requested.
        if type == "bye" || (name == nil && type == "hello") { return .done(lines: lines, maxLine: maxLine) }
        return lines.count > 16 ? .refused("touchd does not answer") : .more
    }
}
