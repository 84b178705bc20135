import JSON
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOWebSocket
import SettingsFile
import Speech
import Text

@testable import Bridge

/// Arbitrary bytes of browsers and of touchd at the web bridge. The first byte selects the door: `w` frames of a WebSocket, `h` requests of HTTP,
/// `t` lines of touchd, `u` the path of a page and, after a line feed, the body of a request to a tool.
func fuzzFrames(_ bytes: [UInt8]) {
    let rest = Array(bytes.dropFirst())
    switch bytes.first.map({ Unicode.Scalar($0) }) {
    case "w": receiveFrames(rest)
    case "h": receiveRequest(rest)
    case "t": sendLines(rest)
    case "u": readRequest(rest)
    default: return
    }
}

// MARK: Frames of a browser

/// Each message is whole: the text of its fragments, UTF-8 and one line, within its limit.
private func receiveFrames(_ bytes: [UInt8]) {
    let messageMax = 300
    let channel = EmbeddedChannel(handler: ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: 1024)))
    defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
    // The bytes before an error are still frames.
    _ = try? channel.writeInbound(ByteBuffer(bytes: bytes))
    var assembler = MessageAssembler(messageMax: messageMax)
    var text: [UInt8] = []
    var (time, fragments) = (Int64(0), 0)
    while let frame = (try? channel.readInbound(as: WebSocketFrame.self)) ?? nil {
        if [.text, .continuation].contains(frame.opcode) {
            if frame.opcode == .text { (text, fragments) = ([], 0) }
            text += frame.unmaskedData.readableBytesView
            fragments += 1
        }
        time += Int64(frame.data.readableBytes) * 1000
        switch assembler.process(frame, at: time) {
        case .more:
            if frame.fin || fragments > MessageAssembler.fragmentsMax || text.count > messageMax {
                fatalError("\(fragments) fragments, \(text.count) bytes")
            }
        case .message(let message):
            let bytes = Array(message.readableBytesView)
            if bytes != text || !frame.fin { fatalError("another message than was sent") }
            if bytes.count > messageMax || bytes.contains(10) || String(validating: bytes, as: UTF8.self) == nil { fatalError("no line: \(bytes)") }
            answer(message)
        case .ping(let data): if data.readableBytes > 125 { fatalError("a ping of \(data.readableBytes) bytes") }
        case .pong: break
        case .close(let code):
            if code == nil, frame.data.readableBytes > 0 { fatalError("a code is lost") }
            return
        case .violation(_, let reason):
            if reason.isEmpty { fatalError("closed without a reason") }
            return
        }
    }
}

/// The bridge answers a request for speech itself.
private func answer(_ message: ByteBuffer) {
    let id: JSONValue?
    switch SpeechRequest(message) {
    case nil: return
    case .speech(_, let given): id = given
    case .invalid(let problem, let given):
        if problem.isEmpty { fatalError("refused without a reason") }
        id = given
    }
    let refusal = SpeechSettings.Refusal(code: "c", message: "m", hint: "h")
    for reply in [ByteBuffer.reply(id), ByteBuffer.reply(id, refusal)] {
        do {
            let value = try JSONReader.parse(Array(reply.readableBytesView))
            if value["id"] != id { fatalError("the id comes back as another: \(value)") }
        } catch { fatalError("no JSON: \(error)") }
    }
}

// MARK: Requests of HTTP

/// The whole way of a connection: it gets one answer with a known status, or none, and never more.
private func receiveRequest(_ bytes: [UInt8]) {
    let token = Token(name: "kiosk", text: "0123456789abcdef")
    var settings = Settings(isAdmin: true)
    // There is no room for a WebSocket, which would connect to touchd.
    settings.limits.connections = 0
    let bridge = Bridge(settings, Admission(hosts: ["h"], origins: ["http://h"], tokens: [token]), Pages(folder: "/nowhere"))
    let channel = EmbeddedChannel()
    do {
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        try Listener.configure(channel, NIOLoopBound(bridge, eventLoop: channel.eventLoop))
    } catch { fatalError("\(error)") }
    // In pieces, as they come.
    for start in stride(from: 0, to: bytes.count, by: 700) {
        _ = try? channel.writeInbound(ByteBuffer(bytes: bytes[start..<min(start + 700, bytes.count)]))
    }
    channel.embeddedEventLoop.run()
    var answer: [UInt8] = []
    while let part = (try? channel.readOutbound(as: ByteBuffer.self)) ?? nil { answer += part.readableBytesView }
    if !answer.isEmpty {
        let line = String(decoding: answer.prefix { $0 != 13 }, as: UTF8.self)
        let known = ["200", "304", "307", "400", "403", "404", "405", "413", "431"]
        guard let status = known.first(where: { line.hasPrefix("HTTP/1.1 \($0) ") || line.hasPrefix("HTTP/1.0 \($0) ") }) else {
            fatalError("no answer: \(line)")
        }
        // The reply repeats nothing of the request except a path.
        if status != "307", String(decoding: answer, as: UTF8.self).contains("\u{1}") { fatalError("a control character in an answer") }
    }
    channel.embeddedEventLoop.advanceTime(by: .seconds(400))
    if channel.isActive { fatalError("a connection that stays open") }
    _ = try? channel.finish(acceptAlreadyClosed: true)
}

// MARK: Lines of touchd

/// Browsers get each line as one message, whatever pieces it comes in.
private func sendLines(_ bytes: [UInt8]) {
    var (framer, greeter) = (LineFramer(), LineFramer())
    var greeting = Greeting(as: "kiosk")
    var speech = SpeechLines(speaker)
    var batch = FrameBatch()
    var (sent, isGreeting, isInside, written) = ([[UInt8]](), true, false, 0)
    var part: [UInt8] = []
    let step = Int(bytes.first ?? 0) * 8 + 1
    let lines = bytes.dropFirst()
    for start in stride(from: lines.startIndex, to: lines.endIndex, by: step) {
        let piece = ByteBuffer(bytes: lines[start..<min(start + step, lines.endIndex)])
        framer.feed(piece)
        while let frame = framer.nextFrame() {
            if (frame.opcode == .continuation) != isInside { fatalError("a message begins within another one") }
            isInside = !frame.fin
            part += frame.data.readableBytesView
            batch.append(frame)
            written += 1
            for line in speech.process(frame) {
                do { _ = try JSONReader.parse(Array(line.readableBytesView)) } catch { fatalError("no JSON: \(line)") }
            }
            if frame.fin {
                sent.append(part)
                part = []
            }
        }
        if framer.heldBytes >= LineFramer.heldMax { fatalError("\(framer.heldBytes) bytes of a line wait") }
        greeter.feed(piece)
        while isGreeting, let line = greeter.nextLine() {
            switch greeting.process(line) {
            case .more: break
            case .done(let lines, _): isGreeting = lines.count > 17
            case .refused(let reason): isGreeting = reason.isEmpty
            }
        }
    }
    let expected = lines.split(separator: 10, omittingEmptySubsequences: false).dropLast().map(Array.init)
    if sent != expected { fatalError("\(sent.count) messages of \(expected.count) lines") }
    checkBatch(batch.removeAll(), written)
}

nonisolated(unsafe) private let speaker = {
    // The file is also among the tests of the bridge, as a link.
    let repository = ["/bridges/web/", "/Tests/Fuzz/"].lazy.compactMap { "\(#filePath)".cut(at: $0)?.before }.first!
    do throws(SettingsFile.Refused) {
        return Speaker(.usual, try SpokenLanguages(.usual, file: "speak.yaml", shipped: repository + "/config/speak"))
    } catch { fatalError("\(error.messages)") }
}()

/// A decoder reads as many frames as were written.
private func checkBatch(_ bytes: ByteBuffer?, _ count: Int) {
    guard let bytes else { return }
    let channel = EmbeddedChannel(handler: ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: 1 << 20)))
    do {
        try channel.writeInbound(bytes)
        var found = 0
        while let frame = try channel.readInbound(as: WebSocketFrame.self) {
            found += 1
            if frame.maskKey != nil { fatalError("a masked frame") }
        }
        if found != count { fatalError("\(found) frames of \(count)") }
        _ = try channel.finish()
    } catch { fatalError("no frames: \(error)") }
}

// MARK: Pages and tools

/// Checks that no path leads out of the folders of pages, and no file of a tool out of its working folder.
private func readRequest(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 10, maxSplits: 1, omittingEmptySubsequences: false)
    let uri = String(decoding: parts.first ?? [], as: UTF8.self)
    for isAdmin in [false, true] {
        switch PagePath(uri, isAdmin: isAdmin) {
        case nil: break
        case .redirect(let place):
            if !place.hasPrefix("/") || place.hasPrefix("//") || place.unicodeScalars.contains(where: { $0.value <= 0x20 }) {
                fatalError("a redirection to \(place)")
            }
        case .file(let installed, let inRepository, _):
            for path in [installed, inRepository] {
                if path.split(separator: "/", omittingEmptySubsequences: false).contains(where: { $0.isEmpty || $0.hasPrefix(".") }) {
                    fatalError("the path \(path)")
                }
            }
        }
    }
    _ = Endpoint(uri)
    let body = parts.count > 1 ? Array(parts[1]) : []
    do throws(ToolRequest.Fault) {
        guard let request = try ToolRequest(uri, body) else { return }
        for file in request.files where file.name.isEmpty || file.name.contains("/") || file.name.hasPrefix(".") || file.name.hasPrefix("-") {
            fatalError("the file \(file.name)")
        }
        if request.arguments.contains(where: { $0.contains("\0") }) { fatalError("an argument that ends too soon") }
        if Set(request.files.map(\.name)).count != request.files.count { fatalError("two files of one name") }
    } catch { if error.message.isEmpty { fatalError("refused without a reason") } }
}
