import Glibc
import Support
import Testing
import Text

@testable import Logging

@Suite struct LogDestinationTests {
    private let opened = MessageKind("0123456789abcdef0123456789abcdef", .warning, "panel … is …", .panel, .reason, .token)
    private let journal = FakeJournal()

    private func destination(stream: String?) -> LogDestination {
        LogDestination(journal.standardError, stream: stream, socket: journal.path)
    }

    private func message(_ text: String, _ fields: LogField...) -> LogMessage { LogMessage(opened, text, fields) }

    @Test func `journald gets an entry with the level, the id, the program and the fields`() throws {
        destination(stream: journal.stream).write(message("panel main-0 is there", .panel("main-0"), .token(nil)), as: "touchd-web")
        #expect(
            journal.next() == [
                "MESSAGE": "panel main-0 is there", "PRIORITY": "4", "SYSLOG_FACILITY": "3", "SYSLOG_IDENTIFIER": "touchd-web",
                "MESSAGE_ID": "0123456789abcdef0123456789abcdef", "PANEL": "main-0",
            ])
        #expect(journal.next() == nil)
        #expect(journal.lines == "")
    }

    @Test func `a value of several lines arrives with all of them, and what is not printable does not`() {
        destination(stream: journal.stream).write(message("panel \u{1b}[2J is x", .reason("one = 1\ntwo\u{7}\nthree")), as: "touchd")
        let entry = journal.next()
        #expect(entry?["REASON"] == "one = 1\ntwo?\nthree")
        #expect(entry?["MESSAGE"] == "panel ?[2J is x")
    }

    @Test func `a field cannot bring another field with it`() {
        destination(stream: journal.stream).write(message("panel x is y", .reason("a\nPRIORITY=0\n_UID=0")), as: "touchd")
        let entry = journal.next()
        #expect(entry?["PRIORITY"] == "4")
        #expect(entry?["_UID"] == nil)
    }

    @Test func `no text adds a field or a line, whatever stands beside its line breaks`() throws {
        for text in HostileText("\n=\"", random: 100) {
            let value = "a" + text
            destination(stream: journal.stream).write(message("panel \(value) is x", .reason(value), .panel("\(value)")), as: "touchd")
            var messages: [String] = []
            while let entry = journal.next() {
                try #require(
                    Set(entry.keys) == ["MESSAGE", "PRIORITY", "SYSLOG_FACILITY", "SYSLOG_IDENTIFIER", "MESSAGE_ID", "REASON", "PANEL"],
                    "\(text.debugDescription)")
                #expect(entry["PRIORITY"] == "4" && entry["SYSLOG_IDENTIFIER"] == "touchd")
                messages.append(entry["MESSAGE"]!)
                let reason = entry["REASON"]!
                #expect(reason == lines(value).map { printable($0) }.joined(separator: "\n"), "\(text.debugDescription)")
            }
            #expect(messages == lines("panel \(value) is x").map { printable($0) }, "\(text.debugDescription)")
            for message in messages { #expect(message.unicodeScalars.allSatisfy { $0.isPrintable }, "\(text.debugDescription)") }
        }
    }

    @Test func `each line of a text is an entry of its own`() {
        destination(stream: journal.stream).write(message("panel one is a\nof two", .panel("one")), as: "touchd")
        #expect(journal.next()?["MESSAGE"] == "panel one is a")
        let second = journal.next()
        #expect(second?["MESSAGE"] == "of two")
        #expect(second?["PANEL"] == "one")
    }

    @Test func `elsewhere a line has the program in front`() {
        destination(stream: nil).write(message("panel one is a\nof two", .panel("one")), as: "touchd")
        #expect(journal.lines == "touchd: panel one is a\ntouchd: of two\n")
        #expect(journal.next() == nil)
    }

    @Test(arguments: ["1:2", "", "x", "1", "1:2:3", "-1:-1"])
    func `a standard error that is not the one of JOURNAL_STREAM is not journald's`(stream: String) {
        destination(stream: stream).write(message("panel a is b"), as: "touchd")
        #expect(journal.lines == "touchd: panel a is b\n")
        #expect(journal.next() == nil)
    }

    @Test func `without journald's socket its stream gets the line, with the level in front`() {
        LogDestination(journal.standardError, stream: journal.stream, socket: journal.path + ".none").write(message("panel a is b"), as: "touchd")
        LogDestination(journal.standardError, stream: journal.stream, socket: String(repeating: "/x", count: 100))
            .write(message("panel a is c"), as: "touchd")
        #expect(journal.lines == "<4>panel a is b\n<4>panel a is c\n")
    }

    @Test func `what is said before the program ends goes to the stream, of which journald knows the unit`() {
        destination(stream: journal.stream).write(message("panel a is b"), as: "touchd", onStream: true)
        destination(stream: nil).write(message("panel a is c"), as: "touchd", onStream: true)
        #expect(journal.lines == "<4>panel a is b\ntouchd: panel a is c\n")
        #expect(journal.next() == nil)
    }

    @Test func `a journald that reads nothing keeps nobody waiting, and its stream gets what it does not take`() {
        let destination = destination(stream: journal.stream)
        var sent = 0
        while journal.lines.isEmpty, sent < 100_000 {
            destination.write(message("panel a is \(sent)"), as: "touchd")
            sent += 1
        }
        #expect(journal.lines == "<4>panel a is \(sent - 1)\n")
    }

    @Test func `what is too long is cut between characters`() {
        let long = "panel a is " + String(repeating: "é", count: 3000)
        destination(stream: journal.stream).write(message(long, .reason(String(repeating: "ü", count: 100_000))), as: "touchd")
        let entry = journal.next()
        #expect(entry?["MESSAGE"] == String(long.unicodeScalars.prefix(11 + (4000 - 11) / 2)))
        #expect(entry?["REASON"]?.utf8.count == 4000)
        destination(stream: nil).write(message(long), as: "touchd")
        #expect(journal.lines.utf8.count <= 4096)
        #expect(journal.lines.hasSuffix("é\n"))
    }
}
