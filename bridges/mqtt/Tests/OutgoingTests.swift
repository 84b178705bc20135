import Testing

@testable import touchd_mqtt

@Suite struct OutgoingTests {
    private func connected() -> Outgoing {
        var outgoing = Outgoing(last: "z")
        outgoing.set("z", Array("online".utf8))
        outgoing.connected()
        return outgoing
    }

    private func topics(_ publications: [Broker.Publication]) -> [String] { publications.map(\.topic) }

    @Test func `each connection begins with the whole state, and ends its list with being on line`() {
        var outgoing = Outgoing(last: "b")
        for topic in ["c", "b", "a"] { outgoing.set(topic, [1]) }
        #expect(outgoing.removeNext() == [])
        for _ in 0..<2 {
            outgoing.connected()
            #expect(topics(outgoing.removeNext()) == ["a", "c", "b"])
            outgoing.disconnected()
        }
    }

    @Test func `what is as it was is not published again`() {
        var outgoing = connected()
        _ = outgoing.removeNext()
        outgoing.set("a", [1])
        outgoing.set("a", [1])
        #expect(topics(outgoing.removeNext()) == ["a"])
        outgoing.set("a", [1])
        #expect(outgoing.removeNext() == [])
    }

    @Test func `while the broker takes nothing only the newest of a topic waits`() {
        var outgoing = connected()
        _ = outgoing.removeNext()
        for number in 1..<100 { outgoing.set("t\(number)", [0]) }
        #expect(outgoing.removeNext().count == Outgoing.underwayMax - 1)
        for value in 0..<100 { outgoing.set("t99", [UInt8(value)]) }
        #expect(outgoing.removeNext() == [])
        for _ in 0..<200 { outgoing.published() }
        var last: Broker.Publication?
        while case let taken = outgoing.removeNext(), !taken.isEmpty {
            if let one = taken.last(where: { $0.topic == "t99" }) { last = one }
            for _ in taken { outgoing.published() }
        }
        #expect(last?.payload == [99])
    }

    @Test func `a topic that is gone is forgotten by the broker, at each connection`() {
        var outgoing = connected()
        outgoing.set("a", [1])
        outgoing.set("a", [])
        outgoing.connected()
        #expect(outgoing.removeNext().contains(Broker.Publication(topic: "a", payload: [], isRetained: true)))
    }

    @Test func `an answer is not retained, and comes before what waits`() {
        var outgoing = connected()
        outgoing.set("a", [1])
        outgoing.add(Broker.Publication(topic: "r", payload: [2], isRetained: false))
        #expect(topics(outgoing.removeNext()).first == "r")
        outgoing.disconnected()
        outgoing.add(Broker.Publication(topic: "r", payload: [2], isRetained: false))
        outgoing.connected()
        #expect(!topics(outgoing.removeNext()).contains("r"), "nobody waits for it any more")
    }

    @Test func `a last touch is told at once, then every ten seconds; a state at once`() {
        var pace = TouchPace()
        func screen(_ touch: String, idle: Bool = false) -> KioskReport.Screen {
            KioskReport.Screen(id: "main", state: ["activity": idle ? "idle" : "active"], lastTouch: .string(touch))
        }
        let times: [(KioskReport.Screen, Int64, Bool)] = [
            (screen("1"), 0, true), (screen("1"), 11_000_000, false), (screen("2"), 12_000_000, true), (screen("3"), 13_000_000, false),
            (screen("4"), 21_900_000, false), (screen("4", idle: true), 21_950_000, true), (screen("5", idle: true), 22_100_000, false),
            (screen("5", idle: true), 32_000_000, true),
        ]
        for (screen, time, isTold) in times {
            let admitted = pace.admits(screen, at: time)
            #expect(admitted == isTold, "at \(time)")
        }
    }
}
