import Testing

@testable import Server

@Suite struct EditPaceTests {
    private let one = Principal(user: 1)
    private let two = Principal(user: 2)

    @Test func `a user's edits take a tenth of the time, and those of others do not wait for them`() {
        var pace = EditPace()
        #expect(pace.isTurn(of: one, at: 0))
        pace.note(one, from: 1000, to: 1030)
        #expect(!pace.isTurn(of: one, at: 1299) && pace.isTurn(of: one, at: 1300) && pace.isTurn(of: two, at: 1030))
        pace.note(one, from: 1300, to: 1300)
        #expect(pace.isTurn(of: one, at: 1300))
    }

    @Test func `what waits is done in the order in which it came, one edit of a user at a time`() {
        var pace = EditPace()
        var done: [String] = []
        pace.note(one, from: 0, to: 10)
        pace.note(two, from: 0, to: 20)
        pace.wait(one) { done.append("a") }
        pace.wait(two) { done.append("b") }
        pace.wait(one) { done.append("c") }
        #expect(pace.next == 100 && pace.due(at: 99).isEmpty)
        for act in pace.due(at: 100) { act() }
        #expect(done == ["a"])
        pace.note(one, from: 100, to: 105)
        for act in pace.due(at: 200) { act() }
        #expect(done == ["a", "b", "c"] && pace.next == nil)
    }

    @Test func `tokens of one user do not wait for each other`() {
        var pace = EditPace()
        let (page, other) = (Principal(user: 1, token: "page"), Principal(user: 1, token: "other"))
        pace.note(page, from: 0, to: 10)
        #expect(!pace.isTurn(of: page, at: 50) && pace.isTurn(of: other, at: 50) && pace.isTurn(of: one, at: 50))
    }
}
