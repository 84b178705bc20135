import Testing
@testable import TouchCore

/// The grammar of a stream: cases C14.
@Suite struct VerifierTests {
    private typealias Event = (id: UInt64, phase: TouchPhase, receiver: RegionIndex?, reason: CancelReason?)

    private static func rule(_ events: [Event]) -> StreamVerifier.Violation.Rule? {
        var verifier = StreamVerifier()
        for event in events {
            do throws(StreamVerifier.Violation) {
                try verifier.check(TouchID(event.id), event.phase, receiver: event.receiver, reason: event.reason)
            } catch { return error.rule }
        }
        return nil
    }

    @Test func `each rule, broken once, is found`() {
        #expect(Self.rule([(1, .began, 0, nil), (1, .began, 0, nil)]) == .beganTwice)
        #expect(Self.rule([(1, .began, 0, nil), (1, .ended, 0, nil), (1, .began, 0, nil)]) == .idRepeated)
        for phase in [TouchPhase.moved, .stationary, .ended] {
            #expect(Self.rule([(1, phase, 0, nil)]) == .notBegun)
            #expect(Self.rule([(1, .began, 0, nil), (1, phase, 1, nil)]) == .notBegun)
            #expect(Self.rule([(1, .began, 0, nil), (1, .ended, 0, nil), (1, phase, 0, nil)]) == .notBegun)
            #expect(Self.rule([(1, .began, 0, nil), (1, phase, 0, .palm)]) == .reasonWithoutCancel)
        }
        #expect(Self.rule([(1, .cancelled, 0, .palm)]) == .notBegun)
        #expect(Self.rule([(1, .began, 0, nil), (1, .cancelled, 0, nil)]) == .cancelledWithoutReason)
    }

    @Test func `begins that were withheld come late, and once`() {
        let late: [Event] = [(2, .began, 0, nil), (2, .ended, 0, nil), (3, .began, 1, nil), (2, .began, 1, nil), (2, .ended, 1, nil)]
        #expect(Self.rule(late) == nil)
        #expect(Self.rule(late + [(2, .began, 1, nil)]) == .idRepeated)
        // How old a begin may be that comes late, there is no telling.
        let many = (10..<300 as Range<UInt64>).flatMap { [($0, .began, 0, nil), ($0, .ended, 0, nil)] as [Event] }
        #expect(Self.rule(many + [(9, .began, 0, nil)]) == nil)
        #expect(Self.rule(many + [(299, .began, 1, nil)]) == nil)
    }

    @Test func `a stream with one event changed, left out or doubled is found out`() {
        let stream: [Event] = [
            (1, .began, 0, nil), (1, .moved, 0, nil), (2, .began, 1, nil), (1, .ended, 0, nil), (2, .moved, 1, nil),
            (2, .cancelled, 1, .palm),
        ]
        #expect(Self.rule(stream) == nil)
        for index in stream.indices {
            var other = stream
            if stream[index].phase != .moved {
                other.insert(stream[index], at: index)
                #expect(Self.rule(other) != nil, "doubled: \(index)")
                other = stream
            }
            other[index].id = 9
            let isOver = stream[index].phase == .ended || stream[index].phase == .cancelled
            #expect(Self.rule(other) != nil, "of another touch: \(index)")
            other = stream
            other.remove(at: index)
            // Without its end or a move the stream goes on as one does in which the finger is still down.
            #expect((Self.rule(other) != nil) == (stream[index].phase == .began), "left out: \(index), \(isOver)")
        }
    }

    @Test func `after a reset nothing is down, and no id comes again`() {
        var verifier = StreamVerifier()
        func check(_ id: UInt64, _ phase: TouchPhase) throws { try verifier.check(TouchID(id), phase, receiver: 0, reason: nil) }
        #expect(throws: Never.self) { try check(1, .began) }
        verifier.forgetDown()
        #expect(verifier.touchesDown.isEmpty)
        #expect(throws: StreamVerifier.Violation.self) { try check(1, .ended) }
        #expect(throws: StreamVerifier.Violation.self) { try check(1, .began) }
        #expect(throws: Never.self) { try check(2, .began) }
    }
}
