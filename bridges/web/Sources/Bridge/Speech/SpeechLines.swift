import JSON
import NIOCore
import NIOWebSocket
import Speech

/// Makes further lines for a page from the lines that it gets: the steps of touchd-speak (docs/web.md).
struct SpeechLines {
    /// The most bytes of a line that is read. Of a snapshot, only what comes before its regions counts.
    static let bytesMax = 1 << 18
    private static let head = Array(#"{"type":""#.utf8)
    private static let regions = Array(#","regions":["#.utf8)

    private var speaker: Speaker
    /// The line as far as it has come; nil for a line that means nothing to the speaker.
    private var line: [UInt8]?
    /// True if the rest of the line does not count.
    private var isCut = false

    init(_ speaker: Speaker) { self.speaker = speaker }

    /// Processes a message from touchd, or a part of one. Returns the lines that follow it.
    mutating func process(_ frame: WebSocketFrame) -> [ByteBuffer] {
        if frame.opcode == .text { (line, isCut) = (Self.isRead(frame.data) ? [] : nil, false) }
        guard var bytes = line else { return [] }
        line = nil
        if !isCut { append(frame.data, to: &bytes) }
        if bytes.count > Self.bytesMax { return [] }
        if !frame.fin {
            line = bytes
            return []
        }
        guard let message = try? JSONReader.parse(bytes) else { return [] }
        return KioskLine.lines(of: message).flatMap { line in speaker.handle(line).compactMap { Self.text($0, line) } }
    }

    /// Appends a part of a line, without the regions of a snapshot and what follows them. A quotation mark within a text has a backslash before it, so the
    /// bytes of the key are no text.
    private mutating func append(_ data: ByteBuffer, to bytes: inout [UInt8]) {
        let start = max(0, bytes.count - Self.regions.count)
        bytes += data.readableBytesView
        guard let place = bytes.withUnsafeBytes({ $0.offset(of: Self.regions, from: start) }) else { return }
        bytes.removeSubrange(place...)
        bytes.append(UInt8(ascii: "}"))
        isCut = true
    }

    /// Whether a line begins with a type that the speaker reads. touchd writes the type first.
    private static func isRead(_ data: ByteBuffer) -> Bool {
        let bytes = data.readableBytesView
        guard bytes.starts(with: head) else { return false }
        let type = bytes.dropFirst(head.count).prefix(32).prefix { $0 != UInt8(ascii: "\"") }
        return KioskLine.types.contains(String(decoding: type, as: UTF8.self))
    }

    /// Returns the line for a step of speech; nil for one that nobody hears.
    private static func text(_ action: SpeechAction, _ cause: KioskLine) -> ByteBuffer? {
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        func member(_ key: StaticString, _ text: String) {
            writer.key(key)
            writer.string(text)
        }
        member("type", "speech")
        member("screen", cause.screen)
        if let time = cause.time {
            writer.key("time")
            writer.integer(time)
        }
        switch action {
        case .speak(let utterance):
            member("action", "speak")
            member("text", utterance.text)
            member("language", utterance.language)
            if utterance.isPrivate {
                writer.key("private")
                writer.bool(true)
            }
        case .sound(let sound):
            member("action", "sound")
            member("sound", sound)
        case .interrupt: member("action", "interrupt")
        case .pause: member("action", "pause")
        case .resume: member("action", "resume")
        case .setProsody: return nil
        }
        writer.endObject()
        return ByteBuffer(bytes: writer.bytes)
    }
}
