import Testing

@testable import Speech
@testable import touchd_speak

@Suite struct `A session with the speech server` {
    /// A session whose greeting the server has answered.
    private struct Ready {
        var session: SSIPSession
        var now: Int64 = 1_000_000

        init(_ settings: SpeechServerSettings = SpeechServerSettings()) throws {
            session = SSIPSession(settings, Prosody(rate: 0, volume: 60), now: now)
            let lines = sent.count
            for _ in 0..<lines { try answer("208 OK") }
        }

        /// The lines that were sent since the last look.
        var sent: [String] {
            mutating get {
                defer { session.outgoing = [] }
                return String(decoding: session.outgoing, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: true).map(String.init)
            }
        }

        mutating func answer(_ line: String) throws { try session.receive(Array((line + "\r\n").utf8), now: now) }
        mutating func perform(_ actions: SpeechAction...) { for action in actions { session.perform(action, now: now) } }
        mutating func speak(_ text: String, _ language: String = "en") { perform(.speak(Utterance(text: text, language: language))) }
    }

    @Test func `it begins with its name, module, voice, priority and loudness`() {
        var session = SSIPSession(SpeechServerSettings(module: "espeak-ng", voice: "Klatt"), Prosody(rate: -5, volume: 60), now: 0)
        #expect(
            session.outgoing.elementsEqual(
                ("SET SELF CLIENT_NAME touchd:touchd-speak:main\r\nSET SELF OUTPUT_MODULE espeak-ng\r\nSET SELF SYNTHESIS_VOICE Klatt\r\n"
                    + "SET SELF PRIORITY MESSAGE\r\nSET SELF RATE -5\r\nSET SELF VOLUME 60\r\n").utf8))
        #expect(!session.isReady)
        session.outgoing = []
        #expect(throws: Never.self) { try session.receive(Array("208 OK\r\n".utf8), now: 0) }
        #expect(session.isReady)
    }

    @Test func `the text waits until the server accepts it`() throws {
        var it = try Ready()
        it.speak("Hello")
        #expect(it.sent == ["SET SELF LANGUAGE en", "SPEAK"])
        try it.answer("201 OK LANGUAGE SET")
        #expect(it.sent == [])
        try it.answer("230 OK RECEIVING DATA")
        #expect(it.sent == ["Hello", "."])
        try it.answer("225-1\r\n225 OK MESSAGE QUEUED")
        it.speak("Again")
        #expect(it.sent == ["SPEAK"], "the language is the same")
        #expect(it.session.refusals == [])
    }

    @Test(arguments: ["300 ERR INTERNAL", "500 ERR INVALID COMMAND", "225 OK", "208 OK"])
    func `a server that refuses the command does not get the text as commands`(reply: String) throws {
        var it = try Ready()
        it.speak("QUIT")
        try it.answer("201 OK LANGUAGE SET\r\n\(reply)")
        #expect(it.sent == ["SET SELF LANGUAGE en", "SPEAK"])
        #expect(it.session.refusals == [SSIPSession.Refusal(command: "SPEAK", reason: reply)])
        it.speak("next")
        #expect(it.sent == ["SPEAK"])
    }

    @Test func `an interruption waits for nothing, and the text is never sent`() throws {
        var it = try Ready()
        it.speak("Old")
        it.perform(.interrupt)
        it.speak("New")
        #expect(it.sent == ["SET SELF LANGUAGE en", "SPEAK", ".", "CANCEL SELF", "SPEAK"])
        try it.answer("201 OK\r\n230 OK RECEIVING DATA\r\n227 OK MESSAGE CANCELED\r\n213 OK CANCELED")
        #expect(it.sent == [])
        try it.answer("230 OK RECEIVING DATA")
        #expect(it.sent == ["New", "."])
        #expect(it.session.refusals == [])
    }

    @Test func `an interruption of a command that is refused is harmless`() throws {
        var it = try Ready()
        it.speak("Old")
        it.perform(.interrupt)
        it.speak("New")
        _ = it.sent
        try it.answer("201 OK\r\n300 ERR INTERNAL\r\n500 ERR INVALID COMMAND\r\n213 OK CANCELED\r\n230 OK RECEIVING DATA")
        #expect(it.sent == ["New", "."])
    }

    @Test func `without speech there is nothing to cancel`() throws {
        var it = try Ready()
        it.perform(.interrupt, .interrupt)
        #expect(it.sent == [])
        it.perform(.sound("start"), .interrupt, .interrupt)
        #expect(it.sent == ["SOUND_ICON start", "CANCEL SELF"])
    }

    @Test func `speech that is paused is resumed when it is interrupted, or nothing would be heard any more`() throws {
        var it = try Ready()
        it.perform(.pause, .interrupt)
        #expect(it.sent == ["PAUSE SELF", "RESUME SELF"])
        it.perform(.pause, .resume, .interrupt)
        #expect(it.sent == ["PAUSE SELF", "RESUME SELF"])
    }

    @Test func `nothing else is sent while the server may wait for a text`() throws {
        var it = try Ready()
        it.speak("One")
        it.perform(.setProsody(Prosody(rate: 1, volume: 1)), .setProsody(Prosody(rate: 2, volume: 3)), .sound("a"))
        #expect(it.sent == ["SET SELF LANGUAGE en", "SPEAK"])
        try it.answer("201 OK\r\n230 OK")
        #expect(it.sent == ["One", ".", "SET SELF RATE 2", "SET SELF VOLUME 3", "SOUND_ICON a"])
        it.speak("Two", "de")
        it.perform(.setProsody(Prosody(rate: 9, volume: 9)), .interrupt)
        #expect(it.sent == ["SET SELF LANGUAGE de", "SPEAK", ".", "CANCEL SELF", "SET SELF RATE 9", "SET SELF VOLUME 9"])
    }

    @Test func `queues are bounded, and the newest text is kept`() throws {
        var it = try Ready()
        for number in 0..<1000 { it.speak("\(number)") }
        #expect(it.sent == ["SET SELF LANGUAGE en", "SPEAK"])
        try it.answer("201 OK")
        var spoken: [String] = []
        for _ in 0..<50 {
            try it.answer("230 OK")
            spoken += it.sent
            if spoken.last != "SPEAK" { break }
            try it.answer("225 OK")
        }
        #expect(spoken.filter { $0 != "SPEAK" && $0 != "." } == ["0"] + (984..<1000).map { "\($0)" })
        for _ in 0..<10_000 { it.perform(.sound("a"), .interrupt) }
        #expect(it.sent.count <= 2 * SSIPSession.awaitedMax)
    }

    @Test func `an answer that does not come is a fault`() throws {
        var it = try Ready()
        #expect(it.session.deadline == nil && it.session.fault(at: .max) == nil)
        it.speak("Hello")
        #expect(it.session.fault(at: it.now + SSIPSession.patience - 1) == nil)
        #expect(it.session.fault(at: it.now + SSIPSession.patience) == .silent)
        it.session.outgoing = [UInt8](repeating: 0, count: SSIPSession.outgoingMax + 1)
        #expect(it.session.fault(at: it.now) == .full)
    }

    @Test(arguments: [
        ("HTTP/1.1 400 Bad Request\r\n", SSIPSession.Fault.malformed), ("20\r\n", .malformed), ("200x\r\n", .malformed), ("\r\n", .malformed),
        (String(repeating: "2", count: 5000), .malformed), (String(repeating: "225-1\r\n", count: 1001), .malformed),
        ("208 OK\r\n", .unexpected), ("701-1\r\n701-1\r\n701 BEGIN\r\n", .unexpected),
    ])
    func `a server that lies is left`(bytes: String, fault: SSIPSession.Fault) throws {
        var it = try Ready()
        #expect(throws: fault) { try it.session.receive(Array(bytes.utf8), now: it.now) }
    }

    @Test func `answers come in pieces`() throws {
        var it = try Ready()
        it.speak("Hello")
        _ = it.sent
        for byte in "201 OK\r\n230 OK RECEIVING DATA\r\n".utf8 { try it.session.receive([byte], now: it.now) }
        #expect(it.sent == ["Hello", "."])
    }
}
