import Support
import Testing

@testable import touchd_speak

@Suite struct `Text for SSIP` {
    private func data(_ text: String) -> String { String(decoding: SSIPText.data(text), as: UTF8.self) }

    @Test(arguments: [
        ("Buy a ticket.", "Buy a ticket.\r\n.\r\n"), ("", ".\r\n"), (".", "..\r\n.\r\n"), ("a\n.\nQUIT", "a\r\n..\r\nQUIT\r\n.\r\n"),
        ("a\r\n.b", "a\r\n..b\r\n.\r\n"), ("a\r.\rb", "a\r\n..\r\nb\r\n.\r\n"), ("a\u{0}\u{7}\u{7f}b\u{85}c", "a   b c\r\n.\r\n"),
        // A dot with a combining mark is one Character, and the same byte.
        ("\n.\u{301}", "\r\n..\u{301}\r\n.\r\n"), ("x\n", "x\r\n.\r\n"), ("© é", "© é\r\n.\r\n"),
    ])
    func `a text cannot end its data`(text: String, expected: String) {
        #expect(data(text).utf8.elementsEqual(expected.utf8), "\(data(text).debugDescription)")
    }

    @Test func `any text is one message, and is read back`() {
        for text in HostileText(".\r\n\u{0}", random: 2000) {
            let bytes = SSIPText.data(text)
            #expect(String(validating: bytes, as: UTF8.self) != nil)
            // A reader of SSIP, written for this test: lines in CR LF, up to the line with one dot.
            var lines: [[UInt8]] = [[]]
            var isOver = false
            var index = 0
            while index < bytes.count {
                #expect(!isOver, "\(text.debugDescription) goes on after its end")
                if bytes[index] == 13, index + 1 < bytes.count, bytes[index + 1] == 10 {
                    if lines.last == [46] { isOver = true } else { lines.append([]) }
                    index += 2
                    continue
                }
                #expect(bytes[index] >= 0x20 && bytes[index] != 0x7f)
                lines[lines.count - 1].append(bytes[index])
                index += 1
            }
            #expect(isOver, "\(text.debugDescription) has no end")
        }
    }

    @Test func `a long text is cut between characters`() {
        let bytes = SSIPText.data(String(repeating: "ü", count: 4000))
        #expect(bytes.count == SSIPText.bytesMax + 5 && String(validating: bytes, as: UTF8.self) != nil)
        let odd = SSIPText.data("a" + String(repeating: "ü", count: 4000))
        #expect(odd.count == SSIPText.bytesMax - 1 + 5 && String(validating: odd, as: UTF8.self) != nil)
    }

    @Test func `a command is one line`() {
        #expect(SSIPText.command("SET SELF X a\r\nQUIT").elementsEqual("SET SELF X a  QUIT\r\n".utf8))
    }

    @Test func `a path leads out of the folder of icons`() {
        #expect(SSIPText.sound("start") == "start" && SSIPText.sound("/srv/a.wav") == "../../../../../../../../srv/a.wav")
    }
}
