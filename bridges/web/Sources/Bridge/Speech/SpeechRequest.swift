import JSON
import NIOCore

/// A page's request to the bridge: `{"type":"speech","id":1,"on":true}`. The bridge answers it itself, so touchd does not get it.
enum SpeechRequest: Equatable {
    case speech(isOn: Bool, id: JSONValue?)
    /// A request for speech with a mistake, and the message for its reply.
    case invalid(String, id: JSONValue?)

    private static let name = Array("\"speech\"".utf8)

    /// Reads a message. Returns nil for all others, which are touchd's. Only a message with the word is parsed.
    init?(_ message: ByteBuffer) {
        guard message.withUnsafeReadableBytes({ $0.offset(of: Self.name) }) != nil,
            let value = try? JSONReader.parse(Array(message.readableBytesView)), value["type"] == "speech"
        else { return nil }
        switch value["on"] {
        case .bool(let isOn): self = .speech(isOn: isOn, id: value["id"])
        case nil: self = .invalid("\"on\" is missing: true or false", id: value["id"])
        default: self = .invalid("\"on\" must be true or false", id: value["id"])
        }
    }
}
