import Files
import Recordings
import Testing

/// A malformed file is refused with its line's number and a correction.
@Suite struct MalformedRecordingTests {
    static let head = "# EVEMU 1.2\nN: p\nI: 0003 1209 7464 0001\n"

    /// Files that begin with the three lines of `head`, and their errors.
    static let afterHead: [(text: String, error: String)] = [
        ("garbage\n", "f:4: error: 'garbage' is not a line of an evemu recording: expected N:, I:, P:, B:, A:, L:, S:, E: or a # comment"),
        ("R: 682 01 02\n", "f:4: error: 'R: 682 01 02' is not a line of an evemu recording: expected N:, I:, P:, B:, A:, L:, S:, E: or a # comment"),
        (
            "E: 0.000001 0000 0000 0\n\nX: 1\n",
            "f:6: error: 'X: 1' is not a line of an evemu recording: expected N:, I:, P:, B:, A:, L:, S:, E: or a # comment"
        ),
        (
            "E: 0.000001 0000 0000 0\n\u{1b}[2J\n",
            "f:5: error: '?[2J' is not a line of an evemu recording: expected N:, I:, P:, B:, A:, L:, S:, E: or a # comment"
        ),
        (
            "E: 0.000001 0000 0000 0\nE",
            "f:5: error: 'E' is not a line of an evemu recording: expected N:, I:, P:, B:, A:, L:, S:, E: or a # comment: the file ends in the middle of this line"
        ),

        ("N: q\n", "f:4: error: a second N: line; a recording has one panel"),
        ("I: 1 2 3 4\n", "f:4: error: a second I: line; a recording has one panel"),

        ("P: 02 00 00 00 00 00 00\n", "f:4: error: byte 8 of 8 is missing"),
        ("P: 02 00 00 00 00 00 00 00 00\n", "f:4: error: a P: line has eight bytes; unexpected '00'"),
        ("P: 02 00 00 00 00 00 00 123\n", "f:4: error: byte 8 of 8 must be a hexadecimal number of up to 2 digits, not '123'"),

        ("B:\n", "f:4: error: the event type is missing"),
        ("B: 20 00 00 00 00 00 00 00 00\n", "f:4: error: event type 20 is beyond the kernel's last one, 1f"),
        ("B: 03 00 00 00 00 00 00 00\n", "f:4: error: byte 8 of 8 is missing"),
        ("B: 03 00 00 00 00 00 00 00 0g\n", "f:4: error: byte 8 of 8 must be a hexadecimal number of up to 2 digits, not '0g'"),
        ("B: 03 00 00 00 00 00 00 00 00 1\n", "f:4: error: a B: line has an event type and eight bytes; unexpected '1'"),
        ("B: 03 00 00 00 00 00 00 00 00\nB: 03 02 00 00 00 00 00 00 00\n", "f:5: error: bit 41 of event type 3 is beyond the kernel's last code, 3f"),

        ("A: 35\n", "f:4: error: the minimum is missing"),
        ("A: 35 0\n", "f:4: error: the maximum is missing"),
        ("A: 35 0 4095\n", "f:4: error: the fuzz is missing"),
        ("A: 35 0 4095 0\n", "f:4: error: the flat is missing"),
        ("A: 35 0 4095 0 0 0 0\n", "f:4: error: an A: line has at most six numbers: axis minimum maximum fuzz flat resolution; unexpected '0'"),
        ("A: 40 0 4095 0 0\n", "f:4: error: axis 40 is beyond the kernel's last one, 3f"),
        ("A: 35 0 2147483648 0 0\n", "f:4: error: the maximum '2147483648' does not fit 32 bits (-2147483648 to 2147483647)"),
        ("A: 35 -2147483649 0 0 0\n", "f:4: error: the minimum '-2147483649' does not fit 32 bits (-2147483648 to 2147483647)"),
        ("A: 35 0 0x10 0 0\n", "f:4: error: the maximum must be a decimal number, not '0x10'"),
        ("A: 35 10 9 0 0\n", "f:4: error: the axis's maximum 9 is below its minimum 10"),

        ("L: 10 0\n", "f:4: error: light 10 is beyond the last one, f"),
        ("L: 01\n", "f:4: error: the state is missing"),
        ("S: 20 0\n", "f:4: error: switch 20 is beyond the last one, 1f"),
        ("S: 01 0 0\n", "f:4: error: an S: line has two numbers: code state; unexpected '0'"),

        ("E:\n", "f:4: error: the time is missing"),
        ("E: 1\n", "f:4: error: the time must be seconds, a point and up to six digits of microseconds, not '1'"),
        ("E: 1.\n", "f:4: error: the time must be seconds, a point and up to six digits of microseconds, not '1.'"),
        ("E: .5 0 0 0\n", "f:4: error: the time must be seconds, a point and up to six digits of microseconds, not '.5'"),
        ("E: -1.000000 0 0 0\n", "f:4: error: the time must be seconds, a point and up to six digits of microseconds, not '-1.000000'"),
        ("E: 1.0000001 0 0 0\n", "f:4: error: the time must be seconds, a point and up to six digits of microseconds, not '1.0000001'"),
        ("E: 9223372036855.000000 0 0 0\n", "f:4: error: the time '9223372036855.000000' is too large: at most 100000000000 seconds"),
        (
            "E: 99999999999999999999999999.000000 0 0 0\n",
            "f:4: error: the time '999999999999999999999999' is too large: at most 100000000000 seconds"
        ),
        ("E: 1.000000 00003 0035 1\n", "f:4: error: the event type must be a hexadecimal number of up to 4 digits, not '00003'"),
        ("E: 1.000000 0x 0035 1\n", "f:4: error: the event type must be a hexadecimal number of up to 4 digits, not '0x'"),
        ("E: 1.000000 0003 ABS_X 1\n", "f:4: error: the event code must be a hexadecimal number of up to 4 digits, not 'ABS_X'"),
        ("E: 1.000000 0003 0035\n", "f:4: error: the event value is missing"),
        ("E: 1.000000 0003 0035 # 7\n", "f:4: error: the event value is missing"),
        ("E: 1.000000 0003 0035 -\n", "f:4: error: the event value must be a decimal number, not '-'"),
        ("E: 1.000000 0003 0035 1e5\n", "f:4: error: the event value must be a decimal number, not '1e5'"),
        ("E: 1.000000 0003 0035 3000000000\n", "f:4: error: the event value '3000000000' does not fit 32 bits (-2147483648 to 2147483647)"),

        // A recorder that was killed, or a full disk.
        ("E: 1.000000 0000 0000 0\nE: 1.0100", "f:5: error: the event type is missing: the file ends in the middle of this line"),
        (
            "E: 1.000000 0000 0000 0\nE: 1",
            "f:5: error: the time must be seconds, a point and up to six digits of microseconds, not '1': the file ends in the middle of this line"
        ),
        ("E: 1.000000 0003 0035", "f:4: error: the event value is missing: the file ends in the middle of this line"),
    ]

    @Test(arguments: afterHead) func `an error after the head is refused with its line`(text: String, error: String) {
        #expect(refusal(Array((Self.head + text).utf8)) == error)
    }

    static let whole: [(text: String, error: String)] = [
        ("", "f: error: the file is empty"),
        ("\n", "f:1: error: the file ends without a 'N: name' line, so this is not an evemu recording"),
        ("# EVEMU 1.2\nI: 1 2 3 4\n", "f:2: error: the file ends without a 'N: name' line, so this is not an evemu recording"),
        ("# EVEMU 1.2\nN: p\n", "f:2: error: the file ends without a 'I: bus vendor product version' line, so this is not an evemu recording"),
        ("E: 0.000001 0000 0000 0\n", "f:1: error: the events begin before the panel is described: a 'N: name' line must come first"),
        (
            "N: p\nE: 0.000001 0000 0000 0\nI: 1 2 3 4\n",
            "f:2: error: the events begin before the panel is described: a 'I: bus vendor product version' line must come first"
        ),
        ("N:\nI: 1 2 3 4\n", "f:1: error: the panel's name is missing: write 'N: name'"),
        ("N:  \r\nI: 1 2 3 4\n", "f:1: error: the panel's name is missing: write 'N: name'"),
        ("N: p\nI: 1 2 3\n", "f:2: error: the version is missing"),
        ("N: p\nI: 1 2 3 4 5\n", "f:2: error: an I: line has four numbers: bus vendor product version; unexpected '5'"),
        ("N: p\nI: 10000 2 3 4\n", "f:2: error: the bus must be a hexadecimal number of up to 4 digits, not '10000'"),
        ("# EVEMU 2.0\nN: p\nI: 1 2 3 4\n", "f:1: error: this is evemu format 2.0; only format 1 (1.0, 1.1, …) can be read"),
        ("# EVEMU 0.9\nN: p\n", "f:1: error: this is evemu format 0.9; only format 1 (1.0, 1.1, …) can be read"),
        ("# EVEMU one\nN: p\n", "f:1: error: the version line must read '# EVEMU major.minor', not '# EVEMU one'"),
        ("# EVEMU 1\nN: p\n", "f:1: error: the version line must read '# EVEMU major.minor', not '# EVEMU 1'"),
        ("N: p\nI: 1 2 3 4\nE: 0.1 0 0 0\n\0\n", "f:4: error: there is a NUL byte here: this is not a text file, so not an evemu recording"),
    ]

    @Test(arguments: whole) func `a file that is no recording is refused as a whole`(text: String, error: String) {
        #expect(refusal(Array(text.utf8)) == error)
    }

    @Test func `a line that is too long is refused`() {
        let name = String(repeating: "n", count: RecordingLimit.lineBytes - 2)
        #expect(
            refusal(Array("N: p\nN: \(name)\n".utf8))
                == "f:2: error: the line is longer than 64 KiB, so this is not an evemu recording")
    }

    /// The cases run one after another, because each needs that much memory.
    @Test func `a file that is too large is refused`() {
        let message = "error: the file is larger than 256 MiB, the limit for a recording"
        #expect(refusal([UInt8](repeating: 0x0a, count: RecordingLimit.fileBytes + 1)) == "f: \(message)")
        #expect(loadRefusal("/dev/zero", .read {}) == "/dev/zero: \(message)")
    }

    @Test func `files that cannot be read say why`() {
        #expect(loadRefusal("/nonexistent/x.evemu") == "/nonexistent/x.evemu: error: there is no such file")
        #expect(
            loadRefusal(Fixtures.recordings)
                == "\(Fixtures.recordings): error: this is a directory; name a recording inside it")
        #expect(loadRefusal("/dev/null", .read {}) == "/dev/null: error: the file is empty")
        #expect(loadRefusal("/dev/zero") == "/dev/zero: error: the file cannot be read: it is a device, not a regular file")
    }

    private func refusal(_ bytes: [UInt8]) -> String? {
        do throws(RecordingError) {
            _ = try Recording.parse(bytes, file: "f")
            return nil
        } catch {
            return error.description
        }
    }

    private func loadRefusal(_ path: String, _ others: OtherFiles = .refused) -> String? {
        do throws(RecordingError) {
            _ = try Recording.load(path, others: others)
            return nil
        } catch {
            return error.description
        }
    }
}
