/// The lines with touches of a client's claims that the client has not acknowledged yet. There are at most about `parts` spans, however many lines
/// are sent in the allowed time.
struct Unacknowledged {
    /// The resolution of the deadlines: lines sent within `ackWithin / parts` share one span. If the client acknowledges only some of them, the
    /// others count as sent at the time of the last one.
    static let parts: Int64 = 1024

    struct Span {
        var first: UInt64
        var last: UInt64
        var count: Int
        /// The times when the first and the last of the lines were sent, in µs of the monotonic clock.
        var since: Int64
        var until: Int64
        /// True if the client has acknowledged the first lines of the span. The send times of the other lines are then not exact, and the span takes
        /// no more lines.
        var isCut = false
    }

    private(set) var spans: [Span] = []

    /// The time when the oldest line was sent; nil if there is none.
    var since: Int64? { spans.first?.since }
    /// The number of lines.
    var count: Int { spans.reduce(0) { $0 + $1.count } }

    /// Adds a line.
    ///
    /// - Parameter ackWithin: the time allowed for the acknowledgement, µs.
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
