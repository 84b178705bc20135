import Glibc
import JSON
import NIOCore
import NIOWebSocket
import Speech
import Testing

@testable import Bridge

@Suite struct `What is said to the lines of a page` {
    private static let texts = String(#filePath.dropLast("/bridges/web/Tests/BridgeTests/SpeechLinesTests.swift".count)) + "/config/speak"

    private let profile = #"{"type":"accessibility","screen":"main","time":1,"profiles":["speech"],"private":false,"by":"jack"}"#
    private let focus =
        #"{"type":"focus","screen":"main","turn":1,"time":2,"region":"buy","path":"buy","label":"Buy","role":"button","states":[]}"#

    private func lines() throws -> SpeechLines {
        // Settings of this machine would change the texts.
        SpeechLines(Speaker(.usual, try SpokenLanguages(.usual, file: "", shipped: Self.texts)))
    }

    private func frame(_ text: String, _ opcode: WebSocketOpcode = .text, isLast: Bool = true) -> WebSocketFrame {
        WebSocketFrame(fin: isLast, opcode: opcode, data: ByteBuffer(string: text))
    }

    private func texts(_ buffers: [ByteBuffer]) -> [String] { buffers.map { String(buffer: $0) } }

    @Test func `an element is said as touchd-speak says it, after the line`() throws {
        var lines = try lines()
        let start = texts(lines.process(frame(profile)))
        #expect(start.first == #"{"type":"speech","screen":"main","time":1,"action":"interrupt"}"#)
        #expect(start.last?.hasPrefix(#"{"type":"speech","screen":"main","time":1,"action":"speak","text":"Speech is on. "#) == true)
        #expect(
            texts(lines.process(frame(focus))) == [
                #"{"type":"speech","screen":"main","time":2,"action":"interrupt"}"#,
                #"{"type":"speech","screen":"main","time":2,"action":"speak","text":"Buy, button.","language":"en"}"#,
            ])
    }

    @Test func `a private text has its mark`() throws {
        var lines = try lines()
        _ = lines.process(frame(profile.replacing(#""private":false"#, with: #""private":true"#)))
        let said = texts(lines.process(frame(focus.replacing(#""label""#, with: #""private":true,"label""#)))).last
        #expect(said?.hasSuffix(#""text":"Buy, button.","language":"en","private":true}"#) == true)
    }

    @Test func `a sound has its name, and other steps have theirs`() throws {
        var settings = SpeakSettings.usual
        settings.sounds = ["enter": "bell"]
        var lines = SpeechLines(Speaker(settings, try SpokenLanguages(settings, file: "", shipped: Self.texts)))
        _ = lines.process(frame(profile))
        #expect(texts(lines.process(frame(focus)))[1] == #"{"type":"speech","screen":"main","time":2,"action":"sound","sound":"bell"}"#)
        let tap = #"{"type":"accessibilityGesture","screen":"main","time":2,"fingers":2,"kind":"tap"}"#
        let actions = (0..<2).flatMap { _ in texts(lines.process(frame(tap))) }
        #expect(actions == ["pause", "resume"].map { #"{"type":"speech","screen":"main","time":2,"action":"\#($0)"}"# })
    }

    @Test func `the profiles that are on come from a snapshot, however long it is`() throws {
        var lines = try lines()
        let head = #"{"type":"snapshot","seq":1,"screens":[{"screen":"main","accessibility":{"profiles":["speech"]}}],"reg"#
        #expect(lines.process(frame(head, isLast: false)).isEmpty)
        #expect(lines.process(frame(#"ions":[{"id":"#, .continuation, isLast: false)).isEmpty)
        for _ in 0..<40 { _ = lines.process(frame(String(repeating: "x", count: 16384), .continuation, isLast: false)) }
        let said = texts(lines.process(frame("]}", .continuation))).last
        #expect(said?.hasPrefix(#"{"type":"speech","screen":"main","action":"speak","text":"Speech is on."#) == true)
        #expect(lines.process(frame(focus)).count == 2)
    }

    @Test func `a line in parts is read, but not one without end`() throws {
        var lines = try lines()
        _ = lines.process(frame(profile))
        #expect(lines.process(frame(String(focus.prefix(60)), isLast: false)).isEmpty)
        #expect(lines.process(frame(String(focus.dropFirst(60)), .continuation)).count == 2)
        let endless = focus.replacing("Buy", with: String(repeating: "B", count: SpeechLines.bytesMax)).replacing(#""turn":1"#, with: #""turn":2"#)
        #expect(lines.process(frame(endless)).isEmpty)
        #expect(lines.process(frame(focus.replacing(#""turn":1,"time":2"#, with: #""turn":3,"time":4"#))).count == 2)
    }

    @Test(arguments: [#"{"type":"frame","events":[]}"#, "{}", "", "[", #"{"type":"focus""#, #"{"type":"focus","screen":"main"}"#])
    func `nothing is said to another line`(_ text: String) throws {
        var lines = try lines()
        #expect(lines.process(frame(text)).isEmpty)
        _ = lines.process(frame(profile))
        #expect(lines.process(frame(focus)).count == 2)
    }
}

@Suite struct `A page's request for speech` {
    private func request(_ text: String) -> SpeechRequest? { SpeechRequest(ByteBuffer(string: text)) }

    @Test func `it is the bridge's, and all others are touchd's`() {
        #expect(request(#"{"type":"speech","id":1,"on":true}"#) == .speech(isOn: true, id: 1))
        #expect(request(#"{"on":false,"type":"speech"}"#) == .speech(isOn: false, id: nil))
        for other in [
            "", "{", #"{"type":"ping","id":1}"#, #"{"type":"accessibility","profile":"speech","on":true}"#, #"["speech"]"#, #"{"type":"speech""#,
        ] {
            #expect(request(other) == nil)
        }
    }

    @Test func `a mistake is named`() {
        #expect(request(#"{"type":"speech","id":7}"#) == .invalid(#""on" is missing: true or false"#, id: 7))
        #expect(request(#"{"type":"speech","id":"a","on":1}"#) == .invalid(#""on" must be true or false"#, id: "a"))
    }

    @Test func `bytes are found wherever they are`() {
        func offset(_ part: String, in text: String, from start: Int = 0) -> Int? {
            Array(text.utf8).withUnsafeBytes { $0.offset(of: Array(part.utf8), from: start) }
        }
        #expect(offset("ab", in: "") == nil && offset("ab", in: "a") == nil && offset("ab", in: "xa") == nil)
        #expect(offset("ab", in: "ab") == 0 && offset("ab", in: "aab") == 1 && offset("aab", in: "aaab") == 1)
        #expect(offset("ab", in: "abab", from: 1) == 2 && offset("ab", in: "abab", from: 3) == nil)
    }
}

@Suite struct `The settings of touchd-speak for pages` {
    private func refusal(_ settings: inout SpeechSettings, _ file: String?, at time: Int64) -> SpeechSettings.Refusal? {
        do throws(SpeechSettings.Refusal) {
            _ = try settings.speaker(file, at: time)
            return nil
        } catch { return error }
    }

    @Test func `a file that is wrong or missing is named`() {
        var settings = SpeechSettings()
        let missing = refusal(&settings, "/nowhere/speak.yaml", at: 0)
        #expect(missing?.code == "refused" && missing?.message.hasPrefix("/nowhere/speak.yaml: error: ") == true)
    }

    @Test func `the files are read again after a second`() throws {
        var settings = SpeechSettings()
        let path = "/tmp/touchd-speech-\(UInt64.random(in: 0...(.max))).yaml"
        func write(_ text: String) throws {
            let file = try #require(fopen(path, "w"))
            fputs(text, file)
            fclose(file)
        }
        defer { unlink(path) }
        try write("language: 7\n")
        #expect(refusal(&settings, path, at: 0)?.message.hasPrefix("\(path):1:11: error: ") == true)
        try write("language: qq\n")
        #expect(refusal(&settings, path, at: 999_999)?.message.hasPrefix("\(path):1:11: error: ") == true)
        #expect(refusal(&settings, path, at: 1_000_000)?.message.contains("no texts for the language \"qq\"") == true)
    }
}
