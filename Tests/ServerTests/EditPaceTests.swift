import Testing

@testable import Server

@Suite struct EditPaceTests {
    @Test func `a user's edits take a tenth of the time, and those of others do not wait for them`() {
        var pace = EditPace()
        #expect(pace.isTurn(of: 1, at: 0))
        pace.note(1, from: 1000, to: 1030)
        #expect(!pace.isTurn(of: 1, at: 1299) && pace.isTurn(of: 1, at: 1300) && pace.isTurn(of: 2, at: 1030))
        pace.note(1, from: 1300, to: 1300)
        #expect(pace.isTurn(of: 1, at: 1300))
    }

    @Test func `what waits is done in the order in which it came, one edit of a user at a time`() {
        var pace = EditPace()
        var done: [String] = []
        pace.note(1, from: 0, to: 10)
        pace.note(2, from: 0, to: 20)
        pace.wait(1) { done.append("a") }
        pace.wait(2) { done.append("b") }
        pace.wait(1) { done.append("c") }
        #expect(pace.next == 100 && pace.due(at: 99).isEmpty)
        for act in pace.due(at: 100) { act() }
        #expect(done == ["a"])
        pace.note(1, from: 100, to: 105)
        for act in pace.due(at: 200) { act() }
        #expect(done == ["a", "b", "c"] && pace.next == nil)
    }
}
