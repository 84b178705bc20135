import Testing
import Wire

/// Replies of other versions of touchd may lack a value, or have another kind of value.
@Suite struct `Values in a line` {
    private let line: JSONValue = ["name": "main-0", "count": 7, "big": 1e300, "half": 2.5, "list": []]

    @Test func `are text if they are a string or a number`() {
        #expect(["name", "count", "list", "missing"].map { line.text($0) } == ["main-0", "7", "", ""])
    }

    @Test func `are whole numbers if they are numbers of 64 bits`() {
        #expect(["count", "half", "big", "name", "list", "missing"].map { line.whole($0) } == [7, 3, 0, 0, 0, 0])
    }
}
