import Testing

@testable import Server

@Suite struct PrincipalPaceTests {
    private let one = Principal(user: 1)
    private let two = Principal(user: 2)

    @Test func `a user's edits take a tenth of the time, and those of others do not wait for them`() {
        var pace = PrincipalPace(bounds: 0...(.max))
        #expect(pace.isTurn(of: one, at: 0))
        pace.end(one, from: 1000, to: 1030)
        #expect(!pace.isTurn(of: one, at: 1299) && pace.isTurn(of: one, at: 1300) && pace.isTurn(of: two, at: 1030))
        pace.end(one, from: 1300, to: 1300)
        #expect(pace.isTurn(of: one, at: 1300))
    }

    @Test func `what waits is done in the order in which it came, one edit of a user at a time`() {
        var pace = PrincipalPace(bounds: 0...(.max))
        var done: [String] = []
        pace.end(one, from: 0, to: 10)
        pace.end(two, from: 0, to: 20)
        pace.enqueue(one) { done.append("a") }
        pace.enqueue(two) { done.append("b") }
        pace.enqueue(one) { done.append("c") }
        #expect(pace.next == 100 && pace.due(at: 99).isEmpty)
        for act in pace.due(at: 100) { act() }
        #expect(done == ["a"])
        pace.end(one, from: 100, to: 105)
        for act in pace.due(at: 200) { act() }
        #expect(done == ["a", "b", "c"] && pace.next == nil)
    }

    @Test func `tokens of one user do not wait for each other`() {
        var pace = PrincipalPace(bounds: 0...(.max))
        let (page, other) = (Principal(user: 1, token: "page"), Principal(user: 1, token: "other"))
        pace.end(page, from: 0, to: 10)
        #expect(!pace.isTurn(of: page, at: 50) && pace.isTurn(of: other, at: 50) && pace.isTurn(of: one, at: 50))
    }

    @Test func `a user's reload keeps its next one waiting while it is at work, and for a second at the least`() {
        var pace = PrincipalPace(bounds: 1_000_000...5_000_000)
        var done: [String] = []
        pace.begin(one)
        pace.enqueue(one) { done.append("next") }
        #expect(pace.next == nil && pace.due(at: 1 << 40).isEmpty && pace.isTurn(of: two, at: 0))
        pace.end(one, from: 0, to: 10)
        #expect(pace.next == 1_000_010 && pace.due(at: 1_000_009).isEmpty)
        for act in pace.due(at: 1_000_010) { act() }
        #expect(done == ["next"])
    }

    @Test func `however long a reload takes, the next one waits five seconds at the most`() {
        var pace = PrincipalPace(bounds: 1_000_000...5_000_000)
        pace.begin(one)
        pace.end(one, from: 0, to: 200_000)
        #expect(!pace.isTurn(of: one, at: 1_999_999) && pace.isTurn(of: one, at: 2_000_000))
        pace.end(one, from: 2_000_000, to: 62_000_000)
        #expect(!pace.isTurn(of: one, at: 66_999_999) && pace.isTurn(of: one, at: 67_000_000))
    }
}
