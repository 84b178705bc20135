/// Lines with touches of what a client has claimed that it has yet to acknowledge: at most about `parts` entries, however many lines
/// come in the time that it has for it.
struct Unacknowledged {
    /// Lines that were sent within `ackWithin / parts` share one entry. If the client has acknowledged some of them, the rest counts as sent
    /// with the last one.
    static let parts: Int64 = 1024

    struct Span {
        var first: UInt64
        var last: UInt64
        var count: Int
        /// When the first and the last of them were sent, monotonic, µs.
        var since: Int64
        var until: Int64
        /// Some of them are acknowledged: when the others were sent is not known exactly, and no more is added to it.
        var isCut = false
    }

    private(set) var spans: [Span] = []

    /// When the oldest of them was sent; nil without any.
    var since: Int64? { spans.first?.since }
    /// How many lines they are.
    var count: Int { spans.reduce(0) { $0 + $1.count } }

    /// - Parameter ackWithin: the time that the client has, µs.
    mutating func append(_ seq: UInt64, at time: Int64, ackWithin: Int64) {
        if let last = spans.indices.last, !spans[last].isCut, time - spans[last].since < ackWithin / Self.parts {
            (spans[last].last, spans[last].until) = (seq, time)
            spans[last].count += 1
        } else {
            spans.append(Span(first: seq, last: seq, count: 1, since: time, until: time))
        }
    }

    mutating func acknowledge(upTo seq: UInt64) {
        spans.removeFirst(spans.firstIndex { $0.last > seq } ?? spans.count)
        guard let next = spans.first, next.first <= seq else { return }
        spans[0].first = seq + 1
        spans[0].count = min(next.count, Int(next.last - seq))
        (spans[0].since, spans[0].isCut) = (next.until, true)
    }

    mutating func removeAll() { spans.removeAll() }

    func checkInvariants() {
        #if DEBUG
            for span in spans {
                assert(span.first <= span.last && span.since <= span.until && span.count > 0, "a span of lines is empty or runs backwards")
                assert(span.count <= Int(span.last - span.first) + 1, "a span counts more lines than it has")
            }
            assert(zip(spans, spans.dropFirst()).allSatisfy { $0.last < $1.first && $0.until <= $1.since }, "spans overlap")
        #endif
    }
}
